import { type State } from '#store/state.ts';
import { exportSource } from '#store/viewRules.ts';
import { expect, test } from 'vitest';
import { dispatchKey } from '#commands/registry.ts';
import { sortOptions } from '#screens/menus/sort.ts';
import { dayRows } from '#screens/statistic/days.ts';
import { daysInOrder } from '#store/queries/rows.ts';
import { markedRows, tableCells } from '#screens/statistic/RowsView.tsx';
import { shownComparisons, shownSeries } from '#store/queries/series.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

const march = { kind: 'range', from: '2026-03-01', to: '2026-03-02' } as const;
const page = { screen: 'statistic', name: 'page' } as const;

function shown(state: State): string[] {
  const view = { top: 0, height: 2_000, barWidth: 0 };
  return tableCells(state, markedRows(state, false), view).map(
    ({ cells }) => `${cells.value?.text} ${cells.count?.text} ${cells.change?.text}`,
  );
}

/** /p1 to /p120 with 1 to 120 views on 2 March; the two days before 60 views each, but none of /p1 to /p3. */
async function withPages() {
  const fixture = await storeWithStatistics();
  const pages = Array.from({ length: 120 }, (_, at) => at + 1);
  await fixture.add('page', [
    ...pages.map(at => ['2026-03-02', `/p${at}`, at] as const),
    ...pages.filter(at => at > 3).map(at => ['2026-02-27', `/p${at}`, 60] as const),
    ['2026-02-28', '/gone', 40],
  ]);
  fixture.store.getState().period.choose(march);
  fixture.store.getState().comparison.choose('previous');
  return fixture;
}

test('all rows are sorted by change, whatever page they were on, those that are gone among them', async () => {
  const { store, websiteId, idle, show } = await withPages();
  await show({ ...page, websiteId });
  store.getState().statistic.sortRows('change', 'desc');
  await idle();
  const rows = shown(store.getState());
  expect(rows).toHaveLength(121);
  // New ones first, the most viewed before; then 120 beside 60, 119 beside 60 ...
  expect(rows.slice(0, 5)).toEqual([
    '/p3 3 new',
    '/p2 2 new',
    '/p1 1 new',
    '/p120 120 +100%',
    '/p119 119 +98%',
  ]);
  // 60 beside 60 stands behind 117 others: 3 new and 60 that rose.
  expect(rows[63]).toBe('/p60 60 =');
  expect(rows.slice(-2)).toEqual(['/p4 4 -93%', '/gone 0 gone']);
  store.getState().statistic.reverseSort();
  await idle();
  expect(shown(store.getState())).toEqual(rows.toReversed());
});

test('pages are cut from the whole order, and an export has it', async () => {
  const { store, websiteId, idle, show } = await withPages();
  await show({ ...page, websiteId });
  const { sortRows, resize, turnPage } = store.getState().statistic;
  resize(1);
  sortRows('change', 'desc');
  await idle();
  expect(store.getState().statistic.perPage).toBe(10);
  expect(shown(store.getState())).toHaveLength(10);
  turnPage(1);
  await idle();
  // Three new ones and /p120 to /p114 are on the first page.
  expect(shown(store.getState())[0]).toBe('/p113 113 +88%');
  const source = exportSource(store.getState())?.table;
  expect(source?.about).toMatchObject({ sort_by: 'change', sort: 'desc', page: 2 });
  expect(source?.rows[0]?.slice(0, 3)).toEqual(['/p113', 113, 60]);
});

