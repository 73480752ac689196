import type { Role } from '#terminal/theme/roles.ts';
import { areaChart, areaStrip, type ChartInput, type ChartPoint } from '#charts/chart.ts';
import { textOf, type ChartRow } from '#charts/canvas.ts';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

const formatCount = String;
type Input = Omit<ChartInput<ChartPoint>, 'formatCount'>;
const draw = (input: Input) => areaChart({ ...input, formatCount }).rows.map(textOf);
const counts = (...values: (number | undefined)[]): ChartPoint[] => values.map(count => ({ count }));

/** A row's characters of one role, the others left blank. */
function only(row: ChartRow | undefined, role: Role): string {
  return (row ?? []).map(run => (run.tone === role ? run.text : run.text.replace(/./gu, ' '))).join('');
}

/** "#" on the background of the area, "w" on that of a weekend. */
function tints(row: ChartRow | undefined): string {
  const mark = (background: Role | undefined) =>
    background === undefined ? '.' : background === 'weekend' ? 'w' : '#';
  return (row ?? []).map(({ text, on }) => mark(on).repeat(text.length)).join('');
}

test('where little is free above and beside the highest point it is named in fewer words, and on no fill', () => {
  const draw = (counts: readonly number[]) => {
    const points = counts.map((count, index) => ({
      count,
      name: `Day ${index} has ${count}`,
      shortNames: [`Day ${index}`, String(count)],
    }));
    return areaChart({ points, width: 24, height: 4, formatCount, hasTints: true })
      .rows.slice(0, 2)
      .map(textOf);
  };
  // 21 columns, three or four to a point, the second in the fourth. Above 6.7 of 8 a count is in the uppermost of three rows.
  expect(draw([7, 8, 1, 1, 1, 1, 1])[0]).toBe('8 ┤▁▂▃▄ Day 1 has 8     ');
  expect(draw([7, 8, 1, 1, 7, 7, 7])[0]).toBe('8 ┤▁▂▃▄ Day 1   ▁▁▁▁▁▁▁▁');
  expect(draw([7, 8, 1, 7, 7, 7, 7])[0]).toBe('8 ┤▁▂▃▄ 8    ▁▁▁▁▁▁▁▁▁▁▁');
  expect(draw([7, 8, 7, 7, 7, 7, 7])).toEqual(['8 ┤▁▂▃▄▃▃▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁', '  │                    █']);
});

describe('the area', () => {
  it('rises from the axis to the top, in eighths of a cell and one gradient', () => {
    const points = counts(0, 1, 2, 3, 4, 5, 6, 7, 8);
    const { rows } = areaChart({ points, width: 12, height: 5, formatCount });
    // Nine columns of four rows: 32 eighths, four more from each point to the next, zero at the line half a row below.
    expect(rows.map(textOf)).toEqual([
      '8 ┤        ▄',
      '  │      ▄██',
      '4 ┤    ▄████',
      '  │▁▂▄██████',
      '0 └─────────',
    ]);
    expect(only(rows[2], 'area7')).toBe('       ▄████');
    // Only what is full has the background of the area, and is that alone but for the last cell: the edge has the one behind it.
    const tinted = areaChart({ points, width: 12, height: 5, formatCount, hasTints: true }).rows;
    expect(textOf(tinted[2] ?? [])).toBe('4 ┤    ▄   █');
    expect(tints(tinted[2])).toBe('........####');
    const fills = tinted.slice(0, 4).map(row => row.at(-1)?.on);
    expect(fills).toEqual([undefined, 'area4', 'area7', 'area10']);
  });
  it('lies on the axis for zeros only, and over the whole width for a single point', () => {
    expect(draw({ points: counts(0, 0, 0), width: 12, height: 5 })).toEqual([
      '1 ┤         ',
      '  │         ',
      '  │         ',
      '  │▁▁▁▁▁▁▁▁▁',
      '0 └─────────',
    ]);
    expect(draw({ points: counts(4), width: 14, height: 5 })).toEqual([
      '4 ┤▄▄▄▄▄▄▄▄▄▄▄',
      '  │███████████',
      '2 ┤███████████',
      '  │███████████',
      '0 └───────────',
    ]);
  });
  it('has a line in place of what is being read', () => {
    const points = [{ count: 4 }, ...[1, 2].map(() => ({ count: undefined, awaited: true }))];
    const lines = draw({ points, width: 12, height: 5 });
    expect(lines.map(line => line.slice(3 + 1))).toEqual([
      '   ┊   ┊',
      '   ┊   ┊',
      '   ┊   ┊',
      '   ┊   ┊',
      '────────',
    ]);
  });
  it('has a gap where nothing is known', () => {
    expect(draw({ points: counts(8, 8, undefined, NaN, 8, 8), width: 14, height: 5 })).toEqual([
      '8 ┤▄▄▄     ▄▄▄',
      '  │███     ███',
      '4 ┤███     ███',
      '  │███     ███',
      '0 └───────────',
    ]);
  });
  it('is only an outline where the first and the last point are not whole', () => {
    const open = { count: 4, unfinished: true };
    const points = [open, ...counts(8, 8, 8), open];
    const { rows } = areaChart({ points, width: 14, height: 5, formatCount });
    expect(rows.map(textOf)).toEqual([
      '8 ┤   ▄▄▄▄▄▄  ',
      '  │ ⢀⠂██████⢂ ',
      '4 ┤⠐  ██████ ⠂',
      '  │   ██████  ',
      '0 └───────────',
    ]);
    expect(only(rows[1], 'dim')).toBe('    ⢀⠂      ⢂ ');
  });
  it('keeps a peak of one day in ten years', () => {
    const points = counts(...Array.from({ length: 3650 }, (_, index) => (index === 1234 ? 1000 : 10)));
    // Day 1234 of 3650 is in column 8 of 24.
    expect(draw({ points, width: 30, height: 5 }).slice(0, 2)).toEqual([
      '1000 ┤        ▄               ',
      '     │        █               ',
    ]);
  });
});

