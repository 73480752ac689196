import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import { bucket } from '#model/period/bucket.ts';
import { addDays, dayCount, dayNumber, daysFrom } from '#model/period/day.ts';
import { type Day, type Period, type StatisticName, statisticNames } from '#model/statistics/statistics.ts';
import { newCountries, yearPeriod } from '#model/statistics/year.ts';
import { statisticCodes } from '#server/database/counts.ts';
import { countDay } from '#server/demo/countDay.ts';
import { timelineOf } from '#server/demo/makeDemo.ts';
import { sites } from '#server/demo/sites.ts';
import { vocabularyOf } from '#server/demo/vocabulary.ts';
import { preparedDemo } from '../helpers/preparedDemo.ts';
import { runChild } from './children/run.ts';
import { ask, openForTest, temporaryFile } from './serverFixture.ts';

const today: Day = '2026-11-20';

async function makeDemo(file: string, day: Day = today): Promise<void> {
  const service = await openForTest({ file, today: () => day, demo: true });
  service.close();
}

let prepared = '';

beforeAll(async () => {
  prepared = join(await preparedDemo(today), 'demo.sqlite');
});

/** A file with the demo of today. */
function copyOfDemo(): string {
  const file = temporaryFile();
  copyFileSync(prepared, file);
  return file;
}

/** All rows of a query over the file itself. */
function query(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  const rows = database
    .prepare(sql)
    .all()
    .map(row => ({ ...row }));
  database.close();
  return rows;
}

/** How many counts a file has from a day on, and those of which websites and statistics are not the same in the other. */
function compared(file: string, other: string, from: Day): { counts: number; different: unknown[] } {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  database.prepare('attach ? as other').run(other);
  // Put together in the order of their key: looking each row up takes ten times as long.
  const countsOf = (name: string) =>
    `(select id, domain, name, count(*) as counts, group_concat(day || ' ' || value || ' ' || count, '\n') as rows
      from ${name}.stat join ${name}.website on id = website_id where day >= :from group by website_id, name)`;
  const rows = database
    .prepare(
      `select id, domain, name, one.counts, one.rows is the_other.rows as same
       from ${countsOf('main')} as one full join ${countsOf('other')} as the_other using (id, domain, name)`,
    )
    .all({ from: dayNumber(from) });
  database.close();
  return {
    counts: rows.reduce((sum, { counts }) => sum + Number(counts), 0),
    different: rows.filter(({ same }) => same !== 1),
  };
}

/** Nothing more, nothing less and nothing else than in the demo that was prepared in one go. */
function expectTheDemo(file: string, from: Day = '2024-09-01'): void {
  const { counts, different } = compared(file, prepared, from);
  expect(different).toEqual([]);
  expect(counts).toBeGreaterThan(100_000);
}

const ofDay = (names: StatisticName): string =>
  `(select coalesce(sum(count), 0) from stat where website_id = v.website_id and day = v.day
    and name = ${statisticCodes[names]})`;

test('the demo: its websites, how far they reach back, and what the statistics of a day sum to', async () => {
  const file = copyOfDemo();
  const service = await openForTest({ file, today: () => today, demo: true });
  const { body } = await ask(service, 'GET /websites?per_page=100');
  expect(body.meta).toMatchObject({ total: 13 });
  const has = (fields: Record<string, unknown>): void => {
    expect(body.data).toContainEqual(expect.objectContaining(fields));
  };
  has({ privacy: 0 });
  has({ privacy: 2 });
  has({ email: 1 });
  has({ exclude_bots: 0 });
  has({ exclude_params: expect.stringContaining('\n') });
  has({ domain: 'podcast.example.com', created_at: expect.stringMatching(/^2026-08-21 /) });

  const range = (name: StatisticName): unknown =>
    query(
      file,
      `select date(min(day) * 86400, 'unixepoch') as first, date(max(day) * 86400, 'unixepoch') as last
       from stat where name = ${statisticCodes[name]}`,
    )[0];
  expect(range('visitors')).toEqual({ first: '2024-09-20', last: today });
  expect(range('pageviews')).toEqual({ first: '2024-09-20', last: today });
  // Rows reach as far as the days they are added up from.
  expect(range('page')).toEqual({ first: '2024-09-20', last: today });
  expect(range('country')).toEqual({ first: '2024-09-20', last: today });

  const sums = (names: readonly StatisticName[], of: StatisticName): unknown[] =>
    query(
      file,
      `select v.website_id, v.day, v.count, ${names.map(name => `${ofDay(name)} as ${name}`).join(', ')}
       from stat v where v.name = ${statisticCodes[of]}
       and (${names.map(name => `${ofDay(name)} <> v.count`).join(' or ')})`,
    );
  const ofVisitors = [
    'country',
    'city',
    'continent',
    'language',
    'browser',
    'os',
    'device',
    'resolution',
  ] as const;
  expect(sums([...ofVisitors, 'visitors_hours'], 'visitors')).toEqual([]);
  expect(sums(['page', 'pageviews_hours'], 'pageviews')).toEqual([]);
  expect(
    query(file, `select 1 from stat v where v.name = 1 and not ${ofDay('pageviews')} >= v.count`),
  ).toEqual([]);
  expect(
    query(
      file,
      `select 1 from stat v where v.name = ${statisticCodes.landing_page} and v.count > coalesce((select count
       from stat p where p.website_id = v.website_id and p.day = v.day and p.name = ${statisticCodes.page}
       and p.value = v.value), 0)`,
    ),
  ).toEqual([]);
  expect(query(file, 'select distinct name from stat')).toHaveLength(statisticNames.length);
  expect(query(file, 'select 1 from stat where count < 1')).toEqual([]);
});

