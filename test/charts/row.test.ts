import { expect, test } from 'vitest';
import { textOf } from '#charts/canvas.ts';
import { type RowCells, type RowLook, rowRuns } from '#charts/row.ts';
import { label } from '#text/safeText.ts';

const pages: RowCells[] = [
  { label: { text: label`/` }, value: 40, numbers: [{ text: label`40` }, { text: label`+5%` }] },
  { label: { text: label`/a/long/path` }, value: 10, numbers: [{ text: label`10` }, { text: label`new` }] },
];
const changes = pages.map(row => ({ ...row, value: row.value - 20, word: label`x2` }));
const bars = { ascii: false, bar: () => 4 };

test.each<[string, RowCells[], RowLook, string[][]]>([
  [
    'beside the labels',
    pages,
    { ...bars, width: 24, family: 'content' },
    [['/            ━━━━ 40 +5%'], ['/a/long/path ━    10 new']],
  ],
  [
    'as long as the longest label leaves',
    pages,
    { ...bars, width: 23, family: 'content' },
    [['/            ━━━ 40 +5%'], ['/a/long/path ━   10 new']],
  ],
  [
    'not at all where a label would be cut for them',
    pages,
    { ...bars, width: 22, family: 'content' },
    [['/               40 +5%'], ['/a/long/path    10 new']],
  ],
  [
    'below them',
    pages,
    { ...bars, width: 16, family: 'content', lines: 2 },
    [
      ['/         40 +5%', '━'.repeat(16)],
      ['/a/l…path 10 new', '━━━━            '],
    ],
  ],
  ['without room', pages, { ...bars, width: 12, bar: () => -3 }, [['/     40 +5%'], ['/a…th 10 new']]],
  [
    'as rises and falls',
    changes,
    { ...bars, width: 30, bar: () => 9, zeroAt: 0.5 },
    [['/              x2 │━━━━ 40 +5%'], ['/a/long/path    ━━│ x2  10 new']],
  ],
  [
    'as short rises and falls beside whole names',
    changes,
    { ...bars, width: 24, bar: () => 9, zeroAt: 0.5 },
    [['/              │━ 40 +5%'], ['/a/long/path  ╺│  10 new']],
  ],
  [
    'with wider gaps and numbers',
    pages.slice(0, 1),
    { ...bars, width: 18, gap: 2, least: [3] },
    [['/   │━━━   40  +5%']],
  ],
])('rows with their bars %s', (_, rows, look, lines) => {
  expect(rowRuns(rows, look).map(each => each.map(textOf))).toEqual(lines);
});

test('a bar behind a row is its ground; what has no text anywhere has no column', () => {
  const rows = pages.map(row => ({ ...row, numbers: [...row.numbers.slice(0, 1), { text: label`` }] }));
  const look = { ...bars, width: 8, family: 'content', isBehind: true } as const;
  const [first = [], second = []] = rowRuns(rows, look).flat();
  expect([textOf(first), textOf(second)]).toEqual(['/     40', '/a…th 10']);
  const behind = (row: typeof first) => textOf(row.filter(({ on }) => on === 'contentBar')).length;
  expect([behind(first), behind(second)]).toEqual([8, 2]);
});

test('the selected row lies on its own ground beyond its bar, and its name stands out on both', () => {
  const look = { ...bars, width: 16, family: 'content', isBehind: true, selected: 1 } as const;
  const [, second = []] = rowRuns(pages, look).flat();
  expect(second.map(({ text, tone, on }) => [text, tone, on])).toEqual([
    ['/a/l', 'accent', 'contentBar'],
    ['…path', 'accent', 'selection'],
    [' ', undefined, 'selection'],
    ['10', undefined, 'selection'],
    [' ', undefined, 'selection'],
    ['new', undefined, 'selection'],
  ]);
});

test('without tints bars behind rows are lines at their foot, each as long as its part of the greatest', () => {
  const look = { ...bars, width: 24, family: 'content', isLined: true } as const;
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

test('what it was before is a line on the bar and behind it, on its scale, but over no letter', () => {
  const before = [
    { label: { text: label`a` }, value: 6, before: 10, numbers: [{ text: label`6` }] },
    { label: { text: label`b` }, value: 8, before: 4, numbers: [{ text: label`8` }] },
    { label: { text: label`a long name` }, value: 4, before: 3, numbers: [{ text: label`4` }] },
  ];
  const drawn = (look: Partial<RowLook>) =>
    rowRuns(before, { ...bars, width: 20, family: 'content', ...look })
      .flat()
      .map(textOf);
  expect(drawn({ isBehind: true })).toEqual([
    'a                  6',
    'b      │           8',
    'a long name        4',
  ]);
  expect(drawn({ bar: () => 6 })).toEqual([
    'a           ━━━╸ │ 6',
    'b           ━│━━━  8',
    'a long name ━│╸    4',
  ]);
  expect(drawn({ bar: () => 6, ascii: true })[1]).toBe('b           =|===  8');
});
