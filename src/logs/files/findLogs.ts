import { total } from '#text/fit.ts';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isPrivateAddress, readHead } from '#logs/fields/clients.ts';
import { websiteOfHost } from '#logs/fields/hosts.ts';
import { isRotatedName } from '#logs/follow/planReadings.ts';
import { LineReader } from '#logs/formats/LineReader.ts';
import { isAnswered, type LogLine, lineFeed } from '#logs/formats/LogLine.ts';
import { HostSearch } from '#logs/formats/fields/hostField.ts';
import { splitPrefix } from '#logs/formats/fields/prefixes.ts';
import { FieldsDirectives } from '#logs/formats/textLines.ts';
import type { FoundLog, RecognisedLog } from '#model/lines.ts';
import { errorCode } from '#system/files.ts';
import { bytesOf } from './LogBytes.ts';
import { gunzippedStart, isGzip } from './decompress.ts';
import { expandPattern, type FoundFile, lookAt, mayNotBeRead, packedEnd, problemOf } from './find.ts';

/** Looked at of a file, at its beginning and at its end. */
const headBytes = 262_144;
const tailBytes = 131_072;
/** Of a compressed file. */
const packedBytes = 32_768;
/** So many bytes of logs are read through, to count their lines. */
const countedBytes = 4 * 2 ** 20;
/** So many of its files are measured, the others taken to be like them. */
const maxSamples = 4;
/** Bytes of a line, and how much shorter it is packed, where no file of the kind can be measured. */
const usualLine = 200;
const usualPacking = 12;
const maxLines = 1_500;
/** Of the lines. Where fewer name a host, the log is of one website. */
const enoughHosts = 0.5;

const unknownLog: RecognisedLog = {
  format: undefined,
  hosts: [],
  isSample: false,
  lines: 0,
  isAbout: false,
  lastTime: undefined,
};

