import { expect, test } from 'vitest';
import type { RequestOptions } from '#api/api.ts';
import type { LastSeen } from '#config/kept/kept.ts';
import { dayCount, daysFrom } from '#model/period/day.ts';
import { conditionText, type Filter } from '#model/service/filter.ts';
import type { FilteredPeriod } from '#model/service/paging.ts';
import { createAnswers, createLoader } from '#queries/answers/answers.ts';
import { request } from '#queries/answers/request.ts';

const owner = 'dashboard';
const period = { from: '2026-11-18', to: '2026-11-20' } as const;
type Kept = Pick<LastSeen, 'website' | 'list' | 'isReadAgain'>;
const nothingKept: Kept = { website: () => undefined, list: undefined, isReadAgain: false };

/** Answers whose service counts one a day more at each request; `asked` says the days of each. */
function answersOver({
  lastSeen = nothingKept,
  isHeld = false,
  where,
}: { lastSeen?: Kept; isHeld?: boolean; where?: (website: string) => Filter } = {}) {
  const clock = { now: () => Date.parse('2026-11-20T15:00:00Z'), today: () => '2026-11-20' as const };
  const asked: string[] = [];
  const urgencies: (string | undefined)[] = [];
  const answer = async <T>(days: FilteredPeriod, options: RequestOptions, made: () => T): Promise<T> => {
    asked.push([days.from, days.to, ...(days.where ?? []).map(conditionText)].join(' '));
    urgencies.push(options.urgency);
    if (isHeld)
      await new Promise((_, reject) => options.signal?.addEventListener('abort', () => reject(new Error())));
    return made();
  };
  const api = {
    readSeries: async (_: string, __: string, days: FilteredPeriod, options: RequestOptions) =>
      await answer(days, options, () =>
        daysFrom(days.from, dayCount(days)).map(day => ({ day, count: asked.length })),
      ),
    readVisitors: async (_: string, days: FilteredPeriod, options: RequestOptions) =>
      await answer(days, options, () => asked.length),
    readSessions: async (_: string, days: FilteredPeriod, options: RequestOptions) =>
      await answer(days, options, () => ({ sums: { sessions: 0, bounces: 0, seconds: 0, pageviews: 0 } })),
    readHours: async (_: string, __: string, days: FilteredPeriod, options: RequestOptions) =>
      await answer(days, options, () => []),
    readCount: async (_: string, __: unknown, days: FilteredPeriod, options: RequestOptions) =>
      await answer(days, options, () => 0),
    readDataDays: () => Promise.resolve({ from: period.from, gaps: [] }),
    readStatistic: async (_: string, { period: days }: { period: FilteredPeriod }, options: RequestOptions) =>
      await answer(days, options, () => ({ rows: [], page: 1, next: 'no' as const })),
  };
  const answers = createAnswers({
    api,
    clock,
    timeZone: 'UTC',
    loader: createLoader(clock),
    lastSeen,
    changed: () => undefined,
    ...(where && { where }),
  });
  return { answers, asked, urgencies };
}

const visitors = request.series('visitors', period);
const countsOf = ({ answers }: ReturnType<typeof answersOver>, website = '7', asked = visitors) =>
  answers.get(website, asked).data?.map(({ count }) => count);

test('past 300 of a kind the oldest goes, of counts of rows past 2,000, whatever they are called', async () => {
  const { answers } = answersOver();
  const websites = [
    '__proto__',
    'constructor',
    '2',
    '1',
    ...Array.from({ length: 299 }, (_, at) => `id ${at}`),
  ];
  for (const website of websites) await answers.read(website, visitors, { owner });
  const known = websites.filter(website => answers.get(website, visitors).data !== undefined);
  expect(known).toEqual(websites.slice(-300));
  const row = { name: 'page', value: '/' } as const;
  for (let at = 0; at <= 2000; at += 1)
    await answers.read('7', request.counts({ ...row, value: `/${at}` }, period), { owner });
  const counts = [0, 1, 2000].map(
    at => answers.get('7', request.counts({ ...row, value: `/${at}` }, period)).data,
  );
  expect(counts).toEqual([undefined, 0, 0]);
});

test('of the list the numbers of the last twelve periods are kept', async () => {
  const { answers } = answersOver();
  const periods = daysFrom('2026-10-01', 13).map(day => ({ from: day, to: day }));
  for (const each of periods)
    for (const asked of [request.series('visitors', each), request.visitors(each)])
      await answers.read('7', asked, { owner, isOfList: true });
  const known = periods.map(each => answers.countsOf(request.series('visitors', each))('7')?.counts?.length);
  expect(known).toEqual([undefined, ...Array.from({ length: 12 }, () => 1)]);
});

test.each([
  ['nothing', {}, [], [1, 1, 1]],
  ['today, only the days that had not ended', { force: 'today' }, ['2026-11-20 2026-11-20'], [1, 1, 2]],
  ['all', { force: true }, ['2026-11-18 2026-11-20'], [2, 2, 2]],
] as const)('what is fresh and asked for again: %s', async (_, force, asked, counts) => {
  const fixture = answersOver();
  await fixture.answers.read('7', visitors, { owner });
  fixture.asked.length = 1;
  await fixture.answers.read('7', visitors, { owner, ...force });
  expect(fixture.asked.slice(1)).toEqual(asked);
  expect(countsOf(fixture)).toEqual(counts);
});

