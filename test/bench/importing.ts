import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { attachStaging } from '#server/database/importStaging.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { importLogs } from '#server/import/importLogs.ts';
import { LinePool } from '#server/import/lines/LinePool.ts';
import { KnownLines } from '#server/import/lines/KnownLines.ts';
import { readLogLine } from '#server/import/log/logLine.ts';
import { writeAccessLog } from '../helpers/accessLogs.ts';
import { median, type Figure } from './figure.ts';

const lines = 300_000;
const runs = 15;

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
    const bytes = bytesOfLines(join(folder, '0.sqlite'));
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
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
    const known = new KnownLines(pool, { site: 0, website: undefined, source: '' }, 'bench');
    const start = performance.now();
    pool.begin();
    for (const { line, time } of timed) if (known.lookUp(time, line) === 'new') known.add();
    known.end();
    pool.flush();
    return ((performance.now() - start) / timed.length) * 1e6;
  } finally {
    database.close();
  }
}

/** For a million of the lines that were imported: with SQLite's pages and keys, and the hashes alone. */
function bytesOfLines(file: string): { readonly all: number; readonly hashes: number } {
  const database = new DatabaseSync(file);
  try {
    const stored = (sql: string) => Number(database.prepare(`select ${sql}`).get()?.['bytes']);
    const hashes = stored('sum(length(lines)) as bytes from import_line');
    const pages = stored(`sum(pgsize) as bytes from dbstat
      where name in ('import_line', 'sqlite_autoindex_import_line_1')`);
    return { all: (pages / lines) * 1e6, hashes: (hashes / lines) * 1e6 };
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

async function importInto(file: string, log: string): Promise<void> {
  await importLogs({
    file,
    domain: 'bench.example',
    sources: [log],
    timeZone: 'UTC',
    today: () => '2026-11-20',
  });
}
