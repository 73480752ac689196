import { expect, test } from 'vitest';
import { createApi, openFaultServer } from '../../helpers/apiFixture.ts';
import type { PageSize } from '#model/service/paging.ts';
import { textAtEnd } from '#text/textField.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { websiteRows } from '#store/display.ts';
import { bare, json } from '../../helpers/faultAnswers.ts';
import type { Answer, RecordedRequest } from '../../helpers/faultServer.ts';
import { chosen, storeOver, storeWith, until } from '../../helpers/storeFixture.ts';

const sites = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, domain: `site-${from + index}.example` }));

async function storeAgainst(answer: Answer, perPage: PageSize = 25) {
  const server = await openFaultServer();
  // The numbers of the overview are asked for as well: nothing to tell there.
  server.answerWith((response, request) => (isList(request) ? answer : json([]))(response, request));
  const api = createApi({ baseUrl: server.url, apiKey: 'key', random: () => 0 });
  const queries = () => server.requests.filter(isList).map(({ query }) => new URLSearchParams(query));
  return { queries, ...storeOver(api, { choices: chosen({ perPage }) }) };
}

const isList = ({ path }: RecordedRequest) => path.endsWith('/websites');

const pageOf = (query: string) => Number(new URLSearchParams(query).get('page') ?? '1');

test('pages on while full pages come, and back', async () => {
  const { store, queries } = await storeAgainst((response, request) =>
    json({ data: sites(pageOf(request.query) * 100, pageOf(request.query) === 3 ? 4 : 25) })(
      response,
      request,
    ),
  );
  const { websites } = store.getState();
  await websites.load();
  expect(store.getState().websites.list.data?.next).toBe('maybe');
  websites.turnPage(1);
  await until(store, state => state.websites.page === 2 && !state.websites.list.loading);
  websites.turnPage(1);
  const last = await until(store, state => state.websites.page === 3 && state.websites.rows.length === 4);
  expect(last.websites.rows.map(({ id }) => id)).toEqual(['300', '301', '302', '303']);
  websites.turnPage(1);
  expect(store.getState().websites.page).toBe(3);
  websites.turnPage(-1);
  expect(store.getState().websites.page).toBe(2);
  expect(store.getState().websites.rows.map(({ id }) => id)).toEqual(
    sites(200, 25).map(({ id }) => String(id)),
  );
  // What was read once is there when one turns back.
  expect(queries().map(query => query.get('page'))).toEqual([null, '2', '3']);
});

test('a service that answers page 2 with page 1 again does not page: said, and the first page stays', async () => {
  const { store } = await storeAgainst(json(sites(1, 25)));
  const { websites } = store.getState();
  await websites.load();
  websites.turnPage(1);
  const state = await until(store, ({ websites: { cannotPage } }) => cannotPage);
  expect(state.websites.page).toBe(1);
  expect(state.websites.list.data?.page).toBe(1);
  websites.turnPage(1);
  expect(store.getState().websites.page).toBe(1);
});

test('a page that cannot be read leaves the person on the one that is shown', async () => {
  const { store } = await storeAgainst((response, request) =>
    (pageOf(request.query) === 2 ? bare(403) : json(sites(1, 25)))(response, request),
  );
  const { websites } = store.getState();
  await websites.load();
  websites.turnPage(1);
  const state = await until(store, ({ websites: { list } }) => list.error !== undefined);
  expect(state.websites.list.error?.kind).toBe('forbidden');
  expect(state.websites.list.data?.rows.length).toBe(25);
  await until(store, ({ websites: { page } }) => page === 1);
});

test('typing a search asks once, after the last key; leaving the field asks at once', async () => {
  const { store, queries } = await storeAgainst(json(sites(1, 3)));
  const { websites } = store.getState();
  await websites.load();
  websites.openSearch();
  for (const typed of ['s', 'si', 'sit', 'site']) websites.editSearch(textAtEnd(typed));
  await until(store, state => queries().length === 2 && !state.websites.list.loading);
  expect(queries()[1]?.get('search')).toBe('site');
  expect(queries()[1]?.get('search_by')).toBe('domain');
  websites.editSearch(textAtEnd('other'));
  websites.leaveSearch();
  await until(store, state => queries().length === 3 && !state.websites.list.loading);
});

test('an answer that is overtaken by a later question is dropped', async () => {
  const { store } = await storeAgainst((response, request) => {
    const slow = new URLSearchParams(request.query).get('sort_by') === 'id';
    const answer = () => json(sites(slow ? 1 : 50, 2))(response, request);
    if (slow) setTimeout(answer, 150);
    else answer();
  });
  const { websites } = store.getState();
  const first = websites.load();
  websites.sortRows('domain', 'asc');
  await until(store, state => state.websites.list.data !== undefined);
  await first;
  expect(store.getState().websites.list.data?.rows.map(({ id }) => id)).toEqual(['50', '51']);
});

test('the selection follows the website when rows come in above it', async () => {
  const { store, api } = await storeWith(['a.example', 'b.example', 'c.example']);
  const { websites } = store.getState();
  await websites.load();
  const id = store.getState().websites.list.data?.rows[2]?.id ?? '';
  websites.select(id);
  expect(store.getState().websites.position.selected).toBe(2);
  await api.createWebsite({ ...websiteDefaults, domain: 'newest.example' });
  await websites.load();
  expect(store.getState().websites.position.selected).toBe(3);
  expect(store.getState().websites.selectedId).toBe(id);
});

test('a terminal that becomes smaller still shows the selected row', async () => {
  const { store } = await storeAgainst(json({ data: sites(1, 25) }));
  const { resize, websites } = store.getState();
  resize({ columns: 80, rows: 40 });
  await websites.load();
  websites.move('last');
  const viewport = { columns: 80, rows: 12 };
  resize(viewport);
  const { position } = store.getState().websites;
  expect(position.selected).toBe(24);
  expect(position.top + websiteRows(viewport)).toBe(25);
});

test('the same row twice is one row, and reading again leaves the selection on it', async () => {
  const { store } = await storeAgainst(json({ data: [...sites(1, 3), ...sites(1, 3)] }));
  const { websites } = store.getState();
  await websites.load();
  websites.move('last');
  expect(store.getState().websites.rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(store.getState().websites.position.selected).toBe(2);
  await websites.load();
  expect(store.getState().websites.position.selected).toBe(2);
});
