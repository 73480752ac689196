import { logTime, logTimeLength } from '#server/import/log/logTime.ts';

/** 9999-12-31, in seconds: what no log has yet. */
const lastTime = 253_402_300_799;

/** Seconds since 1970 of a time as JSON and other formats hold it; undefined where there is none, or no zone. */
export function fieldTime(value: unknown): number | undefined {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value !== 'string' || value.length > 40) return undefined;
  if (value.charCodeAt(2) === slash && value.length === logTimeLength) return valid(logTime(value, 0));
  if (value.charCodeAt(4) === dash) return isoTime(value);
  return /^\d{1,20}(?:\.\d{0,9})?$/.test(value) ? ofNumber(Number(value)) : undefined;
}

const slash = 47;
const dash = 45;

/** Of a number of seconds, or of thousandths, millionths or billionths where it is too large for those. */
function ofNumber(number: number): number | undefined {
  for (const unit of [1, 1e3, 1e6, 1e9]) {
    const seconds = number / unit;
    if (seconds < 1e11) return valid(Math.floor(seconds));
  }
  return undefined;
}

const iso = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,]\d{1,9})? ?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;

function isoTime(text: string): number | undefined {
  const [found, year, month, day, hour, minute, second, sign, hours = '0', minutes = '0'] =
    iso.exec(text) ?? [];
  if (found === undefined) return undefined;
  const local = utcTime(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1);
  if (local === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return valid(local - offset);
}

/** Seconds since 1970; undefined for a date that does not exist. Months from 1; 60 is a leap second. */
export function utcTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | undefined {
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (!(hour < 24 && minute < 60 && second <= 60)) return undefined;
  return valid(midnight / 1000 + hour * 3600 + minute * 60 + second);
}

function valid(seconds: number): number | undefined {
  return seconds >= 0 && seconds <= lastTime ? seconds : undefined;
}
