import { expect, test } from 'vitest';
import { createApi, openFaultServer } from '../helpers/apiFixture.ts';
import { inOverlay, isForm } from '#commands/command.ts';
import { commandsOf, dispatchKey } from '#commands/registry.ts';
import { textAtEnd } from '#text/textField.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { Route } from '#store/navigation/route.ts';
import { whyRead } from '#store/views/why.ts';
import type { Store } from '#store/createStore.ts';
import type { Services } from '#store/profile/services.ts';
import { safeText } from '#text/safeText.ts';
import { wrapSafe } from '#text/fit.ts';
import { shortReason, longReason } from '#text/words.ts';
import { storeOver, storeWith, until } from '../helpers/storeFixture.ts';
import { storeWithStatistics } from '../store/statistics/statisticsFixture.ts';

/** Of the screen on top, the commands that do nothing now, each with its reason. Every reason is looked at. */
function dead(store: Store): Record<string, string> {
  const state = store.getState();
  const isInPalette = new Set(
    commandsOf(topRoute(state.navigation.stack).screen).flatMap(({ id, inPalette }) =>
      inPalette === false || isForm(state) || inOverlay(state) ? [] : [id],
    ),
  );
  const found = commandsOf(topRoute(state.navigation.stack).screen)
    .filter(({ isHere }) => isHere?.(state) !== false)
    .flatMap(({ id, disabledReason }) => {
      const reason = disabledReason?.(state);
      return reason === undefined ? [] : [{ id, reason }];
    });
  for (const { reason } of found) expectReadable(longReason(reason));
  // What a line of the palette has room for.
  const beside = found.flatMap(({ id, reason }) => (isInPalette.has(id) ? [shortReason(reason)] : []));
  expect(beside.filter(short => !/^.{4,24}$/.test(short))).toEqual([]);
  return Object.fromEntries(found.map(({ id, reason }) => [id, longReason(reason)]));
}

/** A sentence of our own that fits 80 columns, and the two lines of a notice at 40. */
function expectReadable(reason: string): void {
  expect(reason).toMatch(/^[ -~]{10,77}\.$/);
  expect(wrapSafe(safeText(reason), 38).length).toBeLessThanOrEqual(2);
}

function presser({ store, services }: { store: Store; services: Services }) {
  return (...keys: string[]) => keys.forEach(key => dispatchKey(key, store, services));
}

const ids = (screen: string, names: readonly string[], reason: string) =>
  Object.fromEntries(names.map(name => [`${screen}.${name}`, reason]));

const noSearchOpen = 'No search is open: / opens one.';
const nothingSearched = 'Nothing is searched: / opens a search.';
const notLater = 'There are no later days: < shows earlier ones.';
const noUndo = 'Nothing to undo: save an edit first.';
const readAlone = 'Not needed: the numbers of all websites load by themselves.';
const leaveSearch = 'Leave the search first: press Enter.';
const byWeeks = ['chart.weekBack', 'chart.weekOn'];
const alongChart = ['chart.left', 'chart.right', ...byWeeks, 'chart.first', 'chart.last'];
const noFilter = Object.fromEntries(
  ['menu', 'only', 'without'].map(id => [`filter.${id}`, 'This service does not filter statistics.']),
);
const notOwn = {
  now: 'Own logs only: press P to choose them.',
  lines: 'Own logs only: press P to choose them.',
};
const noCursor = 'No cursor on the chart: press Left or Right.';
const gridMoves = ['left', 'right', 'up', 'down', 'first', 'last'];
const moves = ['up', 'down', 'halfUp', 'halfDown', 'first', 'last'];

/** What is dead on a list of websites that is well, with nothing marked, searched or edited. */
const onList = {
  'websites.clearMarks': 'Nothing is marked: Space marks a website.',
  'websites.leaveAttention': 'All websites are shown: ! shows those that need attention.',
  'websites.readAll': readAlone,
  'websites.keepSearch': noSearchOpen,
  'websites.toFound': noSearchOpen,
  'websites.clearSearch': nothingSearched,
  'period.later': notLater,
  undo: noUndo,
  now: 'Own logs only: press P to choose them.',
};
const needWebsite = [
  'websites.open',
  'websites.edit',
  'websites.delete',
  'websites.record',
  'websites.mark',
  'websites.range',
  'websites.markAll',
  'copy.value',
  'copy.url',
  'open',
  'export',
  'year',
  'why',
];
const without = (reason: string) => Object.fromEntries(needWebsite.map(id => [id, reason]));