/** @param files those of one log, the one that is written first; a file that cannot be read counts as empty */
async function recogniseLog(files: readonly FoundFile[]): Promise<RecognisedLog> {
  const [written, ...rotated] = files;
  const filled = [...(written ? [written] : []), ...rotated.toSorted(newestFirst)].filter(
    ({ size }) => size > 0,
  );
  const samples = (await Promise.all(filled.slice(0, maxSamples).map(sampleOf))).filter(
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
    const some = isFirst ? whole.slice(0, maxLines) : whole.slice(-maxLines);
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
  const named = total([...hosts.values()]);
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

/** Below the root of the machine, where servers write their access logs: in these folders and those in them. */
const folders: readonly { readonly server: string; readonly folder: string }[] = [
  { server: 'nginx', folder: 'var/log/nginx' },
  { server: 'nginx', folder: 'usr/local/nginx/logs' },
  { server: 'nginx', folder: 'usr/local/var/log/nginx' },
  { server: 'nginx', folder: 'opt/homebrew/var/log/nginx' },
  { server: 'Apache', folder: 'var/log/apache2' },
  { server: 'Apache', folder: 'var/log/httpd' },
  { server: 'Apache', folder: 'usr/local/apache2/logs' },
  { server: 'Apache', folder: 'opt/homebrew/var/log/httpd' },
  { server: 'Caddy', folder: 'var/log/caddy' },
  { server: 'Traefik', folder: 'var/log/traefik' },
  { server: 'lighttpd', folder: 'var/log/lighttpd' },
  { server: 'LiteSpeed', folder: 'usr/local/lsws/logs' },
];
/** Among the logs of others. */
const files = [{ server: 'HAProxy', file: 'var/log/haproxy.log' }];
/** In the home of the account, where shared hosts put them. */
const ofHome = ['logs', 'access-logs'];

/** More names in a folder are not looked at, and more logs not read: a screen shows no more. */
const maxNames = 2_000;
const maxLogs = 200;

interface Candidate {
  readonly server: string;
  readonly path: string;
}

/**
 * The access logs in the usual places, most recent first, then those that cannot be read. Nothing blocks: it reads a little of each,
 * with pauses.
 * @param root where the file system of the machine begins
 * @param home of the account; undefined where it has none
 */
export async function findLogs(root: string, home: string | undefined): Promise<FoundLog[]> {
  const places = [
    ...folders.map(({ server, folder }) => ({ server, folder: join(root, folder) })),
    ...(home === undefined ? [] : ofHome.map(name => ({ server: '', folder: join(home, name) }))),
  ];
  const denied = places.flatMap(place => deniedFolder(place.server, place.folder));
  const found = [
    ...places.flatMap(({ server, folder }) => logsIn(folder, 1).map(path => ({ server, path }))),
    ...files
      .map(({ server, file }) => ({ server, path: join(root, file) }))
      .filter(({ path }) => existsSync(path)),
  ];
  const logs = await recogniseAll(onlyOnce(found).slice(0, maxLogs));
  return [...logs.filter(isLog).toSorted(latestFirst), ...denied];
}

/** The logs that somebody names: a file, a folder or a pattern. Never empty: what is none says why. */
export async function logsAt(typed: string, root: string, home: string | undefined): Promise<FoundLog[]> {
  const path = resolve(typed.trim().replace(/^~(?=\/|$)/, home ?? '~'));
  if (isFolder(path)) {
    const inside = await recogniseAll(
      logsIn(path, 1)
        .slice(0, maxLogs)
        .map(found => ({ server: serverOf(found, root), path: found })),
    );
    const logs = inside.filter(isLog).toSorted(latestFirst);
    return logs.length > 0 ? logs : [refused(path, `There is no access log in ${path}.`)];
  }
  const paths = expandPattern(path);
  const [first] = paths;
  if (first === undefined) return [refused(path, `${path} matches no file.`)];
  const problem = problemOf(first);
  if (problem !== undefined) return [refused(path, `${first} ${problem}`)];
  const [log] = await recogniseAll([{ server: serverOf(first, root), path: first }]);
  if (log === undefined) return [refused(path, `${first} is not there.`)];
  return [first === path ? log : { ...log, path, pattern: path }];
}

function serverOf(path: string, root: string): string {
  const own = files.find(({ file }) => path === join(root, file));
  return (own ?? folders.find(({ folder }) => path.startsWith(`${join(root, folder)}/`)))?.server ?? '';
}

async function recogniseAll(candidates: readonly Candidate[]): Promise<FoundLog[]> {
  const logs: FoundLog[] = [];
  for (const { server, path } of candidates) {
    const files = [path, ...rotatedOf(path)].map(lookAt).filter(file => file !== undefined);
    const known = await recogniseLog(files);
    const reason = problemOf(files[0]?.path ?? path);
    const own = { server, path, pattern: `${globOf(path)}*`, site: siteOf(path) };
    if (reason !== undefined) logs.push({ ...refused(path, `${path} ${reason}`), ...own });
    else if (/[\0-\x1f\x7f]/.test(path)) logs.push({ ...refused(path, strangeName), ...own });
    else logs.push({ ...known, ...own, problem: problemIn(known) });
    // Keys are read between two logs.
    await new Promise(resume => setImmediate(resume));
  }
  return logs;
}

const strangeName = 'Its name has control characters: rename it, or let the server write another one.';

function problemIn({ lines, format }: RecognisedLog): string | undefined {
  if (lines === 0 || format !== undefined) return undefined;
  return 'Its lines are in no known format. In the shell: sitedeck logs add DOMAIN FILE --log-format FORMAT';
}

/** What looks like a log but is none is left out, unless its name says that it is one. */
function isLog({ path, lines, format, problem }: FoundLog): boolean {
  if (format !== undefined) return true;
  const isNamed = /access/i.test(basename(path));
  return isNamed && (lines === 0 || problem !== undefined);
}

function latestFirst(a: FoundLog, b: FoundLog): number {
  const rank = ({ problem, lastTime }: FoundLog) => (problem === undefined ? (lastTime ?? 0) : -1);
  return rank(b) - rank(a) || (a.path < b.path ? -1 : 1);
}

/** The logs of a folder, and of those in it so many levels deep; of rotated files the one that is written. */
function logsIn(folder: string, depth: number): string[] {
  const names = namesIn(folder);
  const written = new Set(names.filter(isLogName).map(writtenName));
  const own = [...written].map(name => join(folder, packedOnly(name, names) ?? name));
  if (depth === 0) return own;
  const inside = names.filter(name => !isLogName(name)).map(name => join(folder, name));
  return [...own, ...inside.filter(isFolder).flatMap(path => logsIn(path, depth - 1))];
}

/** "shop.log.gz" of "shop.log", where nothing else of that log is there. */
function packedOnly(name: string, names: readonly string[]): string | undefined {
  const [only, ...others] = names.filter(other => isLogName(other) && writtenName(other) === name);
  return others.length === 0 && only?.replace(packedEnd, '') === name ? only : undefined;
}

const rotated = /[.-]\d[\dT:._-]*$/;

/** "access.log", "access_log", "shop.example.com.log", rotated or not; no errors. */
function isLogName(name: string): boolean {
  const isOther = /(?:^|[._-])(?:errors?|debug|php\d*|fpm|modsec\w*|audit)(?:[._-]|$)/i.test(name);
  return /log$/i.test(writtenName(name)) && (!isOther || /access/i.test(name));
}

/** Without what a rotation has added. */
function writtenName(name: string): string {
  const bare = name.replace(packedEnd, '');
  const dated = bare.replace(/[.-]\d{6,}[\dT:._-]*(?=\.\w+$)/, '');
  return dated === bare ? bare.replace(rotated, '') : dated;
}

function rotatedOf(path: string): string[] {
  return namesIn(dirname(path))
    .map(name => join(dirname(path), name))
    .filter(other => isRotatedName(other, path));
}

/** Links to one file are one log. */
function onlyOnce(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ path }) => {
    const name = lookAt(path)?.identity ?? path;
    return !seen.has(name) && seen.add(name);
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted().slice(0, maxNames);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function deniedFolder(server: string, folder: string): FoundLog[] {
  try {
    readdirSync(folder);
    return [];
  } catch (error) {
    const isDenied = errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM';
    return isDenied ? [{ ...refused(folder, `${folder} ${mayNotBeRead}`), server }] : [];
  }
}

function refused(path: string, problem: string): FoundLog {
  return { ...unknownLog, server: '', path, pattern: path, site: '', problem };
}

/** By the name of the file, "shop.example.com.access.log", else by that of its folder. */
function siteOf(path: string): string {
  const name = basename(path).replace(/[._-]?(?:ssl[._-]?)?(?:access|log)(?:[._-].*)?$|\.log$/i, '');
  return websiteOfHost(name.toLowerCase()) ?? websiteOfHost(basename(dirname(path)).toLowerCase()) ?? '';
}

/** A pattern that matches a path alone: any letter in place of one that cannot be written otherwise. */
function globOf(path: string): string {
  return path.replace(/[*?[(]/g, letter => `[${letter}]`).replace(/[{\\]/g, '?');
}
