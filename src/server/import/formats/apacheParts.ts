import { logTime } from '#server/import/log/logTime.ts';
import { fieldTime } from './fieldTime.ts';
import { type FormatPart, FormatError, type Role } from './FormatPart.ts';
import { longTime, strftimeReader } from './strftimeReader.ts';

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
};

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
  const whole = joinedTimes(textOf(text));
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

function textOf(text: string): string {
  // A line of the configuration goes on behind a backslash at its end.
  const line = text.replaceAll(/\\\r?\n/g, '');
  const [, , quoted] =
    /^(?:LogFormat|CustomLog\s+\S+|TransferLog\s+\S+)?\s*(")((?:[^"\\]|\\.)*)"(?:\s.*)?$/is.exec(line) ?? [];
  const bare = quoted ?? line;
  return bare.replaceAll(/\\(["\\nt])/g, (_, escaped: string) => ({ n: '\n', t: '\t' })[escaped] ?? escaped);
}