test('days that an answer for another period knows for good are not asked for, until the list is outdated', async () => {
  const fixture = answersOver();
  const { answers, asked } = fixture;
  await answers.read('7', visitors, { owner });
  const longer = request.series('visitors', { from: '2026-11-19', to: '2026-11-20' });
  await answers.read('7', longer, { owner });
  await answers.read('8', longer, { owner });
  expect(asked).toEqual(['2026-11-18 2026-11-20', '2026-11-20 2026-11-20', '2026-11-19 2026-11-20']);
  expect(countsOf(fixture, '7', longer)).toEqual([1, 2]);
  answers.outdate();
  await answers.read('7', request.series('visitors', { from: '2026-11-18', to: '2026-11-19' }), { owner });
  expect(asked.at(-1)).toBe('2026-11-18 2026-11-19');
});

test('what somebody waits for takes over what is read in the background, and is joined by nobody', async () => {
  const { answers, urgencies } = answersOver({ isHeld: true });
  void answers.read('7', visitors, { owner: 'all', urgency: 'background' });
  void answers.read('7', visitors, { owner: 'all', urgency: 'background' });
  void answers.read('7', visitors, { owner });
  void answers.read('7', visitors, { owner: 'all', urgency: 'background' });
  await new Promise(setImmediate);
  expect(urgencies).toEqual(['background', undefined]);
  answers.abort('7', visitors);
  await new Promise(setImmediate);
  expect(answers.get('7', visitors)).toMatchObject({ loading: false, data: undefined });
});

test.each([
  ['a service elsewhere', false, [5, 6, 7]],
  ['own logs, of which an import may have changed any day', true, undefined],
])(
  'a kept file of %s: what it has is shown, and what has no such key is left out',
  (_, isReadAgain, counts) => {
    const key = '7 visitors 2026-11-18 2026-11-20';
    const at = Date.parse('2026-11-20T11:30:00Z');
    const data = { from: '2026-11-18', counts: [5, 6, 7] };
    const kept = {
      id: '7',
      day: '2026-11-20',
      answers: [
        { kind: 'series', key, at, data },
        { kind: 'series', key: '7 nothing 2026-11-18 2026-11-20', at, data },
        { kind: 'rows', key: '7 page yesterday today', at, data: { rows: [], page: 1, next: 'no' } },
        { kind: 'visitors', key, at: at + 86_400_000, data: 9 },
      ],
    } as const;
    const fixture = answersOver({ lastSeen: { ...nothingKept, website: () => kept, isReadAgain } });
    fixture.answers.restore('7');
    expect(countsOf(fixture)).toEqual(counts);
    expect(fixture.answers.toKeep('7')).toEqual([kept.answers[0]]);
    expect(fixture.answers.keptDay('7')).toBe('2026-11-20');
  },
);

test('after a person has asked for everything again, no day of an earlier session is known for good', async () => {
  const at = Date.parse('2026-11-20T11:30:00Z');
  const key = '7 visitors 2026-11-17 2026-11-19';
  const data = { from: '2026-11-17', counts: [5, 6, 7] } as const;
  const kept = { id: '7', day: '2026-11-20', answers: [{ kind: 'series', key, at, data }] } as const;
  const earlier = request.series('visitors', { from: '2026-11-17', to: '2026-11-18' });
  for (const force of [false, true]) {
    const { answers, asked } = answersOver({ lastSeen: { ...nothingKept, website: () => kept } });
    await answers.read('7', visitors, { owner, force });
    await answers.read('7', earlier, { owner });
    expect(asked).toEqual(
      force ? ['2026-11-18 2026-11-20', '2026-11-17 2026-11-18'] : ['2026-11-19 2026-11-20'],
    );
  }
});

test('what a view has read is kept, also once the list has read it again', async () => {
  const { answers } = answersOver();
  await answers.read('7', visitors, { owner, isOfList: true });
  expect(answers.toKeep('7')).toEqual([]);
  await answers.read('7', visitors, { owner });
  answers.outdate();
  await answers.read('7', visitors, { owner, isOfList: true });
  expect(answers.toKeep('7').map(({ kind }) => kind)).toEqual(['series']);
});

test('within a filter everything of the website is asked anew, and nothing of it is kept or taken for all', async () => {
  let where: Filter = [];
  const germany: Filter = [{ field: 'country', comparison: 'is', value: 'DE' }];
  const fixture = answersOver({ where: website => (website === '7' ? where : []) });
  const { answers, asked } = fixture;
  const longer = request.series('visitors', { from: '2026-11-17', to: '2026-11-20' });
  await answers.read('7', longer, { owner });
  where = germany;
  expect(countsOf(fixture)).toBeUndefined();
  await answers.read('7', visitors, { owner });
  await answers.read('7', request.rows({ name: 'page', period }), { owner });
  await answers.read('8', visitors, { owner });
  await answers.read('7', visitors, { owner, isOfList: true, force: true });
  expect(asked).toEqual([
    '2026-11-17 2026-11-20',
    '2026-11-18 2026-11-20 country=DE',
    '2026-11-18 2026-11-20 country=DE',
    '2026-11-18 2026-11-20',
    '2026-11-18 2026-11-20',
  ]);
  expect(countsOf(fixture)).toEqual([2, 2, 2]);
  // The days that are over come from the filtered answer alone.
  await answers.read('7', longer, { owner });
  expect(asked.at(-1)).toBe('2026-11-17 2026-11-20 country=DE');
  where = [];
  expect(answers.toKeep('7').map(({ kind }) => kind)).toEqual(['series']);
  expect(countsOf(fixture, '7', longer)).toEqual([1, 1, 1, 1]);
});
