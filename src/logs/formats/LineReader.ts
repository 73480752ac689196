import { hostedLine, hostIndexIn } from '#logs/formats/fields/hostField.ts';
import {
  bytesOf,
  escapeSlashes,
  fieldLine,
  type LogLine,
  maxLineLength,
  mayHavePrefix,
  statusOf,
  durationOf,
  unlessAbsent,
  fieldTime,
  localTime,
  logTime,
  logTimeLength,
} from './LogLine.ts';
import type { ServerFormat } from './ServerFormat.ts';
import { readLogLine, W3cFields } from './textLines.ts';
import { readJsonLine } from './json.ts';
import { type PrefixKind, splitPrefix } from './fields/prefixes.ts';
import { patternFormats } from './formats.ts';

const brace = 123;
const hash = 35;
const fieldsDirective = /^#Fields:/i;

/** Reads the lines of one source, each in the format it is in. */
export class LineReader {
  readonly #format: ServerFormat | undefined;
  #w3c: W3cFields | undefined;
  #hostIndex: number | undefined;
  #directive: string | undefined;

  /** @param directive the last "#Fields:" line of a part that was read before, or what HostSearch found of its lines */
  constructor(format?: ServerFormat, directive?: string) {
    this.#format = format;
    if (directive !== undefined) this.#direct(directive);
  }

  get hasFormat(): boolean {
    return this.#format !== undefined;
  }

  get isW3c(): boolean {
    return this.#w3c !== undefined;
  }

  /** The last "#Fields:" line, which the lines behind it need, or what HostSearch found. */
  get directive(): string | undefined {
    return this.#directive;
  }

  /** Of a line without the carriage return of Windows at its end: LogLines takes it off. A comment is a line that begins with "#". Undefined for what is in no known format. Takes time in proportion to the length. */
  read(text: string): LogLine | 'comment' | undefined {
    if (text.length > maxLineLength) return undefined;
    if (this.#format) return this.#format.read(text);
    const first = text.charCodeAt(0);
    if (first === brace) return readJsonLine(text);
    if (first === hash) {
      if (fieldsDirective.test(text)) this.#direct(text);
      return 'comment';
    }
    return this.#w3c?.read(text) ?? this.#readPlain(text) ?? this.#readPattern(text);
  }

  /** The same of a line with what others wrote in front of it; undefined for a comment too. */
  readRaw(raw: string): LogLine | undefined {
    const line = this.read(splitPrefix(raw, this.#format?.fits).line);
    return line === 'comment' ? undefined : line;
  }

  #readPlain(text: string): LogLine | 'comment' | undefined {
    const line = readLogLine(text);
    // Formats that do not escape quotes may have a combined line inside a field.
    if (line?.offsets && text.indexOf(' [') + 1 < line.offsets.time) {
      const outer = this.#readPattern(text);
      if (outer) return outer;
    }
    return line && this.#hostIndex !== undefined ? hostedLine(line, text, this.#hostIndex) : line;
  }

  /** In a format that a pattern tells. */
  #readPattern(text: string): LogLine | 'comment' | undefined {
    for (const { name, pattern, read, isLocal } of patternFormats) {
      const groups = pattern.exec(text)?.groups;
      if (groups === undefined) continue;
      const { time, address, request, status, bytes, took, host, referrer, agent, forwardedFor } =
        read?.(groups, this.#directive) ?? groups;
      // Nobody asked for it: S3 has lines of what it does by itself.
      if (address === '-') return 'comment';
      const found = {
        time: (isLocal === true ? localTime : fieldTime)(time),
        address,
        request: request === undefined ? undefined : escapeSlashes(request),
        status: statusOf(status ?? ''),
        bytes: bytesOf(bytes ?? ''),
        took: durationOf(took ?? '', 'ms'),
        host: unlessAbsent(host),
        referrer: escapeSlashes(unlessAbsent(referrer) ?? ''),
        agent: agent === undefined ? undefined : escapeSlashes(agent),
      };
      return fieldLine(name, found, false, () =>
        forwardedFor === undefined ? [] : [['x-forwarded-for', forwardedFor]],
      );
    }
    return undefined;
  }

  #direct(line: string): void {
    // A copy: the line is a slice of a larger text.
    this.#directive = Buffer.from(line, 'latin1').toString('latin1');
    this.#hostIndex = hostIndexIn(line);
    this.#w3c = fieldsDirective.test(line) ? new W3cFields(line) : undefined;
  }
}

/**
 * Splits bytes into lines, as Latin-1 text without the line feed. A line that is too long becomes an empty one. Zeros in front of a
 * line are left out: a log that was truncated has as many as it was long where its server goes on at its old place.
 */
export class LineSplitter {
  #carry = '';
  #isTooLong = false;