test('the list of websites: before, while and after it is read', async () => {
  const { store } = await storeWith([]);
  const reading = store.getState().websites.load();
  expect(dead(store)).toEqual({ ...onList, ...without('Websites still loading.') });
  await reading;
  expect(dead(store)).toEqual({ ...onList, ...without('There is no website yet: a adds one.') });
  store.getState().showPreparing(0.5);
  const making = 'The demo is being made: wait a moment.';
  expect(dead(store)).toEqual({ ...onList, ...without(making), 'websites.search': making });
});

test('the list of websites: searched, filtered, marked, without numbers', async () => {
  const fixture = await storeWith(['one.example.com', 'two.example.com']);
  const { store } = fixture;
  const press = presser(fixture);
  await store.getState().websites.load();
  expect(dead(store)).toEqual(onList);

  press('n');
  expect(dead(store)).toEqual({
    ...onList,
    'websites.compare': 'Numbers are hidden: n, then c.',
    'websites.readAll': 'Numbers are hidden: n, then U.',
    'period.menu': 'Numbers are hidden: n, then t.',
    'period.earlier': 'Numbers are hidden: n, then <.',
    'period.later': 'Numbers are hidden: n, then >.',
  });
  press('n', 'Space');
  const { 'websites.clearMarks': _, ...marked } = onList;
  expect(dead(store)).toEqual(marked);
  press('Esc', '!');
  const { 'websites.leaveAttention': __, ...filtered } = onList;
  expect(dead(store)).toEqual({ ...filtered, ...without('No website is listed: ! shows them all.') });
  press('Esc', '/');
  const {
    'websites.keepSearch': ___,
    'websites.toFound': _found,
    'websites.clearSearch': ____,
    ...searching
  } = onList;
  expect(dead(store)).toEqual({
    ...searching,
    'websites.open': leaveSearch,
    ...ids('websites', moves, leaveSearch),
  });
  store.getState().websites.editSearch(textAtEnd('three'));
  press('Enter');
  await until(store, ({ websites }) => !websites.list.loading && websites.rows.length === 0);
  const { 'websites.clearSearch': _____, ...searched } = onList;
  expect(dead(store)).toEqual({ ...searched, ...without('No website is found: Esc clears the search.') });
});

test('a search and marks: Esc takes the marks away first', async () => {
  const fixture = await storeWith(['one.example.com', 'two.example.com']);
  const { store } = fixture;
  const press = presser(fixture);
  await store.getState().websites.load();
  press('/');
  store.getState().websites.editSearch(textAtEnd('one'));
  press('Enter');
  await until(store, ({ websites }) => !websites.list.loading && websites.rows.length === 1);
  press('!', 'n', 'Esc');
  press('Space');
  expect(dead(store)['websites.clearSearch']).toBe('Esc first: it clears marks and filters.');
  expect(dead(store)['websites.clearMarks']).toBe(undefined);
  press('!');
  expect(dead(store)['websites.leaveAttention']).toBe('Esc first: it clears the marks.');
});

test('why a key does nothing goes once it does something', async () => {
  const fixture = await storeWithStatistics();
  const { store, websiteId } = fixture;
  await fixture.add('visitors', [['2026-11-19', '2026-11-19', 5]]);
  store.getState().navigation.push({ screen: 'dashboard', websiteId });
  presser(fixture)('Left');
  expect(store.getState().notices.current?.text).toBe('Chart still loading.');
  await fixture.idle();
  expect(dead(store)['dashboard.chart.left']).toBe(undefined);
  expect(store.getState().notices.current).toBe(undefined);
});