describe('the compared series', () => {
  it('is a thin line over the area and outside of it', () => {
    const points = counts(4, 4, 4, 4);
    const input = { points, compared: [8, 8, 1, 1], width: 14, height: 5, formatCount };
    const { rows } = areaChart({ ...input, hasTints: true });
    // Of 16 rows of dots 8 are two below the uppermost, 1 is the lowest: two more would be the line of zero.
    expect(rows.slice(0, 4).map(textOf)).toEqual([
      '8 ┤⠤⠤⠤⢤       ',
      '  │   ⠈⢢⡀     ',
      '4 ┤▄▄▄▄▄▄▄▄▄▄▄',
      '  │      ⠉⣆⣀⣀⣀',
    ]);
    expect(only(rows[3], 'chartBefore')).toBe('         ⠉⣆⣀⣀⣀');
    expect([tints(rows[0]), tints(rows[3])]).toEqual(['..............', '...###########']);
  });
  it('stands at its height also where the edge of the area is, which gives way to it where that is the smaller step', () => {
    // 4.5 of 8 are 18 eighths, 4 from the line to the plot: the second row from below is filled to three quarters. 3.5 are 10: to a quarter.
    const draw = (count: number, before = 4) =>
      areaChart({
        points: counts(count, count, count, 8),
        compared: [before, before, before, 8],
        width: 14,
        height: 5,
        formatCount,
        hasTints: true,
      })
        .rows.slice(1, 4)
        .map(row => textOf(row).slice(3, 9));
    expect(draw(4.5)).toEqual(['      ', '⠤⠤⠤⠤⠤⠤', '      ']);
    expect(draw(3.5)).toEqual(['      ', '⠤⠤⠤⠤⠤⠤', '      ']);
    // Near to the next cell it goes there, and the edge stays whole.
    expect(draw(4.5, 5)).toEqual(['⣀⣀⣀⣀⣀⣀', '▆▆▆▆▆▆', '      ']);
    expect(draw(3.5, 3)).toEqual(['      ', '▂▂▂▂▂▂', '⠉⠉⠉⠉⠉⠉']);
  });
  it('leaves the edge of the fill within a quarter of a cell, is near to its height, and hidden only where both are one; above it where it was more', () => {
    const [rows, most] = [9, 288];
    // Above the uppermost row of nine there is none, below the lowest neither.
    const inside = fc.integer({ min: 48, max: 256 });
    fc.assert(
      fc.property(inside, inside, (count, before) => {
        const [own, other] = [count, before].map(value => (value * rows * 8) / most);
        const column = areaStrip({
          points: counts(count, count, most),
          compared: [before, before, most],
          width: 3,
          height: rows,
          hasTints: true,
        }).map(row => {
          const [run] = row;
          return { glyph: run?.text.slice(0, 1) ?? ' ', on: run?.on };
        });
        const fills = column.map(({ glyph, on }) =>
          on?.startsWith('area') === true ? 8 : Math.max(0, ' ▁▂▃▄▅▆▇█'.indexOf(glyph)),
        );
        const edge = fills.reduce((sum, eighths) => sum + eighths, 0);
        const dots = column.map(({ glyph }) => Math.max(0, (glyph.codePointAt(0) ?? 0) - 0x2800) & 0x47);
        const row = dots.findIndex(bits => bits > 0 && bits < 0x100);
        const dot = [0x40, 0x04, 0x02, 0x01].findIndex(bit => ((dots[row] ?? 0) & bit) > 0);
        const line = (rows - 1 - row) * 8 + dot * 2 + 1;
        const difference = (other ?? 0) - (own ?? 0);
        // The edge is rounded to eighths, the line to dots of two, whose middle stands up to three from its height.
        expect(Math.abs(edge - (own ?? 0))).toBeLessThanOrEqual(2.5);
        expect(row < 0 ? Math.abs(difference) : Math.abs(line - (other ?? 0))).toBeLessThanOrEqual(2 + 3);
        // A dot is two eighths high: nearer to each other than three they are one.
        expect(row >= 0 && Math.abs(difference) > 3 && line > edge !== difference > 0).toBe(false);
      }),
    );
  });
  it('is hidden by the edge of the area in the lowest row, where no row is below it', () => {
    // Of 8 in four rows 1 is half a row, from the line of zero two eighths: the lowest row of dots is within them, the third one is not.
    const lowest = (before: number) =>
      areaChart({
        points: counts(1, 1, 1, 8),
        compared: [before, before, before, 8],
        width: 14,
        height: 5,
        formatCount,
        hasTints: true,
      })
        .rows.slice(2, 4)
        .map(row => textOf(row).slice(3, 8));
    expect(lowest(1)[1]).toBe('▂▂▂▂▂');
    expect(lowest(1)[0]?.trim()).toBe('');
    expect(lowest(2)).toEqual(['⣀⣀⣀⣀⣀', '▂▂▂▂▂']);
  });
  it('has the cells of the edge where no row is beside them, which are as full or as blank as it is nearer to', () => {
    const draw = (count: number, hasTints: boolean) => {
      const points = counts(count, count);
      const [row] = areaStrip({ points, compared: [8, 8], width: 11, height: 3, hasTints });
      return row?.map(({ text, tone, on, inverse }) => ({ text, tone, on, inverse }));
    };
    const text = '⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉';
    // 7 of 8 are 21 of 24 eighths: the uppermost row is filled to five. 6 are 18: to two.
    expect(draw(7, true)).toEqual([{ text, tone: 'chartBefore', on: 'area1', inverse: undefined }]);
    expect(draw(7, false)).toEqual([{ text, tone: 'area1', on: undefined, inverse: true }]);
    expect(draw(6, true)).toEqual([{ text, tone: 'chartBefore', on: undefined, inverse: undefined }]);
  });
});

