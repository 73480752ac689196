/** The wall-clock time in a time zone. */
interface ZoneTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly date: number;
  readonly hour: number;
  readonly minute: number;
}

/** The time zone of Date's local getters. */
let own: string | undefined;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Sets the machine's time zone: its time then needs no Intl, whose first use takes 10 ms. */
export function setOwnZone(timeZone: string): void {
  own = timeZone;
}

/** The time in an IANA time zone for milliseconds since 1970. Throws a RangeError for an unknown zone. */
export function zoneTime(timeZone: string, milliseconds: number): ZoneTime {
  if (timeZone === 'UTC') return utcTime(milliseconds);
  if (timeZone !== own) return formattedTime(timeZone, milliseconds);
  return utcTime(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000);
}

function utcTime(milliseconds: number): ZoneTime {
  const at = new Date(milliseconds);
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    date: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
  };
}

function formattedTime(timeZone: string, milliseconds: number): ZoneTime {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? NaN;
  return {
    year: part('year'),
    month: part('month'),
    date: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/** "12:04" in a time zone. */
export function timeOfDay(timeZone: string, milliseconds: number): string {
  const { hour, minute } = zoneTime(timeZone, milliseconds);
  return [hour, minute].map(number => String(number).padStart(2, '0')).join(':');
}
