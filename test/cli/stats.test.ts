import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import { obeyed, run, startService, startSite } from './fixture.ts';

const march = ['--from', '2026-03-01', '--to', '2026-03-03'];

test('a series has every day, a list its first ten rows', async () => {
  const service = await startSite(
    ['visitors', ['2026-03-01', '', 3], ['2026-03-03', '', 1200]],
    ['country', ['2026-03-01', 'US:United States', 2], ['2026-03-02', 'DE', 1]],
  );
  const { code, stdout, stderr } = await run(
    ['stats', 'one.example', 'visitors', 'country', ...march],
    service,
  );
  expect(stdout).toBe(
    [
      'Visitors of one.example, 1 Mar - 3 Mar 2026',
      'DAY         VISITORS  SHARE',
      '1 Mar 2026         3   0.2%',
      '2 Mar 2026         0     0%',
      '3 Mar 2026     1,200   >99%',
      '1,203 visitors in all (sum of days)',
      '',
      'Countries of one.example, 1 Mar - 3 Mar 2026',
      'COUNTRY        VISITORS  SHARE',
      'United States         2   0.2%',
      'Germany               1  <0.1%',
      'Shares are of 1,203 visitors (sum of days).',
      '',
    ].join('\n'),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('JSON and CSV have one shape, however many statistics were asked for', async () => {
  const service = await startSite(
    ['page', ['2026-03-01', '/', 2], ['2026-03-02', '/a', 1]],
    ['pageviews', ['2026-03-01', '', 6], ['2026-03-02', '', 4]],
  );
  const ask = async (...args: string[]) =>
    (await run(['stats', '1', 'page', ...march, ...args], service)).stdout;
  expect(JSON.parse(await ask('--json'))).toEqual({
    website: '1',
    domain: 'one.example',
    from: '2026-03-01',
    to: '2026-03-03',
    time_zone: 'UTC',
    complete: true,
    rows: [
      { statistic: 'page', value: '/', count: 2, share: 0.2, share_of: 'page views' },
      { statistic: 'page', value: '/a', count: 1, share: 0.1, share_of: 'page views' },
    ],
  });
  expect(await ask('--format', 'csv')).toBe(
    'statistic,value,count,share,share_of\npage,/,2,0.2,page views\npage,/a,1,0.1,page views\n',
  );
  expect(await ask('--format', 'markdown')).toContain('| `/` | 2 | 20% |\n| `/a` | 1 | 10% |');
});

test('every parameter of the service reaches it', async () => {
  const service = await startSite();
  const rows = Array.from(
    { length: 30 },
    (_, at) => ['2026-03-01', `/p${String(at).padStart(2, '0')}`, at + 1] as const,
  );
  await service.count('1', 'page', ...rows);
  const values = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await run(['stats', '1', 'page', ...march, '--json', ...args], service);
    return JSON.parse(stdout).rows.map(({ value }: { value: string }) => value);
  };
  expect(await values()).toHaveLength(10);
  expect((await values())[0]).toBe('/p29');
  expect((await values('--sort', 'asc'))[0]).toBe('/p00');
  expect((await values('--sort-by', 'value', '--sort', 'asc', '--page', '2'))[0]).toBe('/p10');
  expect(await values('--search', '/P2', '--per-page', '25')).toHaveLength(10);
  expect(await values('--all')).toHaveLength(30);
  expect(await values('--all', '--per-page', '10')).toHaveLength(30);
});

test('days are compared with the days at their places, however they are sorted', async () => {
  const service = await startSite([
    'visitors',
    ['2026-02-26', '', 7],
    ['2026-02-27', '', 9],
    ['2026-03-01', '', 30],
    ['2026-03-02', '', 10],
  ]);
  const { stdout } = await run(
    ['stats', '1', 'visitors', ...march, '--compare', '--sort-by', 'count', '--sort', 'asc', '--json'],
    service,
  );
  const share_of = 'all rows';
  expect(JSON.parse(stdout).rows).toEqual([
    {
      statistic: 'visitors',
      value: '2026-03-02',
      count: 10,
      day_before: '2026-02-27',
      count_before: 9,
      share: 0.25,
      share_of,
    },
    {
      statistic: 'visitors',
      value: '2026-03-01',
      count: 30,
      day_before: '2026-02-26',
      count_before: 7,
      share: 0.75,
      share_of,
    },
  ]);
});

test('the last page says nothing of further rows', async () => {
  const service = await startSite();
  const rows = Array.from({ length: 12 }, (_, at) => ['2026-03-01', `/${at}`, 1] as const);
  await service.count('1', 'page', ...rows);
  const says = async (page: string) =>
    (await run(['stats', '1', 'page', ...march, '--page', page], service)).stderr;
  expect(await says('1')).toBe('There may be more rows of page: --per-page 100, --page 2, or --all.\n');
  expect(await says('2')).toBe('');
  const { stdout } = await run(['stats', '1', 'page', ...march, '--page', '3'], service);
  expect(stdout).toContain('No such rows.');
});

test('--compare sets the days before beside them, also without a value', async () => {
  const service = await startSite([
    'page',
    ['2026-02-26', '/', 4],
    ['2026-02-27', '/old', 1],
    ['2026-03-01', '/', 6],
    ['2026-03-02', '/new', 1],
  ]);
  await service.count('1', 'visitors', ['2025-01-01', '', 1]);
  const { stdout } = await run(['stats', '--compare', '1', 'page', ...march, '--all', '--json'], service);
  expect(JSON.parse(stdout)).toMatchObject({
    before_from: '2026-02-26',
    before_to: '2026-02-28',
    rows: [
      { value: '/', count: 6, count_before: 4 },
      { value: '/new', count: 1, count_before: 0 },
      { value: '/old', count: 0, count_before: 1 },
    ],
  });
  const shown = await run(['stats', '1', 'page', ...march, '--all', '--compare', 'previous'], service);
  expect(shown.stdout).toContain('/              6                  4    86%    +50%');
  const year = await run(['stats', '1', 'page', ...march, '--compare=year', '--json'], service);
  expect(JSON.parse(year.stdout)).toMatchObject({ before_from: '2025-03-02', before_to: '2025-03-04' });
});

test('--period takes what the screen takes', async () => {
  const service = await startSite();
  const { stdout } = await run(['stats', '1', 'page', '--period', '1 mar - 15 apr 2026', '--json'], service);
  expect(JSON.parse(stdout)).toMatchObject({ from: '2026-03-01', to: '2026-04-15', rows: [] });
});

test.each(['table', 'json', 'csv', 'markdown'])('hostile text is harmless as %s', async format => {
  const service = await startSite();
  const texts = [...hostileTexts.map(text => text.toWellFormed().slice(0, 400)), '=cmd|calc!A1', '@SUM(1)'];
  await service.count('1', 'referrer', ...texts.map((text, at) => ['2026-03-01', text, at + 1] as const));
  for (const command of [
    ['stats', '1', 'referrer', ...march, '--all'],
    ...(format === 'csv' ? [] : [['report', '1', ...march, '--rows', '25']]),
  ]) {
    const { code, stdout, stderr } = await run([...command, '--format', format], service);
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(100);
    // A tab of a cell stays in CSV, between quotes.
    expect(format === 'csv' ? stdout.replaceAll('\t', '') : stdout).not.toMatch(obeyed);
    expect(stderr).not.toMatch(obeyed);
    expect(stdout.includes(",'=cmd|calc!A1,")).toBe(format === 'csv');
  }
});

test('totals stand beside the rows of a series, as facts and in a line, and are no row', async () => {
  const service = await startSite(
    [
      'visitors',
      ['2026-02-26', '', 700],
      ['2026-02-27', '', 300],
      ['2026-03-01', '', 900],
      ['2026-03-02', '', 350],
    ],
    ['pageviews', ['2026-03-01', '', 4000]],
  );
  const args = ['stats', '1', 'visitors', 'pageviews', ...march];
  const facts = async (...more: string[]) =>
    JSON.parse((await run([...args, '--json', ...more], service)).stdout);
  const alone = await facts();
  expect(alone).toMatchObject({ visitors: 1250, pageviews: 4000 });
  expect(alone).not.toHaveProperty('visitors_before');
  expect(alone.rows).toHaveLength(6);
  // The days of a page do not change what the period had.
  const part = await facts('--compare', '--sort-by', 'count', '--per-page', '10', '--search', '03-02');
  expect(part).toMatchObject({ visitors: 1250, visitors_before: 1000, pageviews: 4000, pageviews_before: 0 });
  expect(part.rows).toHaveLength(1);
  const { stdout } = await run([...args, '--compare'], service);
  expect(stdout).toContain('1,250 visitors in all (sum of days), 1,000 before: +25%\n');
  expect(stdout).toContain('4,000 page views in all, 0 before: new\n');
  const markdown = await run([...args, '--format', 'markdown'], service);
  expect(markdown.stdout).toContain('\n- visitors: 1,250\n- visitors are: sum of days\n- pageviews: 4,000\n');
});

test('a share is of the total, whatever is read: a page, all rows, a search, the report', async () => {
  const service = await startSite();
  // 11 countries with 30, 29 ... 20 visitors: 275 of 300, whose address tells the country.
  const codes = ['DE', 'US', 'FR', 'GB', 'NL', 'AT', 'CH', 'BE', 'IT', 'ES', 'PL'];
  await service.count('1', 'country', ...codes.map((code, at) => ['2026-03-01', code, 30 - at] as const));
  await service.count('1', 'visitors', ['2026-03-01', '', 180], ['2026-03-02', '', 120]);
  const ask = async (...args: string[]) => (await run([...args, ...march], service)).stdout;
  for (const more of [[], ['--all'], ['--search', 'de']])
    expect(JSON.parse(await ask('stats', '1', 'country', '--json', ...more)).rows[0]).toEqual({
      statistic: 'country',
      value: 'DE',
      name: 'Germany',
      code: 'DE',
      count: 30,
      share: 0.1,
      share_of: 'visitors',
    });
  expect(await ask('stats', '1', 'country')).toMatch(/^Germany +30 +10%$/m);
  expect(await ask('report', '1')).toMatch(/Germany +30 +10%/);
  expect(await ask('report', '1', '--format', 'markdown')).toContain(
    '| Country | Code | Visitors | Share |\n| --- | --- | ---: | ---: |\n| Germany | DE | 30 | 10% |\n',
  );
});

test('a month is compared with the whole month before, in statistics and reports alike, to the unit', async () => {
  const service = await startSite();
  // January: 5 a day on 28 days and 100 on the 29th, 30th and 31st, in all 440. February: 10 a day, in all 280.
  const days = (from: Day, count: number) =>
    Array.from({ length: 28 }, (_, at) => [addDays(from, at), '', count] as const);
  await service.count('1', 'visitors', ...days('2026-01-01', 5), ...days('2026-02-01', 10));
  await service.count(
    '1',
    'visitors',
    ['2026-01-29', '', 100],
    ['2026-01-30', '', 100],
    ['2026-01-31', '', 100],
  );
  const stats = await run(['stats', '1', 'visitors', '--period', '2026-02', '--compare', '--json'], service);
  const report = await run(['report', '1', '--period', '2026-02', '--json'], service);
  const read = JSON.parse(stats.stdout);
  const facts = { before_from: '2026-01-01', before_to: '2026-01-31', visitors: 280, visitors_before: 440 };
  expect(read).toMatchObject(facts);
  expect(JSON.parse(report.stdout)).toMatchObject(facts);
  const sumOf = (key: string): number =>
    read.rows.reduce((sum: number, row: Record<string, number>) => sum + (row[key] ?? 0), 0);
  expect([sumOf('count'), sumOf('count_before')]).toEqual([280, 440]);
  expect(read.rows.at(-1)).toMatchObject({
    value: null,
    count: null,
    day_before: '2026-01-31',
    count_before: 100,
  });
});

test('rows of which the earlier days have no detail have no change, and that is said', async () => {
  const service = await startSite(
    ['pageviews', ['2026-02-26', '', 50], ['2026-03-01', '', 60]],
    ['visitors', ['2026-02-26', '', 50], ['2026-03-01', '', 60]],
    ['page', ['2026-03-01', '/', 60]],
    ['campaign', ['2026-03-01', 'spring', 9]],
  );
  const ask = ['stats', '1', 'page', 'campaign', ...march, '--compare'];
  const { stdout, stderr } = await run(ask, service);
  expect(stdout).toMatch(/\/ +60 +- +100% +\?\n/);
  expect(stdout).not.toMatch(/new|%\n.*spring.*new/);
  const lines =
    'changes unknown: detail of pages only since 1 Mar 2026\n' +
    'changes unknown: detail of campaigns only since 1 Mar 2026\n';
  expect(stderr).toContain(lines);
  expect((await run([...ask, '--format=csv'], service)).stderr).toContain(lines);
  const asJson = await run([...ask, '--json'], service);
  expect(asJson.stderr).toContain(lines);
  const json = JSON.parse(asJson.stdout);
  expect(json).toMatchObject({ without_detail_before: 'page campaign' });
  expect(json.rows.map((row: Record<string, unknown>) => row['count_before'])).toEqual([null, null]);
});

test('--compare takes the same weekdays, last year and nothing', async () => {
  const service = await startSite();
  // Three days of March, a Sunday to a Tuesday: seven days before, 364 before.
  await service.count('1', 'visitors', ['2026-02-22', '', 7], ['2025-03-02', '', 9], ['2026-03-01', '', 30]);
  const first = async (compare: string) => {
    const { stdout } = await run(
      ['stats', '1', 'visitors', ...march, `--compare=${compare}`, '--json'],
      service,
    );
    return JSON.parse(stdout).rows[0];
  };
  expect(await first('weekdays')).toMatchObject({ day_before: '2026-02-22', count_before: 7 });
  expect(await first('year')).toMatchObject({ day_before: '2025-03-02', count_before: 9 });
  expect(await first('none')).not.toHaveProperty('count_before');
});

test('the statistics of own logs are printed where a service offers them, and refused where it does not', async () => {
  const own = await startService(true);
  const id = await own.add('one.example');
  await own.count(id, 'not_found', ['2026-03-01', '/gone from blog.example', 4]);
  await own.count(id, 'pageviews', ['2026-03-01', '', 8]);
  const printed = await run(['stats', 'one.example', 'not_found', ...march, '--format', 'csv'], own);
  expect({ code: printed.code, stderr: printed.stderr }).toEqual({ code: 0, stderr: '' });
  expect(printed.stdout).toContain('/gone from blog.example,4');
  const row = ['history', 'one.example', 'not_found', '/gone from blog.example', ...march];
  const months = await run([...row, '--format', 'csv'], own);
  expect({ code: months.code, stderr: months.stderr }).toEqual({ code: 0, stderr: '' });
  expect(months.stdout).toContain('2026-03-01,2026-03-01,4');

  const other = await startService();
  await other.add('one.example');
  expect(await run(['stats', 'one.example', 'pageviews', 'bot', ...march], other)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'sitedeck: This service does not record bots.\n',
  });
  expect(await run(['history', 'one.example', 'bot', 'GPTBot', ...march], other)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'sitedeck: This service does not record bots.\n',
  });
});