it('without scale and axis has the texts of its ticks below it from four rows on', () => {
  const points = counts(8, 4, 8, 4);
  const ticks = [[0, 3].map(index => ({ index, text: `${index + 1} Mar` }))];
  const bare = (height: number) => draw({ points, ticks, width: 20, height, isBare: true });
  expect(bare(4)[3]).toBe('1 Mar          4 Mar');
  expect(bare(4).slice(0, 3)).toEqual(bare(3));
});

describe('without Unicode', () => {
  it('is columns of one letter where there are rows enough, in few with tops of thirds, the compared series as marks beside them', () => {
    const points = [...counts(1, 2, 3, 4, 5, 6, 7, 8), { count: 3, unfinished: true }];
    const compared = points.map(() => 6);
    // 31 columns: three to a point, one and two left over at the margins.
    expect(draw({ points, compared, width: 34, height: 5, ascii: true })).toEqual([
      '8 +                        ==     ',
      '  |  o  o  o  o  o  o==o##o##o    ',
      '4 +            == ## ## ## ##     ',
      "  |   == == ## ## ## ## ## ## ''  ",
      '0 +-------------------------------',
    ]);
    // 19 columns: two to a point, and no gap before the next.
    expect(draw({ points, compared, width: 22, height: 5, ascii: true })[1]).toBe('  |o o o o o o=o#o#o  ');
  });
  it('has weekends behind its columns, not in the margins', () => {
    const days = counts(4, 4, 4, 4).map((point, index) => ({ ...point, weekend: index === 0 }));
    const { rows } = areaChart({
      points: days,
      width: 25,
      height: 5,
      ascii: true,
      hasTints: true,
      formatCount,
    });
    // 21 columns: five to a day, one left over at the end.
    expect(tints(rows[0])).toBe(`....${'w'.repeat(5)}${'.'.repeat(16)}`);
  });
  it('has marks only above its columns where they touch, never through them', () => {
    const points = counts(4, 12, 4, 12, 4, 12, 4, 12);
    expect(draw({ points, compared: points.map(() => 8), width: 12, height: 4, ascii: true })).toEqual([
      '12 + = = = =',
      '   |o#o#o#o#',
      '   |=#=#=#=#',
      ' 0 +--------',
    ]);
  });
});

