import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foundOfHelp, helpOf, screenOf, screens } from '#commands/registry.ts';
import { globalCommands } from '#commands/global.ts';
import {
  inNextColumn,
  helpLayout,
  type HelpLine,
  type HelpRow,
  isRow,
  plateOf,
} from '#screens/help/index.ts';
import { bodyRows } from '#store/display.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { emptyText, textAtEnd } from '#text/textField.ts';
import { storeWith } from '../helpers/storeFixture.ts';

const row = (section: string, keys: string): HelpRow => ({ keys: [keys], action: `Do ${keys}`, section });
const rows = 'abcdefg'
  .split('')
  .map(key => row('This website', key))
  .concat(
    'mn'.split('').map(key => row('Edit', key)),
    'rstuvwxyz'.split('').map(key => row('Move', key)),
  );
const drawn = (lines: readonly HelpLine[] = []) =>
  lines.map(line => (line === undefined ? '' : isRow(line) ? line.row.keys.join(' ') : line.heading));

test('columns are of equal height, each section below its heading, which never ends a column', () => {
  const { columns, height, hidden } = helpLayout({ columns: 80, rows: 24 }, rows, 0);
  expect(height).toBe(12);
  expect(columns.map(drawn)).toEqual([
    ['This website', 'a', 'b', 'c', 'd', 'e', 'f', 'g', '', 'Edit', 'm', 'n'],
    ['Move', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'],
  ]);
  expect(hidden).toEqual([]);
});

test('a section is in one column, or has three rows in each of two', () => {
  const sections = (...counts: readonly number[]) =>
    counts.flatMap((count, section) => Array.from({ length: count }, (_, at) => row(`s${section}`, `${at}`)));
  const lengths = (viewport: { columns: number; rows: number }, all: readonly HelpRow[]) =>
    helpLayout(viewport, all, 0).columns.map(lines => {
      const shown = lines.filter(isRow).map(({ row }) => row.section);
      return [...new Set(shown)].map(section => `${section} ${shown.filter(one => one === section).length}`);
    });
  // Whole, and the columns as low as that lets them be.
  expect(lengths({ columns: 120, rows: 40 }, sections(16, 9, 4, 4, 4, 8))).toEqual([
    ['s0 16'],
    ['s1 9', 's2 4'],
    ['s3 4', 's4 4', 's5 8'],
  ]);
  // Sixteen lines: one row of the first would stand alone.
  expect(lengths({ columns: 80, rows: 24 }, sections(16, 9))).toEqual([['s0 13'], ['s0 3', 's1 9']]);
  expect(lengths({ columns: 80, rows: 24 }, sections(12, 4, 8))).toEqual([['s0 12'], ['s1 4', 's2 8']]);
});

test('keys of one line stand in the order of what it says', async () => {
  const { store } = await storeWith(['one.example.com']);
  const [website] = store.getState().websites.list.data?.rows ?? [];
  store.getState().navigation.push({ screen: 'dashboard', websiteId: website?.id ?? '' });
  store.getState().navigation.push({ screen: 'help' });
  const keysOf = (action: string) => helpOf(store.getState()).find(line => line.action === action)?.keys;
  expect(keysOf('Go to another website')).toEqual(['{', '}']);
});

test('where they do not fit, the columns around the selected row are shown, and the others counted', () => {
  const small = { columns: 40, rows: 10 };
  const start = helpLayout(small, rows, 0);
  expect([start.height, start.first, start.shown, start.hidden.length]).toEqual([4, 0, 1, 14]);
  expect(drawn(start.columns[0])).toEqual(['a', 'b', 'c', 'd']);
  const end = helpLayout(small, rows, 17);
  expect(drawn(end.columns[end.first])).toContain('z');
  expect(inNextColumn(start, 0, 1)).toBe(4);
  expect(inNextColumn(start, 0, -1)).toBe(0);
});

test('whatever the size, each row stands once, in order, and the selected one is shown', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 240 }),
      fc.integer({ min: 10, max: 70 }),
      fc.array(fc.nat(4), { maxLength: 60 }),
      fc.nat(59),
      (columns, height, sections, at) => {
        const all = sections
          .toSorted((a, b) => a - b)
          .map((section, index) => row(`s${section}`, `${index}`));
        const selected = Math.min(at, Math.max(0, all.length - 1));
        const layout = helpLayout({ columns, rows: height }, all, selected);
        const lines = layout.columns.flat().filter(isRow);
        expect(lines.map(({ index }) => index)).toEqual(all.map((_, index) => index));
        for (const column of layout.columns) {
          expect(column.length).toBeLessThanOrEqual(layout.height);
          expect(column.at(-1) === undefined ? [] : [isRow(column.at(-1))]).not.toContain(false);
        }
        const seen = layout.columns
          .slice(layout.first, layout.first + layout.shown)
          .flat()
          .filter(isRow);
        expect(seen.length + layout.hidden.length).toBe(all.length);
        expect(seen.some(({ index }) => index === selected)).toBe(all.length > 0);
        const outside = 3 + (layout.hasDescription ? 1 : 0) + (layout.hasRules ? 2 : 0);
        expect(layout.height + outside).toBeLessThanOrEqual(Math.max(5, bodyRows({ columns, rows: height })));
      },
    ),
  );
});