test('the demo tells a story: one site stopped, one is new, one was linked from elsewhere', async () => {
  const service = await openForTest({ file: copyOfDemo(), demo: true });
  const visitors = async (
    domain: string,
    from: Day,
    to: Day,
  ): Promise<{ value: string; count: number }[]> => {
    const found = await ask(service, `GET /websites?search=${domain}`);
    const id = Array.isArray(found.body.data) ? String(found.body.data[0]?.id) : '';
    const range = `from=${from}&to=${to}&sort_by=value&sort=asc&per_page=100`;
    const { body } = await ask(service, `GET /stats/${id}?name=visitors&${range}`);
    return Array.isArray(body.data) ? body.data : [];
  };
  const stopped = await visitors('old-forum', '2026-10-10', today);
  expect(stopped.at(-1)?.value).toBe('2026-10-20');
  const opened = await visitors('podcast', '2026-08-01', today);
  expect(opened[0]?.value).toBe('2026-08-23');
  const journal = await visitors('blog', '2026-10-01', today);
  const counts = journal.map(row => row.count).sort((a, b) => a - b);
  expect(counts.at(-1)).toBeGreaterThan(3 * (counts[Math.floor(counts.length / 2)] ?? NaN));
});

test('the demo has these very numbers on every machine', async () => {
  const service = await openForTest({ file: copyOfDemo(), demo: true });
  const { body } = await ask(
    service,
    'GET /stats/6?name=visitors&from=2026-11-16&to=2026-11-20&sort_by=value',
  );
  expect(body.data).toEqual([
    { value: '2026-11-20', count: 1017 },
    { value: '2026-11-19', count: 2828 },
    { value: '2026-11-18', count: 2838 },
    { value: '2026-11-17', count: 3046 },
    { value: '2026-11-16', count: 2679 },
  ]);
});

test('today has the hours that have begun, more of them later, and its whole traffic the next day; brought up to today it equals one begun today', async () => {
  const file = temporaryFile();
  const begun: Day = '2026-11-03';
  const counted = () =>
    query(
      file,
      `select max(cast(value as integer)) as last, sum(count) as count from stat
       where name = ${statisticCodes.visitors_hours} and day = ${dayNumber(begun)}`,
    )[0];
  const openAt = async (day: Day, time: string) => {
    const options = { file, today: () => day, timeStamp: () => `${day} ${time}`, demo: true };
    (await openForTest(options)).close();
  };
  await makeDemo(file, begun);
  const noon = counted();
  expect(noon?.last).toBe(11);
  await openAt(begun, '11:50:00');
  expect(counted()).toEqual(noon);
  await openAt(begun, '15:40:00');
  expect(counted()?.last).toBe(15);
  await openAt(addDays(begun, 1), '00:10:00');
  expect(counted()?.last).toBe(23);
  expect(Number(counted()?.count)).toBeGreaterThan(1.6 * Number(noon?.count));
  for (const day of [addDays(begun, 1), today, addDays(today, -11)]) await makeDemo(file, day);
  expectTheDemo(file, '2025-10-20');
});

