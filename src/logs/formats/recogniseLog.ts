import { isPrivateAddress, readHead } from '#logs/fields/clients.ts';
import { isAnswered } from '#logs/fields/requests.ts';
import { websiteOfHost } from '#logs/fields/hosts.ts';
import { LineReader } from './LineReader.ts';
import type { LogLine } from './LogLine.ts';
import { HostSearch } from './fields/hostField.ts';
import { FieldsDirectives } from './w3c.ts';
import { splitPrefix } from './fields/prefixes.ts';
import { bytesOf } from '#logs/files/LogBytes.ts';
import { gunzippedStart, isGzip } from '#logs/files/decompress.ts';
import { type FoundFile, packedEnd } from '#logs/files/find.ts';

export interface RecognisedLog {
  /** "combined", "Caddy JSON", "combined in syslog"; undefined where no line is one of an access log. */
  readonly format: string | undefined;
  /** The hosts that its lines name, as websites: the most frequent one first. */
  readonly hosts: readonly string[];
  /** Not all lines were read for the hosts: there may be more. */
  readonly isSample: boolean;
  readonly lines: number;
  /** The number of lines is told by the sizes of the files. */
  readonly isAbout: boolean;
  /** Of its newest line, in seconds since 1970. */
  readonly lastTime: number | undefined;
}

/** Looked at of a file, at its beginning and at its end. */
const headBytes = 262_144;
const tailBytes = 131_072;
/** Of a compressed file. */
const packedBytes = 32_768;
/** So many bytes of logs are read through, to count their lines. */
const countedBytes = 4 * 2 ** 20;
/** So many of its files are measured, the others taken to be like them. */
const mostSamples = 4;
/** Bytes of a line, and how much shorter it is packed, where no file of the kind can be measured. */
const usualLine = 200;
const usualPacking = 12;
const mostLines = 1_500;
/** Of the lines. Where fewer name a host, the log is of one website. */
const enoughHosts = 0.5;
const lineFeed = 10;

export const unknownLog: RecognisedLog = {
  format: undefined,
  hosts: [],
  isSample: false,
  lines: 0,
  isAbout: false,
  lastTime: undefined,
};

/** @param files those of one log, the one that is written first; a file that cannot be read counts as empty */
export async function recogniseLog(files: readonly FoundFile[]): Promise<RecognisedLog> {
  const [written, ...rotated] = files;
  const filled = [...(written ? [written] : []), ...rotated.toSorted(newestFirst)].filter(
    ({ size }) => size > 0,
  );
  const samples = (await Promise.all(filled.slice(0, mostSamples).map(sampleOf))).filter(
    sample => sample !== undefined,
  );
  const [newest] = samples;
  if (newest === undefined) return unknownLog;
  const isSample = !newest.isWhole || filled.length > 1;
  return { ...readLines(newest), isSample, ...countLines(filled, samples) };
}

function newestFirst(a: FoundFile, b: FoundFile): number {
  return Number(BigInt(b.modified) - BigInt(a.modified));
}

interface Sample {
  readonly head: Buffer;
  /** Behind the head; empty where that is all. */
  readonly tail: Buffer;
  readonly isWhole: boolean;
  readonly isPacked: boolean;
  /** Bytes on the disk for a line. */
  readonly bytesOfLine: number;
}

/** Undefined for a file that cannot be read, or is packed in another way than gzip. */
async function sampleOf(file: FoundFile): Promise<Sample | undefined> {
  const head = bytesOf(file, 0, headBytes);
  if (head === undefined || head.length === 0) return undefined;
  if (isGzip(head)) return await packedSample(head.subarray(0, packedBytes), file.size);
  if (packedEnd.test(file.path)) return undefined;
  const tailAt = Math.max(head.length, file.size - tailBytes);
  const tail = bytesOf(file, tailAt, file.size - tailAt) ?? Buffer.alloc(0);
  const bytesOfLine = (head.length + tail.length) / (linesIn(head) + linesIn(tail));
  return { head, tail, isWhole: tailAt === head.length, isPacked: false, bytesOfLine };
}

