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
