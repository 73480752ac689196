import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { formatWeekday, weekdayName } from '#model/period/format.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { recentSeed } from '../helpers/umami/example.ts';
import { run, startService, temporaryHome, today, umamiHome } from './fixture.ts';

const day = (ago: number) => addDays(today, -ago);
const lack = 'no comparison: 2 of 28 days before have data';

/** Thirty days with 40 visitors each: 28 up to yesterday, and two before. */
async function newWebsite() {
  const service = await startService();
  const id = await service.add('new.example');
  const days = Array.from({ length: 30 }, (_, at) => at + 1);
  await service.count(id, 'visitors', ...days.map(ago => [day(ago), '', 40] as const));
  await service.count(id, 'pageviews', ...days.map(ago => [day(ago), '', 60] as const));
  await service.count(id, 'page', ...days.map(ago => [day(ago), '/', 60] as const));
  return async (...args: string[]) => {
    const { stdout, stderr } = await run(args, service);
    return { stdout, stderr, json: () => JSON.parse(stdout) };
  };
}

test('a change against two of 28 days is no percentage, in any command, and says so', async () => {
  const ask = await newWebsite();
  expect((await ask('overview')).stdout).toContain(
    `1 website, sums of daily visitors: 1,120 visitors, ${lack}; 1,680 page views`,
  );
  expect((await ask('overview', '--json')).json()).toMatchObject({
    no_comparison: lack,
    rows: [{ visitors_before: 80, change: null }],
  });
  expect((await ask('report', '1', '--json')).json()).toMatchObject({
    visitors_before: 80,
    no_comparison: lack,
  });
  expect((await ask('report', '1')).stdout).toContain(`No ${lack.slice(3)}.`);
  expect((await ask('report', '1', '--format', 'markdown')).stdout).toContain(lack);
  expect((await ask('why', '1')).stderr).toBe(`sitedeck: No ${lack.slice(3)}.\n`);
  const stats = await ask('stats', '1', 'visitors', 'page', '--compare');
  expect(stats.stdout).toContain('1,120 visitors in all (sum of days), 80 before\n');
  expect(stats.stdout).not.toMatch(/x\d|new\n/);
  expect(stats.stderr).toContain(`No ${lack.slice(3)}.`);
  expect((await ask('stats', '1', 'visitors', '--compare', '--json')).json()).toMatchObject({
    no_comparison: lack,
  });
});

test('days before the first one are no zeros', async () => {
  const ask = await newWebsite();
  const counts = async (...args: string[]) =>
    (await ask('stats', '1', 'visitors', '--json', ...args))
      .json()
      .rows.map(({ count, count_before: before }: Record<string, unknown>) => [count, before]);
  expect(await counts('--period', '32d')).toEqual([
    [null, undefined],
    [null, undefined],
    ...Array.from({ length: 30 }, () => [40, undefined]),
  ]);
  const days = await counts('--compare');
  expect(days.slice(24)).toEqual([
    [40, null],
    [40, null],
    [40, 40],
    [40, 40],
  ]);
  const history = (await ask('history', '1', 'page', '/', '--period', '31d', '--json')).json();
  expect(history.rows.slice(0, 2)).toMatchObject([{ count: null }, { count: 60 }]);
});

test('why says of a day without data that it has none, not that no day is usual', async () => {
  const ask = await newWebsite();
  const of = async (ago: number) => await ask('why', '1', '--from', day(ago), '--to', day(ago));
  expect(await of(31)).toMatchObject({
    stdout: '',
    stderr: 'sitedeck: No data in this period.\n',
  });
  expect((await of(30)).stdout).toBe(
    `There is no usual ${weekdayName(day(30))} yet to compare ${formatWeekday(day(30))} with.\n`,
  );
});

