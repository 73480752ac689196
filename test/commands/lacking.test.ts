import { expect, test } from 'vitest';
import { commandOfKey, commandsOf, dispatchKey, helpOf, paletteOf } from '#commands/registry.ts';
import { dashboardExport } from '#screens/dashboard/index.ts';
import { sortOptions } from '#screens/menus/sort.ts';
import { statisticDetail } from '#screens/statistic/index.ts';
import { choicesOf, fieldsOf } from '#store/editing/form.ts';
import { whyRead } from '#store/views/why.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { shownColumns } from '#store/websites/listLayout.ts';
import { textAtEnd } from '#text/textField.ts';
import { lackingCapabilities, withCapabilities } from '../helpers/lacking.ts';
import { chosen, storeOver, storeWith, until } from '../helpers/storeFixture.ts';
import { storeWithStatistics } from '../store/statistics/statisticsFixture.ts';

/** The application over the embedded service, whose client says that it has less. */
async function lackingStore(change: Parameters<typeof storeOver>[1] = {}) {
  const { api } = await storeWith(['one.example.com', 'two.example.com']);
  const sparse = storeOver(withCapabilities(api, lackingCapabilities), change);
  void sparse.store.getState().websites.load();
  await until(sparse.store, ({ websites }) => websites.rows.length === 2);
  const press = (...keys: string[]) => keys.forEach(key => dispatchKey(key, sparse.store, sparse.services));
  const [first] = sparse.store.getState().websites.rows;
  return { ...sparse, press, now: sparse.store.getState, id: first?.id ?? '' };
}

test('the list is sorted by what the service sorts by, and has the columns of its fields', async () => {
  const saved = chosen({ sortBy: 'id', sort: 'desc', overview: false });
  const { now, press } = await lackingStore({ choices: saved });
  expect(now().websites.rows.map(({ domain }) => domain)).toEqual(['one.example.com', 'two.example.com']);
  const columns = shownColumns({ ...now(), viewport: { columns: 200, rows: 50 } }, false, true);
  const ofFields = ['domain', 'name', 'privacy', 'bots', 'email'];
  expect(columns.map(({ key }) => key).filter(key => ofFields.includes(key))).toEqual(['domain', 'privacy']);
  press('s');
  expect(sortOptions(now()).map(({ title }) => title)).toEqual(['Domain, A to Z', 'Domain, Z to A']);
  press('Esc', '/');
  expect(now().notices.current?.text).toBe('Sparse does not search websites.');
  expect(now().websites.searchField).toBeUndefined();
});

test('the curve of the list gives way wholly before a domain is cut', async () => {
  const columnsOf = async (length: number, columns: number) => {
    const { store } = await storeWith([`${'a'.repeat(length - 8)}.example`, 'b.example']);
    await store.getState().websites.load();
    const viewport = { columns, rows: 24 };
    const placed = shownColumns({ ...store.getState(), viewport }, true, true);
    return placed.flatMap(({ key, columns }) =>
      key === 'domain' ? `domain ${columns}` : key === 'attention' ? [] : key,
    );
  };
  expect(await columnsOf(43, 80)).toEqual(['domain 43', 'days', 'visitors', 'change']);
  expect(await columnsOf(44, 80)).toEqual(['domain 44', 'visitors', 'change']);
  expect(await columnsOf(63, 80)).toEqual(['domain 53', 'visitors', 'change']);
  expect(await columnsOf(30, 60)).toEqual(['domain 33', 'visitors', 'change']);
  expect(await columnsOf(46, 120)).toEqual(['domain 46', 'visitors', 'change']);
});

test('help says why a key does nothing for this service', async () => {
  const { now, press } = await lackingStore();
  press('?');
  const row = helpOf(now()).find(({ action }) => action.startsWith('Search'));
  expect(row?.reason).toBe('Sparse does not search websites.');
});

test('the dashboard has the panels that the service records, and asks for no other', async () => {
  const { now, press, id } = await lackingStore();
  press('Enter');
  expect(dashboardLayout(now()).panels).toEqual(['page', 'referrer', 'country', 'visitors_hours']);
  now().dashboard.focusPanel(99);
  expect(now().dashboard.panel).toBe(3);
  press('Tab');
  expect(now().dashboard.panel).toBe(-1);
  press('5');
  expect(now().notices.current?.text).toBe('There is no panel of that number.');
  const rows = [...now().answers.known()].flatMap(({ kind, name }) => (kind === 'rows' ? [name] : []));
  expect(new Set(rows)).toEqual(new Set(['country', 'page', 'referrer']));
  expect(dashboardExport(now(), id)).toBeUndefined();
});

