import { mayHavePrefix } from '#logs/formats/LogLine.ts';
import { parsedJson } from '#text/safeText.ts';

/** Who writes what stands before the lines of a log, named as the summary names it. */
export type PrefixKind =
  | 'syslog'
  | 'journald'
  | 'syslog or journald'
  | 'docker compose logs'
  | 'docker logs -t'
  | "docker's JSON"
  | "journald's JSON"
  | 'Kubernetes';

/** A raw line, with the line as the web server wrote it. */
interface SplitLine {
  /** The outermost one; undefined where the line stands alone. */
  readonly prefix: PrefixKind | undefined;
  /** Without prefixes and line end. */
  readonly line: string;
  /** Where Kubernetes wrote it: "stdout" or "stderr". */
  readonly stream: string | undefined;
  /** Kubernetes cut the line: the rest follows in the same stream. */
  readonly isPart: boolean;
}

type Pattern = readonly [kind: PrefixKind, pattern: RegExp];

// Each has a bounded length and one way to match, so that no line takes long.
const isoTime = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`;
const shortTime = String.raw`[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})?`;
/** Seconds since 1970, or since the start of the machine, perhaps with those since the line before. */
const plainTime = String.raw`(?:\d{1,11}\.\d{6}|\[ {0,12}\d{1,10}\.\d{6}(?: < {0,12}\d{1,10}\.\d{6} >)?\])`;
const fullTime = String.raw`[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? [A-Z\d+:-]{1,9}`;
/** "web1 nginx[812]: ": the host can be left out. An address that ends in colons is no tag. */
const hostAndTag = String.raw`(?:[^\s]{1,255} )?[^\s\[\]]{0,254}?[^\s\[\]:](?:\[\d{1,10}\])?: `;
const structured = String.raw`(?:-|(?:\[(?:[^"\]]|"(?:[^"\\]|\\.){0,1000}"){0,100}\]){1,20})`;
const colours = String.raw`(?:\x1b\[[\d;]{0,20}m){0,4}`;

const patterns: readonly Pattern[] = [
  ['Kubernetes', new RegExp(String.raw`^${isoTime} (?:stdout|stderr) [FP](?::\S{0,50})? `)],
  ['syslog', new RegExp(`^<\\d{1,3}>(?:${shortTime}|${isoTime}) ${hostAndTag}`)],
  [
    'syslog',
    new RegExp(`^(?:<\\d{1,3}>)?1 (?:${isoTime}|-)(?: \\S{1,255}){4} ${structured}(?: (?:\xef\xbb\xbf)?|$)`),
  ],
  ['syslog or journald', new RegExp(`^${shortTime} ${hostAndTag}`)],
  ['journald', new RegExp(`^(?:${fullTime}|${plainTime}) ${hostAndTag}`)],
  ['syslog or journald', new RegExp(`^${isoTime} ${hostAndTag}`)],
  ['docker logs -t', new RegExp(`^${isoTime} `)],
  [
    'docker compose logs',
    new RegExp(String.raw`^${colours}[\w.-]{1,255}${colours} {0,255}\|${colours} ${colours}`),
  ],
];

/** A container's log with time stamps, as "docker compose logs -t" prints it, has two. */
const maxPrefixes = 2;

/**
 * Takes known prefixes off a line. The same for equal lines, whatever stands around them.
 * @param isPlain tells lines that have none, whatever they begin with; undefined: their beginning tells
 */
export function splitPrefix(raw: string, isPlain?: (line: string) => boolean): SplitLine {
  const whole = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
  if (whole.startsWith('{"log":"')) return unwrapped(whole);
  const message = journalMessage(whole);
  if (message !== undefined)
    return { prefix: "journald's JSON", line: message, stream: undefined, isPart: false };
  let line = whole;
  let prefix: PrefixKind | undefined;
  let stream: string | undefined;
  let isPart = false;
  for (let taken = 0; taken < maxPrefixes && mayHavePrefix(line); taken++) {
    if (isPlain?.(line) === true) break;
    const found = findPrefix(line);
    if (found === undefined) break;
    prefix ??= found.kind;
    if (found.kind === 'Kubernetes') {
      const [, name, tag] = / (std\w{3}) ([FP])/.exec(found.text) ?? [];
      stream = name;
      isPart = tag === 'P';
    }
    line = line.slice(found.text.length);
  }
  return { prefix, line, stream, isPart };
}

/** A line that docker keeps in a file: its text ends with a line feed, unless the rest follows in another line. */
function unwrapped(whole: string): SplitLine {
  const found = /^\{"log":"((?:[^"\\]|\\.)*)","stream":"(std\w{3})"/.exec(whole);
  const text = found ? jsonText(found[1] ?? '') : undefined;
  if (!found || text === undefined)
    return { prefix: undefined, line: whole, stream: undefined, isPart: false };
  const isPart = !text.endsWith('\n');
  return { prefix: "docker's JSON", line: text.replace(/\r?\n$/, ''), stream: found[2], isPart };
}

/** Before an object of "journalctl -o json-seq" and "-o json-sse". */
const objectStart = /^(?:\x1e|data: )?(?=\{)/;

/** The message of an entry that journalctl prints as JSON: a text, or the bytes of one that is no plain text. */
function journalMessage(whole: string): string | undefined {
  const start = objectStart.exec(whole)?.[0];
  if (start === undefined || !whole.includes('"MESSAGE"') || !whole.includes('"__REALTIME_TIMESTAMP"'))
    return undefined;
  const entry = parsedJson(Buffer.from(whole.slice(start.length), 'latin1').toString('utf8'));
  if (typeof entry !== 'object' || entry === null || !('MESSAGE' in entry)) return undefined;
  if (!('__REALTIME_TIMESTAMP' in entry)) return undefined;
  const { MESSAGE: message } = entry;
  if (typeof message === 'string') return asLine(Buffer.from(message, 'utf8'));
  return Array.isArray(message) ? asLine(Buffer.from(message)) : undefined;
}

function asLine(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/\r?\n$/, '');
}

function jsonText(escaped: string): string | undefined {
  if (!escaped.includes('\\')) return escaped;
  try {
    // Escapes of characters beyond Latin-1 become the bytes they stand for.
    const text = String(JSON.parse(`"${escaped}"`));
    return /[^\0-\xff]/.test(text) ? Buffer.from([...latin1Bytes(text)]).toString('latin1') : text;
  } catch {
    return undefined;
  }
}

function* latin1Bytes(text: string): Generator<number, void, void> {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 256) yield code;
    else yield* Buffer.from(character, 'utf8');
  }
}

function findPrefix(line: string): { readonly kind: PrefixKind; readonly text: string } | undefined {
  for (const [kind, pattern] of patterns) {
    const text = pattern.exec(line)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}
