// callsOfLines.ts FOLDER LOG...: imports each log into a database of its own in the folder, and prints as JSON, by log, how often
// each function of the log product was called. Run apart from the tests, whose modules have functions for what is imported.
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { importLogs } from '#logs/import/importLogs.ts';

const [folder = '', ...logs] = process.argv.slice(2);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
const calls = [];
for (const [at, log] of logs.entries()) {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const target = { file: join(folder, `${at}.sqlite`), timeZone: 'UTC' };
  await importLogs(target, { domain: 'example.com', sources: [log] });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  calls.push(result.flatMap(({ url, functions }) => countsIn(url, functions)));
}
process.stdout.write(JSON.stringify(calls));

function countsIn(
  url: string,
  functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[],
): (readonly [name: string, calls: number])[] {
  const [, file] = /\/src\/logs\/(.*)$/.exec(url) ?? [];
  if (file === undefined) return [];
  return functions.flatMap(({ ranges: [range] }) =>
    range ? [[`${file} ${range.startOffset}`, range.count] as const] : [],
  );
}