test('of a period without data why, report and history say first that it has none', async () => {
  const ask = await newWebsite();
  const period = ['--from', day(60), '--to', day(40)];
  expect((await ask('why', '1', ...period)).stderr).toBe('sitedeck: No data in this period.\n');
  const report = (await ask('report', '1', ...period)).stdout;
  expect(report).toContain('\nNo data in this period.\n');
  expect(report).toMatch(/\nVisitors +Page views\b.*\n- +-/);
  expect(report).not.toMatch(/- -|comparison/);
  expect((await ask('history', '1', 'page', '/', ...period)).stderr).toBe(
    'sitedeck: No data in this period.\n',
  );
});

test('a page of days, and days in another order, stand beside the same days', async () => {
  const ask = await newWebsite();
  const before = async (...args: string[]) => {
    const { rows } = (await ask('stats', '1', 'visitors', '--compare', '--json', ...args)).json();
    const own = rows.filter(({ value }: { value: string | null }) => value !== null);
    return new Map(own.map((row: Record<string, unknown>) => [row['value'], row['count_before']]));
  };
  const all = await before();
  for (const args of [
    ['--per-page', '10', '--page', '3'],
    ['--sort-by', 'value', '--sort', 'desc', '--all'],
  ])
    for (const [value, count] of await before(...args))
      expect([value, count]).toEqual([value, all.get(value)]);
});

test('Umami: the visitors of both periods are counted once each, and so is their change', async () => {
  const visit = (who: string, ago: number) => ({ who, at: `${day(ago)}T12:00:00Z`, paths: ['/'] });
  const twice = (who: string, ago: number) => [visit(who, ago), visit(who, ago + 1)];
  // Before one visitor on two days, now two on two days each; a calendar month does not end among them.
  const { home } = await umamiHome(
    recentSeed([visit('eve', 400), ...twice('ada', 9), ...twice('ada', 2), ...twice('ben', 2)]),
  );
  const ask = async (...args: string[]) => (await run(args, { home })).stdout;
  const days = ['--from', day(7), '--to', day(1)];
  const stats = JSON.parse(await ask('stats', 'shop.example', 'visitors', ...days, '--compare', '--json'));
  const numbers = [stats.visitors, stats.visitors_before];
  const report = JSON.parse(await ask('report', 'shop.example', ...days, '--json'));
  expect([report.visitors, report.visitors_before]).toEqual(numbers);
  const overview = JSON.parse(await ask('overview', ...days, '--search', 'shop', '--json'));
  expect(overview.rows).toMatchObject([
    { visitors: numbers[0], visitors_compared: numbers[0], visitors_before: numbers[1] },
  ]);
  // What it counted itself is no sum.
  const text = await ask('overview', ...days, '--search', 'shop');
  expect(text).toContain(`\n1 website: ${numbers[0]} visitors `);
  expect(overview.visitors_are).toBeUndefined();
  const sums = stats.rows.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  expect(sums).toBe(4);
  expect(numbers[0]).toBeLessThan(sums);
});

test('a share is of the same whole on every page, in every order and format, and says of which', async () => {
  const service = await startService();
  const id = await service.add('one.example');
  const rowsOf = (count: number, of: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => [day(3), `r${at}.example`, of(at)] as const);
  // 150 referrers: 50 with 5 sessions, 100 with one, 350 in all. 1,005 events: 5 with 11, 1,000 with one; of the first 1,000 rows 1,050.
  await service.count(id, 'referrer', ...rowsOf(150, at => (at < 50 ? 5 : 1)));
  await service.count(id, 'event', ...rowsOf(1_005, at => (at < 5 ? 11 : 1)));
  const ask = async (...args: string[]) => (await run(['stats', '1', ...args], service)).stdout;
  const orders = [
    ['--per-page', '2'],
    ['--all'],
    [],
    ['--per-page', '120'],
    ['--search', 'r0.'],
    ['--page', '2'],
  ];
  const reversed = ['--sort', 'asc', '--per-page', '10'];
  for (const args of [...orders, reversed]) {
    const { rows } = JSON.parse(await ask('referrer', '--json', ...args));
    const { count, ...row } = rows[0];
    expect([args, row]).toMatchObject([
      args,
      { share: Number((count / 350).toFixed(6)), share_of: 'all rows' },
    ]);
  }
  expect(await ask('referrer', '--per-page', '2')).toContain('Shares are of all 350 sessions.\n');
  expect(await ask('referrer', '--format', 'csv', '--per-page', '2')).toContain(
    'referrer,r0.example,5,0.014286,all rows\n',
  );
  for (const args of [['--per-page', '2'], ['--all'], reversed]) {
    const { rows } = JSON.parse(await ask('event', '--json', ...args));
    const { count, ...row } = rows[0];
    const share = Number((count / 1_050).toFixed(6));
    expect([args, row]).toMatchObject([args, { share, share_of: 'the top 1,000' }]);
  }
  expect(await ask('event', '--per-page', '2')).toContain(
    'Shares are of the 1,050 events of the top 1,000.\n',
  );
});

