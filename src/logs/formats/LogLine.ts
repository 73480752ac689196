import { BoundedMap } from '#logs/fields/BoundedMap.ts';
import { LocalClock, secondsOfDay } from '#model/period/day.ts';
import type { FormatName, TimeUnit } from './formats.ts';

/** A request in a log. Texts are as servers write them: one Latin-1 character a byte, with escapes ("\x22"). */
export interface LogLine {
  readonly format: FormatName;
  /** Seconds since 1970. */
  readonly time: number;
  /** What stands before the time stamp of a combined line; of other formats "HOST\nADDRESS", the host perhaps empty. */
  readonly head: string;
  /** "GET / HTTP/1.1". */
  readonly request: string;
  readonly status: number;
  /** That the client was sent; undefined where the format does not hold them. */
  readonly bytes: number | undefined;
  /** That the answer took, in microseconds; undefined where the format does not hold it. */
  readonly took: number | undefined;
  /** "-" or empty for none. */
  readonly referrer: string;
  /** Undefined where the format does not hold agents. */
  readonly agent: string | undefined;
  /** Of Accept-Language; empty where it is not known. */
  readonly language: string;
  /** Whether nothing can follow: a line that was cut would not be one. */
  readonly isWhole: boolean;
  /** Where its fields stand in the text; undefined where they do not stand there as they are. */
  readonly offsets?: FieldOffsets;
  /** Further fields, which may name the client. */
  fields(): LogField[];
}

/** Where the fields of a line begin and end, in characters. */
export interface FieldOffsets {
  /** Of the bracket before the time stamp, behind the head and a space. */
  readonly time: number;
  readonly request: number;
  readonly requestEnd: number;
  readonly referrer: number;
  readonly referrerEnd: number;
  /** 0 in the common format, which has none. */
  readonly agent: number;
  readonly agentEnd: number;
}

export interface LogField {
  /** "xff" of xff="192.0.2.1"; undefined for a field that has none. */
  readonly name: string | undefined;
  readonly value: string;
  readonly isQuoted: boolean;
}

export const lineFeed = 10;

/** No server writes longer ones: its request line, referrer and agent are each limited to 8 KB. */
export const maxLineLength = 65_536;

/** What a format with named fields holds of a request. Texts as in LogLine. */
interface RequestFields extends Pick<
  LogLine,
  'time' | 'request' | 'status' | 'bytes' | 'took' | 'referrer' | 'agent' | 'language'
> {
  /** Undefined in a format without hosts. */
  readonly host: string | undefined;
  readonly address: string;
}

type FoundFields = { readonly [K in keyof RequestFields]?: RequestFields[K] | undefined };

/**
 * A line whose fields have names; undefined where its time, status, address or request is missing.
 * @param others every other field, where one of them is looked for
 */
export function fieldLine(
  format: FormatName,
  { time, status, address, request, host, referrer = '', agent, language = '', bytes, took }: FoundFields,
  isWhole: boolean,
  others: () => Iterable<readonly [name: string, value: string]>,
): LogLine | undefined {
  if (time === undefined || status === undefined || address === undefined || request === undefined)
    return undefined;
  const head = `${host === '' ? '-' : (host ?? '')}\n${address}`;
  /** X-Forwarded-For stands last, as the field in quotes that it most often is. */
  const fields = (): LogField[] => {
    const named = Array.from(others(), ([name, value]) => ({ name, value, isQuoted: false }));
    const forwarded = named.find(({ name }) => isForwardedFor(name));
    return forwarded ? [...named, { ...forwarded, isQuoted: true }] : named;
  };
  return { format, time, head, request, status, bytes, took, referrer, agent, language, isWhole, fields };
}

/** "http_x_forwarded_for", "X-Forwarded-For", "httpXForwardedFor", "cs(X-Forwarded-For)". */
function isForwardedFor(name: string): boolean {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return /^(?:xff|(?:http|request|requestheader|cs|proxyadd)?xforwardedfor|forwardedfor)$/.test(letters);
}

/** Any text as servers write it: its UTF-8 bytes as Latin-1 characters, and backslashes escaped. */
export function asField(text: string): string {
  const bytes = /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
  return escapeSlashes(bytes);
}

/** Bytes that are written without escapes. */
export function escapeSlashes(bytes: string): string {
  return bytes.includes('\\') ? bytes.replaceAll('\\', '\\\\') : bytes;
}

