import { expect, test } from 'vitest';
import { hideNames } from '#app/picture/hideNames.ts';
import { dispatchKey, screenOf } from '#commands/registry.ts';
import { exportText } from '#model/export/dataTable.ts';
import { addDays } from '#model/period/day.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { sideBySideDetail } from '#screens/sideBySide/index.ts';
import { exportSource, viewCommand, viewRules } from '#store/viewRules.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { shownSideBySide } from '#store/websites/marks.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

/** shop.example.com with 10 visitors on each day of four weeks, and 20 on the last; other.example.com without any. */
async function openTwo() {
  const fixture = await storeWithStatistics();
  const { store, services, add, idle, websiteId } = fixture;
  const other = await services.api.createWebsite({ ...websiteDefaults, domain: 'other.example.com' });
  const days = Array.from({ length: 28 }, (_, at) => addDays('2026-11-19', -at));
  await add(
    'visitors',
    days.map((day, at) => [day, day, at === 0 ? 20 : 10]),
  );
  await add(
    'pageviews',
    days.map(day => [day, day, 30]),
  );
  await add('page', [['2026-11-19', '/secret', 7]]);
  store.getState().overview.toggle();
  await store.getState().websites.load();
  await idle();
  const websiteIds = [websiteId, other?.id ?? ''];
  const route: RouteOf<'sideBySide'> = { screen: 'sideBySide', websiteId, websiteIds };
  fixture.requests();
  await fixture.show(route);
  const view = () => {
    const { view: shown } = store.getState().navigation;
    if (shown.screen !== 'sideBySide') throw new Error(`This is ${shown.screen}.`);
    return shown;
  };
  const press = (...keys: string[]) => keys.forEach(key => dispatchKey(key, store, services));
  return { ...fixture, route, view, press, websiteIds };
}

const nameOf = (query: string) => /name=(\w+)/.exec(query)?.[1] ?? '';
const inOrder = (a: string, b: string) => a.localeCompare(b);

test('two series, which days have data, and three statistics of each website, now and before, are asked for, once', async () => {
  const { store, requests, press, idle } = await openTwo();
  const asked = requests().map(nameOf).toSorted(inOrder);
  // Days of zeros are in the span of both: whether they have data says a request of all days.
  const rows = ['page', 'referrer', 'country'];
  const each = ['visitors', 'visitors', 'pageviews', ...rows, ...rows];
  expect(asked).toEqual([...each, ...each].sort(inOrder));
  press('I', 'Tab', 'Left', 'Esc', 'Tab');
  await idle();
  expect(requests()).toEqual([]);
  press('Esc');
  store.getState().navigation.push({ screen: 'sideBySide', websiteId: '1', websiteIds: ['1', '2'] });
  await idle();
  expect(requests()).toEqual([]);
  // Without a comparison fewer days are asked for, which are read.
  store.getState().comparison.choose(undefined);
  await idle();
  expect(requests()).toEqual([]);
});

test('numbers, the days under the cursor, and what 100 is', async () => {
  const { store, press, view } = await openTwo();
  const state = () => store.getState();
  const data = () => shownSideBySide(state(), view());
  // 20 and 27 times 10.
  expect(data().websites.map(({ visitors }) => visitors?.total)).toEqual([290, undefined]);
  expect(sideBySideDetail(state(), view()).text).toBe('shop.example.com: 10 visitors a day on average');
  // Cut, it still says which it is; its mark does, where there is no room for that.
  const narrow = { ...state(), viewport: { columns: 40, rows: 10 } };
  expect(sideBySideDetail(narrow, view()).text).toBe('shop.ex…: 10 visitors a day on average');
  const least = { ...state(), viewport: { columns: 38, rows: 10 } };
  expect(sideBySideDetail(least, view()).text).toBe('● 10 visitors a day on average');
  press('Left');
  expect(sideBySideDetail(state(), view()).text).toBe(
    'Thu 19 Nov 2026: ● shop.example.com 20 +100%   □ other.example.com no data',
  );
  expect(viewRules(state()).explained?.(state(), view())).toEqual({ websiteId: '1', day: '2026-11-19' });
  press('Tab');
  expect(view()).toMatchObject({ websiteId: '2', websiteIds: ['1', '2'], cursor: '2026-11-19' });
  expect(topRoute(state().navigation.stack)).toBe(view());
  press('Enter');
  expect(topRoute(state().navigation.stack)).toMatchObject({
    screen: 'dashboard',
    websiteId: '2',
    days: { from: '2026-11-19', to: '2026-11-19' },
  });
  // Another website may be gone to from there: here none but these is selected.
  state().navigation.switchWebsite('99');
  expect(state().navigation.stack.at(-2)).toMatchObject({ websiteId: '2' });
});

