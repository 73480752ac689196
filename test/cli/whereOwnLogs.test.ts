import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { formatDay } from '#model/period/format.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { errorLine, logLine, run, startService, temporaryHome, type TestService, today } from './fixture.ts';

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

test('every command says from which day on a filter counts, and days before are no data', async () => {
  const home = temporaryHome();
  const day = (ago: number) => addDays(today, -ago);
  const hours = (count: number) => Array.from({ length: 24 }, (_, hour) => (hour === 10 ? count : 0));
  const days = [
    { day: day(100), hours: hours(5) },
    { day: day(99), hours: hours(4) },
    { day: day(10), hours: hours(2) },
    { day: day(9), hours: hours(1) },
  ];
  writeFileSync(join(home.path, 'access.log'), daysOfLog(days));
  const sitedeck = (...args: string[]) => run(args, { home, env: { TZ: 'UTC' } });
  expect((await sitedeck('logs', 'add', 'one.example', 'access.log')).code).toBe(0);
  expect((await sitedeck('logs', 'keep', '2m')).code).toBe(0);
  // The day after the last one whose visits are forgotten.
  const sentence = `Within a filter counts begin on ${formatDay(day(98))}.`;
  const filtered = ['--where', 'page~/', '--profile', 'logs'];
  const period = (from: number, to: number) => ['--from', day(from), '--to', day(to)];
  const of = async (...args: string[]) => await sitedeck(...args, ...filtered);

  const pages = await of('stats', 'one.example', 'page', ...period(100, 9));
  expect(pages.stderr).toBe(`${sentence}\n`);
  expect(pages.stdout).toContain(`Shares are of 3 page views, from ${formatDay(day(98))} on.`);
  const visitors = await of('stats', 'one.example', 'visitors', ...period(100, 9), '--json');
  expect(visitors.stderr).toBe(`${sentence}\n`);
  const counted = { complete: false, counted_from: day(98) };
  const { rows, ...about } = JSON.parse(visitors.stdout);
  expect(about).toMatchObject({ visitors: 3, ...counted });
  expect([rows[0], rows[1], rows[90]].map(({ count }: { count: unknown }) => count)).toEqual([null, null, 2]);
  const earlier = await of('stats', 'one.example', 'page', ...period(101, 99));
  expect([earlier.stdout.trimEnd().split('\n').at(-1), earlier.stderr]).toEqual([
    'No data in this period.',
    `${sentence}\n`,
  ]);
  const all = ['stats', 'one.example', 'page', ...period(100, 9), '--all', '--format', 'json'];
  expect(JSON.parse((await of(...all)).stdout)).toMatchObject(counted);

  const history = await of('history', 'one.example', 'page', '/', ...period(100, 9), '--json');
  expect([JSON.parse(history.stdout), history.stderr]).toMatchObject([counted, `${sentence}\n`]);
  const why = await of('why', 'one.example', ...period(30, 9));
  expect(why.stderr).not.toContain('Within');
  expect((await of('why', 'one.example', ...period(60, 9))).stderr).toContain(sentence);
  const watched = await of('watch', 'one.example', '--below', '1', '--days', '100');
  expect(watched).toMatchObject({ code: 0, stdout: '', stderr: `${sentence}\n` });
  const overview = await of('overview', ...period(100, 9));
  expect(overview.stdout).toContain(`3 page views. ${sentence.slice(0, -1)}`);
  expect((await of('overview', ...period(100, 9), '--format', 'line')).stderr).toBe(`${sentence}\n`);
  const listed = await of('overview', ...period(100, 9), '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject(counted);
  for (const sites of [['one.example'], ['--all']]) {
    const report = ['report', ...sites, ...period(100, 9)];
    expect((await of(...report)).stdout).toContain(sentence.slice(0, -1));
    expect((await of(...report, '--format', 'markdown')).stdout).toContain(sentence.slice(0, -1));
    expect((await of(...report, '--html')).stdout).toContain(sentence.slice(0, -1));
    expect(JSON.parse((await of(...report, '--json')).stdout)).toMatchObject(counted);
  }

  const unfiltered = async (...args: string[]) =>
    await sitedeck(...args, ...period(101, 99), '--profile', 'logs');
  for (const name of ['exit_page', 'sessions']) {
    const { stdout, stderr } = await unfiltered('stats', 'one.example', name);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('No data in this period.');
    expect(stderr).toBe(`Visits are known from ${formatDay(day(98))} on.\n`);
  }
  const whole = await unfiltered('stats', 'one.example', 'page', '--json');
  expect([JSON.parse(whole.stdout).complete, whole.stderr]).toEqual([true, '']);
});
