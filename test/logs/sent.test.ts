import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLogs } from '#logs/index.ts';
import { ask, openForTest, temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { chrome, googlebot, importHere, query, timesIn, writeLog } from './importFixture.ts';

interface Request {
  /** In November, and of which log. */
  readonly day: number;
  readonly log: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly isBot: boolean;
  /** As the server writes them. */
  readonly bytes: number | string | undefined;
  readonly seconds: number | string | undefined;
}

const logs = 3;
const someRequest: fc.Arbitrary<Request> = fc.record({
  day: fc.constantFrom(9, 10, 11),
  log: fc.nat(logs - 1),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
  path: fc.constantFrom('/', '/shop', '/a.pdf', '/b.zip', '/logo.png'),
  query: fc.constantFrom('', '', '?x=1'),
  status: fc.constantFrom(200, 200, 200, 206, 304, 404, 500),
  isBot: fc.boolean(),
  bytes: fc.oneof(fc.nat(100_000), fc.constantFrom('-', -5, 'NaN', 3e9, 2 ** 40, 2 ** 60, undefined)),
  seconds: fc.oneof(
    fc.nat(5_000_000).map(took => took / 1e6),
    fc.constantFrom('-', -1, 'NaN', 0, 0.001, 2, 1e300, undefined),
  ),
});

function logLine(
  { day, method, path, query: search, status, isBot, bytes, seconds }: Request,
  number: number,
): string {
  return JSON.stringify({
    time_iso8601: `2026-11-${String(day).padStart(2, '0')}T10:00:00+00:00`,
    remote_addr: '203.0.113.7',
    request: `${method} ${path}${search} HTTP/1.1`,
    status,
    body_bytes_sent: bytes,
    request_time: seconds,
    http_user_agent: isBot ? googlebot : chrome,
    // No two lines are the same.
    request_id: number,
  });
}

const isSent = ({ status }: Request) => (status >= 200 && status < 300) || status === 304;
const isFile = ({ path }: Request) => path.endsWith('.pdf') || path.endsWith('.zip');

function sums(entries: readonly (readonly [value: string, count: number])[]) {
  const found = new Map<string, number>();
  for (const [value, count] of entries) found.set(value, (found.get(value) ?? 0) + count);
  return found;
}

/** What a person would count with the lines on paper. */
function expectedOf(requests: readonly Request[]) {
  const downloads = requests.filter(
    each => each.method === 'GET' && isSent(each) && each.status !== 206 && isFile(each) && !each.isBot,
  );
  const bytes = requests.flatMap(({ path, bytes: sent }) =>
    typeof sent === 'number' && sent > 0 && sent <= 2 ** 40 ? [[path, sent] as const] : [],
  );
  const views = requests.filter(
    each => each.method === 'GET' && isSent(each) && !each.isBot && ['/', '/shop'].includes(each.path),
  );
  const times = Map.groupBy(
    views.flatMap(({ path, query: search, seconds }) =>
      typeof seconds === 'number' && seconds >= 0 && seconds < 86_400
        ? [{ page: path + search, took: Math.max(1, Math.round(seconds * 1e6)) }]
        : [],
    ),
    ({ page }) => page,
  );
  return {
    download: sums(downloads.map(({ path }) => [path, 1])),
    bytes: sums(bytes),
    times: new Map(
      Array.from(times, ([page, all]) => [page, all.map(({ took }) => took).toSorted((a, b) => a - b)]),
    ),
  };
}

async function answersOf(file: string, from: number, to: number) {
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  const counts = async (name: string) => {
    const days = `from=2026-11-${String(from).padStart(2, '0')}&to=2026-11-${to}`;
    const { body } = await ask(service, `GET /stats/1?name=${name}&${days}&per_page=100`);
    const rows: unknown = body.data;
    if (!Array.isArray(rows)) throw new Error(JSON.stringify(body));
    return new Map(
      rows.map((row): [string, number] => [String(Object(row).value), Number(Object(row).count)]),
    );
  };
  const found = {
    download: await counts('download'),
    bytes: await counts('bytes'),
    median: await counts('response_time'),
    slow: await counts('slow_response'),
  };
  service.close();
  return found;
}

async function check(file: string, requests: readonly Request[]): Promise<void> {
  for (const [from, to] of [
    [9, 11],
    [10, 10],
  ] as const) {
    const wanted = expectedOf(requests.filter(({ day }) => day >= from && day <= to));
    const found = await answersOf(file, from, to);
    expect(found.download).toEqual(wanted.download);
    expect(found.bytes).toEqual(wanted.bytes);
    for (const [told, part] of [
      [found.median, 0.5],
      [found.slow, 0.9],
    ] as const) {
      expect([...told.keys()].toSorted()).toEqual([...wanted.times.keys()].toSorted());
      for (const [page, took] of told) {
        const all = wanted.times.get(page) ?? [];
        const exact = all[Math.ceil(Number((all.length * part).toFixed(6))) - 1] ?? NaN;
        expect([page, took, exact, Math.abs(took - exact) <= exact * 0.05]).toEqual([
          page,
          took,
          exact,
          true,
        ]);
      }
    }
  }
}

test('downloads, bytes and times of random requests, in logs that are read one after the other, are those of a recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someRequest, { minLength: 1, maxLength: 50 }), async requests => {
      const file = temporaryFile();
      const folder = temporaryFolder();
      // So that the website is made, whatever the rest is.
      const first: Request = { ...plain, log: 0 };
      const all = [first, ...requests];
      const lines = all.map(logLine);
      for (let log = 0; log < logs; log++) {
        const own = lines.filter((_, at) => all[at]?.log === log);
        if (own.length === 0) continue;
        await importHere(file, [writeLog(folder, `${log}.log`, own)]);
        // Overlapping what was read.
        if (log === 1)
          await importHere(file, [
            writeLog(
              folder,
              'again.log',
              lines.slice(0, 5).filter((_, at) => (all[at]?.log ?? 9) <= 1),
            ),
          ]);
      }
      await check(file, all);
    }),
    { numRuns: 25 },
  );
});

