import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { KnownLines, LineHash, LinePool } from '#logs/count/KnownLines.ts';
import type { HostRules } from '#logs/fields/hosts.ts';
import { readLogLine } from '#logs/formats/textLines.ts';
import { importLogs } from '#logs/import/importLogs.ts';
import { attachStaging } from '#logs/storage/staging.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { writeAccessLog } from '../helpers/accessLogs.ts';
import { writeDiverseLog } from '../helpers/diverseLog.ts';
import { type Figure, median } from './figure.ts';

const lines = 300_000;
const runs = 15;
const diverseLines = 200_000;
const diverseRuns = 5;
const eachHost = { fewestViews: 20, mostWebsites: 200, patterns: [] };

/**
 * Lines of an access log in a second, beside a Node that only reads them; and what it costs that a line counts once: the
 * time to tell a million lines from those known, and the bytes in the database that know them.
 */
export async function importFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-bench-'));
  const log = join(folder, 'access.log');
  try {
    await writeAccessLog(log, { lines });
    const reading: number[] = [];
    const importing: number[] = [];
    for (let run = 0; run < runs; run++) {
      reading.push(await timeOf(() => readLines(log)));
      importing.push(await timeOf(() => importInto(join(folder, `${run}.sqlite`), log)));
    }
    const telling: number[] = [];
    for (let run = 0; run < runs; run++) telling.push(await tellLines(log));
    const bytes = bytesOf(join(folder, '0.sqlite'));
    const name = `import of ${lines.toLocaleString('en')} lines`;
    const rate = Math.round(lines / (median(importing) / 1000)).toLocaleString('en');
    return [
      {
        name,
        value: median(importing),
        floor: median(reading),
        unit: 'ms',
        runs,
        note: `${rate} lines a second`,
      },
      {
        name: 'telling new lines from known ones',
        value: median(telling),
        unit: 'ms a million',
        runs,
        note: 'hash and table, a part of the import',
      },
      {
        name: 'what is known of lines',
        value: bytes.all,
        floor: bytes.hashes,
        unit: 'bytes a million',
        runs: 1,
        note: 'in the database; floor: the hashes alone',
      },
      {
        name: 'size of the database with the sums of weeks',
        value: bytes.file,
        floor: bytes.file - bytes.sums,
        unit: 'bytes',
        limit: 1.3,
        runs: 1,
        note: 'of the import; floor: without them',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A log in which little repeats, beside GoAccess where that is installed; and twenty hosts in it beside one. */
export async function diverseFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-bench-'));
  try {
    return await measureDiverse(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureDiverse(folder: string): Promise<Figure[]> {
  const hosts = Array.from({ length: 20 }, (_, index) => `site${index}.example.com`);
  const [plain, one, each] = ['plain', 'one', 'each'].map(name => join(folder, `${name}.log`));
  if (plain === undefined || one === undefined || each === undefined) return [];
  await writeDiverseLog(plain, { lines: diverseLines });
  await writeDiverseLog(one, { lines: diverseLines, hosts: hosts.slice(0, 1) });
  await writeDiverseLog(each, { lines: diverseLines, hosts });
  const goAccess = ['--log-format=COMBINED', '--no-progress', '-o', join(folder, 'report.json')];
  const hasGoAccess = spawnSync('goaccess', ['--version']).error === undefined;
  const [ours, theirs, ofOne, ofEach]: number[][] = [[], [], [], []];
  for (let run = 0; run < diverseRuns; run++) {
    const file = (name: string): string => join(folder, `${name}-${run}.sqlite`);
    ours?.push(await timeOf(() => importInto(file('plain'), plain)));
    if (hasGoAccess)
      theirs?.push(await timeOf(() => Promise.resolve(spawnSync('goaccess', [plain, ...goAccess]))));
    ofOne?.push(await timeOf(() => importInto(file('one'), one, eachHost)));
    ofEach?.push(await timeOf(() => importInto(file('each'), each, eachHost)));
  }
  const lines = diverseLines.toLocaleString('en');
  return [
    {
      name: `import of ${lines} diverse lines`,
      value: median(ours ?? []),
      floor: hasGoAccess ? median(theirs ?? []) : undefined,
      unit: 'ms',
      runs: diverseRuns,
      note: hasGoAccess ? 'floor: GoAccess on the same log' : 'GoAccess is not installed',
    },
    {
      name: `import of ${lines} lines of 20 hosts`,
      value: median(ofEach ?? []),
      floor: median(ofOne ?? []),
      limit: 1.5,
      unit: 'ms',
      runs: diverseRuns,
      note: 'floor: the same lines of one host',
    },
  ];
}

/** Milliseconds a million lines: all are new, and are put into the temporary database. */
async function tellLines(log: string): Promise<number> {
  const database = await openDatabase(':memory:');
  try {
    attachStaging(database);
    const timed = readFileSync(log, 'latin1')
      .split('\n')
      .flatMap(line => {
        const time = readLogLine(line)?.time;
        return time === undefined ? [] : [{ line, time }];
      });
    const pool = new LinePool(database);
    const known = new KnownLines(pool, { site: 0, website: undefined, source: '' });
    const hash = new LineHash('bench');
    const start = performance.now();
    pool.begin();
    for (const { line, time } of timed) {
      hash.take(line);
      if (known.lookUp(time, hash.low, hash.high) === 'new') known.add();
    }
    known.end();
    pool.flush();
    return ((performance.now() - start) / timed.length) * 1e6;
  } finally {
    database.close();
  }
}

interface StoredBytes {
  /** For a million of the lines that were imported: with SQLite's pages and keys, and the hashes alone. */
  readonly all: number;
  readonly hashes: number;
  /** Of the whole file, and of the sums of weeks in it. */
  readonly file: number;
  readonly sums: number;
}

function bytesOf(file: string): StoredBytes {
  const database = new DatabaseSync(file);
  try {
    const stored = (sql: string) => Number(database.prepare(`select ${sql}`).get()?.['bytes']);
    const hashes = stored('sum(length(lines)) as bytes from import_line');
    const pages = stored(`sum(pgsize) as bytes from dbstat
      where name in ('import_line', 'sqlite_autoindex_import_line_1')`);
    return {
      all: (pages / lines) * 1e6,
      hashes: (hashes / lines) * 1e6,
      file: stored('sum(pgsize) as bytes from dbstat'),
      sums: stored(`sum(pgsize) as bytes from dbstat where name in ('week_sum', 'summed_week')`),
    };
  } finally {
    database.close();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function readLines(log: string): Promise<void> {
  let count = 0;
  for await (const _ of createInterface({ input: createReadStream(log) })) count++;
  if (count !== lines) throw new Error(`The log has ${count} lines.`);
}

async function importInto(file: string, log: string, hosts?: HostRules): Promise<void> {
  await importLogs({ file, timeZone: 'UTC' }, { domain: 'bench.example', hosts, sources: [log] });
}
