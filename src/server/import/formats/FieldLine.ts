import type { FormatName, LogField, LogLine } from './LogLine.ts';

/** What a format with named fields holds of a request. Texts as in LogLine. */
interface RequestFields {
  readonly format: FormatName;
  readonly time: number;
  /** Undefined in a format without hosts. */
  readonly host: string | undefined;
  readonly address: string;
  /** "GET / HTTP/1.1". */
  readonly request: string;
  readonly status: number;
  readonly referrer?: string | undefined;
  readonly agent?: string | undefined;
  readonly language?: string | undefined;
  readonly isWhole: boolean;
  /** Every other field, where one of them is looked for. */
  readonly others: () => Iterable<readonly [name: string, value: string]>;
}

/** A line whose fields have names. */
export class FieldLine implements LogLine {
  readonly format: FormatName;
  readonly time: number;
  readonly head: string;
  readonly request: string;
  readonly status: number;
  readonly referrer: string;
  readonly agent: string | undefined;
  readonly language: string;
  readonly isWhole: boolean;
  readonly #others: RequestFields['others'];

  constructor(fields: RequestFields) {
    const { format, time, host = '', address, request, status, isWhole, others } = fields;
    this.format = format;
    this.time = time;
    this.head = `${host === '' && fields.host !== undefined ? '-' : host}\n${address}`;
    this.request = request;
    this.status = status;
    this.referrer = fields.referrer ?? '';
    this.agent = fields.agent;
    this.language = fields.language ?? '';
    this.isWhole = isWhole;
    this.#others = others;
  }

  /** X-Forwarded-For stands last, as the field in quotes that it most often is. */
  fields(): LogField[] {
    const named = [...this.#others()].map(([name, value]) => ({ name, value, isQuoted: false }));
    const forwarded = named.find(({ name }) => isForwardedFor(name));
    return forwarded ? [...named, { ...forwarded, isQuoted: true }] : named;
  }
}

/** "http_x_forwarded_for", "X-Forwarded-For", "cs(X-Forwarded-For)". */
function isForwardedFor(name: string): boolean {
  return /^(?:xff|\W*(?:cs\()?(?:(?:http|request)[_-])?x[_-]?forwarded[_-]?for\)?)$/i.test(name);
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

/** The status in a text of three digits at most; undefined for anything else. */
export function statusOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/** "GET /a?b HTTP/1.1" of its parts; a query of "-" is none. */
export function requestOf(method: string, target: string, query = ''): string {
  const bare = query.startsWith('?') ? query.slice(1) : query;
  const whole = bare === '' || bare === '-' || target.includes('?') ? target : `${target}?${bare}`;
  return `${method} ${whole} HTTP/1.1`;
}
