import { expect, test } from 'vitest';
import type { SortDirection } from '#model/service/paging.ts';
import type { ListedSort } from '#model/own/choices.ts';
import { divideCharts } from '#store/display.ts';
import { divideList } from '#store/websites/listLayout.ts';
import { inListedOrder } from '#store/websites/websites.ts';

const parts = (columns: number, rows: number, websites: number | undefined = 100) => {
  const { list, pane, attention } = divideList({ columns, rows }, 'numbers', websites);
  return [list, pane, attention];
};

test('a pane from 110 columns on, what needs attention from 170 on; together they are as wide as the terminal', () => {
  expect(parts(109, 40)).toEqual([109, 0, 0]);
  expect(parts(110, 40)).toEqual([66, 44, 0]);
  expect(parts(120, 40)).toEqual([74, 46, 0]);
  expect(parts(169, 50)).toEqual([105, 64, 0]);
  expect(parts(170, 50)).toEqual([68, 56, 46]);
  expect(parts(200, 50)).toEqual([80, 66, 54]);
  expect(parts(400, 50)).toEqual([270, 70, 60]);
});

test('rows of two lines where all websites fit so, and as many as are known to be all', () => {
  const rowsOf = (websites: number | undefined, columns = 120) => {
    const { lines, rows } = divideList({ columns, rows: 40 }, 'numbers', websites);
    return [lines, rows];
  };
  // 40 rows without the frame, toolbar, titles, sums and two blank lines: 32.
  expect(rowsOf(16)).toEqual([2, 16]);
  expect(rowsOf(17)).toEqual([1, 32]);
  expect(rowsOf(undefined)).toEqual([1, 32]);
  expect(rowsOf(5, 80)).toEqual([2, 16]);
  expect(rowsOf(5, 79)).toEqual([1, 32]);
});

test('without numbers the settings have the room: of the selected website more, of all websites as much', () => {
  const settings = (columns: number, rows: number) => divideList({ columns, rows }, 'settings', 3);
  const nothing = { multiples: undefined, messageRows: 0 };
  expect(settings(80, 24)).toEqual({ ...nothing, list: 80, pane: 0, attention: 0, lines: 2, rows: 8 });
  expect(settings(120, 40)).toEqual({ ...nothing, list: 70, pane: 50, attention: 0, lines: 2, rows: 16 });
  // 50 rows without the frame, toolbar, titles, sums and two blank lines: 42.
  expect(settings(200, 50)).toEqual({ ...nothing, list: 74, pane: 72, attention: 54, lines: 2, rows: 21 });
});

test('a list without rows has all of it for what it says', () => {
  const whole = {
    list: 200,
    pane: 0,
    attention: 0,
    lines: 1,
    rows: 42,
    messageRows: 0,
    multiples: undefined,
  };
  expect(divideList({ columns: 200, rows: 50 }, 'nothing', 0)).toEqual(whole);
});

test('below the list each website has a chart of its days, in the lower third, as high as all of them allow', () => {
  const below = (websites: number, columns = 200, rows = 50) => {
    const { rows: listed, multiples } = divideList({ columns, rows }, 'numbers', websites);
    return multiples && [listed, multiples.across, multiples.width, multiples.height, multiples.lines];
  };
  // 47 lines of body: 15 for the charts with their title, 27 for rows of the list.
  // Six charts, three of them side by side: two rows of seven lines.
  expect(below(5)).toEqual([13, 3, 64, 6, 15]);
  // 14 charts: with four side by side they would be two lines high.
  expect(below(13)).toEqual([13, 5, 37, 3, 15]);
  expect(below(14)).toEqual([27, 5, 37, 3, 15]);
  expect(below(15)).toEqual([27, 6, 30, 3, 15]);
  expect(below(40)).toEqual([27, 6, 30, 1, 15]);
  expect(below(48)).toEqual([27, 7, 25, 1, 15]);
  expect([below(4), below(49), below(500), below(13, 169), below(13, 200, 44)]).toEqual(
    Array(5).fill(undefined),
  );
});

test('in the lines that few websites leave free charts are wide, and high enough to show a course', () => {
  const charts = (columns: number, lines: number, websites: number) => {
    const found = divideCharts(columns, lines, websites);
    return found && [found.across, found.width, found.height];
  };
  expect(charts(74, 12, 1)).toEqual([1, 74, 10]);
  // Three websites and all of them: two rows of two charts.
  expect(charts(74, 9, 3)).toEqual([2, 35, 3]);
  // One below the other where that is high enough.
  expect(charts(68, 37, 3)).toEqual([1, 68, 8]);
  expect(charts(74, 8, 4)).toBeUndefined();
});

test('no chart of a website takes the place of what is said below the list', () => {
  expect(divideList({ columns: 200, rows: 50 }, 'numbers', 13, 9).multiples).toBeUndefined();
});

const rows = [
  { id: '9', domain: 'b.example', fields: {} },
  { id: '10', domain: 'C.example', fields: {} },
  { id: '2', domain: 'a.example', fields: {} },
  { id: '30', domain: undefined, fields: {} },
];

test.each<[ListedSort, SortDirection, string[]]>([
  ['id', 'asc', ['2', '9', '10', '30']],
  ['id', 'desc', ['30', '10', '9', '2']],
  ['domain', 'asc', ['30', '2', '9', '10']],
  ['domain', 'desc', ['10', '9', '2', '30']],
])('websites by %s, %s', (sortBy, sort, ids) => {
  expect(inListedOrder(rows, { sortBy, sort }).map(({ id }) => id)).toEqual(ids);
});
