import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { capabilities } from '#api/umami/capabilities.ts';
import {
  type Comparison,
  type Condition,
  type Filter,
  type FilterField,
  filterFields,
} from '#model/service/filter.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import { whyNotFiltered } from '#model/service/filterText.ts';
import { allStatistics, type Period, type StatisticName } from '#model/statistics/statistics.ts';
import { connectUmami, errorOf } from '../../helpers/apiFixture.ts';
import { exampleSeed } from '../../helpers/umami/example.ts';
import { filteredCounts, valuesOf } from '../../helpers/umami/filteredCounts.ts';
import { manyPeople, manyVisits } from '../../helpers/umami/manyVisits.ts';
import { startUmami } from '../../helpers/umami/server.ts';

const period: Period = { from: '2026-10-22', to: '2026-11-14' };

async function open(version: '3.0' | '3.1' = '3.1') {
  const websites = [{ name: 'Many', domain: 'many.example', owner: 'anna', visits: manyVisits() }];
  const server = await startUmami({ ...exampleSeed, version, people: manyPeople, websites });
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna'), timeZone: 'UTC' });
  return { server, api, version, id: server.world.websites[0]?.id ?? '' };
}

const offered = filterFields.flatMap(field =>
  (capabilities.filters?.[field] ?? []).map(comparison => ({ field, comparison })),
);
const texts: Readonly<Partial<Record<FilterField, readonly string[]>>> = {
  page: ['e', 'BLOG', '/blog', '100%', '_', ',b', '\\', 'É', 'eq.', 'nowhere'],
  os: ['windows', ' 1', 'OS'],
  device: ['top', 'T'],
};

/** What can be asked with a value, one of each row or a part of some. */
function conditionsOf({
  field,
  comparison,
}: {
  field: Condition['field'];
  comparison: Comparison;
}): Condition[] {
  if (comparison === 'contains') return (texts[field] ?? []).map(value => ({ field, comparison, value }));
  const values = valuesOf(field, period).filter(value => !value.includes(','));
  return values.map(value => ({ field, comparison, value }));
}

/** Every statistic that is offered under a filter, and the visitors of the period, as a recount has them. */
async function compare({ api, id, version }: Awaited<ReturnType<typeof open>>, where: Filter) {
  const filtered = { ...period, where };
  const { counts, sessions, visitors } = filteredCounts(period, where);
  const names = allStatistics
    .filter(name => hasStatistic(capabilities, name))
    .filter(name => whyNotFiltered(name, capabilities, where) === undefined)
    .filter(name => name !== 'campaign' || version === '3.1');
  const read = async (name: StatisticName) => {
    const { rows } = await api.readStatistic(id, { name, period: filtered, perPage: 100 });
    const known = rows.filter(({ count }) => count > 0);
    return [name, Object.fromEntries(known.map(({ value, count }) => [value, count]))] as const;
  };
  const all = Object.fromEntries(await Promise.all(names.map(read)));
  expect({ where, ...all }).toEqual({
    where,
    ...Object.fromEntries(names.map(name => [name, counts[name]])),
  });
  expect(await api.readVisitors(id, filtered)).toBe(visitors);
  expect(await api.readSessions(id, filtered)).toEqual({ sums: sessions });
  for (const name of ['visitors', 'pageviews'] as const) {
    const days = await api.readSeries(id, name, filtered);
    expect(days).toHaveLength(24);
    expect(days).toEqual(days.map(({ day }) => ({ day, count: counts[name]?.[day] ?? 0 })));
    const hours = await api.readHours(id, `${name}_hours`, filtered);
    const wanted = hours.map((_, hour) => counts[`${name}_hours`]?.[String(hour).padStart(2, '0')] ?? 0);
    expect(hours).toEqual(wanted);
  }
}

const conditions = offered.flatMap(conditionsOf);

test.each(offered)('$field $comparison: every statistic of 3.1 is that of a recount', async one => {
  const opened = await open();
  for (const condition of conditionsOf(one)) await compare(opened, [condition]);
});

test.each(offered.filter(({ field }) => field !== 'continent' && field !== 'language'))(
  '$field $comparison: so it is with 3.0',
  async one => {
    const opened = await open('3.0');
    // One value and another: what becomes of each was seen with 3.1.
    const all = conditionsOf(one);
    for (const condition of [...all.slice(0, 1), ...all.slice(-1)]) await compare(opened, [condition]);
  },
);

/** Cities of several countries are refused. */
const isAsked = (where: Filter) =>
  new Set(where.flatMap(({ field, value }) => (field === 'city' ? [value.slice(0, 2)] : []))).size < 2;

test('several conditions of any kind: every statistic of 3.1 is that of a recount', async () => {
  const opened = await open();
  const filters = fc.array(fc.constantFrom(...conditions), { minLength: 2, maxLength: 5 }).filter(isAsked);
  await fc.assert(
    fc.asyncProperty(filters, where => compare(opened, where)),
    { numRuns: 25 },
  );
});

