import { logTime, logTimeLength } from './logTime.ts';

/** Where the fields of a line begin and end. The line is Latin-1: one character a byte. */
interface Places {
  /** Of the bracket before the time stamp. */
  readonly time: number;
  readonly request: number;
  readonly requestEnd: number;
  readonly referrer: number;
  readonly referrerEnd: number;
  /** 0 in the common format, which has none. */
  readonly agent: number;
  readonly agentEnd: number;
}

/** A line of a log. Fields are extracted when they are read: most lines need only one of them. */
export class LogLine {
  /** Seconds since 1970. */
  readonly time: number;
  readonly #text: string;
  readonly #places: Places;

  constructor(text: string, time: number, places: Places) {
    this.#text = text;
    this.time = time;
    this.#places = places;
  }

  /** What stands before the time stamp: address, identity and user, perhaps a virtual host in front. */
  get head(): string {
    return this.#text.slice(0, this.#places.time - 1);
  }

  /** "GET / HTTP/1.1". */
  get request(): string {
    return this.#text.slice(this.#places.request, this.#places.requestEnd);
  }

  get status(): number {
    return statusAt(this.#text, this.#places.requestEnd + 2);
  }

  get referrer(): string {
    return this.#text.slice(this.#places.referrer, this.#places.referrerEnd);
  }

  /** Whether nothing follows the agent: all there is of the combined format. */
  get endsWithAgent(): boolean {
    const { agent, agentEnd } = this.#places;
    const rest = this.#text.length - agentEnd - 1;
    return agent > 0 && (rest === 0 || (rest === 1 && this.#text.endsWith('\r')));
  }

  /** Undefined in the common format, which has none. */
  get agent(): string | undefined {
    const { agent, agentEnd } = this.#places;
    return agent === 0 ? undefined : this.#text.slice(agent, agentEnd);
  }

  /** What stands behind the request, in its order: quoted fields, and words that have a name ("xff=192.0.2.1"). */
  fields(): LogField[] {
    const fields: LogField[] = [];
    let at = this.#places.requestEnd + 1;
    while (at < this.#text.length) {
      const quote = this.#text.indexOf('"', at);
      const between = this.#text.slice(at, quote < 0 ? undefined : quote);
      for (const [, name = '', value = ''] of between.matchAll(namedWord))
        fields.push({ name, value, isQuoted: false });
      const end = quote < 0 ? -1 : endOfQuoted(this.#text, quote + 1);
      if (end < 0) break;
      const name = nameBefore.exec(between)?.[1];
      fields.push({ name, value: this.#text.slice(quote + 1, end), isQuoted: true });
      at = end + 1;
    }
    return fields;
  }
}

interface LogField {
  /** "xff" of xff="192.0.2.1"; undefined for a field that has none. */
  readonly name: string | undefined;
  readonly value: string;
  readonly isQuoted: boolean;
}

/** A value may be a list: "xff=192.0.2.1, 198.51.100.7". */
const namedWord = /(?<=^| )([A-Za-z][\w.-]{0,60})=([^\s,]+(?:, ?[^\s,=]+)*)/g;
const nameBefore = /(?:^| )([A-Za-z][\w.-]{0,60})[=:] ?$/;

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
  // A user's name may hold a bracket too.
  for (let at = line.indexOf(' [') + 1; at > 0; at = line.indexOf(' [', at) + 1) {
    const time = line.startsWith('] "', at + 1 + logTimeLength) ? logTime(line, at + 1) : NaN;
    if (time >= 0) return readFields(line, at, time);
  }
  return undefined;
}

function readFields(line: string, at: number, time: number): LogLine | undefined {
  const request = at + logTimeLength + 4;
  const requestEnd = endOfRequest(line, request);
  if (requestEnd < 0) return undefined;
  const referrer = line.indexOf('"', requestEnd + 5) + 1;
  const referrerEnd = referrer === 0 ? 0 : endOfQuoted(line, referrer);
  const agent = referrerEnd > 0 && line.startsWith('" "', referrerEnd) ? referrerEnd + 3 : 0;
  const agentEnd = agent === 0 ? 0 : endOfQuoted(line, agent);
  if (referrerEnd < 0 || agentEnd < 0) return undefined;
  return new LogLine(line, time, { time: at, request, requestEnd, referrer, referrerEnd, agent, agentEnd });
}

/** The quote before a status; servers that do not escape leave quotes inside a request. */
function endOfRequest(line: string, from: number): number {
  for (let at = endOfQuoted(line, from); at >= 0; at = endOfQuoted(line, at + 1)) {
    const after = line.charCodeAt(at + 5);
    const isEnd = at + 5 >= line.length || after === space || after === 13;
    if (line.charCodeAt(at + 1) === space && isEnd && statusAt(line, at + 2) >= 0) return at;
  }
  return -1;
}

/** NaN where there are no three digits. */
function statusAt(line: string, at: number): number {
  let status = 0;
  for (let index = at; index < at + 3; index++) {
    const digit = line.charCodeAt(index) - 48;
    status = digit >= 0 && digit <= 9 ? status * 10 + digit : NaN;
  }
  return status;
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