/** Every request is refused. */
async function refused() {
  const server = await openFaultServer();
  server.answerWith(response => response.writeHead(404, { 'content-type': 'application/json' }).end('{}'));
  return storeOver(createApi({ baseUrl: server.url, apiKey: 'any' }));
}

const noMap = 'Only for countries. Press : to find them.';

test('what could not be read says which key tries again', async () => {
  const fixture = await refused();
  const { store } = fixture;
  await store.getState().websites.load();
  expect(dead(store)).toEqual({ ...onList, ...without('Websites not loaded: r tries again.') });

  const open = (route: Route) => store.getState().navigation.push(route);
  const unread = 'Website not loaded yet. Press r to retry.';
  const noList = {
    nextWebsite: 'Websites still loading.',
    previousWebsite: 'Websites still loading.',
  };
  const nothing = { 'copy.value': unread, 'copy.url': unread, open: unread };
  const notYet = 'Nothing to export yet: wait until it is read.';
  const listOf = (screen: string) =>
    Object.fromEntries(Object.entries(noList).map(([id, reason]) => [`${screen}.${id}`, reason]));

  open({ screen: 'dashboard', websiteId: '1' });
  expect(dead(store)).toEqual({
    'dashboard.delete': unread,
    ...ids(
      'dashboard',
      ['movePanelEarlier', 'movePanelLater', 'hidePanel'],
      'No panel is selected: Tab goes to one.',
    ),
    'dashboard.showHiddenPanels': 'No panel is hidden.',
    'dashboard.resetPanels': 'No panels are chosen: config.yaml has none for it.',
    ...ids('dashboard', alongChart, 'Chart still loading.'),
    ...listOf('dashboard'),
    ...nothing,
    ...notOwn,
    ...noFilter,
    export: notYet,
    'period.later': notLater,
    undo: noUndo,
  });
  open({ screen: 'record', websiteId: '1' });
  expect(dead(store)).toEqual({ 'record.edit': unread, ...nothing, now: notOwn.now, undo: noUndo });
  open({ screen: 'statistic', websiteId: '1', name: 'page' });
  await until(store, ({ statistic }) => statistic.list.error !== undefined);
  expect(dead(store)).toEqual({
    'statistic.history': 'Rows not loaded. Press r to retry.',
    'statistic.heatMap': 'Only for hours. Press : to find them.',
    'statistic.map': noMap,
    'statistic.measure': 'Only for days and hours. Press : for another statistic.',
    ...listOf('statistic'),
    'statistic.keepSearch': noSearchOpen,
    'statistic.toFound': noSearchOpen,
    'statistic.clearSearch': nothingSearched,
    ...nothing,
    ...notOwn,
    ...noFilter,
    export: notYet,
    'period.later': notLater,
  });
  open({ screen: 'heatMap', websiteId: '1', name: 'visitors_hours' });
  expect(dead(store)).toEqual({
    'heatMap.chart.weekOn': 'There is no later week: ( shows the one before.',
    ...ids('heatMap', [...gridMoves, 'place'], 'Hours still loading.'),
    ...listOf('heatMap'),
    ...nothing,
    ...notOwn,
    ...noFilter,
    export: notYet,
    'period.later': notLater,
  });
  open({ screen: 'year', websiteId: '1' });
  const noDays = 'Chart still loading.';
  expect(dead(store)).toEqual({
    ...ids('year', [...alongChart, 'openDay', 'place'], noDays),
    ...listOf('year'),
    ...nothing,
    ...notOwn,
    ...noFilter,
    why: 'No day is selected: Left and Right go to one.',
    export: notYet,
  });
  open({ screen: 'why', websiteId: '1' });
  await until(store, state => !whyRead(state, { websiteId: '1' }).loading);
  expect(dead(store)).toEqual({
    'why.stop': 'Nothing is loading.',
    'why.history': 'Visitors not loaded. Press r to retry.',
    'why.rises': 'Visitors not loaded: r tries again.',
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`why.group${index + 1}`, 'There is no group of that number.']),
    ),
    why: 'w explains a day: select one of the group Days.',
    ...listOf('why'),
    ...nothing,
    ...notOwn,
    ...noFilter,
    export: notYet,
    'period.later': notLater,
  });
  store.getState().editor.edit('1');
  expect(dead(store)).toEqual(editorBusy('The website is still loading.'));
  await until(store, ({ editor }) => editor.source.error !== undefined);
  const { 'editor.retry': _, ...failed } = editorBusy('The website could not be loaded. Press r to retry.');
  expect(dead(store)).toEqual(failed);
});

