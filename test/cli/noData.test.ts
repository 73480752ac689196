import { expect, onTestFinished, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { recentSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';
import { run, saveProfiles, startService, temporaryHome, today } from './fixture.ts';

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
  expect((await ask('overview')).stdout).toContain(`1 website: 1,120 visitors, ${lack}; 1,680 page views`);
  expect((await ask('overview', '--json')).json().rows).toMatchObject([
    { visitors_before: 80, change: null },
  ]);
  expect((await ask('report', '1')).stdout).toContain(`No ${lack.slice(3)}.`);
  expect((await ask('report', '1', '--format', 'markdown')).stdout).toContain(lack);
  expect((await ask('why', '1')).stderr).toBe(`sitedeck: No ${lack.slice(3)}.\n`);
  const stats = await ask('stats', '1', 'visitors', 'page', '--compare');
  expect(stats.stdout).toContain('1,120 visitors in all, 80 before\n');
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
  const server = await startUmami(
    recentSeed([visit('eve', 400), ...twice('ada', 9), ...twice('ada', 2), ...twice('ben', 2)]),
  );
  onTestFinished(() => server.close());
  const home = temporaryHome();
  const apiKey = server.tokenOf('anna');
  saveProfiles(home, { work: { kind: 'umami', url: server.url, apiKey, timeZone: 'UTC' } }, 'work');
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
  const sums = stats.rows.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  expect(sums).toBe(4);
  expect(numbers[0]).toBeLessThan(sums);
});

test('a share is of the same whole on every page', async () => {
  const service = await startService();
  const id = await service.add('one.example');
  const referrers = Array.from({ length: 12 }, (_, at) => [day(3), `r${at}.example`, 20 - at] as const);
  await service.count(id, 'referrer', ...referrers);
  const share = async (...args: string[]) => {
    const { stdout } = await run(['stats', '1', 'referrer', '--json', ...args], service);
    return JSON.parse(stdout).rows[0];
  };
  // 20 of 12 * 14.5.
  for (const args of [['--per-page', '2'], ['--all'], []])
    expect(await share(...args)).toMatchObject({ share: 0.114943, share_of: 'all rows' });
});
