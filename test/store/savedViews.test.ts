import { expect, test } from 'vitest';
import { capabilities as ofInterface, withOffered } from '#api/phpAnalytics/capabilities.ts';
import { resolveKept } from '#api/resolveSite.ts';
import type { Api } from '#api/api.ts';
import { noViews, type SavedView, type SavedViews } from '#model/savedView.ts';
import { filtersOfDemo } from '#model/service/filter.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import { parsePeriod } from '#model/period/parsePeriod.ts';
import type { Store } from '#store/createStore.ts';
import type { Route } from '#store/navigation/route.ts';
import { viewOf } from '#store/kept/openView.ts';
import type { SavedViewsService } from '#store/profile/services.ts';
import { textAtEnd } from '#text/textField.ts';
import { storeOver, storeWith, today, until } from '../helpers/storeFixture.ts';

/** Views in memory, of a service that can be asked. */
function inMemory(api: () => Api): SavedViewsService & { kept(): SavedViews } {
  let all = noViews;
  return {
    kept: () => all,
    read: () => ({ value: all }),
    change: change => ({ value: (all = change(all)) }),
    find: async website => await resolveKept(api(), website),
  };
}

async function withViews() {
  let api: Api | undefined;
  const savedViews = inMemory(() => {
    if (api === undefined) throw new Error('not yet');
    return api;
  });
  const capabilities = { ...withOffered(ofInterface, 'bot'), filters: filtersOfDemo };
  const fixture = await storeWith(['one.example', 'two.example'], { savedViews }, capabilities);
  api = fixture.api;
  await fixture.store.getState().websites.load();
  /** Another start, which has chosen nothing. */
  const again = async () => {
    const { store } = storeOver(fixture.api, { savedViews });
    await store.getState().websites.load();
    return store;
  };
  return { ...fixture, savedViews, again };
}

const websiteId = '1';
const routes: readonly Route[] = [
  { screen: 'websites' },
  { screen: 'dashboard', websiteId },
  { screen: 'statistic', websiteId, name: 'page' },
  { screen: 'statistic', websiteId, name: 'visitors' },
  { screen: 'heatMap', websiteId, name: 'visitors_hours' },
  { screen: 'history', websiteId, name: 'page', value: '/\u202e' },
  { screen: 'why', websiteId },
  { screen: 'why', websiteId, day: '2026-11-10', group: 'page' },
  { screen: 'year', websiteId },
  { screen: 'record', websiteId },
  { screen: 'sideBySide', websiteId, websiteIds: ['1', '2'] },
];

const typed = (text: string): PeriodChoice => {
  const parsed = parsePeriod(text, today);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.choice;
};
const periods: readonly PeriodChoice[] = [
  ...['today', 'yesterday', '28d', 'this month', '45d', 'last quarter', '2026-03'].map(typed),
  { kind: 'range', from: '2026-01-01', to: today, label: 'all' },
];

const saved = (store: Store): SavedView => {
  const view = viewOf(store.getState());
  if (typeof view === 'string') throw new Error(view);
  return view;
};

test(
  'what is saved opens as the same screen, for every screen and kind of period',
  { timeout: 120_000 },
  async () => {
    const { store, again } = await withViews();
    const { navigation, period, comparison, filter, savedViews, websites, dashboard } = store.getState();
    dashboard.showMeasure('pageviews');
    websites.toggleAttention();
    websites.sortRows('visitors', 'asc');
    websites.editSearch(textAtEnd('one tag:shop'));
    websites.leaveSearch();
    const other = await again();
    for (const [at, choice] of periods.entries())
      for (const [index, route] of routes.entries()) {
        navigation.popTo(1);
        period.choose(choice);
        if (at % 2 === 1 && choice.kind === 'preset') period.step(-1);
        comparison.choose(index % 2 === 0 ? 'year' : undefined);
        if (route.screen !== 'websites') navigation.push(route);
        if (route.screen === 'statistic') store.getState().statistic.sortRows('value', 'asc');
        if (route.screen !== 'websites')
          filter.add([{ field: 'country', comparison: 'is not', value: 'DE:Germany' }]);
        await until(store, state => typeof viewOf(state) !== 'string');
        const before = saved(store);
        savedViews.saveAs('monday');
        await other.getState().savedViews.show('monday');
        expect(saved(other)).toEqual(before);
        expect(other.getState().navigation.view).toEqual(store.getState().navigation.view);
        expect(other.getState().notices.current).toBeUndefined();
      }
  },
);

test('the box proposes a name that is free; a taken one is asked about, and a view there is is removed', async () => {
  const { store, savedViews: file } = await withViews();
  const box = () => store.getState().savedViews;
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
  box().open();
  expect([box().typed.value, box().proposed]).toEqual(['', 'one-page']);
  box().edit(textAtEnd('no name'));
  box().save();
  expect(box().error).toBe('A name for a view is letters and digits, with - inside, at most 40 of them.');
  box().edit(textAtEnd('Monday'));
  box().save();
  expect(Object.keys(file.kept().views)).toEqual(['monday']);
  expect(store.getState().notices.current?.text).toContain('Saved: monday.');

  store.getState().navigation.popTo(1);
  box().open();
  expect([box().typed.value, box().proposed]).toEqual(['', 'websites']);
  box().edit(textAtEnd('monday'));
  box().save();
  expect(box().error).toBe('monday is taken: Enter again replaces it.');
  expect(file.kept().views['monday']?.screen).toBe('statistic');
  box().edit(textAtEnd('mondays'));
  box().edit(textAtEnd('monday'));
  box().save();
  expect(box().error).toBe('monday is taken: Enter again replaces it.');
  box().save();
  expect(file.kept().views['monday']?.screen).toBe('websites');

  box().open();
  box().choose(1);
  box().edit(textAtEnd(''));
  box().save();
  expect(file.kept().views).toEqual({});
});