/** Of the only website of a list that is read. */
const isAlone = (screen: string) => ids(screen, ['previousWebsite', 'nextWebsite'], 'No other website.');

function editorBusy(reason: string) {
  const commands = ['save', 'next', 'previous', 'nextChoice', 'previousChoice', 'enter', 'retry'];
  return ids('editor', commands, reason);
}

test('rows, days and hours: what the others have', async () => {
  const fixture = await storeWithStatistics();
  const { store, websiteId, add, idle } = fixture;
  await add('page', [['2026-11-19', '/', 5]]);
  await add('visitors_hours', [['2026-11-19', '10', 5]]);
  await store.getState().websites.load();
  const open = async (route: Route) => {
    store.getState().navigation.push(route);
    await idle();
  };
  const along = ['left', 'right', 'weekBack', 'weekOn', 'first', 'last'].map(move => `chart.${move}`);
  const onChart = (screen: string) => ids(screen, [...along, 'openDay', 'place'], 'Nothing in these days.');
  const rowsOnly = 'Only for lists of rows. Press : for another statistic.';
  const rowKeys = ['history', 'logScale', 'search', 'keepSearch', 'toFound', 'clearSearch', 'more', 'fewer'];
  const pages = ['previousPage', 'nextPage'];

  await open({ screen: 'year', websiteId });
  expect(dead(store)).toEqual({
    ...onChart('year'),
    ...isAlone('year'),
    ...notOwn,
    ...noFilter,
    why: 'No day is selected: Left and Right go to one.',
  });
  await open({ screen: 'statistic', websiteId, name: 'page' });
  const onRows = {
    ...isAlone('statistic'),
    ...notOwn,
    ...noFilter,
    'statistic.heatMap': 'Only for hours. Press : to find them.',
    'statistic.map': noMap,
    'statistic.measure': 'Only for days and hours. Press : for another statistic.',
    'statistic.keepSearch': noSearchOpen,
    'statistic.toFound': noSearchOpen,
    'statistic.clearSearch': nothingSearched,
    'period.later': notLater,
  };
  expect(dead(store)).toEqual(onRows);
  presser(fixture)('/');
  const {
    'statistic.keepSearch': _,
    'statistic.toFound': _found,
    'statistic.clearSearch': __,
    ...searching
  } = onRows;
  expect(dead(store)).toEqual({
    ...searching,
    ...ids('statistic', ['history', 'firstRow', 'lastRow', ...moves], leaveSearch),
    back: 'Esc first: it clears the search.',
  });
  presser(fixture)('Esc');
  store.getState().navigation.replace({ screen: 'statistic', websiteId, name: 'visitors' });
  await idle();
  expect(dead(store)).toEqual({
    ...ids('statistic', [...rowKeys, ...pages], rowsOnly),
    'statistic.heatMap': 'Only for hours. Press : to find them.',
    ...ids('statistic', ['sort', 'reverse', ...moves], 'Nothing is counted here: t chooses other days.'),
    'statistic.map': noMap,
    ...onChart('statistic'),
    ...isAlone('statistic'),
    ...notOwn,
    ...noFilter,
    'period.later': notLater,
  });
  store.getState().navigation.replace({ screen: 'statistic', websiteId, name: 'visitors_hours' });
  await idle();
  expect(dead(store)).toEqual({
    ...ids('statistic', [...rowKeys, ...pages], rowsOnly),
    ...ids('statistic', ['sort', 'reverse'], 'No other order: hours are in that of the day.'),
    ...ids('statistic', moves, 'Hours do not scroll: H shows them by weekday.'),
    'statistic.chart.weekOn': 'There is no later week: ( shows the one before.',
    'statistic.map': noMap,
    'statistic.openDay': noCursor,
    ...isAlone('statistic'),
    ...notOwn,
    ...noFilter,
    'period.later': notLater,
  });
});

