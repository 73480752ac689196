import { expect, test } from 'vitest';
import { textOf } from '#charts/canvas.ts';
import { type RowCells, type RowOptions, rowRuns } from '#charts/row.ts';
import { label } from '#text/safeText.ts';

const pages: RowCells[] = [
  { label: { text: label`/` }, value: 40, numbers: [{ text: label`40` }, { text: label`+5%` }] },
  { label: { text: label`/a/long/path` }, value: 10, numbers: [{ text: label`10` }, { text: label`new` }] },
];
const plates = { ascii: false, isLined: false } as const;
const lines = { ascii: false, isLined: true } as const;

test.each<[string, RowOptions, string[][]]>([
  ['in columns', { ...plates, width: 22 }, [['/               40 +5%'], ['/a/long/path    10 new']]],
  ['with labels cut', { ...plates, width: 12 }, [['/     40 +5%'], ['/a…th 10 new']]],
  [
    'of two lines',
    { ...plates, width: 16, lines: 2 },
    [
      ['/         40 +5%', ' '.repeat(16)],
      ['/a/l…path 10 new', ' '.repeat(16)],
    ],
  ],
  [
    'with wider gaps and numbers',
    { ...plates, width: 22, gap: 2, min: [3] },
    [['/              40  +5%'], ['/a/long/path   10  new']],
  ],
])('rows stand %s', (_, look, drawn) => {
  expect(rowRuns(pages, look).map(each => each.map(textOf))).toEqual(drawn);
});

test('bars of changes say their way by their hue, as grey as a number within chance, all on one scale', () => {
  const changes = [40, -20, 10].map((value, index): RowCells => ({
    label: { text: label`a` },
    value,
    numbers: [{ text: label`${value}`, tone: index === 2 ? 'dim' : 'plain' }],
  }));
  const grounds = rowRuns(changes, { ...plates, width: 16 })
    .flat()
    .map(row => [
      row.find(({ on }) => on !== undefined)?.on,
      textOf(row.filter(({ on }) => on !== undefined)).length,
    ]);
  expect(grounds).toEqual([
    ['goodBar', 16],
    ['badBar', 8],
    ['dimBar', 4],
  ]);
  const lined = rowRuns(changes, { ...lines, width: 19 }).flat();
  expect(lined.map(textOf)).toEqual(['a______________  40', 'a_______        -20', 'a___             10']);
  expect(lined.map(row => row.find(({ text }) => text.startsWith('_'))?.tone)).toEqual([
    'good',
    'bad',
    'dim',
  ]);
});

test('a bar behind a row is its ground; what has no text anywhere has no column', () => {
  const rows = pages.map(row => ({ ...row, numbers: [...row.numbers.slice(0, 1), { text: label`` }] }));
  const look = { ...plates, width: 8, family: 'content' } as const;
  const [first = [], second = []] = rowRuns(rows, look).flat();
  expect([textOf(first), textOf(second)]).toEqual(['/     40', '/a…th 10']);
  const behind = (row: typeof first) => textOf(row.filter(({ on }) => on === 'contentBar')).length;
  expect([behind(first), behind(second)]).toEqual([8, 2]);
});

test.each(['content', undefined] as const)(
  'a selected row whose bar is full is seen by its ground (%s)',
  family => {
    const look = { ...plates, width: 16, ...(family && { family }) };
    const groundOf = (selected?: number) =>
      new Set(
        rowRuns(pages, { ...look, selected })[0]
          ?.flat()
          .map(({ on }) => on),
      );
    expect([...groundOf(0)]).toEqual(['selectionBar']);
    expect([...groundOf()]).toEqual([family === undefined ? 'goodBar' : 'contentBar']);
  },
);

test('the selected row lies on its own ground beyond its bar, and its name stands out on both', () => {
  const look = { ...plates, width: 16, family: 'content', selected: 1 } as const;
  const [, second = []] = rowRuns(pages, look).flat();
  expect(second.map(({ text, tone, on }) => [text, tone, on])).toEqual([
    ['/a/l', 'accent', 'selectionBar'],
    ['…path', 'accent', 'selection'],
    [' ', undefined, 'selection'],
    ['10', undefined, 'selection'],
    [' ', undefined, 'selection'],
    ['new', undefined, 'selection'],
  ]);
});

test('without tints bars behind rows are lines at their foot, each as long as its part of the greatest', () => {
  const look = { ...lines, width: 24, family: 'content' } as const;
  const drawn = rowRuns(pages, look).map(([line = []]) => line);
  expect(drawn.map(textOf)).toEqual(['/________________ 40 +5%', '/a/long/path      10 new']);
  const lined = drawn.map(line =>
    line.map(({ text, underline }) => (underline === true ? '_' : '.').repeat(text.length)).join(''),
  );
  expect(lined).toEqual([`_${'.'.repeat(23)}`, `____${'.'.repeat(20)}`]);
  expect(rowRuns(pages, { ...look, ascii: true }).map(([line = []]) => textOf(line))[0]).toBe(
    '/________________ 40 +5%',
  );
});

test('what it was before is a line on the bar and behind it, on its scale; where a letter would hide one, none has it', () => {
  const before = [
    { label: { text: label`a` }, value: 7, before: 8, numbers: [{ text: label`6` }] },
    { label: { text: label`b` }, value: 10, before: 4, numbers: [{ text: label`8` }] },
    { label: { text: label`none` }, value: 4, before: 0, numbers: [{ text: label`4` }] },
  ];
  const drawn = (look: Omit<RowOptions, 'width'>, rows: readonly RowCells[] = before) =>
    rowRuns(rows, { width: 20, family: 'content', ...look })
      .flat()
      .map(textOf);
  expect(drawn(plates)).toEqual(['a              │   6', 'b      │           8', 'none               4']);
  expect(drawn(lines)).toEqual(['a____________│     6', 'b_____│___________ 8', 'none___            4']);
  expect(drawn({ ...lines, ascii: true })[1]).toBe('b_____|___________ 8');
  const hidden = { label: { text: label`a long name` }, value: 4, before: 3, numbers: [{ text: label`4` }] };
  expect(drawn(plates, [...before, hidden]).join('')).not.toContain('│');
  const last = { label: { text: label`c` }, value: 9, before: 10, numbers: [{ text: label`9` }] };
  expect(drawn(plates, [...before, last]).join('')).not.toContain('│');
});