test('what is exported, and the command that prints the same', async () => {
  const { store, press } = await openTwo();
  const state = () => store.getState();
  const csv = () =>
    exportText(exportSource(state())?.table ?? { title: '', about: {}, columns: [], rows: [] }, 'csv');
  const lines = csv().split('\n');
  expect(lines.slice(0, 2)).toEqual([
    'statistic,value,unit,name,count_1,count_2',
    'visitors,,,Visitors,290,',
  ]);
  expect(lines).toContain('visitors_of_day,2026-11-19,,Visitors on Thu 19 Nov 2026,20,');
  expect(lines).toContain('page,/secret,,Page /secret,7,');
  const command = 'sitedeck --profile test compare --period 28d --compare=usual';
  expect(viewCommand(state(), { kind: 'csv', hides: false })).toBe(
    `${command} shop.example.com other.example.com --format csv`,
  );
  press('I');
  expect(viewCommand(state(), { kind: 'csv', hides: false })).toBe(
    `${command} --absolute shop.example.com other.example.com --format csv`,
  );
});

test('a note says whose it is where not all of them have it, without names by its example name', async () => {
  const { store, view, press } = await openTwo();
  const { notes } = store.getState();
  const ofOther = { kind: 'website', id: '2', domain: 'other.example.com' } as const;
  const all = [
    { id: 1, scope: { kind: 'all' }, day: '2026-11-19', text: 'move' },
    { id: 2, scope: ofOther, day: '2026-11-19', at: '09:00', text: 'episode 9' },
  ] as const;
  store.setState({ notes: { ...notes, all } });
  press('Left');
  expect(sideBySideDetail(store.getState(), view()).text).toContain(
    '◆ move; 09:00 other.example.com: episode 9',
  );
  const hidden = hideNames(store.getState());
  const shown = hidden.navigation.view;
  if (shown.screen !== 'sideBySide') throw new Error('another view');
  const said = sideBySideDetail(hidden, shown).text;
  expect(said).not.toMatch(/other\.|episode/);
  expect(said).toMatch(/◆ .*; 09:00 \w+\.example\.com: /);
});

test('without names nothing of a website is left, and the lines stay', async () => {
  const { store, view, press } = await openTwo();
  press('Left');
  const hidden = hideNames(store.getState());
  const shown = hidden.navigation.view;
  if (shown.screen !== 'sideBySide') throw new Error('another view');
  expect(shown.websiteIds).toHaveLength(2);
  expect(shown.websiteIds).toContain(shown.websiteId);
  const data = shownSideBySide(hidden, shown);
  // 100 for the first day, of which there were 10.
  expect(data.websites[0]?.visitors?.total).toBe(2900);
  const said = [
    sideBySideDetail(hidden, shown).text,
    ...(screenOf('sideBySide').title?.(hidden, shown) ?? []),
    JSON.stringify(data.sections),
  ].join(' ');
  expect(said).not.toMatch(/shop|other\.|secret/);
  expect(said).toContain('alpha.example.com');
  expect(view().websiteIds).toEqual(['1', '2']);
});