/** Undefined for what stands where there is nothing. */
export function unlessAbsent(text: string | undefined): string | undefined {
  return text === '-' || text === '' ? undefined : text;
}

/** Whether a status is that of a page that was shown. */
export function isAnswered(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

/** The status in a text of three digits at most; undefined for anything else. */
export function statusOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/** A line of more than a terabyte is none that a server wrote. */
const maxBytes = 2 ** 40;

/** A whole number of bytes; "-" is what Apache writes for none. Undefined for anything else. */
export function bytesOf(text: string): number | undefined {
  if (text === '-') return 0;
  const bytes = /^\d{1,13}$/.test(text) ? Number(text) : NaN;
  return bytes <= maxBytes ? bytes : undefined;
}

/** Microseconds of one of each unit. */
const microseconds: Readonly<Record<TimeUnit, number>> = { s: 1e6, ms: 1e3, us: 1, ns: 1e-3 };

/** In microseconds; undefined for what is no time. Longer than a day it is none that a server wrote. */
export function durationOf(text: string, unit: TimeUnit): number | undefined {
  const took = /^\d{1,20}(?:\.\d{1,12})?(?:[eE]-?\d{1,2})?$/.test(text)
    ? Number(text) * microseconds[unit]
    : NaN;
  return took <= 86_400e6 ? Math.round(took) : undefined;
}

/** "GET /a?b HTTP/1.1" of its parts; a query of "-" is none. */
export function requestOf(method: string, target: string, query = ''): string {
  const bare = query.startsWith('?') ? query.slice(1) : query;
  const whole = bare === '' || bare === '-' || target.includes('?') ? target : `${target}?${bare}`;
  return `${method} ${whole} HTTP/1.1`;
}

/** Whether others may have written something in front of a line, which splitPrefix takes off. False for nearly all others, and quick. */
export function mayHavePrefix(line: string): boolean {
  const first = line.charCodeAt(0);
  // Of docker or of journald.
  if (first === 0x7b) return line.startsWith('{"log":"') || line.includes('"__REALTIME_TIMESTAMP"');
  if (first === 0x1e || line.startsWith('data: {')) return true;
  // An escape, "<", "[" or a capital: colours, a priority, seconds, the name of a month or a day.
  if (first === 0x1b || first === 0x3c || first === 0x5b || (first >= 0x41 && first <= 0x5a)) return true;
  const space = line.indexOf(' ');
  // "2026-11-22T10:00:00Z ".
  if (line.charCodeAt(4) === 0x2d && line.charCodeAt(10) === 0x54 && space > 18) return true;
  // "1795341600.123456 ".
  if (space > 7 && first < 0x3a && line.lastIndexOf('.', space) === space - 7) return true;
  // "1 2026-", as a message without its priority.
  if (space === 1 && first === 0x31) return true;
  // "web-1  | ".
  let at = space;
  while (line.charCodeAt(at) === 0x20) at++;
  return line.charCodeAt(at) === 0x7c || line.charCodeAt(space - 1) === 0x7c;
}

const backslash = 92;

/** The next quote with an even number of backslashes before it; -1 where there is none. */
export function endOfQuoted(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > from && line.charCodeAt(at - slashes - 1) === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/** A field without its escapes: "\x22" and "\"" are a quote. Bytes stay Latin-1 characters. */
export function unescapeField(field: string): string {
  if (!field.includes('\\')) return field;
  return field.replaceAll(/\\(?:x([\da-fA-F]{2})|(.))/gs, (_, code: string | undefined, other: string) =>
    code === undefined ? (named[other] ?? other) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', b: '\b', f: '\f' };

/** As servers write them. */
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
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
  return withOffset(utcTime(year, month, day, hour, minute, second), ...offset);
}

/** The time that a clock with an offset shows; undefined where it shows none, or the offset is none. */
export function withOffset(
  shown: number | undefined,
  sign = '+',
  hours = '0',
  minutes = '0',
): number | undefined {
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (shown === undefined || !(hour < 24 && minute < 60)) return undefined;
  return valid(shown - (hour * 60 + minute) * 60 * (sign === '-' ? -1 : 1));
}

/** Seconds since 1970 of the digits of a time; undefined for one that does not exist. Months from 1; 60 is a leap second. */
export function utcTime(...digits: readonly (string | undefined)[]): number | undefined {
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