const month: ChartPoint[] = Array.from({ length: 31 }, (_, index) => ({
  count: index % 7 < 5 ? 10 : 4,
  weekend: index % 7 >= 5,
}));
const mondays = [0, 7, 14, 21, 28].map(index => ({ index, text: `${index + 1} Mar` }));

describe('the axis', () => {
  it('has a mark at each day it names, and weekends on it and behind the plot', () => {
    const input = { points: month, ticks: [mondays], width: 65, height: 8, formatCount };
    const { rows } = areaChart({ ...input, hasTints: true });
    expect(rows.slice(-2).map(textOf)).toEqual([
      ' 0 └┴─────────━━━━┴─────────━━━━┴─────────━━━━┴─────────━━━━┴────',
      '    1 Mar       8 Mar         15 Mar        22 Mar        29 Mar ',
    ]);
    expect(tints(rows[1])).toMatch(/^\.{4}#{9}(\.?w{4}\.?#{9}){3}\.?w{4}\.?#{5}$/);
  });
  it('marks no weekend where one day has the whole width', () => {
    const { rows } = areaChart({
      points: [{ count: 4, weekend: true }],
      ticks: [[{ index: 0, text: '7 Mar' }]],
      width: 14,
      height: 5,
      formatCount,
    });
    expect(rows.map(textOf).at(-1)).toBe('0 └── 7 Mar ──');
    expect(rows.map(tints).join('')).not.toContain('w');
  });
  it('takes the texts into its line, then goes, where there is little room', () => {
    const few = { points: month, ticks: [mondays], ascii: true } as const;
    expect(draw({ ...few, width: 26, height: 3 })).toEqual([
      '10 +==== ==== ==== ==== ==',
      '   |####=####=####=####=##',
      ' 0 +1 Mar - 15 Mar  29 Mar',
    ]);
    expect(draw({ ...few, width: 26, height: 2 })).toEqual([
      '10 +#### #### #### #### ##',
      '   |####=####=####=####=##',
    ]);
    expect(draw({ ...few, width: 8, height: 4 })).toEqual(['========', '########', '########', '1 Mar --']);
    expect(draw({ points: [], width: 12, height: 4 })).toEqual([
      '1 ┤         ',
      '  │         ',
      '  │         ',
      '0 └─────────',
    ]);
  });
});

describe('the highest point', () => {
  const named = (...values: number[]): ChartPoint[] =>
    values.map((count, index) => ({ count, name: `day ${index}: ${count}` }));
  const input = { points: named(5, 5, 5, 9, 5, 5, 5, 2, 5), width: 53, height: 11 };
  it('is named above it, or beside it where it reaches the top', () => {
    const rows = draw({ ...input, hasTints: true });
    expect(rows[0]).toBe('10 ┤               day 3: 9                          ');
    expect(rows.join('').match(/day/g)?.length).toBe(1);
    const [top] = draw({ ...input, points: named(5, 5, 5, 10, 5, 5, 5, 2, 5), hasTints: true });
    expect(top).toMatch(/^10 ┤ +▄ day 3: 10 +$/);
  });
  it('is not named where there is no room, nor where all are alike, few or not whole', () => {
    const none = [
      { ...input, width: 7 },
      { ...input, points: named(5, 5, 5, 5) },
      { ...input, points: named(1, 5) },
      { ...input, points: input.points.map(point => ({ ...point, unfinished: true })) },
    ];
    for (const each of none) expect(draw(each).join('')).not.toContain('day');
  });
  it('is not named where the box of the cursor says the same', () => {
    const rows = draw({ ...input, cursor: { index: 3, title: 'Wednesday' } }).join('');
    expect(rows).toContain('Wednesday');
    expect(rows).not.toContain('day 3');
  });
});

describe('without tints', () => {
  it('the fill is full blocks in one tone, the compared line dots in their index', () => {
    const input = { points: counts(8, 8, 8, 8), width: 14, height: 5, formatCount };
    const { rows } = areaChart({ ...input, compared: [2, 2, 6, 6] });
    expect(rows.slice(0, 4).map(textOf)).toEqual([
      '8 ┤▄▄▄▄▄▄▄▄▄▄▄',
      '  │███████⡤⠤⠤⠤',
      '4 ┤████⢀⠤⠊████',
      '  │⠤⠤⠤⠴⠁██████',
    ]);
    expect(rows.map(tints).join('')).not.toContain('#');
  });
});
