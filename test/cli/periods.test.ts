import { expect, test } from 'vitest';
import { readRows } from '#cli/readPages.ts';
import { addDays } from '#model/period/day.ts';
import { errorLine, run, startSite, today } from './fixture.ts';

const rowsOf = (stdout: string): Record<string, unknown>[] => JSON.parse(stdout).rows;

test('any number of rows a page: the service is asked for pages that it has', async () => {
  const service = await startSite();
  const pages = Array.from({ length: 260 }, (_, at) => ['2026-03-01', `/p${at}`, 1000 - at] as const);
  await service.count('1', 'page', ...pages);
  const values = async (...args: string[]) => {
    const days = ['--from', '2026-03-01', '--to', '2026-03-01', '--json'];
    const { stdout } = await run(['stats', 'one.example', 'page', ...days, ...args], service);
    return rowsOf(stdout).map(({ value }) => value);
  };
  const expected = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `/p${from + at}`);
  expect(await values('--per-page', '7', '--page', '2')).toEqual(expected(7, 14));
  expect(await values('--per-page', '130', '--page', '2')).toEqual(expected(130, 260));
  for (let at = 0; at < 12; at += 1) await service.add(`site${at}.example`);
  const list = JSON.parse((await run(['websites', 'list', '--per-page', '12', '--json'], service)).stdout);
  expect(list).toMatchObject({ total: 13, next: 'yes', rows: { length: 12 } });
});

test.each([
  // Rows a page, page, and the pages that are asked for: the fewest requests, then the fewest rows.
  [7, 1, [[10, 1]]],
  [7, 2, [[25, 1]]],
  [37, 1, [[50, 1]]],
  [37, 2, [[100, 1]]],
  [
    150,
    1,
    [
      [100, 1],
      [100, 2],
    ],
  ],
])('page of %i rows, number %i, is read in %j', async (perPage, page, pages) => {
  const asked: (number | undefined)[][] = [];
  const read = async ({ perPage: size = 0, page: number = 1 }) => {
    asked.push([size, number]);
    const rows = Array.from({ length: size }, (_, at) => (number - 1) * size + at);
    return { rows, page: number, next: 'maybe' as const };
  };
  await readRows({ what: 'rows', read, idOf: String }, { perPage, page });
  expect(asked).toEqual(pages);
});

test('pages shorter than asked for are read on from the first page, and refused for a later one', async () => {
  const read = async ({ page = 1 }) => ({
    rows: Array.from({ length: 10 }, (_, at) => (page - 1) * 10 + at),
    page,
    next: 'maybe' as const,
  });
  const list = { what: 'rows', read, idOf: String };
  expect((await readRows(list, { perPage: 37 })).rows).toEqual(Array.from({ length: 37 }, (_, at) => at));
  await expect(readRows(list, { perPage: 107, page: 2 })).rejects.toThrow('gives 10 rows a page, not 100');
});

test('today and 24h are shown by hours up to the present one, other periods are not', async () => {
  const service = await startSite();
  const before = new Date().getUTCHours();
  const yesterday = addDays(today, -1);
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  await service.count(
    '1',
    'visitors_hours',
    ...hours.map((hour, at) => [yesterday, hour, 100 + at] as const),
  );
  await service.count('1', 'visitors_hours', ...hours.map((hour, at) => [today, hour, 1 + at] as const));
  await service.count('1', 'visitors', [today, '', 7]);
  const ask = async (...args: string[]) => await run(['stats', '1', 'visitors', '--json', ...args], service);
  const ofToday = JSON.parse((await ask('--period', 'today')).stdout);
  const ofHours = JSON.parse((await ask('--period', '24h')).stdout);
  const yesterdays = rowsOf((await ask('--period', 'yesterday')).stdout);
  const after = new Date().getUTCHours();
  // The hour may have passed meanwhile.
  const counts = (hour: number) => ({
    today: hours.slice(0, hour + 1).map((_, at) => at + 1),
    day: [
      ...hours.slice(hour + 1).map((_, at) => 101 + hour + at),
      ...hours.slice(0, hour + 1).map((_, at) => at + 1),
    ],
  });
  const shown = (table: { rows: { count: number }[] }) => table.rows.map(({ count }) => count);
  expect([counts(before).today, counts(after).today]).toContainEqual(shown(ofToday));
  expect([counts(before).day, counts(after).day]).toContainEqual(shown(ofHours));
  expect(ofHours.rows).toHaveLength(24);
  expect(ofToday).toMatchObject({ visitors: 7 });
  expect(ofToday.rows[0]).toMatchObject({ statistic: 'visitors_hours', value: '00' });
  expect(ofHours.visitors).toBeUndefined();
  expect(yesterdays).toMatchObject([{ statistic: 'visitors', value: yesterday }]);
});

