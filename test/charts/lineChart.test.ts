import { textOf } from '#charts/cells.ts';
import { lineChart, type ChartPoint, type LineChartInput } from '#charts/lineChart.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const names: Record<number, string> = { 1000: '1k', 1e12: '1T', 2e12: '2T' };
const formatCount = (count: number) => names[count] ?? String(count);
const counts = (...values: number[]): ChartPoint[] => values.map(count => ({ count }));

function draw(input: Omit<LineChartInput, 'formatCount'>): string[] {
  return lineChart({ ...input, formatCount }).map(textOf);
}

/** What each tone draws, rows joined, spaces left out. */
function tones(input: Omit<LineChartInput, 'formatCount'>): Record<string, string> {
  const runs = lineChart({ ...input, formatCount }).flat();
  const grouped = Map.groupBy(runs, ({ tone }) => tone);
  return Object.fromEntries(
    [...grouped].map(([tone, parts]) => [
      tone,
      parts
        .map(({ text }) => text)
        .join('')
        .replaceAll(' ', ''),
    ]),
  );
}

const month: ChartPoint[] = Array.from({ length: 31 }, (_, place) => ({
  count: place % 7 < 5 ? 10 : 4,
  label: `${place + 1} Mar`,
  weekend: place % 7 >= 5,
  monthStart: place === 0,
}));

describe('a line', () => {
  it('rises from zero to the top of the scale', () => {
    expect(draw({ points: counts(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), width: 16, height: 4 })).toEqual([
      '10 ┤       ⢀⡠⠤⠒⠉',
      '   │    ⣀⠤⠊⠁    ',
      ' 0 ┤⡠⠤⠒⠉        ',
      '   └────────────',
    ]);
  });
  it('lies on the axis for zeros', () => {
    expect(draw({ points: counts(0, 0, 0, 0), width: 12, height: 5 })).toEqual([
      '1 ┤         ',
      '  │         ',
      '  │         ',
      '0 ┤⣀⣀⣀⣀⣀⣀⣀⣀⣀',
      '  └─────────',
    ]);
  });
  it('is a stem for a single point', () => {
    expect(draw({ points: [{ count: 5, label: '1 Mar', weekend: true }], width: 16, height: 6 })).toEqual([
      '5 ┤      ⡇      ',
      '  │      ⡇      ',
      '  │      ⡇      ',
      '0 ┤      ⡇      ',
      '  └─────────────',
      '       1 Mar    ',
    ]);
  });
  it('takes counts of any size', () => {
    expect(draw({ points: counts(1e12, 2e12, 1e12), width: 16, height: 6 })).toEqual([
      '2T ┤    ⡠⠒⠑⠤⡀   ',
      '   │ ⣀⠔⠉    ⠈⠢⣀ ',
      '1T ┤⠊          ⠑',
      '   │            ',
      ' 0 ┤            ',
      '   └────────────',
    ]);
  });
  it('keeps a peak of one day in ten years', () => {
    const points = counts(...Array.from({ length: 3650 }, (_, place) => (place === 1234 ? 1000 : 10)));
    expect(draw({ points, width: 30, height: 6 })).toEqual([
      ' 1k ┤        ⡇                ',
      '    │        ⡇                ',
      '500 ┤       ⢠⢣                ',
      '    │       ⢸⢸                ',
      '  0 ┤⣀⣀⣀⣀⣀⣀⣀⣸⢸⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀',
      '    └─────────────────────────',
    ]);
  });
  it('has the compared series beneath, dotted and in its own tone', () => {
    const input = {
      points: counts(4, 4, 4, 4, 4, 4, 4, 4),
      compared: [8, 8, 8, 8, 2, 2, 2, 2],
      width: 12,
      height: 6,
    };
    expect(draw(input)).toEqual([
      '8 ┤⠁⠁⠉⠙⡀    ',
      '  │    ⢂    ',
      '4 ┤⠒⠒⠒⠒⠒⠒⠒⠒⠒',
      '  │     ⠆⠄⠤⠤',
      '0 ┤         ',
      '  └─────────',
    ]);
    expect(tones(input)).toMatchObject({ main: '⠒⠒⠒⠒⠒⠒⠒⠒⠒', second: '⠁⠁⠉⠙⡀⢂⠆⠄⠤⠤' });
  });
  it('goes dotted and dim to a day that is not over', () => {
    const points = [...counts(8, 8, 8, 8, 8, 8, 8), { count: 4, unfinished: true }];
    expect(draw({ points, width: 12, height: 6 })).toEqual([
      '8 ┤⠉⠉⠉⠉⠉⠉⠉⠙⡀',
      '  │        ⢂',
      '4 ┤        ⠐',
      '  │         ',
      '0 ┤         ',
      '  └─────────',
    ]);
    expect(tones({ points, width: 12, height: 6 })).toMatchObject({ main: '⠉⠉⠉⠉⠉⠉⠉⠙', dim: '⡀⢂⠐' });
  });
});

