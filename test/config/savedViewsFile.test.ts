import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultView, openSavedViews, readViewsText, viewsText } from '#config/kept/savedViews.ts';
import { ConfigError } from '#model/failure.ts';
import { type SavedView, withoutViews, withViews } from '#model/savedView.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const view = {
  profile: 'demo',
  screen: 'dashboard',
  website: { id: '7', domain: 'shop.example.com' },
  measure: 'visitors',
  period: '28d',
  compare: 'usual',
} satisfies SavedView;

test('views are kept in a private file, and two programs that save lose nothing', () => {
  const folder = temporaryFolder();
  const [one, other] = [openSavedViews(folder), openSavedViews(folder)];
  expect(one.read().views).toEqual({});
  one.change(all => withViews(all, { monday: view }));
  other.change(all => ({ ...withViews(all, { friday: view }), default: 'friday' }));
  one.change(all => withViews(all, { constructor: view }));
  expect(Object.keys(other.read().views)).toEqual(['monday', 'friday', 'constructor']);
  expect(statSync(join(folder, 'views.json')).mode & 0o777).toBe(0o600);
  expect(defaultView(folder)).toBe('friday');
  one.change(all => withoutViews(all, ['friday']));
  expect(defaultView(folder)).toBeUndefined();
});

const wrong = (change: object) => JSON.stringify({ version: 1, views: { monday: { ...view, ...change } } });

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['no views', '{"version":1}'],
  ['views of a wrong type', '{"version":1,"views":["monday"]}'],
  ['a name with a control character', JSON.stringify({ version: 1, views: { 'a\u001b[2J': view } })],
  ['a name that is none', JSON.stringify({ version: 1, views: { 'a b': view } })],
  ['__proto__ as a name', `{"version":1,"views":{"__proto__":${JSON.stringify(view)}}}`],
  ['a first screen that is no name', `{"version":1,"default":"\\u001b[2J","views":{}}`],
  ['a screen there is not', wrong({ screen: 'shell' })],
  ['a statistic there is not', wrong({ screen: 'heatMap', statistic: 'page' })],
  ['a website of a wrong type', wrong({ website: 7 })],
  ['a condition that is none', wrong({ where: ['rm -rf'] })],
  ['far too many steps', wrong({ steps: 1e9 })],
  ['half a step', wrong({ steps: 0.5 })],
  ['a huge text', wrong({ period: 'x'.repeat(5_000) })],
  ['an empty profile', wrong({ profile: '' })],
  ['another comparison', wrong({ compare: 'sometimes' })],
])('a file with %s is left as it is, with one line', (_, text) => {
  const folder = temporaryFolder();
  const path = join(folder, 'views.json');
  writeFileSync(path, text);
  const file = openSavedViews(folder);
  expect(() => file.read()).toThrow(
    'holds no views that can be read: mend it, or move it away to start anew.',
  );
  expect(() => file.change(all => withViews(all, { monday: view }))).toThrow(ConfigError);
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(defaultView(folder)).toBeUndefined();
  expect(readViewsText(text)).toBeUndefined();
});

test('a huge file and one of a newer program are left as they are', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'views.json');
  writeFileSync(path, `{"version":1,"views":{}}${' '.repeat(1_100_000)}`);
  expect(() => openSavedViews(folder).read()).toThrow('is far too large: move it away.');
  writeFileSync(path, '{"version":2,"views":{}}');
  expect(() => openSavedViews(folder).read()).toThrow('was written by a newer Sitedeck (version 2)');
});

test('what could not be read again is not written', () => {
  const folder = temporaryFolder();
  const file = openSavedViews(folder);
  file.change(all => withViews(all, { monday: view }));
  const long = { ...view, where: [`page=/${'x'.repeat(3_000)}`] };
  expect(() => file.change(all => withViews(all, { long }))).toThrow('too long to be kept');
  const names = Array.from({ length: 5_000 }, (_, index) => [`v${index}`, view] as const);
  expect(() => file.change(all => withViews(all, Object.fromEntries(names)))).toThrow(
    'more views than can be kept',
  );
  // Fewer than a million characters, and more bytes.
  const wide = { ...view, where: [`page=/${'ä'.repeat(1_900)}`] };
  const pages = Object.fromEntries(names.slice(0, 400).map(([name]) => [name, wide]));
  expect(() => file.change(all => withViews(all, pages))).toThrow('more views than can be kept');
  expect(Object.keys(file.read().views)).toEqual(['monday']);
});

test('what is exported is imported as it was', () => {
  const views = { monday: { ...view, where: ['page=/\u202eevil', 'country=DE:Germany'] } };
  expect(readViewsText(viewsText({ default: 'monday', views }))).toEqual(views);
});
