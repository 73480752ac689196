import { expect, test } from 'vitest';
import { textOf } from '#charts/canvas.ts';
import type { ChartCursor } from '#charts/labels.ts';
import { type ChartLine, lineStyle, prepareLines, prepareStrips } from '#charts/lines.ts';

const look = (index: number, ascii = false) => lineStyle(index, ascii);

function draw(
  lines: readonly (readonly (number | undefined)[])[],
  {
    ascii = false,
    width = 16,
    height = 5,
    unfinished = -1,
    cursor,
    noted = [],
    isBare,
  }: {
    ascii?: boolean;
    width?: number;
    height?: number;
    unfinished?: number;
    cursor?: ChartCursor;
    noted?: readonly number[];
    isBare?: boolean;
  } = {},
) {
  const all: ChartLine[] = lines.map((counts, at) => ({ counts, ...look(at, ascii) }));
  const points = (lines[0] ?? []).map((_, at) => ({
    unfinished: at === unfinished,
    noted: noted.includes(at),
  }));
  return prepareLines({ points, lines: all, width, height, ascii, isBare, formatCount: String })(cursor).rows;
}

test('two lines on one scale from zero, each in its colour with its marks', () => {
  const rows = draw([
    [0, 4, 8],
    [8, 4, 0],
  ]);
  expect(rows.map(textOf)).toEqual([
    '8 ┤⢄⡀         ⢀⡠',
    '  │ ⠈⠑⠤⡀   ⢀⠤⠊⠁ ',
    '4 ┤    ⠈⣑⠶⣊⠁    ',
    '  │⣀⠤⠒●⠉   ⠉□⠒⠤⣀',
    '0 └─────────────',
  ]);
  expect(new Set(rows.flat().map(({ tone }) => tone))).toEqual(
    new Set(['dim', 'frame', 'content', 'sources']),
  );
});

test('in ASCII each line is of its own mark', () => {
  expect(
    draw(
      [
        [0, 4, 8],
        [8, 8, 8],
      ],
      { ascii: true, width: 13 },
    ).map(textOf),
  ).toEqual(['8 +xxxxxxxxxx', '  |       oo ', '4 +    ooo   ', '  |oooo      ', '0 +----------']);
});

test('what was noted has its mark on the axis, without one in the lowest row', () => {
  const lines = [[8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8]];
  const look = { width: 16, ascii: true, noted: [3, 12] };
  expect(draw(lines, look).map(textOf).slice(-2)).toEqual(['  |             ', '0 +---*--------*']);
  const bare = draw(lines, { ...look, width: 13, height: 2, isBare: true, cursor: { index: 3 } });
  expect(bare.map(textOf)).toEqual(['ooooooooooooo', '   *        *']);
});

test('a gap is nothing, and a lone point a mark', () => {
  const [top = '', , , bottom = ''] = draw([[8, undefined, 8, undefined, 0, 0]], { width: 20 }).map(textOf);
  expect(top.slice(3).replaceAll('⠀', ' ')).toBe('●     ●          ');
  expect(bottom.slice(3, 13).trim()).toBe('');
  expect(bottom.slice(15)).toMatch(/[⠁-⣿]{3,}/u);
});

test('what is not over is dots', () => {
  const whole = draw([[8, 8, 8]], { height: 5 }).map(textOf)[0] ?? '';
  const open = draw([[8, 8, 8]], { height: 5, unfinished: 2 }).map(textOf)[0] ?? '';
  expect(open).not.toBe(whole);
  expect(open.slice(0, 8)).toBe(whole.slice(0, 8));
});

test('the cursor marks every line of its column, and a box says what they show', () => {
  const cursor = {
    index: 1,
    title: 'Sun 8 Nov',
    values: [
      { text: '● 4', role: 'content' },
      { text: '□ 2', role: 'sources' },
    ],
  } as const;
  const lines = [
    [4, 4, 4],
    [2, 2, 2],
  ];
  const rows = draw(lines, { width: 44, height: 12, cursor }).map(textOf);
  const text = rows.join('\n');
  expect(text).toContain('│ Sun 8 Nov │');
  expect(text).toContain('│ ● 4       │');
  expect(text).toContain('│ □ 2       │');
  const column = 3 + Math.round((44 - 3 - 1) / 2);
  expect(
    rows
      .slice(0, 11)
      .map(row => row[column])
      .join(''),
  ).toMatch(/^│●│+□│+$/);
  // Low charts say it in a line.
  expect(draw(lines, { width: 60, height: 5, cursor }).map(textOf).join('\n')).toContain(
    'Sun 8 Nov  ● 4  □ 2',
  );
});

test('four lines differ in colour and in mark, in ASCII too', () => {
  for (const ascii of [false, true]) {
    const looks = [0, 1, 2, 3].map(index => look(index, ascii));
    expect(new Set(looks.map(({ role }) => role)).size).toBe(4);
    expect(new Set(looks.map(({ mark }) => mark)).size).toBe(4);
  }
  expect([0, 1, 2, 3].map(index => look(index, true).mark).join('')).toMatch(/^[!-~]{4}$/);
});

