import { hostedLine, hostIndexIn } from '#logs/formats/fields/hostField.ts';
import {
  bytesOf,
  escapeSlashes,
  fieldLine,
  type LogLine,
  maxLineLength,
  statusOf,
  durationOf,
} from './LogLine.ts';
import type { ServerFormat } from './ServerFormat.ts';
import { readLogLine, W3cFields } from './textLines.ts';
import { readJsonLine } from './json.ts';
import { fieldTime, localTime, logTime, logTimeLength } from './fields/times.ts';
import { unlessAbsent, patternFormats } from './formats.ts';

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

  /** A comment is a line that begins with "#". Undefined for what is in no known format. Takes time in proportion to the length. */
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
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    for (const { name, pattern, read, isLocal } of patternFormats) {
      const groups = pattern.exec(line)?.groups;
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
