import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayNumber, dayOfNumber } from '#model/period/day.ts';
import {
  comparisons,
  type Condition,
  conditionText,
  type Filter,
  filterFields,
  filtersOfDemo,
} from '#model/service/filter.ts';
import { type Day, statisticNames } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import {
  type FilteredField,
  fieldOf,
  type Visits,
  valueStatistic,
} from '#server/database/filter/filtered.ts';
import { selectOfVisits } from '#server/database/filter/filteredRows.ts';
import type { VisitPart } from '#server/database/visit/VisitPart.ts';
import { countDay } from '#server/demo/countDay.ts';
import { distributeDay, dealtVisits } from '#server/demo/distributeDay.ts';
import { vocabularyOf } from '#server/demo/vocabulary.ts';
import { seeded } from '#server/demo/random.ts';
import { sites } from '#server/demo/sites.ts';
import { preparedDemo } from '../helpers/preparedDemo.ts';
import { ask, openForTest, temporaryFile } from './serverFixture.ts';

const today: Day = '2026-11-20';
const ofSession = ['landing_page', 'referrer', 'campaign', 'event'] as const;
const ofVisitor = [
  'browser',
  'os',
  'device',
  'country',
  'continent',
  'language',
  'city',
  'resolution',
] as const;

type Texts = (field: FilteredField) => readonly string[];

interface View {
  readonly page: string;
  readonly hour: string;
}

interface Session {
  readonly visitor: string;
  readonly known: Readonly<Record<string, string>>;
  readonly views: readonly View[];
}

/** The sessions of a part in words, one after the other. */
function sessionsOf({ visitors, sessions, detail, dealt }: VisitPart, textsOf: Texts): Session[] {
  if (!detail || !dealt) throw new Error('no detail');
  let view = 0;
  return Array.from({ length: sessions.rows }, (_, at) => {
    const text = (name: (typeof ofSession)[number] | (typeof ofVisitor)[number]): string => {
      const number =
        name === 'event' || name === 'city' || name === 'resolution'
          ? dealt.get(name)[at]
          : name === 'landing_page' || name === 'referrer' || name === 'campaign'
            ? sessions.get(name)[at]
            : detail.about.get(name)[at];
      return number === 0 ? '' : (textsOf(fieldOf(name))[(number ?? 0) - 1] ?? 'no such number');
    };
    const names = [...ofSession, ...ofVisitor];
    const views = Array.from({ length: sessions.get('views')[at] ?? 0 }, () => ({
      page: textsOf('page')[(detail.views.get('page')[view] ?? 0) - 1] ?? 'no such page',
      hour: String(detail.views.get('hour')[view++]).padStart(2, '0'),
    }));
    // A session ends with its last view.
    const exit = views.at(-1)?.page ?? '';
    return {
      visitor: visitors.toString('hex', at * 12, at * 12 + 12),
      known: { ...Object.fromEntries(names.map(name => [name, text(name)])), exit_page: exit },
      views,
    };
  });
}

function isMet(where: Filter, known: Readonly<Record<string, string>>): boolean {
  const of = ({ field }: Condition): string => known[field] ?? '';
  const alternatives = Map.groupBy(
    where.filter(({ comparison }) => comparison === 'is'),
    ({ field }) => field,
  );
  return (
    [...alternatives.values()].every(some => some.some(each => of(each) === each.value)) &&
    where.every(each => each.comparison !== 'is not' || of(each) !== each.value) &&
    where.every(
      each => each.comparison !== 'contains' || of(each).toLowerCase().includes(each.value.toLowerCase()),
    )
  );
}

type Counts = Record<string, Record<string, number>>;

/** What the sessions of a day count, of the views that meet a filter; added to the counts. */
function countSessions(sessions: readonly Session[], day: Day, where: Filter, counts: Counts): Counts {
  const weekday = String(((dayNumber(day) + 3) % 7) + 1);
  const add = (name: string, value: string): void => {
    const rows = (counts[name] ??= {});
    rows[value] = (rows[value] ?? 0) + 1;
  };
  const visitors = new Set<string>();
  for (const { visitor, known, views } of sessions) {
    const met = views.filter(view => isMet(where, { ...known, ...view, weekday }));
    const [first] = met;
    if (!first) continue;
    for (const { page, hour } of met) {
      add('pageviews', day);
      add('page', page);
      add('pageviews_hours', hour);
    }
    for (const name of ofSession)
      if (name === 'landing_page' || name === 'referrer' || known[name] !== '') add(name, known[name] ?? '');
    if (visitors.has(visitor)) continue;
    visitors.add(visitor);
    add('visitors', day);
    add('visitors_hours', first.hour);
    for (const name of ofVisitor) add(name, known[name] ?? '');
  }
  return counts;
}

