import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { type Measure, placeMeasures, widthInOneLine, widthInTwoLines } from '#components/Measures.tsx';
import { Menu } from '#components/box/Menu.tsx';
import { firstRow, Table } from '#components/Table.tsx';
import { placeColumns } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';

const strip = (count: string): Measure[] => [
  {
    title: label`SUM OF DAILY VISITORS`,
    shortTitle: label`VISITORS, SUM`,
    value: safeText(count),
    note: label`+12%`,
    priority: 5,
  },
  { title: label`PAGE VIEWS`, value: safeText(count), note: label`-3%`, priority: 3 },
  {
    title: label`VIEWS PER VISITOR`,
    shortTitle: label`PER VISITOR`,
    value: label`2.0`,
    note: label`+1%`,
    priority: 2,
  },
  { title: label`BEST DAY`, value: label`230`, note: label`17 Nov`, priority: 1 },
  {
    title: label`TODAY SO FAR`,
    shortTitle: label`TODAY`,
    value: safeText(count),
    note: label`112 views`,
    canLoseNote: true,
    priority: 4,
  },
];
const titles = (count: string, room: number, widthOf = widthInTwoLines) =>
  placeMeasures(strip(count), room, widthOf).map(({ title }) => title);

test('long titles where there is room for all of them', () => {
  expect(titles('4,764', 116)).toEqual([
    'SUM OF DAILY VISITORS',
    'PAGE VIEWS',
    'VIEWS PER VISITOR',
    'BEST DAY',
    'TODAY SO FAR',
  ]);
});

test('short titles at 80 columns, all five of them', () => {
  const all = ['VISITORS, SUM', 'PAGE VIEWS', 'PER VISITOR', 'BEST DAY', 'TODAY'];
  expect(titles('4,764', 76)).toEqual(all);
});

test('today so far stays longer than what matters less', () => {
  expect(titles('42,857,142,857,143', 76)).toEqual(['VISITORS, SUM', 'PAGE VIEWS', 'TODAY']);
  expect(titles('4,764', 40, widthInOneLine)).toEqual(['VISITORS, SUM', 'TODAY']);
  expect(titles('42,857,142,857,143', 30, widthInOneLine)).toEqual(['VISITORS, SUM']);
});

test('never wider than the room, at equal distances where that fits', () => {
  for (const room of [36, 60, 76, 100, 116, 196]) {
    const placed = placeMeasures(strip('12,345'), room, widthInTwoLines);
    expect(placed.reduce((sum, { columns }) => sum + columns, 0)).toBeLessThanOrEqual(room);
  }
  expect(placeMeasures(strip('12,345'), 196, widthInTwoLines).map(({ columns }) => columns)).toEqual([
    39, 39, 39, 39, 39,
  ]);
});

test.each([
  // Where the selected row is on screen nothing moves.
  [0, 0, 5, 0],
  [3, 7, 5, 3],
  // Fewer rows than before, or a list that was scrolled past it.
  [0, 9, 5, 5],
  [8, 2, 5, 2],
  // Nothing is selected.
  [4, undefined, 5, 4],
  [4, -1, 5, 4],
])('from %i with %s selected, in %i rows: %i', (top, selected, height, first) => {
  expect(firstRow(top, selected, height)).toBe(first);
});

const names = Array.from({ length: 10 }, (_, place) => label`row ${place}`);

test('a table and a menu in a terminal that has become smaller still show what is selected', () => {
  const place = { top: 0, selected: 8, height: 3, width: 20 };
  const columns = placeColumns([{ key: 'title', title: 'TITLE', width: 8, priority: 1 }], 20);
  const rows = names.map(text => ({ id: text, cells: { title: { text } } }));
  expect(render(<Table columns={columns} rows={rows} {...place} />).lastFrame()).toContain('row 8');
  const items = names.map(title => ({ title }));
  expect(render(<Menu items={items} {...place} />).lastFrame()).toContain('row 8');
});
