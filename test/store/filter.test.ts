import { expect, test } from 'vitest';
import { textAtEnd } from '#text/textField.ts';
import { filtersHeader } from '#model/statistics/statistics.ts';
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
  ['no row is called so', json({ data: [] }), /^There is no country "France" in this period\.$/],
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