test('history finds a row by its name or code, its days and the day it began', async () => {
  const service = await startSite([
    'country',
    ['2026-03-11', 'DE:Germany', 4],
    ['2026-04-02', 'DE:Germany', 6],
    ['2026-03-05', 'US:United States', 9],
  ]);
  await service.count('1', 'visitors', ['2026-03-05', '', 9]);
  const spring = ['--from', '2026-03-01', '--to', '2026-05-31'];
  const ask = async (...args: string[]) =>
    await run(['history', '1', 'country', ...args, ...spring], service);
  const table = JSON.parse((await ask('germany', '--json')).stdout);
  expect(table).toMatchObject({ value: 'DE:Germany', first: '2026-03-11' });
  // 1 Mar 2026 is a Sunday: the first week has that day only.
  expect(table.rows.length).toBe(14);
  expect(table.rows.filter(({ count }: { count: number }) => count > 0)).toEqual([
    { from: '2026-03-09', to: '2026-03-15', count: 4 },
    { from: '2026-03-30', to: '2026-04-05', count: 6 },
  ]);
  const text = await ask('DE');
  expect(text.stdout).toContain('Germany of one.example, 1 Mar - 31 May 2026\n');
  expect(text.stdout).toMatch(/9 Mar - 15 Mar 2026 +4\n/);
  // Weeks before the first data are said in a sentence.
  expect(text.stdout).not.toContain('1 Mar 2026, 1 day');
  expect(text.stdout).toMatch(/\nNo data before 5 Mar 2026\. First on 11 Mar 2026\.\n$/);
  const oldest = await run(['history', '1', 'country', 'US', ...spring], service);
  expect(oldest.stdout).toMatch(/\nFirst on 5 Mar 2026, the first day that has data\.\n$/);
  const none = await ask('united');
  expect({ code: none.code, line: errorLine(none) }).toEqual({
    code: 1,
    line: 'sitedeck: There is no country "united" in this period: the most frequent ones like it are "United States".',
  });
});

test('the last 24 hours, however written, are refused in a clear line where numbers are of days', async () => {
  const service = await startSite();
  for (const words of ['24h', 'last 24h', '24 hours', 'Last 24 hours']) {
    expect(errorLine(await run(['overview', '--period', words], service))).toBe(
      'sitedeck: 24h is for sitedeck stats SITE visitors or pageviews, without --compare.',
    );
    expect((await run(['stats', '1', 'visitors', '--period', words], service)).code).toBe(0);
  }
});

test('a period and its days are said in the words that the menu of periods takes', async () => {
  const service = await startSite();
  await service.count('1', 'visitors', [today, '', 7]);
  const daysOf = async (...args: string[]) => {
    const { stdout } = await run(['stats', 'one.example', 'visitors', ...args, '--json'], service);
    const { from, to } = JSON.parse(stdout);
    return [from, to];
  };
  const ago = (days: number) => addDays(today, -days);
  expect(await daysOf('--period', 'since yesterday')).toEqual([ago(1), today]);
  expect(await daysOf('--period=-7d')).toEqual([ago(7), today]);
  expect(await daysOf('--from', '3 days ago', '--to', 'yesterday')).toEqual([ago(3), ago(1)]);
  const refused = await run(
    ['stats', 'one.example', 'visitors', '--from', 'last week', '--to', today],
    service,
  );
  expect(errorLine(refused)).toContain('--from last week is no day: write it as 2026-03-01.');
});
