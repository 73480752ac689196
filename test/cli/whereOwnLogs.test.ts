import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorLine, logLine, run, startService, temporaryHome, type TestService } from './fixture.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const [germany, america] = ['91.12.3.4', '8.8.8.8'];
const day = ['--from', '2026-03-10', '--to', '2026-03-10', '--profile', 'logs'];

/** Four visitors: two from each country, of which one reads on a phone. */
async function open() {
  const home = temporaryHome();
  const lines = [
    logLine('/', { address: germany }),
    logLine('/blog/one', { address: germany }),
    logLine('/blog/one', { address: germany, who: phone }),
    logLine('/', { address: america, who: phone }),
    logLine('/blog/two', { address: america, who: phone }),
    logLine('/gone', { address: america, status: 404 }),
  ];
  writeFileSync(join(home.path, 'access.log'), lines.join(''));
  expect((await run(['import', 'one.example', 'access.log'], { home })).code).toBe(0);
  return home;
}

test('numbers of own logs are within the conditions, of every kind', async () => {
  const home = await open();
  const read = async (name: string, ...where: string[]) => {
    const conditions = where.flatMap(text => ['--where', text]);
    const ran = await run(['stats', 'one.example', name, ...day, ...conditions, '--json'], { home });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const rows: { value: string; count: number }[] = JSON.parse(ran.stdout).rows;
    return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  };
  expect(await read('page', 'country=germany', 'device!=mobile')).toEqual({ '/': 1, '/blog/one': 1 });
  expect(await read('page', 'country!=DE', 'page~BLOG')).toEqual({ '/blog/two': 1 });
  expect(await read('country', 'device=mobile')).toEqual({ 'DE:Germany': 1, 'US:United States': 1 });
  expect(await read('visitors', 'page=/', 'page=/blog/two')).toEqual({ '2026-03-10': 2 });
  // Landing pages and referrers are those of the session.
  expect(await read('page', 'landing_page=/blog/one')).toEqual({ '/blog/one': 1 });
  expect(await read('landing_page', 'page~/blog')).toEqual({ '/': 2, '/blog/one': 1 });
  expect(await read('page', 'referrer=(direct)', 'hour=10', 'weekday=tue')).toEqual({
    '/': 2,
    '/blog/one': 2,
    '/blog/two': 1,
  });
  expect(await read('page', 'hour!=10')).toEqual({});
});

test('what is counted by request is not among them, and says why', async () => {
  const home = await open();
  const where = ['--where', 'country=DE'];
  const reason = 'Not found: counted by request, not by page view, so not within a filter.';
  const refused = await run(['stats', 'one.example', 'page', 'not_found', ...day, ...where], { home });
  expect([refused.code, errorLine(refused)]).toEqual([2, `sitedeck: ${reason}`]);
  const history = await run(['history', 'one.example', 'not_found', '/gone', ...day, ...where], { home });
  expect([history.code, errorLine(history)]).toEqual([2, `sitedeck: ${reason}`]);
  const { stdout } = await run(['report', 'one.example', ...day, ...where], { home });
  expect(stdout).toMatch(/UTC\ncountry Germany\n[^]*\nNot found: counted by request/);
});

test('a service elsewhere says what it filters by, or that it does not', async () => {
  const [own, other] = [await startService(true), await startService()];
  for (const service of [own, other]) await service.add('one.example');
  const read = async (service: TestService, ...where: string[]) => {
    const ran = await run(['stats', 'one.example', 'page', ...where], { env: service.env });
    return [ran.code, ran.stderr.trimEnd()];
  };
  expect(await read(own, '--where', 'page~/blog')).toEqual([0, '']);
  expect(await read(own, '--where', 'city=DE:Berlin')).toEqual([
    2,
    'sitedeck: This service does not filter by city.',
  ]);
  expect(await read(other, '--where', 'page~/blog')).toEqual([
    2,
    'sitedeck: This service does not filter statistics.',
  ]);
});
