import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { allStatistics, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { addStatistics, statisticCodes, type StatisticEntry, sumWeeks } from '#server/database/counts.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { applicationId, migrations } from '#server/database/schema.ts';
import { selectStatistic, type StatisticSelection } from '#server/database/statistics.ts';
import { defaultValues, insertWebsite } from '#server/database/websites.ts';
import { importHere, line, query, withRowsOfVisits, writeLog } from '../logs/importFixture.ts';
import { temporaryFile, temporaryFolder } from './serverFixture.ts';

// 2 November 2026, a Monday.
const monday = 20_759;

async function newDatabase(file = ':memory:'): Promise<Database> {
  const database = await openDatabase(file);
  onTestFinished(() => database.close());
  await database.write(() =>
    insertWebsite(database, { ...defaultValues, domain: 'example.com' }, '2026-11-20 10:00:00'),
  );
  return database;
}

const add = (database: Database, name: StatisticName, entries: readonly StatisticEntry[]) =>
  database.write(() => [...addStatistics(database, 1, name, entries)]);

/** Page views on each of these days, by which it is known how far the counts reach. */
const views = (from: number, to: number): StatisticEntry[] =>
  Array.from({ length: to - from + 1 }, (_, at) => [from + at, '', 1]);

const asking = (change: Partial<StatisticSelection>): StatisticSelection => ({
  website: 1,
  name: 'page',
  from: monday,
  to: monday,
  search: undefined,
  sortBy: 'count',
  sort: 'desc',
  perPage: 100,
  page: 1,
  ...change,
});

/** The same read from the days alone, in the order of the answer. */
function fromDays(database: Database, selection: StatisticSelection) {
  const { name, from, to, search, sortBy, sort, perPage, page } = selection;
  const order = sortBy === 'count' ? `count ${sort}, value` : `value collate nocase ${sort}, value ${sort}`;
  const rows = database
    .statement(
      `select value, sum(count) as count from stat
       where website_id = 1 and name = ? and day between ? and ? and instr(lower(value), ?) > 0
       group by value order by ${order}`,
    )
    .all(statisticCodes[name], from, to, search ?? '')
    .map(row => ({ ...row }));
  return { rows: rows.slice((page - 1) * perPage, page * perPage), total: rows.length };
}

const day = fc.integer({ min: monday - 30, max: monday + 30 });
const entry = fc.tuple(
  day,
  fc.constantFrom('/a', '/A', '/b', '/c?x', 'ü', '', '/d'),
  fc.integer({ min: 0, max: 9 }),
);
const question = fc.record({
  from: fc.integer({ min: monday - 50, max: monday + 40 }),
  length: fc.integer({ min: 0, max: 90 }),
  search: fc.constantFrom(undefined, '/', 'a', 'zz'),
  sortBy: fc.constantFrom('count' as const, 'value' as const),
  sort: fc.constantFrom('asc' as const, 'desc' as const),
  perPage: fc.constantFrom(2, 10),
  page: fc.integer({ min: 1, max: 3 }),
});

test('whatever was written, and whichever weeks have sums, rows are what their days add up to', async () => {
  const steps = fc.array(
    fc.record({ entries: fc.array(entry, { maxLength: 12 }), sums: fc.boolean(), asked: question }),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async taken => {
      const database = await newDatabase();
      await add(database, 'pageviews', views(monday - 30, monday + 30));
      for (const { entries, sums, asked } of taken) {
        await add(database, 'page', entries);
        if (sums) await database.write(() => sumWeeks(database, 1));
        const { length, ...change } = asked;
        const selection = asking({ ...change, to: asked.from + length });
        expect(selectStatistic(database, selection)).toEqual(fromDays(database, selection));
      }
      database.close();
    }),
    { numRuns: 60 },
  );
});

test('a period reads a row a week and value in place of seven, but for the days at its ends', async () => {
  const database = await newDatabase();
  const days = Array.from({ length: 42 }, (_, at): StatisticEntry[] => [
    [monday + at, '/a', 1],
    [monday + at, `/day/${at}`, 2],
  ]);
  await add(database, 'page', days.flat());
  await add(database, 'pageviews', views(monday, monday + 41));
  await database.write(() => sumWeeks(database, 1));
  // The sixth week is not over as far as the counts tell.
  expect(database.statement('select week from summed_week').all()).toHaveLength(5);
  expect(database.statement(`select week, count from week_sum where value = '/a'`).all()).toEqual(
    [0, 1, 2, 3, 4].map(at => expect.objectContaining({ week: (monday + 3) / 7 + at, count: 7 })),
  );
  const selection = asking({ from: monday + 2, to: monday + 37 });
  const before = fromDays(database, selection);
  expect(before.rows[0]).toEqual({ value: '/a', count: 36 });
  // Without the days of the four whole weeks the answer is the same; without a day before or after them it is another.
  const remove = (from: number, to: number) =>
    database.write(() =>
      database.statement('delete from stat where name = 3 and day between ? and ?').run(from, to),
    );
  await remove(monday + 7, monday + 34);
  expect(selectStatistic(database, selection)).toEqual(before);
  await remove(monday + 6, monday + 6);
  expect(selectStatistic(database, selection).rows[0]).toEqual({ value: '/a', count: 35 });
});