test('a restart keeps what the person did: edited, deleted and added websites', async () => {
  const file = copyOfDemo();
  const service = await openForTest({ file, today: () => today, demo: true });
  await ask(service, 'DELETE /websites/1');
  await ask(service, 'PUT /websites/2', { privacy: '0', exclude_ips: '192.0.2.1' });
  await ask(service, 'POST /websites', { domain: 'mine.example' });
  const before = (await ask(service, 'GET /websites?per_page=100')).body.data;
  service.close();
  const again = await openForTest({ file, today: () => '2026-11-25', demo: true });
  expect((await ask(again, 'GET /websites?per_page=100')).body.data).toEqual(before);
  const { body } = await ask(again, 'GET /stats/14?name=visitors&from=2026-11-01&to=2026-11-25');
  expect(body.data).toEqual([]);
});

test('a demo that is ready is opened without work, also on an earlier day', async () => {
  const file = copyOfDemo();
  const calls: number[] = [];
  for (const day of [today, '2026-11-10'] as const) {
    const service = await openForTest({
      file,
      today: () => day,
      demo: true,
      onProgress: fraction => calls.push(fraction),
    });
    service.close();
  }
  expect(calls).toEqual([]);
  expectTheDemo(file);
});

test('two first starts at once end with one demo', async () => {
  const file = temporaryFile();
  const ended = await Promise.all([runChild('openDemo.ts', [file]), runChild('openDemo.ts', [file])]);
  expect(ended).toEqual([1, 2].map(() => ({ code: 0, output: 'ready', errors: '' })));
  expectTheDemo(file);
});

test('a preparation that was killed half-way is finished at the next start', async () => {
  const file = temporaryFile();
  const killed = await runChild('openDemo.ts', [file, '0.5']);
  expect(killed).toEqual({ code: null, output: '', errors: '' });
  const ready = query(file, 'select site from demo_website where through_day is not null').length;
  expect(ready).toBeGreaterThan(0);
  expect(ready).toBeLessThan(13);
  await makeDemo(file);
  expectTheDemo(file);
});

test('a first start says how far it is, and leaves a website alone that the person has of a domain of the demo', async () => {
  const file = temporaryFile();
  const own = await openForTest({ file });
  await ask(own, 'POST /websites', { domain: 'blog.example.com', email: '1' });
  own.close();
  const fractions: number[] = [];
  const service = await openForTest({ file, demo: true, onProgress: fraction => fractions.push(fraction) });
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
  // It takes its place once: what it was written to before is empty.
  expect([statSync(file).size > 20_000_000, statSync(`${file}-wal`).size]).toEqual([true, 0]);
  expect((await ask(service, 'GET /websites?per_page=100')).body.meta).toMatchObject({ total: 13 });
  const { body } = await ask(service, 'GET /stats/1?name=visitors&from=2026-11-01&to=2026-11-20');
  expect(body.data).toEqual([]);
});

test('on whatever day the demo is made, two of its websites have visitors of new countries in their year', () => {
  for (const begun of ['2024-02-29', '2026-03-01', '2026-11-20', '2027-01-01', '2028-12-31'] as const) {
    const day = dayNumber(begun);
    const { anchorDay } = timelineOf(day);
    const { from, to } = yearPeriod(begun);
    const months = bucket(
      daysFrom(from, dayCount({ from, to })).map(day => ({ day, count: undefined })),
      'month',
    );
    const found = sites.flatMap(site => {
      if (site.arrivals === undefined) return [];
      const vocabulary = vocabularyOf(site);
      // Of a stretch one day in nine tells which countries it has.
      const rowsOf = ({ from, to }: Period) => {
        const counts = new Map<string, number>();
        for (let each = dayNumber(from); each <= dayNumber(to); each += 9) {
          const { country } = countDay(site, vocabulary, { day: each, hours: 24, anchorDay });
          for (const [index, count] of country.entries()) {
            const value = vocabulary.values.country[index] ?? '';
            if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
          }
        }
        return [...counts].map(([value, count]) => ({ value, count }));
      };
      const before = { from: addDays(from, -365), to: addDays(from, -1) };
      return newCountries([before, ...months].map(part => ({ ...part, rows: rowsOf(part) }))).map(
        ({ value }) => `${site.domain} ${value}`,
      );
    });
    expect([begun, found.toSorted()]).toEqual([
      begun,
      ['docs.example.com NG:Nigeria', 'docs.example.com SG:Singapore', 'shop.example.com NZ:New Zealand'],
    ]);
  }
});
