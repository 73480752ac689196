import { BoundedMap } from '#logs/fields/BoundedMap.ts';
import { LocalClock, secondsOfDay } from '#model/period/day.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const zero = 48;

/** Characters of "17/May/2015:10:05:03 +0000". */
export const logTimeLength = 26;

/** Seconds since 1970 of a log's time stamp that begins at a place of the line; NaN where there is none. */
export function logTime(line: string, at: number): number {
  if (!hasShape(line, at)) return NaN;
  const hour = twoDigits(line, at + 12);
  const minute = twoDigits(line, at + 15);
  const second = twoDigits(line, at + 18);
  const offsetHours = twoDigits(line, at + 22);
  const offsetMinutes = twoDigits(line, at + 24);
  // 60 is a leap second. Comparisons with NaN are false.
  if (!(hour < 24 && minute < 60 && second <= 60 && offsetHours < 24 && offsetMinutes < 60)) return NaN;
  const offset = (offsetHours * 60 + offsetMinutes) * 60 * (line.charCodeAt(at + 21) === 45 ? -1 : 1);
  const day = line.slice(at, at + 11);
  const midnight = midnights.get(day) ?? midnights.make(day, midnightOf);
  return midnight + hour * 3600 + minute * 60 + second - offset;
}

function hasShape(line: string, at: number): boolean {
  const sign = line.charCodeAt(at + 21);
  return (
    line.charCodeAt(at + 11) === 58 &&
    line.charCodeAt(at + 14) === 58 &&
    line.charCodeAt(at + 17) === 58 &&
    line.charCodeAt(at + 20) === 32 &&
    (sign === 43 || sign === 45)
  );
}

/** A log has few days. Without: +8 to 29 %. */
const midnights = new BoundedMap<number>(100_000);

function midnightOf(date: string): number {
  const [, day, name = '', year] = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4})$/.exec(date) ?? [];
  return utcTime(year, String(months.indexOf(name) + 1), day, '0', '0', '0') ?? NaN;
}

function twoDigits(line: string, at: number): number {
  const tens = line.charCodeAt(at) - zero;
  const ones = line.charCodeAt(at + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

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

/** Of times that name no zone: that of the database, or this machine's. Module-level: a thread reads the logs of one database at a time. */
let logZone: { readonly name: string; readonly clock: LocalClock } | undefined;

export function setLogZone(name: string | undefined): void {
  if (name !== undefined && name !== logZone?.name) logZone = { name, clock: new LocalClock(name) };
}

export function zoneOfLogs(): { readonly name: string; readonly clock: LocalClock } {
  const name = logZone?.name ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (logZone ??= { name, clock: new LocalClock(name) });
}

/** "17/May/2015:10:05:03" of a clock of that zone. Where clocks go back, the first of two. */
export function localTime(text: string | undefined): number | undefined {
  const shown = logTime(`${text} +0000`, 0);
  if (!(shown >= 0)) return undefined;
  const { clock } = logZone ?? zoneOfLogs();
  const [first = shown, other = shown] = [shown - secondsOfDay, shown + secondsOfDay].map(
    near => shown + near - clock.local(near),
  );
  return valid(clock.local(first) !== shown && clock.local(other) === shown ? other : first);
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
  const [found, year, month, day, hour, minute, second, ...offset] = iso.exec(text) ?? [];
  if (found === undefined) return undefined;
  const local = utcTime(year, month, day, hour, minute, second);
  return local === undefined ? undefined : valid(local - offsetSeconds(...offset));
}

/** NaN for what is none. */
function offsetSeconds(sign = '+', hours = '0', minutes = '0'): number {
  const [hour, minute] = [Number(hours), Number(minutes)];
  return hour < 24 && minute < 60 ? (hour * 60 + minute) * 60 * (sign === '-' ? -1 : 1) : NaN;
}

/** Seconds since 1970 of the digits of a time; undefined for one that does not exist. Months from 1; 60 is a leap second. */
function utcTime(...digits: readonly (string | undefined)[]): number | undefined {
  const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN] = digits.map(Number);
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (!(hour < 24 && minute < 60 && second <= 60)) return undefined;
  return valid(midnight / 1000 + hour * 3600 + minute * 60 + second);
}

function valid(seconds: number): number | undefined {
  return seconds >= 0 && seconds <= lastTime ? seconds : undefined;
}

/** How each letter is matched, by the name it is found under. */
const patterns: Readonly<Record<string, string>> = {
  Y: String.raw`(?<year>\d{4})`,
  m: String.raw`(?<month>\d\d)`,
  b: '(?<name>[A-Za-z]{3})',
  h: '(?<name>[A-Za-z]{3})',
  d: String.raw`(?<day>\d\d)`,
  e: String.raw`(?<day>[ \d]\d)`,
  H: String.raw`(?<hour>\d\d)`,
  M: String.raw`(?<minute>\d\d)`,
  S: String.raw`(?<second>\d\d)`,
  z: String.raw`(?<zone>[+-]\d\d:?\d\d)`,
  // Parts of a second, which Apache writes by names of their own.
  N: String.raw`\d{3,9}`,
  s: String.raw`(?<epoch>\d{1,12})`,
  a: '[A-Za-z]{3}',
  '%': '%',
};
const short: Readonly<Record<string, string>> = { F: '%Y-%m-%d', T: '%H:%M:%S', R: '%H:%M', D: '%m/%d/%y' };

/** A format of strftime without abbreviations of several fields. */
export function longTime(format: string): string {
  return format.replaceAll(/%([FTRD])/g, (_, letter: string) => short[letter] ?? '');
}

/** Reads times of a format of strftime; undefined where such a time is not known without a zone, or not at all. */
export function strftimeReader(format: string): ((text: string) => number | undefined) | undefined {
  const long = longTime(format);
  const used = new Set<string>();
  let source = '';
  for (const [piece, letter] of long.matchAll(/%(.)|[^%]+/gs)) {
    const pattern = letter === undefined ? escaped(piece) : patterns[letter];
    // Twice the same name would be no expression.
    if (pattern === undefined || (letter !== undefined && used.has(letter))) return undefined;
    if (letter !== undefined) used.add(letter);
    source += pattern;
  }
  const has = (...letters: string[]): boolean => letters.some(letter => used.has(letter));
  if (used.has('b') && used.has('h')) return undefined;
  const isWhole = has('Y') && has('m', 'b', 'h') && has('d', 'e') && has('H') && has('M') && has('z');
  if ((!isWhole && !has('s')) || (has('d') && has('e'))) return undefined;
  const expression = new RegExp(`^${source}$`);
  return text => timeOf(expression.exec(text)?.groups);
}

function timeOf(groups: Readonly<Record<string, string | undefined>> | undefined): number | undefined {
  if (!groups) return undefined;
  const { epoch, year, month, name = '', day, hour, minute, second = '0', zone = '' } = groups;
  if (epoch !== undefined) return Number(epoch);
  const number = months.findIndex(short => short.toLowerCase() === name.toLowerCase()) + 1;
  const local = utcTime(year, month ?? String(number), day, hour, minute, second);
  const [, ...offset] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return local === undefined ? undefined : valid(local - offsetSeconds(...offset));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
