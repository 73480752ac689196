import {
  bytesOf,
  endOfQuoted,
  escapeSlashes,
  fieldLine,
  type FieldOffsets,
  type LogField,
  type LogLine,
  maxLineLength,
  requestOf,
  statusOf,
  durationOf,
  lineFeed,
  fieldTime,
  logTime,
  logTimeLength,
} from './LogLine.ts';

/** A line of the common or combined format. Fields are extracted when they are read: most lines need only one of them. */
class TextLine implements LogLine {
  /** No servers write Accept-Language here. */
  readonly language = '';
  readonly time: number;
  readonly #text: string;
  readonly offsets: FieldOffsets;

  constructor(text: string, time: number, offsets: FieldOffsets) {
    this.#text = text;
    this.time = time;
    this.offsets = offsets;
  }

  get head(): string {
    return this.#text.slice(0, this.offsets.time - 1);
  }

  get request(): string {
    return this.#text.slice(this.offsets.request, this.offsets.requestEnd);
  }

  get status(): number {
    return statusAt(this.#text, this.offsets.requestEnd + 2);
  }

  get bytes(): number | undefined {
    const start = this.offsets.requestEnd + 6;
    const end = this.#text.indexOf(' ', start);
    return bytesOf(end < 0 ? this.#text.slice(start).trimEnd() : this.#text.slice(start, end));
  }

  /** Traefik's, or one that has the name that nginx's own examples give it. */
  get took(): number | undefined {
    const { agentEnd } = this.offsets;
    if (agentEnd === 0 || agentEnd + 4 > this.#text.length) return undefined;
    const [, seconds, milliseconds] = tookBehind.exec(this.#text.slice(agentEnd + 1)) ?? [];
    if (seconds !== undefined) return durationOf(seconds, 's');
    return milliseconds === undefined ? undefined : durationOf(milliseconds, 'ms');
  }

  get referrer(): string {
    return this.#text.slice(this.offsets.referrer, this.offsets.referrerEnd);
  }

  get format(): LogLine['format'] {
    if (this.offsets.agent === 0) return 'common';
    return this.#isTraefik() ? 'Traefik' : 'combined';
  }

  /** Whether nothing follows the agent: all there is of the combined format. */
  get isWhole(): boolean {
    const { agent, agentEnd } = this.offsets;
    return agent > 0 && agentEnd === this.#text.length - 1;
  }

  /** Undefined in the common format, and where Traefik was not told to keep it. */
  get agent(): string | undefined {
    const { agent, agentEnd } = this.offsets;
    return agent === 0 || this.#isTraefik() ? undefined : this.#text.slice(agent, agentEnd);
  }

  /** What stands behind the request, in its order: quoted fields, and words that have a name ("xff=192.0.2.1"). */
  fields(): LogField[] {
    const fields: LogField[] = [];
    let at = this.offsets.requestEnd + 1;
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
    const { agent, agentEnd } = this.offsets;
    return (
      agentEnd === agent + 1 && this.#text[agent] === '-' && traefikTail.test(this.#text.slice(agentEnd + 1))
    );
  }
}

/** The number of the request, router, server and duration: ' 12 "web@docker" "http://10.0.0.2:80" 3ms'. */
const traefikTail = /^ \d{1,20} "[^"]*" "[^"]*" \d{1,20}ms$/;

/** 'rt=0.003', 'request_time="0.003"', or the end of Traefik's line. */
const tookBehind =
  / (?:rt|request_time)="?(\d{1,8}\.\d{1,6})(?=[" ]|$)|^ \d{1,20} "[^"]*" "[^"]*" (\d{1,10})ms$/;

/** A value may be a list: "xff=192.0.2.1, 198.51.100.7". */
const namedWord = /(?<=^| )([A-Za-z][\w.-]{0,60})=([^\s,]+(?:, ?[^\s,=]+)*)/g;
const nameBefore = /(?:^| )([A-Za-z][\w.-]{0,60})[=:] ?$/;

const space = 32;

/** With or without a virtual host in front; undefined when it is none. Takes time in proportion to the length. */
export function readLogLine(line: string): LogLine | undefined {
  if (line.length > maxLineLength) return undefined;
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
    const isEnd = at + 5 >= line.length || after === space;
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

const maxFields = 100;
const tab = '\t';

/** Reads the lines behind a "#Fields:" line: W3C's extended format, as IIS and CloudFront write it. Times are UTC. */
export class W3cFields {
  readonly #names: readonly string[];
  readonly #hostName: string | undefined;
  readonly #isCloudFront: boolean;

  /** @param directive "#Fields: date time c-ip ..." */
  constructor(directive: string) {
    this.#names = directive
      .slice(directive.indexOf(':') + 1)
      .toLowerCase()
      .split(/\s+/)
      .filter(name => name !== '')
      .slice(0, maxFields);
    // In a log of CloudFront cs(Host) is the distribution.
    this.#isCloudFront = this.#names.some(name => name.startsWith('x-edge-'));
    this.#hostName = ['x-host-header', 'cs-host', ...(this.#isCloudFront ? [] : ['cs(host)'])].find(name =>
      this.#names.includes(name),
    );
  }

  read(text: string): LogLine | undefined {
    const values = this.#valuesOf(text);
    const value = (name: string): string | undefined => values.get(name);
    const present = (name: string): string | undefined => (value(name) === '-' ? undefined : value(name));
    const target = value('cs-uri-stem') ?? value('cs-uri');
    const agent = value('cs(user-agent)');
    const found = {
      time: fieldTime(`${value('date')} ${value('time')}Z`),
      host: this.#hostName === undefined ? undefined : (present(this.#hostName) ?? ''),
      address: present('c-ip'),
      request:
        target === undefined
          ? undefined
          : escapeSlashes(requestOf(value('cs-method') ?? '-', target, value('cs-uri-query'))),
      status: statusOf(value('sc-status') ?? ''),
      bytes: bytesOf(value('sc-bytes') ?? ''),
      // CloudFront writes seconds, IIS milliseconds.
      took: durationOf(value('time-taken') ?? '', this.#isCloudFront ? 's' : 'ms'),
      referrer: escapeSlashes(decoded(present('cs(referer)') ?? '')),
      agent: agent === undefined ? undefined : escapeSlashes(decoded(agent)),
      language: decoded(present('cs(accept-language)') ?? ''),
    };
    // A cut number is a number too.
    return fieldLine('W3C', found, false, () => values);
  }

  #valuesOf(line: string): ReadonlyMap<string, string> {
    const values = new Map<string, string>();
    const separator = line.includes(tab) ? tab : ' ';
    let at = 0;
    for (const name of this.#names) {
      if (at > line.length) break;
      // A text with spaces stands in quotes, with quotes inside written twice.
      const isQuoted = line.charAt(at) === '"';
      const end = isQuoted ? closingQuote(line, at + 1, separator) : line.indexOf(separator, at);
      const found = line.slice(at, end < 0 ? undefined : end);
      values.set(name, isQuoted ? found.replaceAll(/^"|"$/g, '').replaceAll('""', '"') : found);
      if (end < 0) break;
      at = end + 1;
    }
    return values;
  }
}

/** The separator behind the closing quote; -1 where there is none. */
function closingQuote(line: string, from: number, separator: string): number {
  const at = line.indexOf(`"${separator}`, from);
  return at < 0 ? -1 : at + 1;
}

/** CloudFront writes a space as %20, twice encoded as %2520, IIS as "+". */
function decoded(text: string): string {
  if (text.includes('%')) return percentDecoded(text.replaceAll('%25', '%'));
  return text.includes(' ') ? text : text.replaceAll('+', ' ');
}

function percentDecoded(text: string): string {
  return text.replaceAll(/%([\da-fA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const hash = 35;
const name = '#Fields:';
/** A directive is shorter. */
const maxBytes = 8_192;

/** Finds the "#Fields:" lines in the bytes of a log that begins with such lines, also in parts that are not read again. */
export class FieldsDirectives {
  #isOn: boolean | undefined;
  #length = 0;
  readonly #found: { readonly at: number; readonly line: string }[] = [];

  /** @param bytes whole lines */
  look(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#isOn ??= bytes[0] === hash;
    if (this.#isOn)
      for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1))
        if (at === 0 || bytes[at - 1] === lineFeed) this.#add(bytes, at);
    this.#length += bytes.length;
  }

  /** The last one of those that begin before a place of the log. */
  before(index: number): string | undefined {
    return this.#found.findLast(({ at }) => at < index)?.line;
  }

  #add(bytes: Buffer, at: number): void {
    const end = bytes.indexOf(lineFeed, at);
    const line = bytes
      .toString('latin1', at, Math.min(end < 0 ? bytes.length : end, at + maxBytes))
      .trimEnd();
    // Servers repeat it with every start.
    if (line !== this.#found.at(-1)?.line) this.#found.push({ at: this.#length + at, line });
  }
}
