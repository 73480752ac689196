import type { Role, TimeUnit } from '#logs/formats/formats.ts';
import { type RankedRole, rolesOf, unitOf } from '#logs/formats/json.ts';
import { fieldTime, logTime, months, utcTime, withOffset } from '#logs/formats/LogLine.ts';

/** A piece of a format: text that stands in every line, or a variable. */
export type FormatPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly name: string;
      /** Undefined for one that is only a further field. */
      readonly role: Role | undefined;
      /** Where several variables have one role, the smallest counts that has a value. */
      readonly rank: number;
      readonly readTime?: (text: string) => number | undefined;
      /** Of a time: as strftime has it, so that what stands within it is not taken for its end. */
      readonly shape?: string | undefined;
      /** Of the time that an answer took. */
      readonly unit?: TimeUnit | undefined;
    };

export type Variable = Extract<FormatPart, { kind: 'variable' }>;

/** Why a format cannot be used: one line that goes on from "--log-format: ". */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}

const shapes: Readonly<Record<string, string>> = {
  time_iso8601: '%Y-%m-%dT%H:%M:%S%z',
  time_local: '%d/%b/%Y:%H:%M:%S %z',
};

/** The parts of a log_format: its text alone, in quotes, in several quoted pieces, or the whole directive. */
export function nginxParts(text: string): FormatPart[] {
  return textOf(text)
    .split(/(\$\w+|\$\{\w+\})/)
    .map((piece, index) => (index % 2 === 0 ? { kind: 'text', text: piece } : variable(piece)));
}

function variable(piece: string): FormatPart {
  const name = piece.replaceAll(/\W/g, '');
  const { role, rank = 0 }: Partial<RankedRole> = rolesOf(name)[0] ?? {};
  const time = role === 'time' ? { readTime: fieldTime, shape: shapes[name] } : {};
  return { kind: 'variable', name, role, rank, ...time, ...(role === 'took' && { unit: unitOf(name) }) };
}