test('a plate names each key once, and none that goes without saying', () => {
  expect(plateOf(['Left', 'h', 'Right', 'l'], false)).toBe('← →');
  expect(plateOf(['Left', 'Right'], true)).toBe('<- ->');
  expect(plateOf(['Up', 'Down'], true)).toBe('Up Dn');
  expect(plateOf(['1', '2', '3', '4'], false)).toBe('1-4');
  expect(plateOf(['g', 'Home', 'G', 'End'], false)).toBe('g G');
  expect(plateOf(['h', 'l'], false)).toBe('h l');
  expect(plateOf(['PgUp', 'PgDn'], false)).toBe('^U ^D');
});

test('what a key does is said in at most six words, which a column of the help has room for', () => {
  const all = [...globalCommands, ...screens.flatMap(({ commands }) => commands)];
  const said = [
    ...new Set(all.flatMap(({ title, inHelp }) => (inHelp === undefined ? [title] : [title, inHelp]))),
  ];
  expect(said.filter(text => text.split(' ').length > 6)).toEqual([]);
  expect(said.filter(text => /^(The|An) |[:;.]$/.test(text))).toEqual([]);
});

test.each(['websites', 'dashboard'] as const)('no line of the help of %s is cut', async screen => {
  const { store } = await storeWith(['one.example.com']);
  const { navigation, websites } = store.getState();
  const [website] = websites.list.data?.rows ?? [];
  if (screen === 'dashboard') navigation.push({ screen, websiteId: website?.id ?? '' });
  store.getState().navigation.push({ screen: 'help' });
  const lines = helpOf(store.getState());
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter(({ action }) => action.length > 28)).toEqual([]);
  expect(new Set(lines.map(({ action }) => action)).size).toBe(lines.length);
});

test('a slash before what is searched in the help finds as much as without', async () => {
  const { store } = await storeWith(['one.example.com']);
  store.getState().navigation.push({ screen: 'help' });
  const found = (typed: string) => {
    const { navigation, menu } = store.getState();
    const route = topRoute(navigation.stack);
    menu.edit(emptyText);
    for (let end = 1; end <= typed.length; end += 1)
      screenOf(route.screen)
        .focusedField?.(store.getState())
        ?.change(textAtEnd(typed.slice(0, end)));
    return foundOfHelp(store.getState()).map(({ action }) => action);
  };
  expect(found('/expo')).toEqual(found('expo'));
  expect(found('/')).toEqual(['Search the list']);
});