test('conditions on several statistics: so it is with 3.0', async () => {
  const opened = await open('3.0');
  const kinds = conditions.filter(({ field }) => !['continent', 'language', 'city'].includes(field));
  const filters = fc.uniqueArray(fc.constantFrom(...kinds), { selector: ({ field }) => field, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(filters, where => compare(opened, where)),
    { numRuns: 15 },
  );
});

test.each([
  [
    { field: 'page', comparison: 'is', value: '/shop/a,b' },
    'Umami splits a value at its commas and lines: it cannot filter by page /shop/a,b.',
  ],
  [
    { field: 'device', comparison: 'is not', value: 'a\nb' },
    'Umami splits a value at its commas and lines: it cannot filter by device not a b.',
  ],
  [{ field: 'country', comparison: 'is', value: '' }, 'Umami does not filter by an empty country.'],
  [
    { field: 'os', comparison: 'contains', value: 'or 11' },
    'Umami has "Windows 10" for Windows 10 and 11: type a part of that.',
  ],
  [
    { field: 'city', comparison: 'is', value: 'London' },
    'Umami filters by a city with its country only, as in city=GB:London.',
  ],
  [
    { field: 'continent', comparison: 'is', value: 'Atlantis' },
    'Umami filters by a continent of countries only.',
  ],
  [{ field: 'country', comparison: 'is not', value: 'DE' }, 'Umami filters by country with "is" only.'],
  [{ field: 'referrer', comparison: 'is', value: 't.co' }, 'Umami does not filter by referrer.'],
] as const)('%o is refused in words, with no request', async (condition, reason) => {
  const { server, api, id } = await open();
  const error = await errorOf(api.readVisitors(id, { ...period, where: [condition] }));
  expect([error.kind, error.message, server.asked.length]).toEqual(['validation', reason, 0]);
});

const germany = { field: 'country', comparison: 'is', value: 'DE' } as const;
const britain = { field: 'country', comparison: 'is', value: 'GB' } as const;
const blog = { field: 'page', comparison: 'contains', value: '/blog' } as const;

test('cities of two countries are refused: they would be those of each in both', async () => {
  const { api, id } = await open();
  const where = ['GB:London', 'DE:Berlin'].map(
    value => ({ field: 'city', comparison: 'is', value }) as const,
  );
  const error = await errorOf(api.readVisitors(id, { ...period, where }));
  expect(error.message).toBe('Umami filters by cities of one country at once.');
});

test('what a filter by page would count otherwise is refused, with no request', async () => {
  const { server, api, id } = await open();
  for (const name of ['landing_page', 'exit_page', 'referrer', 'campaign', 'event'] as const) {
    const error = await errorOf(api.readStatistic(id, { name, period: { ...period, where: [blog] } }));
    expect(error.message).toMatch(/^Umami does not count .*s within a filter by page\.$/);
  }
  expect(server.asked).toEqual([]);
});

test('3.0 refuses what it would read as one value, or not at all, and then does not offer it', async () => {
  const { server, api, id } = await open('3.0');
  const read = (...where: Filter) => errorOf(api.readVisitors(id, { ...period, where }));
  const europe = { field: 'continent', comparison: 'is', value: 'EU:Europe' } as const;
  const several = 'This Umami filters by one value of a statistic: version 3.1 by several.';
  expect((await read(europe)).message).toBe(several);
  expect((await read(europe)).message).toBe('Umami does not filter by continent.');
  expect((await read(germany, britain)).message).toBe(several);
  expect((await read(blog, { ...blog, value: 'post' })).message).toBe(several);
  // It was asked once whether it has campaigns, and for nothing else.
  expect(server.asked.map(({ query }) => query.get('type'))).toEqual(['utmCampaign']);
  expect(api.capabilities.filters?.country).toEqual(['is']);
});

test('a search finds among the rows of a filter of the same statistic', async () => {
  const { api, id } = await open();
  const read = async (search: string) => {
    const query = { name: 'page', period: { ...period, where: [blog] }, search } as const;
    return (await api.readStatistic(id, query)).rows.map(({ value }) => value).toSorted();
  };
  expect(await read('first')).toEqual(['/blog/first-post']);
  expect(await read('pricing')).toEqual([]);
});

test('a filtered dashboard asks as often as one without a filter', async () => {
  const requests = async (where: Filter) => {
    const { server, api, id } = await open();
    const filtered = { ...period, where };
    const names = [
      'page',
      'landing_page',
      'referrer',
      'campaign',
      'country',
      'device',
      'visitors_hours',
    ] as const;
    await Promise.all([
      api.readSeries(id, 'visitors', filtered),
      api.readSeries(id, 'pageviews', filtered),
      api.readVisitors(id, filtered),
      api.readSessions(id, filtered),
      ...names.map(name => api.readStatistic(id, { name, period: filtered })),
    ]);
    return server.asked.length;
  };
  const unfiltered = await requests([]);
  expect(await requests([germany])).toBe(unfiltered);
  expect(await requests([germany, britain, { field: 'device', comparison: 'is not', value: 'mobile' }])).toBe(
    unfiltered,
  );
});
