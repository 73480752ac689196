import {
  bytesOf,
  endOfQuoted,
  type FieldPlaces,
  type LogField,
  type LogLine,
  longestLine,
  tookOf,
} from './LogLine.ts';
import { logTime, logTimeLength } from './fields/times.ts';

/** A line of the common or combined format. Fields are extracted when they are read: most lines need only one of them. */
class TextLine implements LogLine {
  /** No servers write Accept-Language here. */
  readonly language = '';
  readonly time: number;
  readonly #text: string;
  readonly places: FieldPlaces;

  constructor(text: string, time: number, places: FieldPlaces) {
    this.#text = text;
    this.time = time;
    this.places = places;
  }

  get head(): string {
    return this.#text.slice(0, this.places.time - 1);
  }

  get request(): string {
    return this.#text.slice(this.places.request, this.places.requestEnd);
  }

  get status(): number {
    return statusAt(this.#text, this.places.requestEnd + 2);
  }

  get bytes(): number | undefined {
    const start = this.places.requestEnd + 6;
    const end = this.#text.indexOf(' ', start);
    return bytesOf(end < 0 ? this.#text.slice(start).trimEnd() : this.#text.slice(start, end));
  }

  /** Traefik's, or one that has the name that nginx's own examples give it. */
  get took(): number | undefined {
    const { agentEnd } = this.places;
    if (agentEnd === 0 || agentEnd + 4 > this.#text.length) return undefined;
    const [, seconds, milliseconds] = tookBehind.exec(this.#text.slice(agentEnd + 1)) ?? [];
    if (seconds !== undefined) return tookOf(seconds, 's');
    return milliseconds === undefined ? undefined : tookOf(milliseconds, 'ms');
  }

  get referrer(): string {
    return this.#text.slice(this.places.referrer, this.places.referrerEnd);
  }

  get format(): LogLine['format'] {
    if (this.places.agent === 0) return 'common';
    return this.#isTraefik() ? 'Traefik' : 'combined';
  }

  /** Whether nothing follows the agent: all there is of the combined format. */
  get isWhole(): boolean {
    const { agent, agentEnd } = this.places;
    const rest = this.#text.length - agentEnd - 1;
    return agent > 0 && (rest === 0 || (rest === 1 && this.#text.endsWith('\r')));
  }

  /** Undefined in the common format, and where Traefik was not told to keep it. */
  get agent(): string | undefined {
    const { agent, agentEnd } = this.places;
    return agent === 0 || this.#isTraefik() ? undefined : this.#text.slice(agent, agentEnd);
  }

  /** What stands behind the request, in its order: quoted fields, and words that have a name ("xff=192.0.2.1"). */
  fields(): LogField[] {
    const fields: LogField[] = [];
    let at = this.places.requestEnd + 1;
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

  /** Whether Traefik wrote the line, without an agent. */
  #isTraefik(): boolean {
    const { agent, agentEnd } = this.places;
    return (
      agentEnd === agent + 1 && this.#text[agent] === '-' && traefikTail.test(this.#text.slice(agentEnd + 1))
    );
  }
}

/** The number of the request, router, server and duration: ' 12 "web@docker" "http://10.0.0.2:80" 3ms'. */
const traefikTail = /^ \d{1,20} "[^"]*" "[^"]*" \d{1,20}ms\r?$/;

/** 'rt=0.003', 'request_time="0.003"', or the end of Traefik's line. */
const tookBehind =
  / (?:rt|request_time)="?(\d{1,8}\.\d{1,6})(?=[" \r]|$)|^ \d{1,20} "[^"]*" "[^"]*" (\d{1,10})ms\r?$/;

/** A value may be a list: "xff=192.0.2.1, 198.51.100.7". */
const namedWord = /(?<=^| )([A-Za-z][\w.-]{0,60})=([^\s,]+(?:, ?[^\s,=]+)*)/g;
const nameBefore = /(?:^| )([A-Za-z][\w.-]{0,60})[=:] ?$/;

const space = 32;

/** With or without a virtual host in front; undefined when it is none. Takes time in proportion to the length. */
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
  return new TextLine(line, time, { time: at, request, requestEnd, referrer, referrerEnd, agent, agentEnd });
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
