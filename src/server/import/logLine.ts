import { logTime, logTimeLength } from './logTime.ts';

/** The fields of a line as they stand there. The text is Latin-1: one character a byte. */
export interface LogLine {
  /** What stands before the time stamp: address, identity and user, perhaps a virtual host in front. */
  readonly head: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** "GET / HTTP/1.1". */
  readonly request: string;
  readonly status: number;
  readonly referrer: string;
  /** Undefined in the common format, which has none. */
  readonly agent: string | undefined;
}

/** No server writes longer ones: its request line, referrer and agent are each limited to 8 KB. */
export const longestLine = 65_536;

const space = 32;
const backslash = 92;

/**
 * Reads a line of the common or combined format, with or without a virtual host in front; undefined when it is none.
 * What follows the agent is ignored. Takes time in proportion to the length, whatever is in the line.
 */
export function readLogLine(line: string): LogLine | undefined {
  if (line.length > longestLine) return undefined;
  const { at: timeAt, time } = findTime(line);
  if (timeAt < 0) return undefined;
  const requestAt = timeAt + logTimeLength + 3;
  const requestEnd = endOfRequest(line, requestAt);
  if (requestEnd < 0) return undefined;
  const referrerAt = line.indexOf('"', requestEnd + 5) + 1;
  const referrerEnd = referrerAt === 0 ? 0 : endOfQuoted(line, referrerAt);
  const agentAt = referrerEnd > 0 && line.startsWith('" "', referrerEnd) ? referrerEnd + 3 : 0;
  const agentEnd = agentAt === 0 ? 0 : endOfQuoted(line, agentAt);
  if (referrerEnd < 0 || agentEnd < 0) return undefined;
  return {
    head: line.slice(0, timeAt - 2),
    time,
    request: line.slice(requestAt, requestEnd),
    status: Number(line.slice(requestEnd + 2, requestEnd + 5)),
    referrer: line.slice(referrerAt, referrerEnd),
    agent: agentAt === 0 ? undefined : line.slice(agentAt, agentEnd),
  };
}

/** A user's name may hold a bracket, so what follows it must be a time stamp and a quoted request. */
function findTime(line: string): { at: number; time: number } {
  for (let at = line.indexOf(' ['); at > 0; at = line.indexOf(' [', at + 1)) {
    const time = logTime(line, at + 2);
    if (time >= 0 && line.startsWith('] "', at + 2 + logTimeLength)) return { at: at + 2, time };
  }
  return { at: -1, time: NaN };
}

/** The quote before a status; servers that do not escape leave quotes inside a request. */
function endOfRequest(line: string, from: number): number {
  for (let at = endOfQuoted(line, from); at >= 0; at = endOfQuoted(line, at + 1)) {
    const after = line.charCodeAt(at + 5);
    const isEnd = at + 5 >= line.length || after === space || after === 13;
    if (line.charCodeAt(at + 1) === space && isEnd && isStatus(line, at + 2)) return at;
  }
  return -1;
}

function isStatus(line: string, at: number): boolean {
  for (let index = at; index < at + 3; index++) {
    const code = line.charCodeAt(index);
    if (!(code >= 48 && code <= 57)) return false;
  }
  return true;
}

/** The next quote with an even number of backslashes before it; -1 where there is none. */
function endOfQuoted(line: string, from: number): number {
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