  /** The lines that end in the bytes: slices of a larger text, so that what is kept of them should be copied. */
  push(bytes: Buffer): string[] {
    const chunk = bytes.toString('latin1');
    const text = this.#carry === '' ? chunk : this.#carry + chunk;
    const lines: string[] = [];
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      if (!this.#isTooLong) at = behindZeros(text, at);
      lines.push(this.#isTooLong ? '' : text.slice(at, end));
      this.#isTooLong = false;
      at = end + 1;
    }
    this.#carry = text.slice(this.#isTooLong ? at : behindZeros(text, at));
    if (this.#carry.length > maxLineLength) {
      this.#isTooLong = true;
      this.#carry = '';
    }
    return lines;
  }

  /** After the last byte: a last line without a line feed counts as one. */
  end(): string[] {
    const last = this.#carry !== '' || this.#isTooLong ? [this.#isTooLong ? '' : this.#carry] : [];
    this.#carry = '';
    this.#isTooLong = false;
    return last;
  }
}

/** The place of the first character from `at` on that is no zero. */
function behindZeros(text: string, at: number): number {
  let offset = at;
  while (text.charCodeAt(offset) === 0) offset++;
  return offset;
}

type TakeLine = (line: LogLine | 'comment' | undefined, text: string, raw: string) => void;

interface LogLinesOptions {
  readonly format?: ServerFormat | undefined;
  /** As LineReader takes it. */
  readonly directive?: string | undefined;
  /** Gets how many lines had which prefix. */
  readonly prefixes?: Map<PrefixKind, number>;
}

/** The lines of a log from its bytes: without what others wrote in front of them, joined where Kubernetes has split them, and read. */
export class LogLines {
  readonly reader: LineReader;
  readonly #take: TakeLine;
  readonly #isPlain: ServerFormat['fits'] | undefined;
  readonly #prefixes: Map<PrefixKind, number> | undefined;
  readonly #splitter = new LineSplitter();
  /** The parts of a line so far, of each stream of the container. */
  readonly #parts = new Map<string, string>();

  /** @param take gets each line, what it was read from, and what ends it in the log with its prefix */
  constructor(take: TakeLine, { format, directive, prefixes }: LogLinesOptions = {}) {
    this.#take = take;
    this.reader = new LineReader(format, directive);
    this.#isPlain = format?.fits;
    this.#prefixes = prefixes;
  }

  push(bytes: Buffer): void {
    for (const raw of this.#splitter.push(bytes)) this.#takeRaw(raw);
  }

  /** After the last byte: parts whose rest is not there yet are lines, and malformed. */
  end(): void {
    for (const raw of this.#splitter.end()) this.#takeRaw(raw);
    for (const text of this.#parts.values()) this.#read(text, text);
    this.#parts.clear();
  }

  #takeRaw(raw: string): void {
    if (!mayHavePrefix(raw)) return this.#read(raw.endsWith('\r') ? raw.slice(0, -1) : raw, raw);
    const { prefix, line, stream = '', isPart } = splitPrefix(raw, this.#isPlain);
    const before = this.#parts.get(stream) ?? '';
    if (isPart) {
      // One character over the limit, so that a line that is too long is malformed.
      this.#parts.set(stream, (before + line).slice(0, maxLineLength + 1));
      return;
    }
    if (before !== '') this.#parts.delete(stream);
    if (prefix !== undefined) this.#prefixes?.set(prefix, (this.#prefixes.get(prefix) ?? 0) + 1);
    this.#read(before + line, raw);
  }

  #read(text: string, raw: string): void {
    this.#take(text === '' ? undefined : this.reader.read(text), text, raw);
  }
}

/** Of a line that was not read: the format that it comes nearest to, and what it lacks, for a sentence. */
export function nearestFormat(text: string, reader: LineReader): string {
  if (reader.hasFormat) return '--log-format, which the line does not fit';
  if (text.startsWith('{')) return nearestJson(text);
  if (reader.isW3c) return 'W3C, but the line does not have the values of its #Fields: line';
  if (/^\d{4}-\d\d-\d\d[\t ]\d\d:\d\d:\d\d[\t ]/.test(text))
    return 'W3C, but no #Fields: line stands before it';
  if (/(?:^| )Connect from \S+ to \S+ \(|\[\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:]{8}\.\d{3}\] /.test(text))
    return 'HAProxy, but only lines of its option httplog or httpslog hold requests';
  if (/^[\da-f]{16,64} [\w.-]+ \[[^\]]{26}\] \S+ \S+ \S+ [A-Z\d]+\./.test(text))
    return 'S3, but a field of its server access log is missing';
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    if (!(logTime(text, at + 1) >= 0)) continue;
    return text.startsWith('] "', at + 1 + logTimeLength)
      ? 'combined, but a status behind the request, or the address in front, is missing'
      : 'combined, but no request in quotes stands behind the time';
  }
  return 'common, but it has no time such as [17/May/2015:10:05:03 +0000]';
}

function nearestJson(text: string): string {
  try {
    JSON.parse(text);
    return 'JSON, but a time with its zone, an address, a request or a status is missing';
  } catch {
    return 'JSON, but the line is no whole object';
  }
}
