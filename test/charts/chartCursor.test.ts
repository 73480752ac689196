import { areaChart, prepareArea, type ChartPoint } from '#charts/chart.ts';
import { textOf } from '#charts/canvas.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCount, anySize, expectExact } from './anyInput.ts';

const formatCount = (count: number) => (count < 1e6 ? String(count) : count.toExponential(0));
const box = {
  title: 'Sun 8 Nov',
  value: '8',
  change: { text: '+300%', role: 'good' },
  before: 'before  2',
} as const;
const points: ChartPoint[] = [4, 4, 4, 4, 8, 4, 4, 4].map(count => ({ count }));
const compared = points.map(() => 2);
const draw = (width: number, height: number, index: number, ascii = false) =>
  areaChart({ points, compared, width, height, ascii, cursor: { index, ...box }, formatCount });

describe('the cursor', () => {
  it('marks its column, the value and the one before, and has a box beside it', () => {
    expect(draw(42, 9, 7).rows.map(textOf)).toEqual([
      '8 ┤              ╭─────────────────────╮ │',
      '  │              │ Sun 8 Nov  8  +300% │ │',
      '6 ┤              │ before  2           │ │',
      '  │              ╰─────────────────────╯ │',
      '4 ┤▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄██████████▄▄▄▄▄▄▄▄▄▄▄●',
      '  │██████████████████████████████████████│',
      '2 ┤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤○',
      '  │██████████████████████████████████████│',
      '0 └───────────────────────────────────────',
    ]);
    expect(textOf(draw(60, 9, 0).rows[1] ?? []).slice(0, 30)).toBe('  ││ │ Sun 8 Nov  8  +300% │  ');
  });
  it('has the name of the highest point clear of its box', () => {
    const named = points.map((point, index) => ({ ...point, name: `Day ${index} ${point.count}` }));
    const cursor = { index: 7, title: box.title, value: box.value, change: box.change };
    expect(
      areaChart({ points: named, width: 42, height: 9, cursor, formatCount }).rows.slice(0, 4).map(textOf),
    ).toEqual([
      '8 ┤    Day 4 8   ╭─────────────────────╮ │',
      '  │              │ Sun 8 Nov  8  +300% │ │',
      '6 ┤              ╰─────────────────────╯ │',
      '  │                 ▁▇███████▂           │',
    ]);
  });
  it('says what was noted, on the axis and in its box; before what is compared where rows are few', () => {
    const noted = points.map((point, index) => ({ ...point, noted: index === 4 || index === 7 }));
    const notes = [['◆ newsletter 14']];
    const drawn = (height: number, ascii = false) =>
      areaChart({
        points: noted,
        compared,
        width: 42,
        height,
        ascii,
        cursor: { index: 7, ...box, notes },
        formatCount,
      }).rows.map(textOf);
    expect(
      drawn(12)
        .slice(1, 4)
        .map(row => row.slice(17, 40)),
    ).toEqual(['│ Sun 8 Nov  8  +300% │', '│ before  2           │', '│ ◆ newsletter 14     │']);
    // Eight points over 39 columns: the fifth in the 23rd, the last one in the last.
    expect(drawn(12).at(-1)).toBe('0 └──────────────────────◆───────────────◆');
    expect(drawn(12, true).at(-1)).toMatch(/^0 \+-{18,24}\*-{10,18}\*-*$/);
    expect(
      drawn(8)
        .slice(1, 3)
        .map(row => row.slice(17, 40)),
    ).toEqual(['│ Sun 8 Nov  8  +300% │', '│ ◆ newsletter 14     │']);
  });
  it('has as many lines of a long note as there is room for', () => {
    const notes = [
      ['◆ the release of', 'version 1.4 with', 'all its changes'],
      ['◆ the release of', 'version 1.4...'],
      ['◆ the release...'],
    ];
    const drawn = (height: number) =>
      areaChart({ points, compared, width: 42, height, cursor: { index: 7, ...box, notes }, formatCount })
        .rows.map(textOf)
        .map(row => row.slice(17, 40));
    const head = '│ Sun 8 Nov  8  +300% │';
    const before = '│ before  2           │';
    // A box takes at most two thirds of the rows, two of which are its border: 12, 9, 8 and 6 of them.
    expect(drawn(13).slice(1, 6)).toEqual([
      head,
      before,
      '│ ◆ the release of    │',
      '│ version 1.4 with    │',
      '│ all its changes     │',
    ]);
    expect(drawn(10).slice(1, 5)).toEqual([
      head,
      before,
      '│ ◆ the release of    │',
      '│ version 1.4...      │',
    ]);
    expect(drawn(9).slice(1, 4)).toEqual([head, before, '│ ◆ the release...    │']);
    expect(drawn(7).slice(1, 3)).toEqual([head, '│ ◆ the release...    │']);
  });
  it('has no text of the axis that a mark in its line would fall into or touch', () => {
    // 21 points over 21 columns; the texts are in columns 0 to 4, 7 to 12 and 15 to 20.
    const ticks = [
      [
        { index: 0, text: '1 Nov' },
        { index: 9, text: '10 Nov' },
        { index: 20, text: '21 Nov' },
      ],
    ];
    const axis = (noted: readonly number[], ascii = false) =>
      areaChart({
        points: Array.from({ length: 21 }, (_, index) => ({ count: 8, noted: noted.includes(index) })),
        ticks,
        width: 24,
        height: 5,
        ascii,
        formatCount,
      })
        .rows.map(textOf)
        .at(-1);
    expect(axis([])).toBe('0 └1 Nov  10 Nov  21 Nov');
    expect(axis([10])).toBe('0 └1 Nov ────◆─── 21 Nov');
    expect(axis([6, 13])).toBe('0 └1 Nov ◆──────◆ 21 Nov');
    expect(axis([5], true)).toBe('0 +-----* 10 Nov  21 Nov');
    expect(axis([6, 13], true)).toBe('0 +1 Nov *------* 21 Nov');
    // A single one is left; where none would be, those at both ends stay.
    expect(axis([2, 16])).toBe('0 └──◆─── 10 Nov ──◆────');
    expect(axis([2, 10, 18])).toBe('0 └1 Nov ────◆─── 21 Nov');
    expect(axis(Array.from({ length: 21 }, (_, index) => index))).toBe('0 └1 Nov◆◆◆◆◆◆◆◆◆◆21 Nov');
  });
  it('has the marks of a chart without an axis in its lowest row, also at the cursor', () => {
    const bare = (ascii: boolean, index?: number) =>
      areaChart({
        points: [8, 8, 8, 8].map((count, at) => ({ count, noted: at === 1 || at === 2 })),
        width: 10,
        height: 3,
        isBare: true,
        ascii,
        cursor: index === undefined ? undefined : { index },
        formatCount,
      }).rows.map(textOf);
    expect(bare(false)).toEqual(['██████████', '██████████', '███◆██◆███']);
    expect(bare(false, 1)).toEqual(['███●██████', '███│██████', '███◆██◆███']);
    // Bars are one column in two.
    expect(bare(true)).toEqual([' # # # #  ', ' # # # #  ', ' # * * #  ']);
  });
  it('has the box on the side where it hides less', () => {
    // Three points of eight lie to the right of the peak, all of them low.
    const peak = areaChart({
      points: [8, 8, 8, 8, 8, 1, 1, 1].map(count => ({ count })),
      width: 80,
      height: 10,
      cursor: { index: 4, ...box },
      formatCount,
    });
    const row = textOf(peak.rows[1] ?? []);
    expect(row.indexOf('Sun')).toBeGreaterThan(peak.columnOf(4) ?? 80);
  });
  it('has one line without a border in low charts, and no box in narrow ones', () => {
    expect(textOf(draw(42, 4, 4).rows[0] ?? [])).toBe('8 ┤ Sun 8 Nov  8  +300% ▂●▂               ');
    // A frame would cover three of the four rows.
    expect(textOf(draw(42, 5, 4).rows[0] ?? [])).toBe('8 ┤ Sun 8 Nov  8  +300% ▁●▁               ');
    const narrow = draw(20, 8, 4).rows.map(textOf);
    expect(narrow.join('')).not.toMatch(/Sun|╭/);
    expect(narrow[1]?.[12]).toBe('│');
  });
  it('is written without Unicode', () => {
    const rows = draw(60, 9, 0, true).rows.map(textOf);
    expect(rows.slice(0, 2).map(row => row.slice(0, 30))).toEqual([
      '8 +   | +---------------------',
      '  |   | | Sun 8 Nov  8  +300% ',
    ]);
    expect(
      rows
        .slice(0, 8)
        .map(row => row[6])
        .join(''),
    ).toMatch(/^\|+O\|*o\|*$/);
  });
  it('never has its column covered, wherever it stands', () => {
    const sizes = [fc.integer({ min: 20, max: 130 }), fc.integer({ min: 1, max: 12 })] as const;
    fc.assert(
      fc.property(fc.nat(7), ...sizes, (index, width, height) => {
        const { rows, columnOf } = draw(width, height, index);
        const plot = rows.slice(0, height >= 3 ? -1 : undefined);
        const seen = plot.map(row => Array.from(textOf(row))[columnOf(index) ?? -1]);
        expect(seen.join('')).toMatch(/^[│●○◉]+$/);
      }),
    );
  });
});

