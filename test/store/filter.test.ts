import { expect, test } from 'vitest';
import { textAtEnd } from '#text/textField.ts';
import { conditionText } from '#model/service/filter.ts';
import { filtersHeader } from '#model/statistics/statistics.ts';
import { dispatchKey, focusedField } from '#commands/registry.ts';
import { filterChoices } from '#screens/menus/filterChoices.ts';
import { knownValues, shownLeaves, valueCounts } from '#store/filter.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { useFaultServer } from '../helpers/apiFixture.ts';
import { json } from '../helpers/faultAnswers.ts';
import type { Answer } from '../helpers/faultServer.ts';
import { storeOver, until } from '../helpers/storeFixture.ts';

const fixture = useFaultServer();
const france = { field: 'country', comparison: 'is', value: 'France' } as const;
const germany = { field: 'country', comparison: 'is', value: 'DE:Germany' } as const;

/** The dashboard of a service that filters by country; `search` answers what looks for a value. */
async function dashboard(search: Answer) {
  const headers = { [filtersHeader]: 'country=' };
  fixture.server.answerWith((response, request) => {
    const asked = new URLSearchParams(request.query);
    if (asked.has('search')) return search(response, request);
    const data = request.path.endsWith('/websites') ? [{ id: 1, domain: 'one.example' }] : [];
    return json({ data }, 200, headers)(response, request);
  });
  const { store } = storeOver(fixture.api());
  await store.getState().websites.load();
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '1' });
  store.getState().filter.add([germany]);
  store.getState().navigation.push({ screen: 'filter' });
  store.getState().menu.edit(textAtEnd('country=France'));
  return store;
}

test('a value that comes when the website has been left filters nothing', async () => {
  let release = (): void => undefined;
  const store = await dashboard((response, request) => {
    release = () => json({ data: [{ value: 'FR:France', count: 1 }] })(response, request);
  });
  const entered = store.getState().filter.enter(france);
  await expect.poll(() => fixture.server.requests.some(({ query }) => query.includes('search='))).toBe(true);
  store.getState().navigation.popTo(1);
  release();
  await entered;
  expect(store.getState().filter.where).toEqual([]);
});

test('a value is looked for among all rows, not among those of the filter, and what is typed goes once it is taken', async () => {
  const store = await dashboard(json({ data: [{ value: 'FR:France', count: 1 }] }));
  await store.getState().filter.enter(france);
  expect(store.getState().filter.where).toEqual([germany, { ...france, value: 'FR:France' }]);
  const searches = fixture.server.requests.filter(({ query }) => query.includes('search='));
  expect(searches.map(({ query }) => new URLSearchParams(query).getAll('where'))).toEqual([[]]);
  expect(store.getState().menu.text.value).toBe('');
});

test.each([
  ['there is none', json({ data: [] }), /^No data in this period\.$/],
  [
    'no row is called so',
    json({ data: [{ value: 'SE:Sweden', count: 1 }] }),
    /^There is no country "France" in this period: the most frequent ones like it are "Sweden"\.$/,
  ],
  ['it could not be read', json({ message: 'no' }, 403), /does not allow this with this API key/],
])('what is typed stays where %s, and the reason is said', async (_, search, reason) => {
  const store = await dashboard(search);
  await store.getState().filter.enter(france);
  const state = await until(store, ({ notices }) => notices.current !== undefined);
  expect(state.notices.current?.text).toMatch(reason);
  expect(state.filter.where).toEqual([germany]);
  expect(topRoute(state.navigation.stack).screen).toBe('filter');
  expect(state.menu.text.value).toBe('country=France');
});

/** The dashboard of a service whose visitors a day are 9, and one less for each condition; filtered, without its menu. */
async function filteredDashboard() {
  const headers = { [filtersHeader]: 'country=, country!=, country~, browser=, page~' };
  const closed: string[] = [];
  let isSlow = false;
  fixture.server.answerWith((response, request) => {
    const asked = new URLSearchParams(request.query);
    if (request.path.endsWith('/websites'))
      return json({ data: [{ id: 1, domain: 'one.example' }] }, 200, headers)(response, request);
    response.once('close', () => closed.push(request.query));
    if (isSlow) return;
    const rows: Readonly<Record<string, unknown[]>> = {
      visitors: [{ value: '2026-11-19', count: 9 - asked.getAll('where').length }],
      country: [{ value: 'DE:Germany', count: 3 }],
    };
    const data = rows[asked.get('name') ?? ''] ?? [];
    return json({ data }, 200, headers)(response, request);
  });
  const { store, services } = storeOver(fixture.api());
  await store.getState().websites.load();
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '1' });
  store.getState().filter.add([germany, { field: 'page', comparison: 'contains', value: '/a' }]);
  await until(
    store,
    state => shownLeaves(state)?.left[1] === 7 && state.activity.inFlight + state.activity.queued === 0,
  );
  const before = fixture.server.requests.length;
  const since = () => fixture.server.requests.slice(before).map(({ query }) => new URLSearchParams(query));
  const wheres = () =>
    since()
      .filter(query => query.get('name') === 'visitors')
      .map(query => query.getAll('where').join(' '))
      .toSorted();
  return { store, services, since, wheres, closed, beSlow: () => void (isSlow = true) };
}