function textOf(text: string): string {
  const bare = text.replace(/^log_format\s+[^\s'"]+\s+(?:escape=\w+\s+)?/, '').replace(/\s*;\s*$/, '');
  const quoted = /^(['"])/.test(bare) && /^(?:\s*(?:'[^']*'|"(?:[^"\\]|\\.)*"))+\s*$/.test(bare);
  if (!quoted) return unescaped(bare);
  const pieces = bare.match(/'[^']*'|"(?:[^"\\]|\\.)*"/g) ?? [];
  return pieces.map(piece => unescaped(piece.slice(1, -1))).join('');
}

/** As nginx reads a word of its configuration. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(["'\\tnr])/g, (_, escaped: string) => blanks[escaped] ?? escaped);
}

const blanks: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

const letters: Readonly<Record<string, readonly [role: Role, rank: number]>> = {
  a: ['address', 0],
  h: ['address', 1],
  r: ['request', 0],
  m: ['method', 0],
  U: ['target', 0],
  q: ['query', 0],
  s: ['status', 0],
  v: ['host', 1],
  V: ['host', 2],
  b: ['bytes', 0],
  B: ['bytes', 0],
  O: ['bytes', 1],
};

/** The units of %{ms}T; %D is in microseconds. */
const units: Readonly<Record<string, TimeUnit>> = { '': 's', s: 's', ms: 'ms', us: 'us' };

const headers: ReadonlyMap<string, readonly [role: Role, rank: number]> = new Map([
  ['host', ['host', 0]],
  ['referer', ['referrer', 0]],
  ['user-agent', ['agent', 0]],
  ['accept-language', ['language', 0]],
  ['x-real-ip', ['address', 2]],
  ['x-forwarded-for', ['address', 3]],
]);

/** The parts of a LogFormat: its text alone, in quotes, or the whole directive. */
export function apacheParts(text: string): FormatPart[] {
  const parts: FormatPart[] = [];
  let at = 0;
  const whole = joinedTimes(apacheTextOf(text));
  for (const found of whole.matchAll(/%(?:%|[<>!\d,]*(?:\{([^}]*)\})?(\^t[io]|[A-Za-z]))/g)) {
    const [directive, name = '', letter] = found;
    parts.push({ kind: 'text', text: whole.slice(at, found.index) });
    at = found.index + directive.length;
    if (letter === undefined) parts.push({ kind: 'text', text: '%' });
    else parts.push(...partsOf(letter, name));
  }
  return [...parts, { kind: 'text', text: whole.slice(at) }];
}

/** A time that is written in pieces as one: %{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t. */
function joinedTimes(text: string): string {
  const further =
    /%\{((?:begin:|end:)?%[^}]*)\}t([^%"{}]{0,3})%\{(?:begin:|end:)?(msec_frac|usec_frac|%z)\}t/;
  const joined = text.replace(
    further,
    (_, first: string, between: string, next: string) =>
      `%{${first}${between}${next === '%z' ? '%z' : '%N'}}t`,
  );
  return joined === text ? text : joinedTimes(joined);
}

function partsOf(letter: string, name: string): FormatPart[] {
  if (letter === 't') return timeParts(name);
  const label = name === '' ? letter : name;
  const unit = letter === 'D' ? 'us' : letter === 'T' ? units[name] : undefined;
  // Whole seconds of %T say less than what else there may be.
  if (unit !== undefined)
    return [{ kind: 'variable', name: label, role: 'took', rank: unit === 's' ? 1 : 0, unit }];
  const [role, rank = 0] =
    letter === 'i'
      ? (headers.get(name.toLowerCase()) ?? [])
      : name === '' || letter === 'a'
        ? (letters[letter] ?? [])
        : [];
  return [{ kind: 'variable', name: label, role, rank }];
}

const bracketTime = (text: string): number | undefined => {
  const time = logTime(text, 0);
  return time >= 0 ? time : undefined;
};

function timeParts(name: string): FormatPart[] {
  const format = name.replace(/^(?:begin|end):/, '');
  const time = { kind: 'variable', name: 't', role: 'time', rank: 0 } as const;
  if (format === '')
    return [
      { kind: 'text', text: '[' },
      { ...time, readTime: bracketTime },
      { kind: 'text', text: ']' },
    ];
  if (/^(?:sec|msec|usec)$/.test(format)) return [{ ...time, readTime: fieldTime }];
  // Only parts of a second: no time.
  if (/^[mu]sec_frac$/.test(format)) return [{ kind: 'variable', name: format, role: undefined, rank: 0 }];
  const readTime = strftimeReader(format);
  if (!readTime)
    throw new FormatError(
      `the time %{${format}}t cannot be read: it needs a date, a time and an offset (%z), or %s.`,
    );
  return [{ ...time, readTime, shape: longTime(format) }];
}

function apacheTextOf(text: string): string {
  // A line of the configuration goes on behind a backslash at its end.
  const line = text.replaceAll(/\\\r?\n/g, '');
  const [, , quoted] =
    /^(?:LogFormat|CustomLog\s+\S+|TransferLog\s+\S+)?\s*(")((?:[^"\\]|\\.)*)"(?:\s.*)?$/is.exec(line) ?? [];
  const bare = quoted ?? line;
  return bare.replaceAll(/\\(["\\nt])/g, (_, escaped: string) => ({ n: '\n', t: '\t' })[escaped] ?? escaped);
}

/** How each letter is matched, by the name it is found under. */
const letterPatterns: Readonly<Record<string, string>> = {
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
const abbreviations: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
};

/** A format of strftime without abbreviations of several fields. */
function longTime(format: string): string {
  return format.replaceAll(/%([FTRD])/g, (_, letter: string) => abbreviations[letter] ?? '');
}

/** Reads times of a format of strftime; undefined where such a time is not known without a zone, or not at all. */
function strftimeReader(format: string): ((text: string) => number | undefined) | undefined {
  const long = longTime(format);
  const used = new Set<string>();
  let source = '';
  for (const [piece, letter] of long.matchAll(/%(.)|[^%]+/gs)) {
    const pattern = letter === undefined ? asPattern(piece) : letterPatterns[letter];
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
  const number = months.findIndex(month => month.toLowerCase() === name.toLowerCase()) + 1;
  const local = utcTime(year, month ?? String(number), day, hour, minute, second);
  const [, ...offset] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return withOffset(local, ...offset);
}

function asPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