it('fills exactly its size, whatever the counts, and knows its columns', () => {
  const point = fc.record({
    count: anyCount,
    unfinished: fc.boolean(),
    weekend: fc.boolean(),
    name: fc.constantFrom('', 'Sun 8 Nov 2,843'),
  });
  const cursor = fc.record({
    index: fc.nat(60),
    title: fc.constantFrom(undefined, 'Sun 8 Nov'),
    value: fc.constant('2,843'),
  });
  const inputs = [
    fc.array(point, { maxLength: 300 }),
    fc.array(anyCount, { maxLength: 60 }),
    fc.option(cursor, { nil: undefined }),
    fc.boolean(),
    anySize,
    anySize,
  ] as const;
  fc.assert(
    fc.property(...inputs, (points, compared, cursor, ascii, width, height) => {
      const ticks = [points.map((_, index) => ({ index, text: `${index}` }))];
      const chart = areaChart({ points, compared, ascii, cursor, ticks, width, height, formatCount });
      expectExact(chart.rows, width, height);
      for (const index of points.keys()) {
        const column = chart.columnOf(index) ?? -1;
        expect(!(width >= 1) || (column >= 0 && column < width)).toBe(true);
        expect(!(points.length <= width - 12) || chart.indexAt(column) === index).toBe(true);
      }
      expect([chart.columnOf(points.length), chart.indexAt(-1), chart.indexAt(130)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }),
  );
});

it('a chart that is kept draws each cursor as if it were the first', () => {
  const input = {
    points: [4, 9, 2, 7, 5].map((count, index) => ({ count, name: `day ${index} ${count}` })),
    compared: [5, 5, 5, 5, 5],
    width: 60,
    height: 9,
    formatCount: String,
  };
  const draw = prepareArea(input);
  const cursors = [0, 4, 2].map(index => ({ index, title: `day ${index}`, value: '1' }));
  for (const cursor of [undefined, ...cursors, undefined])
    expect(draw(cursor).rows).toEqual(areaChart({ ...input, cursor }).rows);
});

it('no name of a peak touches a box, an edge or the scale, and no box the scale, whatever the counts', () => {
  const name = 'Fri 6 Nov 2,843';
  const count = fc.integer({ min: 1, max: 3000 });
  fc.assert(
    fc.property(
      fc.array(count, { minLength: 3, maxLength: 40 }),
      fc.nat(39),
      fc.integer({ min: 36, max: 180 }),
      fc.integer({ min: 6, max: 24 }),
      fc.boolean(),
      (counts, index, width, height, hasTints) => {
        const points = counts.map(count => ({ count, name }));
        const drawn = areaChart({
          points,
          compared: counts.toReversed(),
          width,
          height,
          cursor: { index: index % counts.length, ...box },
          hasTints,
          formatCount,
        });
        // What is full has a space on its own background.
        const rows = drawn.rows.map(row =>
          row
            .map(({ text, on }) => {
              const isFull = on?.startsWith('area') === true;
              // Blanks within the name are its own.
              return isFull
                ? text
                    .split(name)
                    .map(part => part.replaceAll(' ', '█'))
                    .join(name)
                : text;
            })
            .join(''),
        );
        const at = rows.findIndex(row => row.includes(name));
        const start = (rows[at] ?? '').indexOf(name);
        const beside = [rows[at]?.[start - 1], rows[at]?.[start + name.length]];
        // The axis may be below it.
        const near = [rows[at - 1], rows[at + 1]]
          .filter(row => row?.includes('└') === false)
          .map(row => row?.slice(start - 1, start + name.length + 1));
        // It stands on what is free.
        expect(at < 0 || beside.every(glyph => glyph === ' ' || glyph === undefined)).toBe(true);
        expect(at < 0 ? '' : near.join('')).not.toMatch(/[╭╮╰╯]|──/u);
        expect(rows.join('\n')).not.toMatch(/[┤│][╭╰]/u);
        // A box is whole.
        const corners = rows.join('').match(/[╭╮╰╯]/gu) ?? [];
        expect([0, 4]).toContain(corners.length);
      },
    ),
    { numRuns: 300 },
  );
});