/** Of a packed file the beginning alone can be read. */
async function packedSample(start: Buffer, size: number): Promise<Sample | undefined> {
  // However much a few bytes are unpacked to.
  const head = await gunzippedStart(start, headBytes * 4);
  if (head.length === 0) return undefined;
  const isWhole = start.length === size;
  const none = Buffer.alloc(0);
  return { head, tail: none, isWhole, isPacked: true, bytesOfLine: start.length / linesIn(head) };
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) lines++;
  return lines + (bytes.length > 0 && bytes.at(-1) !== lineFeed ? 1 : 0);
}

/** Exactly where that is little to read, else by the sizes of the files. */
function countLines(
  files: readonly FoundFile[],
  samples: readonly Sample[],
): { readonly lines: number; readonly isAbout: boolean } {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= countedBytes && !files.some(({ path }) => packedEnd.test(path))) {
    const whole = files.map(file => bytesOf(file, 0, file.size) ?? Buffer.alloc(0));
    return { lines: whole.reduce((sum, bytes) => sum + linesIn(bytes), 0), isAbout: false };
  }
  const plain = samples.find(({ isPacked }) => !isPacked)?.bytesOfLine ?? usualLine;
  const packed = samples.find(({ isPacked }) => isPacked)?.bytesOfLine ?? plain / usualPacking;
  const lines = files.reduce(
    (sum, file) => sum + file.size / (packedEnd.test(file.path) ? packed : plain),
    0,
  );
  return { lines: Math.round(lines), isAbout: true };
}

function readLines({ head, tail, isWhole }: Sample): Omit<RecognisedLog, 'lines' | 'isAbout' | 'isSample'> {
  const directives = new FieldsDirectives();
  directives.look(head);
  const directive = directives.before(head.length) ?? new HostSearch(undefined).directiveOf(head);
  const formats = new Map<string, number>();
  const hosts = new Map<string, number>();
  let [all, known, answered, lastTime] = [0, 0, 0, -Infinity];
  for (const [bytes, isFirst] of [
    [head, true],
    [tail, false],
  ] as const) {
    const reader = new LineReader(undefined, directive);
    const texts = bytes.toString('latin1').split('\n');
    // A tail begins, and a head that is not all ends, in the midst of a line.
    const whole = texts.slice(isFirst ? 0 : 1, isFirst && !isWhole ? -1 : texts.length);
    const some = isFirst ? whole.slice(0, mostLines) : whole.slice(-mostLines);
    for (const raw of some) {
      if (raw === '') continue;
      const { line: text, prefix } = splitPrefix(raw);
      const line = reader.read(text);
      if (line === 'comment') continue;
      all++;
      if (line === undefined) continue;
      known++;
      add(formats, prefix === undefined ? line.format : `${line.format} in ${prefix}`);
      lastTime = Math.max(lastTime, line.time);
      // Scanners send hosts that are none of the server's.
      if (!isAnswered(line.status)) continue;
      answered++;
      const host = hostOf(line);
      if (host !== undefined) add(hosts, host);
    }
  }
  const named = [...hosts.values()].reduce((sum, count) => sum + count, 0);
  return {
    format: known * 2 < all || known === 0 ? undefined : mostFrequent(formats)[0],
    hosts: named > answered * enoughHosts ? mostFrequent(hosts) : [],
    lastTime: Number.isFinite(lastTime) ? lastTime : undefined,
  };
}

const headRules = { isOwnHost: () => false, isTrusted: isPrivateAddress };

function hostOf({ head }: LogLine): string | undefined {
  const host = readHead(head, headRules)?.host;
  return host === undefined ? undefined : websiteOfHost(host);
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .toSorted(([a, some], [b, other]) => other - some || (a < b ? -1 : 1))
    .map(([name]) => name);
}