test('rows that are not there, or have no value or address', async () => {
  const fixture = await storeWithStatistics();
  const { store, websiteId, add, idle } = fixture;
  await add('referrer', [['2026-11-19', '', 5]]);
  await add('referrer', [['2026-11-19', 'https://other.example/', 4]]);
  await store.getState().websites.load();
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
  expect(dead(store)['statistic.history']).toBe('Rows still loading.');
  await idle();
  expect(dead(store)['statistic.history']).toBe('There are no rows: t chooses other days.');
  store.getState().navigation.replace({ screen: 'statistic', websiteId, name: 'referrer' });
  await idle();
  const noValue = 'Nothing to copy: select a row that has a value.';
  expect(dead(store)).toMatchObject({ 'copy.value': noValue, 'copy.url': noValue, open: noValue });
  presser(fixture)('Down');
  const noAddress = 'It has no address: y copies the value.';
  expect(dead(store)).toMatchObject({ 'copy.url': noAddress, open: noAddress });
  expect(dead(store)['copy.value']).toBe(undefined);
});

test('a website that is not in the list, or has no domain, and a page that is empty', async () => {
  const domains = Array.from({ length: 11 }, (_, at) => `site-${at}.example.com`);
  const fixture = await storeWith(domains);
  const { store } = fixture;
  await store.getState().websites.load();
  const [newest] = store.getState().websites.rows;
  if (newest === undefined) throw new Error('No website was listed.');
  store.getState().websites.replaceWebsite({ ...newest, domain: '' });
  const noDomain = 'It has no domain.';
  expect(dead(store)).toMatchObject({ 'copy.value': noDomain, 'copy.url': noDomain, open: noDomain });
  store.getState().navigation.push({ screen: 'heatMap', websiteId: newest.id, name: 'visitors_hours' });
  expect(dead(store)).toMatchObject({ 'copy.value': noDomain, 'copy.url': noDomain, open: noDomain });
  store.getState().navigation.replace({ screen: 'dashboard', websiteId: 'another' });
  expect(dead(store)).toMatchObject({
    'dashboard.nextWebsite': 'Not in the list: Esc, then choose a website.',
    'dashboard.previousWebsite': 'Not in the list: Esc, then choose a website.',
  });
  presser(fixture)('Esc', '+');
  await until(store, ({ websites }) => websites.perPage === 10 && !websites.list.loading);
  presser(fixture)(']');
  await until(store, ({ websites }) => websites.page === 2 && websites.rows.length === 1);
  store.getState().websites.removeWebsites(new Set(store.getState().websites.rows.map(({ id }) => id)));
  expect(dead(store)).toEqual({ ...onList, ...without('None on this page: [ goes back.') });
});

test('a row over time, and why', async () => {
  const fixture = await storeWithStatistics();
  const { store, websiteId, idle } = fixture;
  await store.getState().websites.load();
  const history: Route = { screen: 'history', websiteId, name: 'page', value: '/' };
  store.getState().navigation.push(history);
  expect(dead(store)).toMatchObject({ back: 'Esc first: it stops loading.' });
  await idle();
  expect(dead(store)).toEqual({
    'history.stop': 'Nothing is loading.',
    'history.openDay': noCursor,
    ...isAlone('history'),
    ...notOwn,
    ...noFilter,
    'period.later': notLater,
  });
  // Visitors without a referrer are no value that a command could be given.
  store.getState().navigation.replace({ ...history, name: 'referrer', value: '' });
  await idle();
  presser(fixture)('x');
  expect(dead(store)).toEqual({ 'export.command': 'No command prints this: Enter exports it.' });
  presser(fixture)('Esc');

  store.getState().navigation.replace({ screen: 'why', websiteId });
  expect(dead(store)).toMatchObject({
    'why.history': 'Loading: Down goes to the first row, Esc stops it.',
    back: 'Esc first: it stops loading.',
  });
  await idle();
  expect(dead(store)['why.history']).toBe('No row is listed: t chooses another period.');
  expect(dead(store)['why.rises']).toBe('The total is unchanged.');
  store.getState().navigation.push({ screen: 'why', websiteId, group: 'days' });
  expect(dead(store)).toMatchObject(
    ids('why', ['left', 'right', 'nextGroup', 'previousGroup'], 'One group is shown: Esc shows all of them.'),
  );
  store.getState().navigation.pop();
  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  expect(dead(store)['why.history']).toBe('Today is not over: t chooses whole days.');
  store.getState().comparison.choose(undefined);
  expect(dead(store)['why.history']).toBe('Nothing is compared: c chooses with what.');
  store.getState().navigation.replace({ screen: 'why', websiteId, day: '2026-11-10' });
  await idle();
  const oneDay = 'One day is shown: Esc back to the period.';
  expect(dead(store)).toMatchObject({
    'why.compare': oneDay,
    'period.menu': oneDay,
    'period.earlier': oneDay,
    'period.later': oneDay,
  });
});