const plain: Request = {
  day: 10,
  log: 0,
  method: 'GET',
  path: '/',
  query: '',
  status: 200,
  isBot: false,
  bytes: 1,
  seconds: 1,
};

test('pages with fewer than ten page views stand behind the others in the order of their times, which is the same at every look', async () => {
  const file = temporaryFile();
  const some = (path: string, seconds: number, views: number) =>
    Array.from({ length: views }, (): Request => ({ ...plain, path, seconds }));
  const requests = [
    ...some('/once', 9, 1),
    ...some('/nine', 9, 9),
    ...some('/also-nine', 9, 9),
    ...some('/often', 0.2, 40),
    ...some('/slow', 0.5, 10),
  ];
  await importHere(file, [writeLog(temporaryFolder(), 'access.log', requests.map(logLine))]);
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  const pages = async (name: string, options: string) => {
    const { body } = await ask(service, `GET /stats/1?name=${name}&from=2026-11-09&to=2026-11-11${options}`);
    const rows: unknown = body.data;
    return Array.isArray(rows) ? rows.map(row => String(Object(row).value)) : [];
  };
  const few = ['/also-nine', '/nine', '/once'];
  for (const name of ['response_time', 'slow_response']) {
    expect(await pages(name, '')).toEqual(['/slow', '/often', ...few]);
    expect(await pages(name, '&sort=asc')).toEqual(['/often', '/slow', ...few]);
    expect([...(await pages(name, '&per_page=10')), ...(await pages(name, '&per_page=10&page=2'))]).toEqual([
      '/slow',
      '/often',
      ...few,
    ]);
    expect(await pages(name, '&search=n&search_by=value')).toEqual(['/often', ...few]);
  }
  service.close();
});

test('a recount gives days that were counted before their bytes, downloads and times; a website takes its times with it', async () => {
  const file = temporaryFile();
  const requests: Request[] = [
    plain,
    { ...plain, path: '/a.pdf', bytes: 5 },
    { ...plain, day: 9, seconds: 3 },
  ];
  const path = writeLog(temporaryFolder(), 'access.log', requests.map(logLine));
  const logsOfTest = openLogs({ file, timeZone: 'UTC', name: 'a test' });
  await logsOfTest.addAndRead({ domain: 'example.com', patterns: [path], options: {} }, {});
  await check(file, requests);
  const before = timesIn(file);
  expect(before).toHaveLength(2);
  query(file, 'delete from response_time');
  query(file, 'delete from stat where name in (23, 24)');
  query(file, 'delete from summed_week');
  expect((await answersOf(file, 9, 11)).bytes.size).toBe(0);
  await logsOfTest.recount('example.com', () => Promise.resolve(true));
  await check(file, requests);
  expect(timesIn(file)).toEqual(before);
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  await ask(service, 'DELETE /websites/1');
  expect(query(file, 'select count(*) as rows from response_time')).toEqual([{ rows: 0 }]);
});