test('random websites and days: the sessions that are dealt come to the rows of the day, and places and agents belong together', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sites),
      fc.nat(800),
      fc.oneof(fc.constant(24), fc.nat(24)),
      fc.integer(),
      (site, at, hours, seed) => {
        const anchorDay = dayNumber('2026-11-01');
        const day = anchorDay - 780 + at;
        const vocabulary = vocabularyOf(site);
        const counts = countDay(site, vocabulary, { day, hours, anchorDay });
        const part = distributeDay(counts, vocabulary, seeded(seed));
        const sessions = sessionsOf(
          part,
          field => Object.entries(vocabulary.values).find(([name]) => name === field)?.[1] ?? [],
        );
        const expected = Object.fromEntries(
          statisticNames.flatMap(name => {
            const values =
              name === 'visitors' || name === 'pageviews' ? [dayOfNumber(day)] : vocabulary.values[name];
            const rows = values.flatMap((value, index) => {
              const count = counts[name][index] ?? 0;
              return count > 0 ? [[value, count] as const] : [];
            });
            return rows.length > 0 ? [[name, Object.fromEntries(rows)]] : [];
          }),
        );
        expect(countSessions(sessions, dayOfNumber(day), [], {})).toEqual(expected);
        for (const { known, views } of sessions) {
          const place = vocabulary.ofCity[vocabulary.values.city.indexOf(known['city'] ?? '')];
          expect(vocabulary.values.country[place?.country ?? -1]).toBe(known['country']);
          expect(vocabulary.values.continent[place?.continent ?? -1]).toBe(known['continent']);
          expect(['en', vocabulary.values.language[place?.language ?? -1]]).toContain(known['language']);
          const screen = vocabulary.values.resolution.indexOf(known['resolution'] ?? '');
          expect(
            vocabulary.ofAgent.some(
              agent =>
                vocabulary.values.browser[agent.browser] === known['browser'] &&
                vocabulary.values.os[agent.os] === known['os'] &&
                vocabulary.values.device[agent.device] === known['device'] &&
                (agent.screens[screen] ?? 0) > 0,
            ),
          ).toBe(true);
          expect(views[0]?.page).toBe(known['landing_page']);
        }
      },
    ),
    { numRuns: 25 },
  );
});

let prepared = '';

beforeAll(async () => {
  prepared = join(await preparedDemo(today), 'demo.sqlite');
});

function copyOfDemo(): string {
  const file = temporaryFile();
  copyFileSync(prepared, file);
  return file;
}

type Service = Awaited<ReturnType<typeof openForTest>>;

async function countsOfService(
  service: Service,
  website: number,
  where: Filter,
  { from, to }: { from: Day; to: Day },
): Promise<Counts> {
  const counts: Counts = {};
  for (const name of statisticNames) {
    const query = new URLSearchParams({ name, from, to, per_page: '100' });
    for (const condition of where) query.append('where', conditionText(condition));
    const { status, body } = await ask(service, `GET /stats/${website}?${query.toString()}`);
    expect(status).toBe(200);
    const rows: unknown = body.data;
    if (!Array.isArray(rows)) throw new Error('no rows');
    expect(body.meta?.['total']).toBe(rows.length);
    if (rows.length > 0) counts[name] = Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  }
  return counts;
}

const website = fc.integer({ min: 1, max: sites.length });
/** Mostly the last days, up to today, of which only the morning is there. */
const period = fc
  .tuple(fc.oneof(fc.nat(10), fc.nat(800)), fc.nat(20))
  .map(([ago, days]) => ({ from: addDays(today, -ago - days), to: addDays(today, -ago) }));

test('the demo filtered by what all page views meet has the rows that it has without a filter', async () => {
  const service = await openForTest({ file: copyOfDemo(), demo: true });
  await fc.assert(
    fc.asyncProperty(website, period, async (id, days) => {
      const all: Filter = [{ field: 'page', comparison: 'is not', value: '/nowhere' }];
      expect(await countsOfService(service, id, all, days)).toEqual(
        await countsOfService(service, id, [], days),
      );
    }),
    { numRuns: 12 },
  );
});

const everything = {
  website: 1,
  today: dayNumber(today),
  search: undefined,
  sortBy: 'count',
  sort: 'desc',
  perPage: 100,
  page: 1,
} as const;