test('forms: while they are read and saved', async () => {
  const fixture = await storeWith(['one.example.com', 'two.example.com']);
  const { store } = fixture;
  const press = presser(fixture);
  await store.getState().websites.load();
  press('a');
  expect(dead(store)).toEqual({
    'editor.retry': 'The website is loaded: nothing to retry.',
  });
  store.getState().editor.type(textAtEnd('three.example.com'));
  press('^S');
  const { 'editor.retry': _, ...saving } = editorBusy('Saving. Wait for the answer.');
  expect(dead(store)).toMatchObject(saving);
  await until(store, ({ navigation }) => navigation.stack.length === 1);

  press('x');
  expect(dead(store)).toEqual({});
  store.getState().exporting.editPath(textAtEnd('/nowhere/that/is.csv'));
  press('Enter');
  expect(dead(store)).toEqual({ 'export.finish': 'The file is being written: wait a moment.' });
  await until(store, ({ exporting }) => exporting.problem !== undefined);
  press('Esc', '*', 'e');
  const unchanged = 'Nothing is changed: every field leaves the websites as they are.';
  expect(dead(store)).toEqual({ 'editor.review': unchanged });
  press('Space', 'Space', '^S');
  expect(dead(store)).toEqual({ 'bulkReview.save': 'No website would change: Esc back to the form.' });
});

test('dialogs: until what is asked for is typed', async () => {
  const fixture = await storeWith(['zero.example.com', 'one.example.com', 'two.example.com']);
  const { store } = fixture;
  const press = presser(fixture);
  await store.getState().websites.load();
  press('d');
  const typeName = 'Type the domain of the website as it stands above, then Enter.';
  expect(dead(store)).toEqual({ 'delete.confirm': typeName });
  store.getState().deletion.edit(textAtEnd('two.example.com'));
  expect(dead(store)).toEqual({});
  press('Enter');
  expect(dead(store)).toEqual({ 'delete.confirm': 'Deleting. Wait for the answer.' });
  await until(store, ({ navigation }) => navigation.stack.length === 1);

  press('*', 'd');
  expect(dead(store)).toEqual({ 'delete.confirm': 'Type 2, the number of websites, then Enter.' });
  press('Esc', 't');
  store.getState().menu.edit(textAtEnd('never'));
  expect(dead(store)).toEqual({
    'period.choose': '"never" is no period: type 30d, last 12 months, 2026-03, 1 mar - 15 apr.',
  });
  press('Esc');
  for (const route of ['sort', 'compare', 'profiles', 'help'] as const) {
    store.getState().navigation.push({ screen: route });
    expect({ route, dead: dead(store) }).toEqual({ route, dead: {} });
    store.getState().navigation.pop();
  }
});

