import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dispatchKey } from '#commands/registry.ts';
import { textAtEnd } from '#text/textField.ts';
import type { State } from '#store/state.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { Store } from '#store/createStore.ts';
import { until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

const march = { kind: 'range', from: '2026-03-01', to: '2026-03-02' } as const;
const top = (store: Store) => topRoute(store.getState().navigation.stack).screen;

async function withPages() {
  const fixture = await storeWithStatistics();
  await fixture.add('page', [
    ['2026-03-01', '=1+1', 12345],
    ['2026-03-02', '/a\x1b[2J', 7],
    ['2026-02-27', '/gone', 3],
  ]);
  await fixture.add('visitors', [['2026-03-02', '2026-03-02', 9]]);
  await fixture.add('visitors_hours', [['2026-03-02', '13', 9]]);
  fixture.store.getState().period.choose(march);
  fixture.store.getState().comparison.choose(undefined);
  return fixture;
}

/** What the view in front would export, as CSV on the clipboard. */
async function csvOf(fixture: Awaited<ReturnType<typeof withPages>>) {
  const { store, services, asked } = fixture;
  await fixture.idle();
  dispatchKey('x', store, services);
  expect(top(store)).toBe('export');
  if (store.getState().exporting.target === 'file') {
    store.getState().exporting.focus(1);
    store.getState().exporting.choose(1);
  }
  await store.getState().exporting.finish();
  expect(top(store)).not.toBe('export');
  return asked
    .at(-1)
    ?.replace(/^copy /, '')
    .split('\n')
    .slice(0, -1);
}

test('exports a statistic as it is shown, exact and defused', async () => {
  const fixture = await withPages();
  const { store, websiteId } = fixture;
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
  expect(await csvOf(fixture)).toEqual([
    'value,count,share,share_of',
    "'=1+1,12345,0.999433,all rows",
    String.raw`/a\u001b[2J,7,0.000567,all rows`,
  ]);
  store.getState().comparison.choose('previous');
  expect(await csvOf(fixture)).toEqual([
    'value,count,count_before,share,share_of,before_from,before_to',
    "'=1+1,12345,0,0.999433,all rows,2026-02-27,2026-02-28",
    String.raw`/a\u001b[2J,7,0,0.000567,all rows,2026-02-27,2026-02-28`,
    '/gone,0,3,0,all rows,2026-02-27,2026-02-28',
  ]);
});

test('exports series, hours, the dashboard, history, why and websites', async () => {
  const fixture = await withPages();
  const { store, websiteId } = fixture;
  const { navigation } = store.getState();
  navigation.push({ screen: 'statistic', websiteId, name: 'visitors' });
  expect(await csvOf(fixture)).toEqual([
    'day,count,share,share_of',
    '2026-03-01,0,0,all rows',
    '2026-03-02,9,1,all rows',
  ]);
  navigation.replace({ screen: 'statistic', websiteId, name: 'visitors_hours' });
  expect((await csvOf(fixture))?.slice(12, 16)).toEqual([
    '11,0,0,all rows',
    '12,0,0,all rows',
    '13,9,1,all rows',
    '14,0,0,all rows',
  ]);
  navigation.replace({ screen: 'dashboard', websiteId });
  expect((await csvOf(fixture))?.slice(0, 7)).toEqual([
    'statistic,value,count,share,share_of',
    'visitors,2026-03-01,0,0,all rows',
    'visitors,2026-03-02,9,1,all rows',
    'pageviews,2026-03-01,0,,',
    'pageviews,2026-03-02,0,,',
    "page,'=1+1,12345,0.999433,all rows",
    String.raw`page,/a\u001b[2J,7,0.000567,all rows`,
  ]);
  navigation.replace({ screen: 'history', websiteId, name: 'page', value: '=1+1' });
  expect(await csvOf(fixture)).toEqual([
    'from,to,count',
    '2026-03-01,2026-03-01,12345',
    '2026-03-02,2026-03-02,0',
  ]);
  store.getState().comparison.choose('previous');
  navigation.replace({ screen: 'why', websiteId });
  expect(await csvOf(fixture)).toEqual([
    'statistic,value,name,count,count_before,day_before,change,is_at_least,mark,share_of_change,stands_out,before_from,before_to',
    "page,'=1+1,,12345,0,,12345,false,new,0.999191,true,2026-02-27,2026-02-28",
    String.raw`page,/a\u001b[2J,,7,0,,7,false,new,0.000567,false,2026-02-27,2026-02-28`,
    'page,/gone,,0,3,,-3,false,gone,0.000243,false,2026-02-27,2026-02-28',
  ]);
  navigation.popTo(1);
  await store.getState().websites.load();
  expect((await csvOf(fixture))?.[1]).toMatch(/^1,shop\.example\.com,9,0,,,0,private,false,true,/);
});

test('writes a file, asks before it replaces one, and keeps what was typed where it cannot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-exporting-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { store, services, websiteId, show } = await withPages();
  await show({ screen: 'statistic', websiteId, name: 'page' });
  dispatchKey('x', store, services);
  expect(store.getState().exporting.path.value).toBe('shop.example.com-page-2026-03-01-to-2026-03-02.csv');
  store.getState().exporting.choose(1);
  expect(store.getState().exporting.path.value).toBe('shop.example.com-page-2026-03-01-to-2026-03-02.json');

  const { editPath, finish } = store.getState().exporting;
  editPath(textAtEnd(join(folder, 'none', 'a.json')));
  await finish();
  expect(top(store)).toBe('export');
  expect(store.getState().exporting.problem).toContain('there is no folder');

  const path = join(folder, 'a.json');
  writeFileSync(path, 'mine');
  editPath(textAtEnd(path));
  await finish();
  expect(topRoute(store.getState().navigation.stack)).toEqual({
    screen: 'confirm',
    question: 'overwriteFile',
  });
  dispatchKey('n', store, services);
  expect(top(store)).toBe('export');
  expect(readFileSync(path, 'utf8')).toBe('mine');
  await finish();
  dispatchKey('y', store, services);
  await until(store, ({ notices }) => notices.current?.text.startsWith('Wrote a.json, 2 rows') === true);
  expect(top(store)).toBe('statistic');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    website: websiteId,
    domain: 'shop.example.com',
    from: '2026-03-01',
    to: '2026-03-02',
    statistic: 'page',
    more_rows: false,
    rows: [
      { value: '=1+1', count: 12345 },
      { value: '/a\x1b[2J', count: 7 },
    ],
  });
});