test('what nobody waits for any more is counted no further, and what somebody waits for is', async () => {
  const database = await openDatabase(copyOfDemo());
  const visits = dealtVisits(database, 1);
  if (!visits) throw new Error('no website of the demo');
  const [first, second] = [new AbortController(), new AbortController()];
  const dealt: number[] = [];
  const counted: Visits = {
    ...visits,
    parts(day) {
      dealt.push(day);
      // Both wait by now, and the first gives up.
      if (dealt.length === 3) first.abort();
      if (dealt.length === 300 && from === '2025-01-01') second.abort();
      return visits.parts(day);
    },
  };
  let from: Day = '2024-12-01';
  const rows = async ({ signal }: AbortController) =>
    await selectOfVisits(database, counted, {
      ...everything,
      name: 'page',
      from: dayNumber(from),
      to: dayNumber(today),
      where: [{ field: 'country', comparison: 'is', value: 'DE:Germany' }],
      signal,
    });
  const [, one] = await Promise.allSettled([rows(first), rows(second)]);
  expect(one).toMatchObject({ status: 'fulfilled' });
  expect(dealt).toHaveLength(dayNumber(today) - dayNumber(from) + 1);

  dealt.length = 0;
  from = '2025-01-01';
  await expect(rows(second)).rejects.toThrow('aborted');
  // A day or two are done before the next look.
  expect(dealt.length).toBeGreaterThanOrEqual(300);
  expect(dealt.length).toBeLessThan(303);
  await expect(rows(second)).rejects.toThrow('aborted');
  expect(dealt.length).toBeLessThan(303);
  database.close();
});

test('the days of a year are asked for in parts, which are counted once for all that asks for them', async () => {
  const database = await openDatabase(copyOfDemo());
  const visits = dealtVisits(database, 1);
  if (!visits) throw new Error('no website of the demo');
  let dealt = 0;
  const counted: Visits = {
    ...visits,
    parts(day) {
      dealt++;
      return visits.parts(day);
    },
  };
  const parts = Array.from({ length: 8 }, (_, at) => dayNumber('2024-10-01') + at * 91);
  for (const name of ['visitors', 'pageviews', 'visitors'] as const)
    for (const from of parts)
      await selectOfVisits(database, counted, {
        ...everything,
        name,
        from,
        to: from + 90,
        where: [{ field: 'device', comparison: 'is not', value: 'mobile' }],
      });
  expect(dealt).toBe(8 * 91);
  database.close();
});

/** What the sessions come to that the demo of a website deals; it has none before its first day. */
function countsByHand(
  database: Database,
  id: number,
  where: Filter,
  { from, to }: { from: Day; to: Day },
): Counts {
  const visits = dealtVisits(database, id);
  const texts: Texts = field => visits?.texts?.(field).slice(1) ?? [];
  const counts: Counts = {};
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const part of visits?.parts(dayNumber(day)) ?? [])
      if (day >= '2024-09-20') countSessions(sessionsOf(part, texts), day, where, counts);
  return counts;
}

test('a value without a name is filtered by as any other: a system that no browser told', async () => {
  const file = copyOfDemo();
  const service = await openForTest({ file, demo: true });
  const database = await openDatabase(file);
  const nameless = sites.findIndex(site => vocabularyOf(site).values.os.includes('')) + 1;
  const days = { from: addDays(today, -9), to: today };
  for (const comparison of ['is', 'is not'] as const) {
    const where: Filter = [{ field: 'os', comparison, value: '' }];
    const counts = countsByHand(database, nameless, where, days);
    expect(Object.keys(counts)).toContain('visitors');
    expect(await countsOfService(service, nameless, where, days)).toEqual(counts);
  }
  database.close();
});

const demoFields = filterFields.filter(field => filtersOfDemo[field] !== undefined);

test('random filters of the demo: every statistic is what the sessions come to, counted by hand', async () => {
  const file = copyOfDemo();
  const service = await openForTest({ file, demo: true });
  const database = await openDatabase(file);
  await fc.assert(
    fc.asyncProperty(
      website,
      period,
      fc.array(fc.tuple(fc.constantFrom(...demoFields), fc.constantFrom(...comparisons), fc.nat()), {
        minLength: 1,
        maxLength: 3,
      }),
      async (id, days, drawn) => {
        const visits = dealtVisits(database, id);
        const texts: Texts = field => visits?.texts?.(field).slice(1) ?? [];
        const where = drawn.map(([field, comparison, at]): Condition => {
          if (field === 'hour')
            return { field, comparison: 'is not', value: String(at % 24).padStart(2, '0') };
          if (field === 'weekday') return { field, comparison: 'is', value: String((at % 7) + 1) };
          const statistic = valueStatistic(field);
          const known = statistic ? texts(fieldOf(statistic)) : [];
          const value = known[at % Math.max(1, known.length)] ?? 'none';
          return { field, comparison, value: comparison === 'contains' ? value.slice(0, 4) || 'e' : value };
        });
        const counts = countsByHand(database, id, where, days);
        expect({ where, counts: await countsOfService(service, id, where, days) }).toEqual({ where, counts });
      },
    ),
    { numRuns: 20 },
  );
  database.close();
});