test('the menu says what each condition leaves, and asks for what the dashboard has not read', async () => {
  const { store, wheres } = await filteredDashboard();
  store.getState().navigation.push({ screen: 'filter' });
  const leaves = () => shownLeaves(store.getState());
  await until(store, () => leaves()?.all === 9 && leaves()?.left[0] === 8);
  expect(leaves()).toEqual({ all: 9, left: [8, 7] });
  // All conditions together, and none, are numbers that the dashboard has read.
  expect(wheres()).toEqual(['country=DE:Germany']);
  // Opened again, nothing is read again; another condition is one number more, and that of the dashboard.
  store.getState().navigation.pop();
  store.getState().navigation.push({ screen: 'filter' });
  store.getState().filter.add([{ field: 'browser', comparison: 'is', value: 'Firefox' }]);
  await until(store, () => leaves()?.left[2] === 6);
  expect(leaves()).toEqual({ all: 9, left: [8, 7, 6] });
  expect(wheres()).toEqual(['country=DE:Germany', 'country=DE:Germany page~/a browser=Firefox']);
});

test('what the menu still waits for is aborted once it is closed', async () => {
  const { store, wheres, closed, beSlow } = await filteredDashboard();
  closed.length = 0;
  beSlow();
  store.getState().navigation.push({ screen: 'filter' });
  await expect.poll(() => wheres().length).toBe(1);
  expect(closed).toEqual([]);
  expect(shownLeaves(store.getState())).toEqual({ all: 9, left: ['awaited', 7] });
  store.getState().navigation.pop();
  await expect.poll(() => closed.length).toBe(1);
  await until(store, ({ activity }) => activity.inFlight + activity.queued === 0);
});

test('values are read once a field is named, within the other conditions alone', async () => {
  const { store, since } = await filteredDashboard();
  store.getState().navigation.push({ screen: 'filter' });
  const type = (text: string) => focusedField(store.getState())?.change(textAtEnd(text));
  for (const text of ['c', 'country', 'country=', 'country=F', 'country=Fr']) type(text);
  const asked = () =>
    since()
      .filter(query => query.get('name') === 'country')
      .map(query => query.getAll('where'));
  await expect.poll(asked).toEqual([['page~/a']]);
});

test('values stand in the order of their counts within the other conditions, those without a count last', async () => {
  const headers = { [filtersHeader]: 'country=, page=, page~' };
  const pages = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([value, count]) => ({ value, count }));
  fixture.server.answerWith((response, request) => {
    const asked = new URLSearchParams(request.query);
    const isPages = asked.get('name') === 'page';
    const within = pages({ '/shop/prod': 4, '/prod/c': 3, '/prod/a': 2, '/prod/b': 1 });
    const all = pages({ '/prod/a': 90, '/prod/b': 80, '/prod/d': 70, '/shop/prod': 60, '/prod/c': 5 });
    const data = request.path.endsWith('/websites')
      ? [{ id: 1, domain: 'one.example' }]
      : isPages
        ? asked.has('where')
          ? within
          : all
        : [];
    return json({ data }, 200, headers)(response, request);
  });
  const { store } = storeOver(fixture.api());
  await store.getState().websites.load();
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '1' });
  await until(store, state => knownValues(state, 'page').length === 5);
  store.getState().filter.add([germany]);
  store.getState().navigation.push({ screen: 'filter' });
  const type = (text: string) => focusedField(store.getState())?.change(textAtEnd(text));
  const listed = () => filterChoices(store.getState()).list.map(({ title, count }) => [title, count]);
  type('page~/prod');
  await until(store, state => valueCounts(state, 'page').counts.size === 4);
  expect(listed()).toEqual([
    ['/shop/prod', 4],
    ['/prod/c', 3],
    ['/prod/a', 2],
    ['/prod/b', 1],
    ['/prod/d', undefined],
  ]);
  // Under "is" what begins so is first, each of both in the order of counts.
  store.getState().menu.edit(textAtEnd('page=/prod'));
  expect(listed()).toEqual([
    ['/prod/c', 3],
    ['/prod/a', 2],
    ['/prod/b', 1],
    ['/prod/d', undefined],
    ['/shop/prod', 4],
  ]);
});

test('Left and Right go through what the service compares with: what is contained is a name, what is meant a value', async () => {
  const { store, services } = await filteredDashboard();
  store.getState().navigation.push({ screen: 'filter' });
  store.getState().filter.readValues('country');
  await until(store, state => knownValues(state, 'country').length > 0);
  const press = (key: string) => {
    dispatchKey(key, store, services);
    return store.getState().filter.where.map(conditionText);
  };
  expect(press('Right')).toEqual(['country!=DE:Germany', 'page~/a']);
  expect(press('Right')).toEqual(['country~Germany', 'page~/a']);
  expect(press('Right')).toEqual(['country=DE:Germany', 'page~/a']);
  expect(press('Left')).toEqual(['country~Germany', 'page~/a']);
  expect(press('^D')).toEqual(['page~/a']);
  // The service has but one comparison of pages.
  expect(press('Right')).toEqual(['page~/a']);
  expect(press('^D')).toEqual([]);
});

test('a ninth condition is refused with the reason, and the eight stay; the same one again changes nothing', async () => {
  const { store } = await filteredDashboard();
  const { filter } = store.getState();
  const contains = (value: string) => ({ field: 'page', comparison: 'contains', value }) as const;
  filter.add(['b', 'c, d', '=', '"', '~', ' '].map(contains));
  const eight = store.getState().filter.where;
  expect(eight).toHaveLength(8);
  filter.add([contains('c, d')]);
  expect(store.getState().notices.current).toBeUndefined();
  filter.add([contains('e')]);
  expect(store.getState().notices.current?.text).toBe('A filter has at most 8 conditions.');
  expect(store.getState().filter.where).toBe(eight);
});