test('of more than 1,000 rows the most frequent are sorted, and that is said', async () => {
  const { store, websiteId, add, requests, idle, show } = await storeWithStatistics();
  const pages = Array.from({ length: 1_250 }, (_, at) => at + 1);
  await add('page', [
    ...pages.map(at => ['2026-03-02', `/p${at}`, 2_000 + at] as const),
    ...pages.map(at => ['2026-02-28', `/p${at}`, 4_000 - at] as const),
  ]);
  store.getState().period.choose(march);
  store.getState().comparison.choose('previous');
  await show({ ...page, websiteId });
  requests();
  store.getState().statistic.sortRows('change', 'desc');
  await idle();
  const rows = shown(store.getState());
  // /p251 to /p1250 of now, /p1 to /p1000 before: those of both have a change, the others none that is known.
  expect(rows).toHaveLength(1_000);
  // 3,000 beside 3,000, 2,999 beside 3,001 ...; behind 750 of them those that were not among the first 1,000 before.
  expect(rows[0]).toBe('/p1000 3,000 =');
  expect(rows[1]).toBe('/p999 2,999 -0.1%');
  expect(rows[749]).toBe('/p251 2,251 -40%');
  expect(rows.slice(750).every(row => row.endsWith('not in the top 1000'))).toBe(true);
  expect(store.getState().statistic.isCut).toBe(true);
  // Ten pages of each side; the first of the earlier ones was there.
  expect(requests().filter(query => query.startsWith('name=page&'))).toHaveLength(19);
});

test('days are sorted by change too', async () => {
  const { store, websiteId, add, show } = await withPages();
  await add('visitors', [
    ['2026-02-27', '', 10],
    ['2026-02-28', '', 40],
    ['2026-03-01', '', 15],
    ['2026-03-02', '', 120],
  ]);
  await show({ screen: 'statistic', websiteId, name: 'visitors' });
  const days = () => {
    const state = store.getState();
    const { summary } = shownSeries(state, websiteId, 'visitors');
    const view = {
      name: 'visitors' as const,
      today: state.today(),
      top: 0,
      height: 9,
    };
    return (
      summary &&
      dayRows(
        daysInOrder(summary, state.statistic, shownComparisons(state, websiteId, 'visitors'), view.today),
        view,
      ).map(({ id, cells }) => [id, cells.change?.text])
    );
  };
  store.getState().statistic.sortRows('change', 'desc');
  expect(days()).toEqual([
    // Each against the day before it, as where it is opened.
    ['2026-03-02', '+700%'],
    ['2026-03-01', '-63%'],
  ]);
  store.getState().statistic.reverseSort();
  expect(days()?.[0]?.[0]).toBe('2026-03-01');
});

test('the menu names the columns; where nothing is compared it says why it cannot sort by change', async () => {
  const { store, services, websiteId, show } = await withPages();
  await show({ ...page, websiteId });
  store.getState().navigation.push({ screen: 'sort' });
  const titles = () => sortOptions(store.getState()).map(({ title }) => title);
  expect(titles()).toEqual([
    'Page views, highest first',
    'Page views, lowest first',
    'Change, highest first',
    'Change, lowest first',
    'Page, A to Z',
    'Page, Z to A',
  ]);
  store.getState().comparison.choose(undefined);
  dispatchKey('c', store, services);
  expect(store.getState().notices.current?.text).toBe('Nothing is compared: Esc, then c sets it.');
  expect(store.getState().statistic.sortBy).toBe('count');
  store.getState().navigation.pop();
  store.getState().navigation.replace({ screen: 'statistic', websiteId, name: 'visitors' });
  expect(titles()).toEqual([
    'Day, latest first',
    'Day, earliest first',
    'Visitors, highest first',
    'Visitors, lowest first',
    'Change, highest first',
    'Change, lowest first',
  ]);
  store.getState().navigation.replace({ screen: 'statistic', websiteId, name: 'referrer' });
  expect(titles()[0]).toBe('Sessions, highest first');
  expect(titles().at(-1)).toBe('Referrer, Z to A');
});

test('a day without data is "-" in a table of days, one without visitors 0', () => {
  const days = [
    { point: { day: '2026-03-02', count: 0 }, before: undefined },
    { point: { day: '2026-03-01', count: undefined }, before: undefined },
  ] as const;
  const rows = dayRows(days, { name: 'visitors', today: '2026-03-05', top: 0, height: 2 });
  expect(rows.map(({ cells }) => cells.count?.text)).toEqual(['0', '-']);
});