test('says why a text cannot be copied, and stays', async () => {
  const problem = 'Too long to copy: 80,000 bytes, and terminals take 74,994. Export it to a file instead.';
  const { store, services, websiteId, show } = await storeWithStatistics({ copy: () => ({ problem }) });
  await show({ screen: 'statistic', websiteId, name: 'visitors' });
  dispatchKey('x', store, services);
  store.getState().exporting.focus(1);
  store.getState().exporting.choose(1);
  dispatchKey('Enter', store, services);
  expect(store.getState().exporting.problem).toBe(problem);
  expect(top(store)).toBe('export');
});

test('the command that is copied has the format that is chosen', async () => {
  const { store, services, asked, websiteId, show } = await storeWithStatistics({
    drawPicture: async () => '<svg/>',
  });
  await show({ screen: 'year', websiteId });
  dispatchKey('x', store, services);
  const exporting = () => store.getState().exporting;
  const year = 'sitedeck --profile test year shop.example.com --format';
  expect(exporting().command).toBe(`${year} csv`);
  exporting().choose(1);
  expect(exporting().command).toBe(`${year} json`);
  exporting().choose(1);
  exporting().choose(1);
  expect(exporting().command).toBe(`${year} svg`);
  exporting().focus(1);
  exporting().choose(1);
  dispatchKey('y', store, services);
  expect(asked.at(-1)).toBe(`copy ${year} svg --hide-names`);
  // Opened again it has the format that it kept.
  dispatchKey('x', store, services);
  expect(exporting().command).toBe(`${year} svg --hide-names`);
});

test('a picture is of what was shown before the dialog, and its file says no name that it hides', async () => {
  const drawn: { readonly screens: readonly string[]; readonly hides: boolean }[] = [];
  const { store, services, asked, websiteId, show } = await storeWithStatistics({
    async drawPicture({ navigation }: State, { hides }) {
      drawn.push({ screens: navigation.stack.map(({ screen }) => screen), hides });
      return '<svg/>';
    },
  });
  store.getState().period.choose(march);
  await show({ screen: 'statistic', websiteId, name: 'visitors' });
  dispatchKey('x', store, services);
  const exporting = () => store.getState().exporting;
  const name = () => exporting().path.value;
  expect(exporting().kinds).toEqual(['csv', 'json', 'markdown', 'picture']);
  exporting().choose(-1);
  expect(name()).toBe('shop.example.com-visitors-2026-03-01-to-2026-03-02.svg');
  exporting().focus(1);
  exporting().choose(1);
  expect(name()).toBe('sitedeck-2026-03-01-to-2026-03-02.svg');
  // Data has its names, and so has the file.
  exporting().focus(-1);
  exporting().choose(1);
  expect(name()).toBe('shop.example.com-visitors-2026-03-01-to-2026-03-02.csv');
  exporting().choose(-1);
  expect(name()).toBe('sitedeck-2026-03-01-to-2026-03-02.svg');
  // A name that was typed stays.
  exporting().editPath(textAtEnd('mine.svg'));
  exporting().focus(1);
  exporting().choose(1);
  expect(name()).toBe('mine.svg');
  exporting().choose(1);
  exporting().focus(1);
  exporting().choose(1);
  await exporting().finish();
  expect(drawn).toEqual([{ screens: ['websites', 'statistic'], hides: true }]);
  expect(asked.at(-1)).toBe('copy <svg/>');
  expect(store.getState().notices.current?.text).toBe('Copied the screen as a picture (SVG).');
});