const common = { profile: 'test', period: '28d', compare: 'usual' } as const;
const one = { id: '1', domain: 'one.example' };

test('what is not there any more is said in a line, and what is left is opened', async () => {
  const { again, savedViews } = await withViews();
  const opened = async (view: SavedView) => {
    savedViews.change(all => ({ ...all, views: { monday: view } }));
    const store = await again();
    await store.getState().savedViews.show('monday');
    return { said: store.getState().notices.current?.text, ...store.getState().navigation.view };
  };
  // The website is gone, its id is another's, or it has another id now.
  expect(await opened({ ...common, screen: 'year', website: { id: '9', domain: 'gone.example' } })).toEqual({
    screen: 'websites',
    said: 'View monday: There is no website "gone.example" on this service.',
  });
  expect(
    await opened({ ...common, screen: 'year', website: { id: '2', domain: 'gone.example' } }),
  ).toMatchObject({
    screen: 'websites',
    said: expect.stringContaining('There is no website "gone.example"'),
  });
  expect(await opened({ ...common, screen: 'year', website: { id: '9', domain: 'two.example' } })).toEqual({
    screen: 'year',
    websiteId: '2',
    said: undefined,
  });
  // Of several the others are left.
  expect(
    await opened({ ...common, screen: 'sideBySide', websites: [one, { id: '9', domain: 'gone.example' }] }),
  ).toMatchObject({ screen: 'dashboard', websiteId: '1', said: expect.stringContaining('gone.example') });
  expect(
    await opened({ ...common, screen: 'heatMap', website: one, statistic: 'visitors_hours', period: 'soon' }),
  ).toMatchObject({ screen: 'heatMap', said: expect.stringMatching(/^View monday: "soon" is no period/) });
  expect(
    await opened({
      ...common,
      screen: 'history',
      website: one,
      statistic: 'download',
      value: '/a.zip',
    }),
  ).toMatchObject({ screen: 'dashboard', said: expect.stringMatching(/^View monday: .*[Dd]ownload/) });
  expect(await opened({ ...common, screen: 'now', website: one })).toMatchObject({
    screen: 'dashboard',
    said: 'View monday: The last minutes are known of your own logs only.',
  });
  expect(await opened({ ...common, profile: 'work', screen: 'year', website: one })).toEqual({
    screen: 'websites',
    said: 'View monday: It is of the profile work.',
  });
});

test('a view that is not there is said, with what was meant', async () => {
  const { store } = await withViews();
  store.getState().savedViews.saveAs('monday');
  await store.getState().savedViews.show('mondy');
  expect(store.getState().notices.current?.text).toBe('There is no view "mondy". Did you mean monday?');
});

test('conditions that the service cannot apply are said, and the others are kept', async () => {
  const { again, savedViews } = await withViews();
  const where = ['country=DE:Germany', 'utm_source=x'];
  savedViews.change(all => ({
    ...all,
    views: { monday: { ...common, screen: 'dashboard', website: one, measure: 'visitors', where } },
  }));
  const store = await again();
  await store.getState().savedViews.show('monday');
  const state = await until(store, ({ notices }) => notices.current !== undefined);
  expect(state.filter.where).toEqual([{ field: 'country', comparison: 'is', value: 'DE:Germany' }]);
  expect(state.notices.current?.text).toMatch(/^View monday: .* does not filter by/);
});

test('more conditions than a filter has are said, and none is asked for', async () => {
  const { again, savedViews } = await withViews();
  const where = Array.from({ length: 9 }, (_, index) => `page=/${index}`);
  savedViews.change(all => ({
    ...all,
    views: { monday: { ...common, screen: 'dashboard', website: one, measure: 'visitors', where } },
  }));
  const store = await again();
  await store.getState().savedViews.show('monday');
  expect(store.getState().filter.where).toEqual([]);
  expect(store.getState().notices.current?.text).toBe('View monday: A filter has at most 8 conditions.');
});

test('a search and an order that the service lacks are said, and the rows are there', async () => {
  const view: SavedView = {
    ...common,
    screen: 'statistic',
    website: one,
    statistic: 'page',
    search: 'a',
    sortBy: 'value',
    sort: 'asc',
  };
  let api: Api | undefined;
  const savedViews = inMemory(() => {
    if (api === undefined) throw new Error('not yet');
    return api;
  });
  savedViews.change(all => ({ ...all, views: { monday: view } }));
  const capabilities = {
    ...ofInterface,
    rows: { ...ofInterface.rows, canSearch: false, orders: ['count'] as const },
  };
  const fixture = await storeWith(['one.example'], { savedViews }, capabilities);
  api = fixture.api;
  const { store } = fixture;
  await store.getState().websites.load();
  await store.getState().savedViews.show('monday');
  expect(store.getState().navigation.view).toEqual({ screen: 'statistic', websiteId: '1', name: 'page' });
  expect(store.getState().statistic).toMatchObject({ search: '', sortBy: 'count', sort: 'desc' });
  expect(store.getState().notices.current?.text).toMatch(
    /^View monday: .* does not search the rows of a statistic\. .* does not sort rows by value, only by "?count/,
  );
});
