import { watchInterrupts } from '#cli/interrupt.ts';
import { reading } from '#cli/logs/ownLogs.ts';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { statisticCodes } from '#server/database/counts.ts';
import { openLogs } from '#logs/index.ts';
import { updateLogs } from '#logs/follow/Follower.ts';
import { importLogs } from '#logs/import/importLogs.ts';
import { openService } from '#server/openService.ts';
import { listen } from '#server/http.ts';
import { accessLog, writeAccessLog } from '../helpers/accessLogs.ts';
import { ask, openForTest, temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { startImport } from './children/startImport.ts';
import { followHere } from './followFixture.ts';
import { contentsOf, countsOf, importInto, line, query, refusalOf, writeLog } from './importFixture.ts';

/** Long ones, over 4 MB together, from where on a second thread tells lines apart. */
const lines = 10_000;
let log = '';
/** What a whole import of the log stores. */
let whole: unknown;
let wholeMilliseconds = 0;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-import-'));
  log = join(folder, 'access.log');
  const pieces = accessLog({ lines, days: 3, domain: 'example.com' });
  const version = `?v=${'0'.repeat(400)}`;
  await pipeline(
    Readable.from(pieces.map(piece => piece.replaceAll('?v=', version))),
    createWriteStream(log),
  );
  const file = join(folder, 'whole.sqlite');
  await makeWebsite(file);
  const started = performance.now();
  await importInto(file, [log]);
  wholeMilliseconds = performance.now() - started;
  whole = contentsOf(file);
  return () => rmSync(folder, { recursive: true });
});

async function makeWebsite(file: string): Promise<void> {
  const service = await openService({ file, today: () => '2026-11-20' });
  await ask(service, 'POST /websites', { domain: 'example.com' });
  service.close();
}

/** The states a file can be in: as it was before, or with the whole import. */
async function untouched(): Promise<unknown> {
  const file = temporaryFile();
  await makeWebsite(file);
  return contentsOf(file);
}

test('an import that is aborted at any moment leaves all or nothing, and says which', async () => {
  expect(statSync(log).size).toBeGreaterThan(4_194_304);
  const nothing = await untouched();
  const interrupted = { ending: 'ImportError: Interrupted: nothing was imported.', contents: nothing };
  // At its start, in between, and behind its end.
  for (const part of [0, 0.3, 0.6, 0.9, 1.15]) {
    const file = temporaryFile();
    await makeWebsite(file);
    const signal = AbortSignal.timeout(Math.round(wholeMilliseconds * part));
    const ending = await importInto(file, [log], { signal }).then(() => 'stored', String);
    const contents = contentsOf(file);
    expect([interrupted, { ending: 'stored', contents: whole }]).toContainEqual({ ending, contents });
  }
});

test('an aborted import lets the next one begin', async () => {
  const file = temporaryFile();
  await makeWebsite(file);
  const abort = new AbortController();
  const importing = importInto(file, [log], { signal: abort.signal, onProgress: () => abort.abort() });
  expect(await refusalOf(importing)).toBe('Interrupted: nothing was imported.');
  await importInto(file, [log]);
  expect(contentsOf(file)).toEqual(whole);
});

test('an import that waits for a stream is aborted at once', async () => {
  const file = temporaryFile();
  const abort = new AbortController();
  const stream = new PassThrough();
  stream.write('91.12.3.4 - - [10/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-"\n');
  const importing = importInto(file, [stream], { signal: abort.signal, onProgress: () => abort.abort() });
  expect(await refusalOf(importing)).toBe('Interrupted: nothing was imported.');
  expect(stream.destroyed).toBe(true);
});

test('an update of sources that is aborted keeps what it has read, and says so', async () => {
  const small = writeLog(temporaryFolder(), 'small.log', [line('10/Nov/2026:08:00:00')]);
  const { file } = await followHere(small);
  await followHere(log, {}, file);
  const options = { file, timeZone: 'UTC', name: 'test' };
  const abort = new AbortController();
  const updating = updateLogs(options, {
    signal: abort.signal,
    onProgress: ({ file }) => file === log && abort.abort(),
  });
  expect(await refusalOf(updating)).toBe(
    'Interrupted: what was read so far is counted, and the next logs update reads the rest.',
  );
  expect(countsOf(file, statisticCodes.page)).toEqual({ '/': 1 });
  const { sources } = await updateLogs(options);
  expect(sources.map(({ read }) => read)).toEqual([0, lines]);
});

test('what comes while a small log is counted ends its import and its update before they are stored', async () => {
  const small = writeLog(temporaryFolder(), 'small.log', [line('10/Nov/2026:08:00:00')]);
  const { file } = await followHere(small);
  const abort = new AbortController();
  const onProgress = () => void setImmediate(() => abort.abort());
  const updating = updateLogs({ file, timeZone: 'UTC', name: 'test' }, { signal: abort.signal, onProgress });
  expect(await refusalOf(updating)).toContain('Interrupted');
  expect(countsOf(file, statisticCodes.page)).toEqual({});
});