test('a run over many websites', async () => {
  const fixture = await storeWith(['one.example.com', 'two.example.com']);
  const { store } = fixture;
  const press = presser(fixture);
  await store.getState().websites.load();
  press('*', 'e', 'Space', '^S');
  expect(dead(store)).toEqual({});
  // Where one cannot be saved the results stay.
  await fixture.api.deleteWebsite('1');
  press('^S');
  expect(dead(store)).toEqual({
    'bulkRun.close': 'Still running: Esc stops it.',
    undo: 'Changes are under way: wait until all are done.',
    back: 'Esc first: it stops the run.',
    close: 'q first: it stops the run.',
  });
  await until(store, ({ bulkRun }) => bulkRun.run?.finished === true);
  expect(dead(store)).toMatchObject({ 'bulkRun.stop': 'All are done: Enter goes back.' });
});

test('connecting a service', async () => {
  const fixture = await storeWith([]);
  const { store } = fixture;
  const press = presser(fixture);
  store.getState().profiles.newKey();
  // From its one field Tab goes to the button.
  expect(dead(store)).toEqual({});
  press('Esc');
  store.getState().profiles.connect();
  expect(dead(store)).toEqual({});
  store.getState().profiles.type(textAtEnd('https://stats.example.com'));
  press('Tab');
  store.getState().profiles.type(textAtEnd('key'));
  press('^S');
  const testing = 'The service is being tested: wait for its answer.';
  expect(dead(store)).toEqual(ids('connect', ['test', 'next', 'previous'], testing));
});

test('a service that is read-only', async () => {
  const profile = { name: 'test', readOnly: true } as const;
  const fixture = await storeWith([], { profile });
  const { store } = fixture;
  await store.getState().websites.load();
  expect(dead(store)['websites.open']).toBe('There is no website yet.');
  const press = presser(fixture);
  for (const key of ['a', 'e', 'd', 'Delete', 'u']) {
    press(key);
    expect({ key, notice: store.getState().notices.current?.text }).toEqual({
      key,
      notice: 'Read-only profile.',
    });
  }
});

test('a kiosk, which leads nowhere else', async () => {
  const profile = { name: 'test', readOnly: true, isKiosk: true } as const;
  const fixture = await storeWith(['one.example.com'], { profile, writeExport: undefined });
  const { store, asked } = fixture;
  await store.getState().websites.load();
  const press = presser(fixture);
  const kiosk = 'This is a kiosk: it only shows numbers.';
  expectReadable(kiosk);
  press('i');
  for (const key of ['P', 'o', '^Z', 'N']) {
    press(key);
    expect({ key, notice: store.getState().notices.current?.text }).toEqual({ key, notice: kiosk });
  }
  press('Esc', 'x');
  expect(store.getState().exporting.targets).toEqual(['clipboard']);
  press('Down', 'Right', 'Left', 'Enter');
  expect(asked.length).toBe(1);
  expect(asked[0]).toMatch(/^copy id,domain/);
});

test('a kiosk whose key is refused asks for no other one', async () => {
  const profile = { name: 'test', readOnly: true, isKiosk: true } as const;
  const { store } = await storeWith(['one.example.com'], { profile });
  await store.getState().websites.load();
  store.getState().profiles.keyRefused();
  expect(topRoute(store.getState().navigation.stack).screen).toBe('websites');
});

test('a key that is refused is asked for over a form that is being sent, which stays as it is, and over nothing that is typed into', async () => {
  const { store } = await storeWith(['one.example.com']);
  await store.getState().websites.load();
  const stack = () => store.getState().navigation.stack.map(({ screen }) => screen);
  store.getState().profiles.keyRefused();
  expect(stack()).toEqual(['websites']);
  store.getState().navigation.push({ screen: 'period' });
  store.getState().profiles.keyRefused();
  expect(stack()).toEqual(['websites', 'period']);
  store.getState().navigation.pop();
  store.getState().editor.open([]);
  store.getState().editor.type(textAtEnd('two.example.com'));
  store.getState().profiles.keyRefused();
  expect(stack()).toEqual(['websites', 'editor']);
  const saved = store.getState().editor.save();
  store.getState().profiles.keyRefused();
  expect(stack()).toEqual(['websites', 'editor', 'connect']);
  store.getState().navigation.pop();
  expect(store.getState().editor.form?.draft.domain).toBe('two.example.com');
  await saved;
});
