import { ContentError, ImportError } from '#logs/summary.ts';
import { fileSource, type LogSource, unreadableSource } from '#logs/files/LogSource.ts';
import { decompress } from '#logs/files/decompress.ts';
import { expandPattern, type FoundFile, lookAt } from '#logs/files/find.ts';
import { type ReadingOptions, ServerFormat } from '#logs/formats/ServerFormat.ts';
import {
  hasLinesOf,
  type LogFileRecord,
  type LogSourceRecord,
  ofWebsite,
  selectLogFiles,
  selectLogSources,
} from '#logs/storage/sources.ts';
import { findTargetOf } from '#logs/storage/targets.ts';
import type { Database } from '#server/database/Database.ts';
import { selectZone } from '#server/database/openDatabase.ts';
import { streamFile } from '#system/files.ts';
import { lineFeed, setLogZone } from '#logs/formats/LogLine.ts';

/** How the logs of a website are read. Throws ImportError where there is no website, or no log, or several ways. */
export function readingOf(database: Database, domain: string): ReadingOptions {
  const none = new ImportError(
    `${domain} has no logs that could be counted again: add them with sitedeck logs add. Nothing was changed.`,
  );
  if (ofWebsite(selectLogSources(database), { domain }).length === 0) throw none;
  const target = findTargetOf(database, domain);
  if (target === undefined || target.isWaiting)
    throw new ImportError(`There is no website ${domain} among those of your own logs. Nothing was changed.`);
  const [first, ...others] = selectSourcesOf(database, domain).map(({ options }) => withoutHosts(options));
  if (first === undefined) throw none;
  const text = JSON.stringify(first);
  if (others.some(options => JSON.stringify(options) !== text))
    throw new ImportError(
      `The logs of ${domain} are read in several ways: count them again with sitedeck import --recount. Nothing was changed.`,
    );
  return first;
}

export interface OwnLog extends LogSource {
  readonly reading: ReadingOptions;
}

/**
 * All logs of a website's sources, as far as they reach. Logs that were written one after the other are one, as they were when
 * they were followed: the same line at the end of one and at the beginning of the next is two requests.
 * @param from seconds since 1970: logs that surely have no line since then are left out
 */
export async function sourceLogs(database: Database, domain: string, from = -Infinity): Promise<OwnLog[]> {
  setLogZone(selectZone(database));
  const sources = selectSourcesOf(database, domain);
  // A log of both is the website's own: lines that name no host are too.
  const own = await logsOf(
    database,
    sources.filter(({ website }) => website !== undefined),
  );
  const others = await logsOf(
    database,
    sources.filter(({ website }) => website === undefined),
  );
  const ofHosts = [...others].flatMap(([identity, log]) =>
    own.has(identity) ? [] : [{ ...log, source: { ...log.source, namesHosts: true } }],
  );
  return [...chainsOf([...own.values()]), ...chainsOf(ofHosts)].flatMap(chain => {
    const wanted = chain.filter(log => mayHaveLinesSince(from, log));
    return wanted.length === 0 ? [] : [sourceOfChain(wanted)];
  });
}

/** Where it begins says nothing of lines that come late: they may be older by days. */
function mayHaveLinesSince(from: number, { file, record }: Log): boolean {
  const isReadWhole = record?.size === file.size && record.modified === file.modified;
  return !isReadWhole || record.lastTime === undefined || record.lastTime >= from;
}

/** What was read of the website's sources and is not there any more, the latest first. */
export function goneLogs(database: Database, domain: string): LogFileRecord[] {
  const sources = selectSourcesOf(database, domain);
  const paths = new Set(sources.flatMap(source => [...pathsOf(database, source)]));
  const found = new Set([...paths].map(path => lookAt(path)?.identity));
  return sources
    .flatMap(({ id }) => selectLogFiles(database, id))
    .filter(({ identity }) => !found.has(identity))
    .toSorted((a, b) => (b.lastTime ?? 0) - (a.lastTime ?? 0));
}

/** A website's own, and those of hosts that lines of it were read of: others may be read in another way. */
function selectSourcesOf(database: Database, domain: string): LogSourceRecord[] {
  return ofWebsite(selectLogSources(database), { domain }).filter(
    ({ id, website }) => website !== undefined || hasLinesOf(database, id, domain),
  );
}

/** By device and inode. */
async function logsOf(database: Database, sources: readonly LogSourceRecord[]): Promise<Map<string, Log>> {
  const records = sources.flatMap(({ id }) => selectLogFiles(database, id));
  const logs = new Map<string, Log>();
  for (const source of sources) {
    const { options } = source;
    const format = ServerFormat.parse(options.logFormat);
    for (const path of pathsOf(database, source)) {
      const file = lookAt(path);
      if (!file || file.size === 0 || logs.has(file.identity)) continue;
      const record = records.find(({ identity }) => identity === file.identity);
      const log = await fileSource(file.path, format).catch((error: unknown) => unreadable(file.path, error));
      logs.set(file.identity, { source: { ...log, reading: withoutHosts(options) }, file, record });
    }
  }
  return logs;
}

function unreadable(path: string, error: unknown): LogSource {
  if (error instanceof ContentError) return unreadableSource(path, error);
  throw error;
}

/** Those of its pattern, and those at which its logs were last. */
function pathsOf(database: Database, { id, pattern }: LogSourceRecord): Set<string> {
  return new Set([...expandPattern(pattern), ...selectLogFiles(database, id).map(({ path }) => path)]);
}

function withoutHosts(options: ReadingOptions): ReadingOptions {
  const { hosts: _, ...reading } = options;
  return reading;
}

interface Log {
  readonly source: OwnLog;
  readonly file: FoundFile;
  readonly record: LogFileRecord | undefined;
}

/** Logs that were written at one path, one after the other; one whose end is not known is the last of its chain. */
function chainsOf(logs: readonly Log[]): Log[][] {
  const chains: Log[][] = [];
  for (const log of logs.toSorted((a, b) => a.source.firstTime - b.source.firstTime)) {
    const chain = chains.find(others => follows(others, log));
    if (chain) chain.push(log);
    else chains.push([log]);
  }
  return chains;
}

function follows(chain: readonly Log[], { source, record }: Log): boolean {
  const last = chain.at(-1)?.record;
  if (last?.lastTime === undefined || record === undefined) return false;
  // Others were read as logs of their own, whatever their times are.
  const { path, formerPath } = record;
  if (last.formerPath === '' || last.formerPath !== (formerPath === '' ? path : formerPath)) return false;
  const isCopy = chain.some(other => other.record?.head === record.head);
  return !isCopy && source.firstTime >= last.lastTime;
}

function sourceOfChain(chain: readonly Log[]): OwnLog {
  const [first] = chain;
  if (!first) throw new Error('a chain without a log');
  const size = chain.reduce((sum, { source }) => sum + (source.size ?? 0), 0);
  if (chain.length === 1) return first.source;
  return { ...first.source, size, bytes: () => joined(chain) };
}

/** Uncompressed, each with a line feed at its end. */
async function* joined(chain: readonly Log[]): AsyncGenerator<Buffer, void, void> {
  for (const { source } of chain) {
    let last = lineFeed;
    for await (const piece of decompress(streamFile(source.name))) {
      last = piece.at(-1) ?? last;
      yield piece;
    }
    if (last !== lineFeed) yield Buffer.from('\n');
  }
}