test('Umami says the sum of all rows, and shares of days and hours are of all days and hours on every page', async () => {
  const visits = [
    ...['ada', 'ben', 'cho'].map(who => ({ who, at: `${day(2)}T10:00:00Z`, paths: ['/a'] })),
    { who: 'ada', at: `${day(3)}T11:00:00Z`, paths: ['/b', '/a'] },
  ];
  const { server, home } = await umamiHome(recentSeed(visits));
  const ask = async (...args: string[]) =>
    JSON.parse((await run(['stats', 'shop.example', ...args, '--json'], { home })).stdout).rows[0];
  // Three of four visits begin on /a; four visitors of days, three of them at ten.
  for (const page of [[], ['--per-page', '1'], ['--all']]) {
    expect(await ask('landing_page', ...page)).toMatchObject({
      value: '/a',
      count: 3,
      share: 0.75,
      share_of: 'all rows',
    });
    const first = ['--sort-by', 'count', '--sort', 'desc', ...page];
    expect(await ask('visitors', ...first)).toMatchObject({
      value: day(2),
      count: 3,
      share: 0.75,
      share_of: 'all rows',
    });
    expect(await ask('visitors_hours', ...first)).toMatchObject({
      value: '10',
      count: 3,
      share: 0.75,
      share_of: 'all rows',
    });
  }
  expect(await ask('landing_page', '--search', 'b')).toMatchObject({
    value: '/b',
    share: 0.25,
    share_of: 'all rows',
  });
  const metrics = () => server.asked.filter(({ path }) => path.endsWith('/metrics/expanded')).length;
  const before = metrics();
  await ask('landing_page', '--per-page', '1');
  expect(metrics() - before).toBe(1);
});

test('after a sparse period before rows are new where the service keeps all detail, else their changes are unknown', async () => {
  // Before one page view of /; now two of / and one of /b.
  const visits = [
    { who: 'ada', at: `${day(5)}T10:00:00Z`, paths: ['/'] },
    { who: 'ben', at: `${day(2)}T10:00:00Z`, paths: ['/', '/b', '/'] },
  ];
  const { home } = await umamiHome(
    recentSeed([{ who: 'eve', at: '2024-01-01T12:00:00Z', paths: ['/'] }, ...visits]),
  );
  const args = ['--from', day(3), '--to', day(1), '--compare', '--json'];
  const kept = await run(['stats', 'shop.example', 'page', 'campaign', ...args], { home });
  expect(kept.stderr).toBe('');
  expect(JSON.parse(kept.stdout).rows).toMatchObject([
    { value: '/', count: 2, count_before: 1 },
    { value: '/b', count: 1, count_before: 0 },
  ]);
  const service = await startService();
  const id = await service.add('shop.example');
  await service.count(id, 'pageviews', [day(40), '', 40], [day(5), '', 40], [day(2), '', 40]);
  await service.count(id, 'visitors', [day(40), '', 30], [day(5), '', 30], [day(2), '', 30]);
  await service.count(id, 'page', [day(5), '/', 1], [day(2), '/', 20], [day(2), '/b', 10]);
  const other = await run(['stats', '1', 'page', ...args], service);
  expect(other.stderr).toContain('changes unknown: ');
  expect(JSON.parse(other.stdout).rows).toMatchObject([{ count_before: null }, { count_before: null }]);
});