describe('without Unicode', () => {
  it('becomes columns', () => {
    const points = [...counts(1, 2, 3, 4, 5, 6, 7, 8), { count: 3, unfinished: true }];
    expect(draw({ points, compared: points.map(() => 6), width: 22, height: 7, ascii: true })).toEqual([
      '8 +             ..##  ',
      '  |-----------::------',
      '  |         ::######  ',
      '4 +     ..##########oo',
      '  |   ::############oo',
      '0 +:::##############oo',
      '  +-------------------',
    ]);
  });
});

describe('dates', () => {
  it('stand below, with weekends and the start of a month on the axis', () => {
    expect(draw({ points: month, width: 40, height: 6 }).slice(4)).toEqual([
      '   └┴─────━━──────━━──────━━━──────━━───',
      '    1 Mar  9 Mar     17 Mar       31 Mar',
    ]);
    expect(draw({ points: month, width: 40, height: 6, ascii: true }).slice(4)).toEqual([
      '   ++-----===-----===------==------==---',
      '    1 Mar  8 Mar   15 Mar         31 Mar',
    ]);
  });
  it('leave the weekends out where days share a column', () => {
    expect(draw({ points: month, width: 24, height: 6 }).at(-2)).toBe('   └┴───────────────────');
  });
});

describe('little room', () => {
  it('drops the axis, then the dates, then the scale', () => {
    const few = { points: month, ascii: true } as const;
    expect(draw({ ...few, width: 20, height: 3 })).toEqual([
      '10 +### ###### #####',
      ' 0 +###:######:#####',
      '    1 Mar     31 Mar',
    ]);
    expect(draw({ ...few, width: 20, height: 2 })).toEqual(['10 +###.######.#####', '    1 Mar     31 Mar']);
    expect(draw({ ...few, width: 20, height: 1 })).toEqual(['10 +###.######.#####']);
    expect(draw({ ...few, width: 6, height: 3 })).toEqual(['######', '######', '1 Mar ']);
    expect(draw({ ...few, width: 0, height: 3 })).toEqual([]);
  });
  it('is an empty scale without points', () => {
    expect(draw({ points: [], width: 12, height: 4 })).toEqual([
      '1 ┤         ',
      '  │         ',
      '0 ┤         ',
      '  └─────────',
    ]);
  });
});

it('always has the rows and columns asked for, and shows the peak in its first row', () => {
  const point = fc.record({
    count: fc.integer({ min: 0, max: 500 }),
    unfinished: fc.boolean(),
    weekend: fc.boolean(),
  });
  const sizes = [fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 20 })] as const;
  fc.assert(
    fc.property(fc.array(point, { maxLength: 400 }), fc.nat(400), fc.boolean(), ...sizes, (...args) => {
      const [points, at, ascii, width, height] = args;
      const peaked = points.toSpliced(at % (points.length + 1), 0, {
        count: 1000,
        unfinished: false,
        weekend: false,
      });
      const compared = points.map(({ count }) => count);
      const rows = draw({ points: peaked, compared, ascii, width, height });
      expect(rows.map(row => row.length)).toEqual(Array.from({ length: height }, () => width));
      expect(rows[0]?.replace(/^.*[┤+]/, '').trim()).not.toBe('');
    }),
  );
});
