import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { longStatistic } from '../helpers/longStatistic.ts';
import { run, start, startFaulty } from './fixture.ts';

const period = ['--from', '2026-10-01', '--to', '2026-10-07'];

async function serve(count: number, arrived?: (page: number) => Promise<void>) {
  const { server, env } = await startFaulty(longStatistic(count, arrived));
  const pages = () => server.requests.filter(({ query }) => query.includes('name=page&')).length;
  return { pages, env };
}

const all = (format: string) => ['stats', '1', 'page', ...period, '--all', '--format', format];

// Of 400 million page views: 20,000 + 19,999 + ... + 1 are 200,010,000 of them.
test('20,000 rows are printed whole, in 200 requests, each with its share of the measure', async () => {
  const { env, pages } = await serve(20_000);
  const csv = await run(all('csv'), { env });
  const lines = csv.stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(20_001);
  expect(lines[0]).toBe('statistic,value,count,share,share_of');
  expect(lines[1]).toBe('page,/page/1,20000,0.00005,page views');
  expect(lines[20_000]).toBe('page,/page/20000,1,0,page views');
  expect({ code: csv.code, errors: csv.stderr, pages: pages() }).toEqual({ code: 0, errors: '', pages: 200 });
  const report: unknown = JSON.parse((await run(all('json'), { env })).stdout);
  expect(report).toMatchObject({ website: '1', from: '2026-10-01', complete: true });
  const { rows } = Object(report);
  expect(rows).toHaveLength(20_000);
  expect(rows[19_999]).toEqual({
    statistic: 'page',
    value: '/page/20000',
    count: 1,
    share: 0,
    share_of: 'page views',
  });
});

test('the output begins before the last page is read, and what is read is held a page at a time', async () => {
  let release = () => {};
  const printed = new Promise<void>(resolve => (release = resolve));
  const { env } = await serve(20_000, async page => {
    if (page === 200) await printed;
  });
  const child = start(all('csv'), { env });
  child.stdout.setEncoding('utf8');
  const whole = text(child.stdout);
  let come = '';
  child.stdout.on('data', (data: string) => {
    come += data;
    // Of the rows behind the first 10,000.
    if (come.includes('/page/15000,')) release();
  });
  await once(child, 'close');
  expect((await whole).trimEnd().split('\n')).toHaveLength(20_001);
  expect(child.exitCode).toBe(0);
});

test('where the service breaks off, the rows so far are printed, and the exit code says it', async () => {
  const answer = longStatistic(20_000);
  const { env } = await startFaulty((response, request) =>
    request.query.includes('page=150&') || request.query.endsWith('page=150')
      ? response.writeHead(500).end()
      : answer(response, request),
  );
  const ran = await run(all('csv'), { env });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(/^sitedeck: /);
  expect(ran.stdout).toContain('/page/10000,');
  expect(ran.stdout).not.toContain('/page/14901,');
});