test('a stream that is followed and ended says what is wrong with it, and not that nothing was imported', async () => {
  const abort = new AbortController();
  const stream = new PassThrough();
  stream.write('noise\n'.repeat(20));
  const logs = { domain: 'example.com', sources: [stream], follow: true } as const;
  const target = { file: temporaryFile(), timeZone: 'UTC' };
  const onProgress = () => abort.abort();
  const importing = importLogs(target, logs, { signal: abort.signal, onProgress });
  expect(await refusalOf(importing)).toMatch(/^- has no line of an access log in a known format\. /);
});

test('a process that is killed at any moment leaves all or nothing', async () => {
  const nothing = await untouched();
  for (const part of [0.25, 0.75, 1.25]) {
    const file = temporaryFile();
    await makeWebsite(file);
    const child = startImport(file, log);
    const kill = setTimeout(() => child.kill('SIGKILL'), 150 + wholeMilliseconds * part);
    await Promise.all([text(child.stdout), once(child, 'close')]);
    clearTimeout(kill);
    expect([nothing, whole]).toContainEqual(contentsOf(file));
  }
});

test('a process that is killed while it stores leaves nothing, and the next import stores all', async () => {
  const nothing = await untouched();
  const file = temporaryFile();
  await makeWebsite(file);
  const child = startImport(file, log);
  const ended = once(child, 'close');
  // A large transaction goes to the log of the database before it is committed; a busy machine may miss that moment.
  const isStoring = () => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 200_000;
  await vi.waitUntil(() => isStoring() || child.exitCode !== null, { interval: 1, timeout: 60_000 });
  child.kill('SIGKILL');
  await ended;
  expect([nothing, whole]).toContainEqual(contentsOf(file));
  await importInto(file, [log]);
  expect(contentsOf(file)).toEqual(whole);
});

test('the service reads and writes while an import runs, and neither loses anything', async () => {
  const file = temporaryFile();
  await makeWebsite(file);
  const service = await openForTest({ file });
  const listener = await listen(service);
  const website = `${listener.url}/api/v1/websites`;
  const stats = `${listener.url}/api/v1/stats/1?name=pageviews&from=2026-10-01&to=2026-10-31`;
  const state = { isRunning: true };
  const importing = importInto(file, [log]).finally(() => (state.isRunning = false));
  let created = 0;
  const totals = new Set<number>();
  while (state.isRunning) {
    const form = new URLSearchParams({ domain: `site-${created}.example` });
    const answers = await Promise.all([
      fetch(website, { method: 'POST', body: form }),
      ...Array.from({ length: 20 }, () => fetch(stats)),
    ]);
    expect(answers.map(answer => answer.status)).toEqual([201, ...Array.from({ length: 20 }, () => 200)]);
    created++;
    const bodies: unknown[] = await Promise.all(answers.slice(1).map(answer => answer.json()));
    for (const body of bodies) totals.add(viewsIn(body));
  }
  const { counted } = await importing;
  // Whoever reads sees nothing of it, or all.
  totals.add(viewsIn(await (await fetch(stats)).json()));
  expect([...totals].filter(total => total !== 0)).toEqual([counted]);
  expect(created).toBeGreaterThan(3);
  expect(query(file, `select count(*) as created from website where domain like 'site-%'`)).toEqual([
    { created },
  ]);
  await listener.close();
  expect({ ...Object(contentsOf(file)), websites: 0 }).toEqual({ ...Object(whole), websites: 0 });
});

function viewsIn(body: unknown): number {
  const { data } = Object(body);
  return Array.isArray(data)
    ? data.reduce((total: number, row) => total + Number(Object(row).count), 0)
    : NaN;
}

test('two imports into one website at once: both are stored, or one of them says that it was not', async () => {
  const file = temporaryFile();
  await makeWebsite(file);
  const endings = await Promise.allSettled([importInto(file, [log]), importInto(file, [log])]);
  const words = endings.map(ending => (ending.status === 'fulfilled' ? 'stored' : String(ending.reason)));
  const meanwhile =
    'ImportError: Another program changed this website or imported into it meanwhile. Nothing was imported: try again.';
  expect(words).toContain('stored');
  expect(words.every(word => word === 'stored' || word === meanwhile)).toBe(true);
  expect(contentsOf(file)).toEqual(whole);
});

test('memory stays flat', async () => {
  const file = temporaryFile();
  await makeWebsite(file);
  const big = join(log, '..', 'big.log');
  await writeAccessLog(big, { lines: 400_000, domain: 'example.com' });
  const child = startImport(file, big);
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const [counted = 0, megabytes = 0] = output.split(' ').map(Number);
  expect(counted).toBeGreaterThan(100_000);
  expect(megabytes).toBeLessThan(250);
});

test('a signal ends an update of sources with its own exit code', async () => {
  const { file } = await followHere(log);
  onTestFinished(watchInterrupts());
  const logs = openLogs({ file, timeZone: 'UTC', name: 'sitedeck logs update' });
  const update = reading({}, logs.update);
  process.emit('SIGTERM');
  const error: unknown = await update.catch((error: unknown) => error);
  expect(error).toMatchObject({ message: expect.stringContaining('Interrupted: what was read so far') });
  expect(error).toMatchObject({ exitCode: 143 });
});