test('a statistic has the orders, the search and the other measure that the service has', async () => {
  const { now, press, id, store } = await lackingStore();
  now().navigation.push({ screen: 'statistic', websiteId: id, name: 'page' });
  await until(store, ({ statistic }) => statistic.list.data !== undefined);
  press('/');
  expect(now().notices.current?.text).toBe('Sparse does not search the rows of a statistic.');
  press('s');
  expect(sortOptions(now()).map(({ title }) => title)).toEqual([
    'Page views, highest first',
    'Page views, lowest first',
    'Change, highest first',
    'Change, lowest first',
  ]);
  press('Esc');
  const open = commandsOf('statistic').find(({ id }) => id === 'statistic.history');
  expect(open?.disabledReason?.(now())).toEqual({
    whole: 'Sparse does not search the rows of a statistic.',
    short: 'not of this service',
  });
  now().navigation.replace({ screen: 'statistic', websiteId: id, name: 'visitors_hours' });
  press('m');
  expect(now().notices.current?.text).toBe('Sparse does not record page views by hour.');
  expect(now().navigation.view).toMatchObject({ name: 'visitors_hours' });
});

test('a count is named, and its share taken, as the service counts', async () => {
  const { services, websiteId, add } = await storeWithStatistics();
  await add('visitors', [['2026-11-18', '2026-11-18', 8]]);
  await add('referrer', [['2026-11-18', 'news.example', 2]]);
  const detailWith = async (api: typeof services.api) => {
    const { store } = storeOver(api);
    store.getState().comparison.choose(undefined);
    store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'referrer' });
    const text = () => statisticDetail(store.getState()).text;
    await until(store, () => text().includes('%'));
    return text();
  };
  expect(await detailWith(services.api)).toBe('news.example   2 sessions, 100% of all 2 sessions');
  expect(await detailWith(withCapabilities(services.api, lackingCapabilities))).toBe(
    'news.example   2 visitors, 25% of 8 visitors (sum of days)',
  );
});

test('only statistics that are recorded explain a change', async () => {
  const { services, websiteId } = await storeWithStatistics();
  const sparse = storeOver(withCapabilities(services.api, lackingCapabilities));
  const now = sparse.store.getState;
  now().navigation.push({ screen: 'why', websiteId });
  // Both sides of three statistics, two series, and the first day, since none of these has a count.
  await until(sparse.store, state => {
    const { asked, answered } = whyRead(state, { websiteId });
    return asked === 9 && answered === 9;
  });
  expect([...now().answers.known()].some(({ name }) => name === 'campaign')).toBe(false);
});

test('the palette lists the statistics that are recorded, the others behind all else with the reason, which Enter says', async () => {
  const { now, press } = await lackingStore();
  press(':');
  const found = paletteOf(now()).flatMap(({ group, title }) => (group === 'Statistics' ? [title] : []));
  expect(found).toEqual(['Visitors', 'Page views', 'Pages', 'Referrers', 'Countries', 'Visitors by hour']);
  now().menu.edit(textAtEnd('campaigns'));
  const why = { whole: 'Sparse does not record campaigns.', short: 'not of this service' };
  expect(paletteOf(now()).map(({ title, group, reason }) => ({ title, group, reason }))).toEqual([
    { title: 'Campaigns', group: 'Not now', reason: why },
  ]);
  press('Enter');
  expect(now().notices.current?.text).toBe(why.whole);
  expect(now().navigation.stack.at(-1)?.screen).toBe('palette');
  now().menu.edit(textAtEnd('nonsense'));
  expect(paletteOf(now()).filter(({ group }) => group !== 'Instead')).toEqual([]);
});

test('the form has the fields that can be written', async () => {
  const { now, press, store } = await lackingStore();
  press('a');
  const added = now().editor.form;
  expect(added && fieldsOf(added)).toEqual(['domain', 'privacy']);
  press('Esc', 'e');
  const { editor } = await until(store, state => state.editor.form !== undefined);
  expect(editor.form && fieldsOf(editor.form)).toEqual(['privacy']);
  const seen = [1, 2, 3].map(() => {
    now().editor.choose(1);
    return now().editor.form?.draft.privacy;
  });
  expect(seen).toEqual(['public', 'private', 'public']);
});

test('the form for several websites has them too', async () => {
  const { now, press } = await lackingStore();
  press('*', 'e');
  const { form } = now().editor;
  expect(form?.isBulk).toBe(true);
  expect(form && fieldsOf(form)).toEqual(['privacy']);
  expect(form?.focused).toBe('privacy');
  expect(form && choicesOf(form, 'privacy')).toEqual([undefined, 'public', 'private']);
});

test('a service whose websites cannot be written says so', async () => {
  const { api } = await storeWith(['one.example.com']);
  const readable = withCapabilities(api, { ...lackingCapabilities, privacies: [], fields: [] });
  const { store } = storeOver(readable);
  void store.getState().websites.load();
  const state = await until(store, ({ websites }) => websites.rows.length === 1);
  expect(commandOfKey(state, 'a')).toBe('Sparse does not let websites be added.');
  expect(commandOfKey(state, 'e')).toBe('Sparse does not let websites be changed.');
});
