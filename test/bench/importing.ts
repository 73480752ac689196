import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importLogs } from '#server/import/importLogs.ts';
import { writeAccessLog } from '../helpers/accessLogs.ts';
import { median, type Figure } from './figure.ts';

const lines = 300_000;
const runs = 15;

/** Lines of an access log in a second, beside a Node that only reads them. */
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
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
