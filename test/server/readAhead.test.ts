import { expect, onTestFinished, test } from 'vitest';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { addStatistics } from '#server/database/counts.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import {
  pageOf,
  type SelectedRows,
  selectStatistic,
  type StatisticSelection,
} from '#server/database/statistics.ts';
import { insertWebsite } from '#server/database/websites.ts';
import { temporaryFile } from './serverFixture.ts';

const website = {
  privacy: 1,
  password_hash: null,
  email: 0,
  exclude_bots: 1,
  exclude_params: null,
  exclude_ips: null,
} as const;

async function open(file: string): Promise<Database> {
  const database = await openDatabase(file);
  onTestFinished(() => database.close());
  return database;
}

async function newFile(): Promise<{ file: string; database: Database }> {
  const file = temporaryFile();
  const database = await open(file);
  await database.write(() =>
    insertWebsite(database, { ...website, domain: 'a.example' }, '2026-11-20 10:00:00'),
  );
  return { file, database };
}

const add = (database: Database, entries: readonly (readonly [number, string, number])[]) =>
  database.write(() => [...addStatistics(database, 1, 'page', entries)]);

function asking(change: Partial<StatisticSelection> = {}): StatisticSelection {
  const question = { website: 1, name: 'page', from: 100, to: 102, search: undefined } as const;
  return { ...question, sortBy: 'count', sort: 'desc', perPage: 100, page: 1, ...change };
}

/** Every page, one after the other. */
function everyPage(database: Database, change: Partial<StatisticSelection> = {}): StatisticRow[] {
  const rows: StatisticRow[] = [];
  for (let page = 1; ; page += 1) {
    const answer = selectStatistic(database, asking({ ...change, page }));
    rows.push(...answer.rows);
    if (rows.length >= answer.total) return rows;
  }
}

// 12,003 pages, more than are read ahead at once. Page i has i mod 7 views on one day and 3 on the next.
const name = (at: number) => `/p${String(at).padStart(5, '0')}`;
const counted = Array.from({ length: 12_003 }, (_, at) => ({ value: name(at), count: (at % 7) + 3 }));

async function withPages() {
  const made = await newFile();
  await add(
    made.database,
    [0, 1].flatMap(day =>
      counted.map(({ value, count }) => [100 + day, value, day === 0 ? count - 3 : 3] as const),
    ),
  );
  return made;
}

test('all pages together are every row once, in the order that was asked for', async () => {
  const { database } = await withPages();
  const byCount = counted.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  expect(everyPage(database)).toEqual(byCount);
  expect(everyPage(database, { sortBy: 'value', sort: 'asc' })).toEqual(counted);
  // Names with 99 in them, in pages of 25.
  expect(everyPage(database, { search: '99', perPage: 25, sortBy: 'value', sort: 'asc' })).toEqual(
    counted.filter(({ value }) => value.includes('99')),
  );
});

test('pages may be asked for in any order, also past the end', async () => {
  const { database } = await withPages();
  const page = (at: number) =>
    selectStatistic(database, asking({ sortBy: 'value', sort: 'asc', page: at })).rows.map(row => row.value);
  expect(page(7)[0]).toBe('/p00600');
  expect(page(3)[0]).toBe('/p00200');
  expect(page(101)[0]).toBe('/p10000');
  expect(page(102)[0]).toBe('/p10100');
  expect(page(121)).toEqual(['/p12000', '/p12001', '/p12002']);
  expect(page(122)).toEqual([]);
  expect(page(2)[99]).toBe('/p00199');
});

test('what is written meanwhile is on the next page, whoever writes it', async () => {
  const { file, database } = await withPages();
  const other = await open(file);
  const second = () => {
    const { rows, total } = selectStatistic(database, asking({ page: 2, perPage: 10 }));
    return [rows[0]?.value, rows[0]?.count, total];
  };
  // 9 views have the pages 6, 13, 20 ...: the eleventh is 6 + 10 * 7.
  expect(second()).toEqual(['/p00076', 9, 12_003]);
  await add(database, [[100, '/own', 1000]]);
  expect(second()).toEqual(['/p00069', 9, 12_004]);
  await add(other, [[101, '/other', 1000]]);
  expect(second()).toEqual(['/p00062', 9, 12_005]);
});

/** A question of so many rows, and how often it was read. */
function counting(rows: number, width = 8) {
  const all = Array.from({ length: rows }, (_, at) => ({ value: String(at).padEnd(width, 'x'), count: at }));
  const read = { times: 0 };
  const select = (limit: number, offset: number): SelectedRows => {
    read.times += 1;
    return { rows: all.slice(offset, offset + limit), total: rows };
  };
  return { all, read, select };
}

test('47,000 rows in 470 pages are sorted six times, not 470', async () => {
  const { database } = await newFile();
  const { all, read, select } = counting(47_000);
  const rows = Array.from(
    { length: 470 },
    (_, at) => pageOf(database, 'all', { offset: at * 100, limit: 100 }, select).rows,
  );
  expect(rows.flat()).toEqual(all);
  // The first page alone, then 46,900 rows by 10,000.
  expect(read.times).toBe(6);
});

test('several questions in turn are read ahead each, and what is kept is bounded', async () => {
  const { database } = await newFile();
  const eight = Array.from({ length: 8 }, () => counting(1_000));
  for (let page = 1; page < 10; page += 1)
    for (const [at, { all, select }] of eight.entries())
      expect(pageOf(database, `q${at}`, { offset: page * 100, limit: 100 }, select).rows).toEqual(
        all.slice(page * 100, page * 100 + 100),
      );
  expect(eight.map(({ read }) => read.times)).toEqual(eight.map(() => 1));
  // Values of 2,000 characters: 1,000 of them are kept at once, so 5,000 rows are read 5 times after the first page.
  const long = counting(5_100, 2_000);
  for (let page = 1; page < 51; page += 1)
    expect(pageOf(database, 'long', { offset: page * 100, limit: 100 }, long.select).rows).toHaveLength(100);
  expect(long.read.times).toBe(5);
});