test('a wrong year in a log does not make the sums a task of minutes', async () => {
  const database = await newDatabase();
  await add(database, 'pageviews', [[4, '', 1], ...views(monday, monday + 30), [2_900_000, '', 1]]);
  await add(database, 'page', [[monday, '/a', 3]]);
  await database.write(() => sumWeeks(database, 1));
  expect(database.statement('select week from summed_week').all()).toHaveLength(600);
  expect(selectStatistic(database, asking({ to: monday + 30 })).rows).toEqual([{ value: '/a', count: 3 }]);
});

/** What every statistic but the two by day says of some periods, and the same read from the days. */
async function compare(file: string) {
  const database = await openDatabase(file);
  const selections = allStatistics
    .filter(name => !isSeries(name))
    .flatMap(name => [0, 3, 9].map(at => asking({ name, from: monday - 20 + at, to: monday + 26 - at })));
  const all = selections.map(selection => ({
    answer: selectStatistic(database, selection),
    days: fromDays(database, selection),
  }));
  database.close();
  return all;
}

const dates = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${String(first + at).padStart(2, '0')}/Nov/2026`);

test('imports in any order, late lines and days counted again keep the sums right', async () => {
  const folder = temporaryFolder();
  const lines = (days: readonly string[], path: string) =>
    days.flatMap((day, at) => [
      line(`${day}:08:00:00`, path, { address: `203.0.113.${at}` }),
      line(`${day}:09:00:00`, `/only/${day}`, { address: `198.51.100.${at}` }),
    ]);
  const newest = writeLog(folder, 'newest.log', lines(dates(16, 8), '/a'));
  const oldest = writeLog(folder, 'oldest.log', lines(dates(1, 8), '/a'));
  const middle = writeLog(folder, 'middle.log', lines(dates(9, 7), '/a'));
  const late = writeLog(folder, 'late.log', lines(['03/Nov/2026', '12/Nov/2026'], '/late'));
  const file = temporaryFile();
  const weeks = () =>
    query(file, 'select week from summed_week order by week').map(row => Number(row['week']) * 7 - 3);
  const afterwards = async () => {
    for (const { answer, days } of await compare(file)) expect(answer).toEqual(days);
    return weeks();
  };
  await importHere(file, [newest]);
  expect(await afterwards()).toEqual([monday + 14]);
  // From the week of 26 October, since the 1st is a Sunday.
  await importHere(file, [oldest]);
  expect(await afterwards()).toEqual([monday - 7, monday, monday + 7, monday + 14]);
  for (const path of [middle, late]) {
    await importHere(file, [path]);
    expect(await afterwards()).toEqual([monday - 7, monday, monday + 7, monday + 14]);
  }
  // The 3rd and the 12th are counted again from the late lines alone: what else they had is gone.
  await importHere(file, [late], 'example.com', { recount: () => Promise.resolve(true) });
  expect(query(file, `select sum(count) as count from week_sum where name = 3 and value = '/a'`)).toEqual([
    { count: 20 },
  ]);
  expect(await afterwards()).toEqual([monday - 7, monday, monday + 7, monday + 14]);
});

test('a file from before there were sums answers the same, and has them with the next import', async () => {
  const folder = temporaryFolder();
  const first = writeLog(
    folder,
    'first.log',
    dates(1, 20).map(day => line(`${day}:08:00:00`, '/a')),
  );
  const next = writeLog(folder, 'next.log', [line('21/Nov/2026:08:00:00', '/b')]);
  const file = temporaryFile();
  const before = migrations.findIndex(step => step.includes('create table week_sum'));
  const old = new DatabaseSync(file, { timeout: 60_000 });
  for (const step of migrations.slice(0, before)) old.exec(step);
  old.exec(`pragma application_id = ${applicationId}; pragma user_version = ${before}`);
  old.close();
  const counts = temporaryFile();
  await importHere(counts, [first]);
  withRowsOfVisits(counts);
  const copy = new DatabaseSync(file, { timeout: 60_000 });
  copy.exec(`attach '${counts}' as counted`);
  for (const table of [
    'website',
    'stat',
    'visit',
    'import_key',
    'import_file',
    'import_line',
    'import_file_line',
  ])
    copy.exec(`insert into ${table} select * from counted.${table}`);
  copy.close();

  for (const { answer, days } of await compare(file)) expect(answer).toEqual(days);
  expect(query(file, 'select week from summed_week')).toEqual([]);
  await importHere(file, [next]);
  expect(query(file, 'select week from summed_week')).toHaveLength(3);
  for (const { answer, days } of await compare(file)) expect(answer).toEqual(days);
  const pages = (await compare(file)).find(({ answer }) => answer.rows[0]?.value === '/a');
  expect(pages?.answer.rows).toEqual([
    { value: '/a', count: 20 },
    { value: '/b', count: 1 },
  ]);
});
