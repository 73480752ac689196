import { expect, onTestFinished, test } from 'vitest';
import { ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { panelContent } from '#screens/dashboard/panels.ts';
import { linesScreen } from '#screens/lines/index.ts';
import { cursorCommands } from '#screens/chart/cursor.ts';
import { emptyMessage } from '#screens/why/index.ts';
import { shownPreview } from '#store/websites/previewContent.ts';
import { seriesDetail } from '#screens/statistic/days.ts';
import { linesBehind } from '#screens/sharing.ts';
import { statisticDetail, statisticScreen } from '#screens/statistic/index.ts';
import { listen } from '#server/http.ts';
import { changeSentences } from '#queries/why.ts';
import { whyGroups } from '#queries/whyGroups.ts';
import { whyRead } from '#store/views/why.ts';
import { type State } from '#store/state.ts';
import { exportSource } from '#store/viewRules.ts';
import { createApi } from '../../helpers/apiFixture.ts';
import { expectPagesAt15, isSettled, markIn, marksOf, pagesAt14 } from '../../helpers/rowsOfToday.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';
import {
  googlebot,
  importHere,
  line,
  pipedLines,
  safari,
  withRowsOfVisits,
} from '../../logs/importFixture.ts';
import { openForTest, temporaryFile } from '../../server/serverFixture.ts';

const people = { ada: '8.8.8.1', ben: '8.8.8.2', cho: '8.8.8.3' } as const;
const view = (day: string, time: string, who: keyof typeof people, path: string) =>
  line(`${day}/2026:${time}:00`, path, { address: people[who], ...(who === 'ben' && { agent: safari }) });

/** By 14:00: / three times, /docs, /a; three visitors. /b comes at 14:00. A bot at 9:00 and 20:00. */
const ofToday = [
  view('20/Nov', '00:10', 'cho', '/'),
  view('20/Nov', '09:00', 'ada', '/'),
  view('20/Nov', '09:01', 'ada', '/docs'),
  view('20/Nov', '13:58', 'ben', '/'),
  view('20/Nov', '13:59', 'ben', '/a'),
  view('20/Nov', '14:00', 'ben', '/b'),
  line('20/Nov/2026:09:00:00', '/', { agent: googlebot }),
];

/** Of the four Fridays before those on 13 Nov and 23 Oct have two visitors each. On 13 Nov by 14:00: / twice. */
const before = [
  view('23/Oct', '10:00', 'ada', '/a'),
  view('23/Oct', '10:00', 'ben', '/a'),
  view('30/Oct', '10:00', 'ada', '/a'),
  view('30/Oct', '10:00', 'ben', '/a'),
  view('30/Oct', '10:00', 'cho', '/a'),
  view('06/Nov', '10:00', 'ada', '/'),
  view('13/Nov', '10:00', 'ada', '/'),
  view('13/Nov', '13:59', 'cho', '/'),
  view('13/Nov', '14:00', 'cho', '/late'),
  view('13/Nov', '20:00', 'ada', '/docs'),
  line('13/Nov/2026:09:00:00', '/', { agent: googlebot }),
];

async function open(
  name: StatisticName | 'dashboard' | 'why',
  { where = [] as Filter, isOld = false, isEmpty = false } = {},
) {
  let now = Date.parse('2026-11-20T14:30:00Z');
  const file = temporaryFile();
  await importHere(file, [pipedLines(before)], 'shop.example');
  // As if an older Sitedeck had counted the days before.
  if (isOld) withRowsOfVisits(file);
  if (!isEmpty) await importHere(file, [pipedLines(ofToday)], 'shop.example');
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  const asked: string[] = [];
  const listener = await listen({
    async answer(request) {
      const { searchParams } = new URL(request.url);
      if (searchParams.get('name') === 'page')
        asked.push(`${searchParams.get('from')} ${searchParams.getAll('where').length}`);
      return await service.answer(request);
    },
  });
  onTestFinished(() => listener.close());
  const api = createApi({ baseUrl: listener.url, apiKey: 'any', capabilities: ownCapabilities });
  const { store } = storeOver(api, { now: () => now });
  store.getState().resize({ columns: 120, rows: 40 });
  await store.getState().websites.load();
  const settled = async () => await until(store, isSettled);
  await settled();
  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  if (where.length > 0) store.getState().filter.add(where);
  const websiteId = store.getState().websites.rows[0]?.id ?? '';
  await settled();
  asked.length = 0;
  if (name === 'dashboard' || name === 'why') store.getState().navigation.push({ screen: name, websiteId });
  else store.getState().navigation.push({ screen: 'statistic', websiteId, name });
  return { store, settled, asked, websiteId, wait: (to: string) => (now = Date.parse(to)) };
}

test('rows of today of own logs are of its hours that are over, beside the same hours of its usual day', async () => {
  const { store, settled, asked, wait } = await open('page');
  await until(store, state => marksOf(state) !== undefined);
  const state = await settled();
  expect(marksOf(state)).toEqual(pagesAt14);
  expect(asked.toSorted()).toEqual(['2026-11-13 14', '2026-11-20 14']);
  expect(statisticDetail(state).text).toBe('/   3 page views, 60% of all 5 page views   before 2, +50%');
  const table = exportSource(state)?.table;
  expect(table?.about).toMatchObject({ from: '2026-11-20', before_from: '2026-11-13', up_to: '14:00' });
  wait('2026-11-20T15:05:00Z');
  await expectPagesAt15(store);
});

test('of a today without a line pane, chart and why say the same: no data today yet', async () => {
  const { store, settled, websiteId } = await open('dashboard', { isEmpty: true });
  const state = await settled();
  expect(shownPreview(state)?.notCompared).toBe('No data today yet.');
  expect(panelContent(state, websiteId, 'page', { values: 5, hasChanges: true }).message?.text).toBe(
    'No data today yet',
  );
  expect(seriesDetail(state, websiteId, 'visitors')).toBe('no data today yet');
  const [left] = cursorCommands('dashboard');
  expect(left?.disabledReason?.(state)).toBe('No data today yet.');
  store.getState().navigation.replace({ screen: 'why', websiteId });
  const why = await settled();
  const message = emptyMessage(why, { websiteId }, whyRead(why, { websiteId }));
  expect(JSON.stringify(message)).toContain('No data today yet.');
  expect(JSON.stringify(message)).not.toContain('later');
});

test('the lines behind a row of today are those of its hours, of requests those of all of it', async () => {
  const { store, settled, websiteId } = await open('page');
  await until(store, state => marksOf(state) !== undefined);
  const state = await settled();
  const hours = Array.from({ length: 14 }, (_, hour) => ({
    field: 'hour',
    comparison: 'is',
    value: String(hour).padStart(2, '0'),
  }));
  const period = { from: '2026-11-20', to: '2026-11-20' } as const;
  const page = [...hours, { field: 'page', comparison: 'is', value: '/' }];
  const ofPage = { website: websiteId, period, where: page, ofRow: ['page'], until: 14 };
  expect(statisticScreen.lines?.(state, { screen: 'statistic', websiteId, name: 'page' })).toEqual(ofPage);
  expect(linesBehind(state, websiteId, { ...period, until: 14 }, { name: 'status', value: '404' })).toEqual({
    website: websiteId,
    period,
    where: [],
    requests: { name: 'status', value: '404' },
  });
  const asked = linesBehind(state, websiteId, { ...period, until: 14 }, { name: 'page', value: '/' });
  if (typeof asked === 'string') throw new Error(asked);
  const title = linesScreen.title?.(state, { screen: 'lines', websiteId, asked });
  expect(title?.at(-1)).toBe('page /, 20 Nov 2026, up to 14:00');
});

test('so are the panels of the dashboard', async () => {
  const { store, settled, websiteId } = await open('dashboard');
  await until(store, state => markIn(state, websiteId, 'page').some(([, mark]) => mark !== undefined));
  const state = await settled();
  expect(markIn(state, websiteId, 'page')).toEqual([
    ['/', '+50%'],
    ['/a', 'new'],
    ['/docs', 'new'],
  ]);
  // Three sessions, after two.
  expect(markIn(state, websiteId, 'referrer')).toEqual([['(direct)', '+50%']]);
});

/** The sentences, and each statistic with its rows: value, now, before. */
function explained(state: State, websiteId: string) {
  const read = whyRead(state, { websiteId });
  return {
    said: changeSentences(read, state.capabilities, state.filter.where),
    rows: new Map(
      whyGroups(read).map(({ part, rows }) => [
        part,
        rows.map(({ value, now, before: earlier }) => [value, now, earlier]),
      ]),
    ),
  };
}

test('why explains today by the rows of its hours that are over, and its export is what it shows', async () => {
  const { store, settled, asked, websiteId, wait } = await open('why');
  await until(store, state => whyRead(state, { websiteId }).facts?.groups.length === 5);
  const state = await settled();
  const { said, rows } = explained(state, websiteId);
  const against = 'up to 14:00 against Fri 13 Nov, a usual Friday.';
  expect(said).toEqual([`3 visitors after 2: +50% ${against}`, 'Nothing stands out.']);
  expect(rows.get('page')).toEqual(pagesAt14.map(([value, now, earlier]) => [value, now, earlier]));
  expect(asked.toSorted()).toEqual(['2026-11-13 14', '2026-11-20 14']);
  const table = exportSource(state)?.table;
  expect(table?.about).toMatchObject({
    visitors: 3,
    visitors_before: 2,
    up_to: '14:00',
    sentence: said.join(' '),
  });
  expect(
    table?.rows.filter(([statistic]) => statistic === 'page').map(row => [row[1], row[3], row[4]]),
  ).toEqual([
    ['/', 3, 2],
    ['/a', 1, 0],
    ['/docs', 1, 0],
  ]);
  wait('2026-11-20T15:05:00Z');
  store.getState().refresh('today');
  await until(store, later =>
    JSON.stringify(explained(later, websiteId).rows.get('page') ?? []).includes('["/b",1,null]'),
  );
  expect(explained(await settled(), websiteId).said[0]).toContain('up to 15:00');
});

test('without rows by the hour on both days why says what the total did, and why that is all', async () => {
  const { store, settled, websiteId } = await open('why', { isOld: true });
  await until(store, state => explained(state, websiteId).said.length > 0);
  const state = await settled();
  expect(explained(state, websiteId)).toEqual({
    said: [
      '3 visitors after 2: +50% up to 14:00 against Fri 13 Nov, a usual Friday.',
      'What explains it is known tomorrow, as rows are known by the hour from 14 Nov 2026 on.',
    ],
    rows: new Map(),
  });
  const table = exportSource(state)?.table;
  expect(table?.about).toMatchObject({ visitors: 3, visitors_before: 2, change: 1, up_to: '14:00' });
  expect(table?.rows).toEqual([]);
});

test('bots of today are all there are so far, without a change', async () => {
  const { store } = await open('bot');
  const state = await until(store, ({ statistic }) => statistic.list.data?.rows.length === 1);
  expect(marksOf(state)).toBeUndefined();
});

test('within a filter they are of the same hours, and of the hours that it names', async () => {
  const desktop = await open('page', { where: [{ field: 'device', comparison: 'is', value: 'desktop' }] });
  await until(desktop.store, state => marksOf(state) !== undefined);
  expect(marksOf(await desktop.settled())).toEqual([
    // Of desktops 13 Nov has two visitors, as 30 Oct; 6 Nov has one, as 23 Oct, and is the latest of the lower ones.
    ['/', 2, 1, '+100%'],
    ['/docs', 1, undefined, 'new'],
  ]);
  const night = await open('page', { where: [{ field: 'hour', comparison: 'is', value: '09' }] });
  await until(night.store, state => marksOf(state) !== undefined);
  expect(marksOf(await night.settled())).toEqual([
    ['/', 1, undefined, 'new'],
    ['/docs', 1, undefined, 'new'],
  ]);
});

test('beside a day without detail rows of today have no change', async () => {
  const { store, settled } = await open('page', { isOld: true });
  await until(store, ({ statistic }) => statistic.list.data?.rows.length === 4);
  const state = await settled();
  expect(marksOf(state)).toBeUndefined();
  expect(state.statistic.list.data?.rows.length).toBe(4);
});