test('the change of several websites is of those with enough data, on days and on one day; one without any is not counted', async () => {
  const service = await startService();
  const fill = async (domain: string, count: number, from: number) => {
    const id = await service.add(domain);
    const days = Array.from({ length: from }, (_, at) => at + 1);
    await service.count(
      id,
      'visitors',
      ...days.map(ago => [day(ago), '', ago === 8 ? 2 * count : count] as const),
    );
  };
  await fill('old.example', 10, 70);
  await service.add('unused.example');
  const ask = async (...args: string[]) => (await run(['overview', ...args], service)).stdout;
  const about = async (...args: string[]) => JSON.parse(await ask('--json', ...args));
  // 28 days of 10 and once 10 more, after 28 of 10.
  expect(await ask()).toContain('2 websites, sums of daily visitors: 290 visitors +4% against ');
  expect(await about()).toMatchObject({ visitors: 290, visitors_compared: 290, visitors_before: 280 });
  expect(await about()).not.toHaveProperty('websites_compared');
  await fill('new.example', 100, 29);
  expect(await ask()).toContain(
    '3 websites, sums of daily visitors: 3,190 visitors +4% (1 website) against ',
  );
  expect(await about()).toMatchObject({
    visitors: 3190,
    visitors_compared: 290,
    visitors_before: 280,
    websites_compared: 1,
  });
  expect(await ask('--format', 'line')).toMatch(/^3 websites: 3,190 visitors \+4% \(1 website\)/);
  const one = ['--from', day(8), '--to', day(8), '--compare=previous'];
  expect(await ask(...one)).toContain('3 websites: 220 visitors +100% against ');
  await fill('begun.example', 50, 8);
  expect(await ask(...one)).toContain('4 websites: 320 visitors +100% (2 websites) against ');
  // Where none has enough: 1 of 28 days of the one that is new, none of the one without any.
  expect(await ask('--search', 'new')).toContain('no comparison: 1 of 28 days before have data');
  expect(await ask('--search', 'un')).toContain('no comparison: 0 of 28 days before have data');
});

test('hours of a day of own logs without a line are no zeros, in any format, nor compared with', async () => {
  const home = temporaryHome();
  const days = [30, 10, 8, 3].map(ago => ({ day: day(ago), hours: [0, 0, ago === 8 ? 0 : 5] }));
  writeFileSync(join(home.path, 'access.log'), daysOfLog(days));
  const ask = async (...args: string[]) => (await run([...args, '--profile', 'logs'], { home })).stdout;
  expect((await run(['import', 'one.example', 'access.log', '--profile', 'logs'], { home })).code).toBe(0);
  const hours = async (ago: number, ...args: string[]) =>
    await ask('stats', 'one.example', 'visitors_hours', '--from', day(ago), '--to', day(ago), ...args);
  const counts = async (ago: number, ...args: string[]) =>
    JSON.parse(await hours(ago, '--json', ...args)).rows.map(
      ({ count, count_before: before }: Record<string, unknown>) => [count, before],
    );
  const all = <T>(value: T) => Array.from({ length: 24 }, () => value);
  expect(await counts(5)).toEqual(all([null, undefined]));
  // A day with a line, of nobody.
  expect(await counts(8)).toEqual(all([0, undefined]));
  expect(await counts(3)).toEqual(all(0).map((_, hour) => [hour === 2 ? 5 : 0, undefined]));
  expect(await counts(3, '--compare=previous')).toEqual(all(0).map((_, hour) => [hour === 2 ? 5 : 0, null]));
  const table = await hours(5);
  expect(table).toContain('\nNo data in this period.\n');
  expect(table).toMatch(/\n07(:00)? +- /);
  expect((await hours(5, '--format', 'csv')).split('\n')[1]).toMatch(/^visitors_hours,00,,/);
});