function strips(
  lines: readonly (readonly (number | undefined)[])[],
  { width = 14, height = 9, ascii = false, cursor }: Partial<Parameters<typeof draw>[1]> = {},
) {
  return prepareStrips({
    points: (lines[0] ?? []).map(() => ({})),
    lines: lines.map((counts, at) => ({ counts, ...look(at, ascii) })),
    ticks: [[{ index: 0, text: '1 Mar' }]],
    width,
    height,
    ascii,
    formatCount: String,
  })(cursor);
}

test('strips: each line an area of its own from zero to its own greatest count, which stands at its axis', () => {
  const great = [100, 200, 400, 400, 400, 400, 400, 400];
  const rows = strips([great, great.map(count => count / 100)], { width: 15, height: 6 });
  expect(rows.map(textOf)).toEqual([
    '● 400 ┤  ▇▇▇▇▇▇',
    '      │▄███████',
    '  □ 4 ┤  ▇▇▇▇▇▇',
    '      │▄███████',
    '      └┴───────',
    '       1 Mar   ',
  ]);
  // Each is brighter above, as an area is.
  const fills = rows.slice(0, 4).map(row => row.find(({ text }) => /[▄▇█]/u.test(text))?.tone);
  expect(fills).toEqual(['content1', 'content4', 'sources1', 'sources4']);
  // A small website has the shape of a great one.
  const shape = (from: number) => rows.slice(from, from + 2).map(row => textOf(row).slice(7));
  expect(shape(2)).toEqual(shape(0));
  expect(rows.map(row => row.find(({ bold }) => bold === true)?.tone)).toEqual([
    'content',
    undefined,
    'sources',
    undefined,
    undefined,
    undefined,
  ]);
});

test('strips: what was before is a line over the area, on the scale of both, in two rows and more', () => {
  const draw = (height: number) =>
    prepareStrips({
      points: [{}, {}, {}],
      lines: [{ counts: [4, 4, 4], before: [8, 8, 2], ...look(0) }],
      width: 16,
      height,
      hasTints: true,
      formatCount: String,
    })(undefined);
  // Three rows but for an eighth to 8: 4 ends half way up the second one, 8 is in the uppermost quarter of dots, 2 in the third
  // of the lowest row. Eleven columns: the second point is in the sixth, and between both the line is left out at the edge.
  const rows = draw(5);
  // What is full is a blank on its own colour.
  expect(rows.map(textOf)).toEqual([
    '    │⠉⠉⠉⠉⠉⠙⠤⣀   ',
    '● 4 ┤▄▄▄▄▄▄▄▄▄▄▄',
    '    │         ⠉⠑',
    '    └───────────',
    '                ',
  ]);
  expect(rows[2]?.slice(-2).map(({ on }) => on)).toEqual(['content5', 'content5']);
  expect(draw(3).map(textOf).join('')).toMatch(/[⠁-⣿]/u);
  expect(draw(2).map(textOf).join('')).not.toMatch(/[⠁-⣿]/u);
});

test('strips: in ASCII what was before is marks beside the columns, a day below itself also where nothing was before', () => {
  const rows = prepareStrips({
    points: [{}, {}, {}],
    lines: [
      { counts: [4, 8, 8], before: [8, 8, 2], ...look(0, true) },
      { counts: [8, 8, 8], ...look(1, true) },
    ],
    width: 15,
    height: 5,
    ascii: true,
    formatCount: String,
  })(undefined);
  expect(rows.map(textOf)).toEqual([
    'o 8 +o  o## ## ',
    '    | ## ##o## ',
    'x 8 + ## ## ## ',
    '    | ## ## ## ',
    '    +----------',
  ]);
});

test('strips: where there are fewer rows than lines two stand beside each other', () => {
  const rows = strips([[1], [20], [300], [4000]], { width: 41, height: 3 }).map(textOf);
  expect(rows.map(row => row.length)).toEqual([41, 41, 41]);
  expect(
    rows.slice(0, 2).map(row =>
      row
        .replace(/[▁-█]+/g, '')
        .replace(/ +/g, ' ')
        .trim(),
    ),
  ).toEqual(['● 1 ┤ ▲ 300 ┤', '□ 20 ┤ ◇ 4000 ┤']);
});

test('strips: a cursor goes through all of them, each with its count there, what is not known is a gap', () => {
  const lines = [
    [8, undefined, 8],
    [1, 1, 1],
  ];
  const rows = strips(lines, { width: 16, height: 5, ascii: true, cursor: { index: 1 } }).map(textOf);
  expect(rows).toEqual([
    'o 8 +###  |  ###',
    '    |###  |  ###',
    'x 1 +### #| 1 ##',
    '    |### #|# ###',
    '    +1 Mar -----',
  ]);
});

test('strips: what is not whole is of the line alone', () => {
  const counts = [4, 4, 4, 4];
  const [first = [], second = []] = prepareStrips({
    points: counts.map(() => ({ unfinished: true })),
    lines: [
      { counts, ...look(0), unfinished: [true, true, true, true] },
      { counts, ...look(1), unfinished: [false, false, false, false] },
    ],
    width: 16,
    height: 3,
    formatCount: String,
  })(undefined);
  expect([first, second].map(row => textOf(row).slice(5))).toEqual(['⠁'.repeat(11), '▇'.repeat(11)]);
});
