import { bytesOf, escapeSlashes, fieldLine, type LogLine, requestOf, statusOf, tookOf } from './LogLine.ts';
import { fieldTime } from './fields/times.ts';

const mostFields = 100;
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
      .slice(0, mostFields);
    // In a log of CloudFront cs(Host) is the distribution.
    this.#isCloudFront = this.#names.some(name => name.startsWith('x-edge-'));
    this.#hostName = ['x-host-header', 'cs-host', ...(this.#isCloudFront ? [] : ['cs(host)'])].find(name =>
      this.#names.includes(name),
    );
  }

  read(text: string): LogLine | undefined {
    const values = this.#valuesOf(text);
    const value = (name: string): string | undefined => values.get(name);
    const given = (name: string): string | undefined => (value(name) === '-' ? undefined : value(name));
    const target = value('cs-uri-stem') ?? value('cs-uri');
    const agent = value('cs(user-agent)');
    const found = {
      time: fieldTime(`${value('date')} ${value('time')}Z`),
      host: this.#hostName === undefined ? undefined : (given(this.#hostName) ?? ''),
      address: given('c-ip'),
      request:
        target === undefined
          ? undefined
          : escapeSlashes(requestOf(value('cs-method') ?? '-', target, value('cs-uri-query'))),
      status: statusOf(value('sc-status') ?? ''),
      bytes: bytesOf(value('sc-bytes') ?? ''),
      // CloudFront writes seconds, IIS milliseconds.
      took: tookOf(value('time-taken') ?? '', this.#isCloudFront ? 's' : 'ms'),
      referrer: escapeSlashes(decoded(given('cs(referer)') ?? '')),
      agent: agent === undefined ? undefined : escapeSlashes(decoded(agent)),
      language: decoded(given('cs(accept-language)') ?? ''),
    };
    // A cut number is a number too.
    return fieldLine('W3C', found, false, () => values);
  }

  #valuesOf(text: string): ReadonlyMap<string, string> {
    const values = new Map<string, string>();
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    const separator = line.includes(tab) ? tab : ' ';
    let at = 0;
    for (const name of this.#names) {
      if (at > line.length) break;
      // A text with spaces stands in quotes, with quotes inside written twice.
      const isQuoted = line.charAt(at) === '"';
      const end = isQuoted ? endOfQuoted(line, at + 1, separator) : line.indexOf(separator, at);
      const found = line.slice(at, end < 0 ? undefined : end);
      values.set(name, isQuoted ? found.replaceAll(/^"|"$/g, '').replaceAll('""', '"') : found);
      if (end < 0) break;
      at = end + 1;
    }
    return values;
  }
}

/** The separator behind the closing quote; -1 where there is none. */
function endOfQuoted(line: string, from: number, separator: string): number {
  return line.indexOf(`"${separator}`, from) < 0 ? -1 : line.indexOf(`"${separator}`, from) + 1;
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
const lineFeed = 10;
const name = '#Fields:';
/** A directive is shorter. */
const mostBytes = 8_192;

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
      .toString('latin1', at, Math.min(end < 0 ? bytes.length : end, at + mostBytes))
      .trimEnd();
    // Servers repeat it with every start.
    if (line !== this.#found.at(-1)?.line) this.#found.push({ at: this.#length + at, line });
  }
}
