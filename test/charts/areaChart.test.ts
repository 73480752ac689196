import { areaChart, type ChartInput, type ChartPoint } from '#charts/areaChart.ts';
import { textOf, type ChartRole, type ChartRow } from '#charts/cells.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCount, anySize, expectExact } from './anyInput.ts';

const formatCount = String;
type Input = Omit<ChartInput<ChartPoint>, 'formatCount'>;
const draw = (input: Input) => areaChart({ ...input, formatCount }).rows.map(textOf);
const counts = (...values: (number | undefined)[]): ChartPoint[] => values.map(count => ({ count }));

/** A row's characters of one role, the others left blank. */
function only(row: ChartRow | undefined, role: ChartRole): string {
  return (row ?? []).map(run => (run.role === role ? run.text : run.text.replace(/./gu, ' '))).join('');
}

function grounds(row: ChartRow | undefined): string {
  return (row ?? [])
    .map(({ text, ground }) => (ground === 'chart' ? '#' : ground === 'weekend' ? 'w' : '.').repeat(text.length))
    .join('');
}

describe('the area', () => {
  it('rises from the axis to the top, a line two dots thick above what is filled', () => {
    const { rows } = areaChart({ points: counts(0, 1, 2, 3, 4, 5, 6, 7, 8), width: 12, height: 6, formatCount });
    expect(rows.map(textOf)).toEqual([
      '8 ┤       ⣠⠞',
      '  │     ⢀⡴⠃⣿',
      '  │   ⢀⡴⠋⣿⣿⣿',
      '  │ ⢀⡴⠋⣿⣿⣿⣿⣿',
      '  │⣠⠞⣿⣿⣿⣿⣿⣿⣿',
      '0 └─────────',
    ]);
    expect(only(rows[2], 'chartLine')).toBe('      ⢀⡴⠋   ');
    expect(only(rows[2], 'chart')).toBe('         ⣿⣿⣿');
    // A cell has the ground of the area where six of its eight dots at least lie below the line.
    expect(grounds(rows[2])).toBe('........####');
  });
  it('lies on the axis for zeros and over the whole width for a single point', () => {
    expect(draw({ points: counts(0, 0, 0), width: 12, height: 5 })).toEqual([
      '1 ┤         ',
      '  │         ',
      '  │         ',
      '  │⣀⣀⣀⣀⣀⣀⣀⣀⣀',
      '0 └─────────',
    ]);
    expect(draw({ points: counts(4), width: 14, height: 5 })).toEqual([
      '4 ┤⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛',
      '  │⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿',
      '2 ┤⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿',
      '  │⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿',
      '0 └───────────',
    ]);
  });
  it('has a gap where nothing is known', () => {
    expect(draw({ points: counts(8, 8, undefined, NaN, 8, 8), width: 14, height: 5 })).toEqual([
      '8 ┤⠛⠛⠃     ⠘⠛⠛',
      '  │⣿⣿⡇     ⢸⣿⣿',
      '4 ┤⣿⣿⡇     ⢸⣿⣿',
      '  │⣿⣿⡇     ⢸⣿⣿',
      '0 └───────────',
    ]);
  });
  it('is only an outline where the first and the last point are not whole', () => {
    const open = { count: 4, unfinished: true };
    const { rows } = areaChart({ points: [open, ...counts(8, 8, 8), open], width: 14, height: 5, formatCount });
    expect(rows.map(textOf)).toEqual([
      '8 ┤ ⢀⠚⠛⠛⠛⠛⠛⠓⡀ ',
      '  │⡐ ⢸⣿⣿⣿⣿⣿⡇ ⢂',
      '4 ┤  ⢸⣿⣿⣿⣿⣿⡇  ',
      '  │  ⢸⣿⣿⣿⣿⣿⡇  ',
      '0 └───────────',
    ]);
    expect(only(rows[1], 'dim').slice(3)).toBe('⡐         ⢂');
  });
  it('keeps a peak of one day in ten years', () => {
    const points = counts(...Array.from({ length: 3650 }, (_, place) => (place === 1234 ? 1000 : 10)));
    expect(draw({ points, width: 30, height: 6 })[0]).toMatch(/^ +│? *1000 ┤ {6,8}\S{1,2} +$|^1000 ┤ {6,9}\S{1,2} +$/);
  });
});

describe('the compared series', () => {
  it('lies dotted over the area and outside of it', () => {
    const { rows } = areaChart({
      points: counts(4, 4, 4, 4),
      compared: [8, 8, 2, 2],
      width: 14,
      height: 6,
      formatCount,
    });
    expect(rows.map(row => only(row, 'chartBefore'))).toEqual([
      '   ⠁⠁⠁⠁⢂      ',
      '        ⢂     ',
      '         ⠶    ',
      '          ⠆⠄⠄⠄',
      '              ',
      '              ',
    ]);
    expect(grounds(rows[3])).toBe('...###########');
  });
  it('takes every second cell that both share, in its own colour', () => {
    const { rows } = areaChart({
      points: counts(4, 4, 4),
      compared: [4, 4, 4],
      width: 14,
      height: 5,
      formatCount,
    });
    expect(only(rows[0], 'chartBefore')).toBe('   ⠛ ⠛ ⠛ ⠛ ⠛ ⠛');
    expect(only(rows[0], 'chartLine')).toBe('    ⠛ ⠛ ⠛ ⠛ ⠛ ');
  });
});

describe('without Unicode', () => {
  it('is a line above a fill of dots, the compared series in every second column', () => {
    const points = [...counts(1, 2, 3, 4, 5, 6, 7, 8), { count: 3, unfinished: true }];
    expect(draw({ points, compared: points.map(() => 6), width: 22, height: 6, ascii: true })).toEqual([
      '8 +             ..-.  ',
      "  |o o o o o.o'o:o:o.o",
      "  |      .-'::::::::'.",
      "  | .--''::::::::::: '",
      "  |'::::::::::::::::  ",
      '0 +-------------------',
    ]);
  });
});

const month: ChartPoint[] = Array.from({ length: 31 }, (_, place) => ({
  count: place % 7 < 5 ? 10 : 4,
  weekend: place % 7 >= 5,
}));
const mondays = [0, 7, 14, 21, 28].map(place => ({ place, text: `${place + 1} Mar` }));

describe('the axis', () => {
  it('has marks at what it names, and weekends on the axis and behind the plot', () => {
    const { rows } = areaChart({ points: month, ticks: [mondays], width: 66, height: 8, formatCount });
    expect(rows.slice(-2).map(textOf)).toEqual([
      ' 0 └┴────────━━━━┴─────────━━━━┴─────────━━━━━┴────────━━━━━┴─────'.slice(0, 0) + textOf(rows[6] ?? []),
      textOf(rows[7] ?? []),
    ]);
    const axis = textOf(rows[6] ?? []);
    const labels = textOf(rows[7] ?? []);
    for (const { text } of mondays.slice(1)) {
      const middle = labels.indexOf(text) + Math.floor((text.length - 1) / 2);
      expect(axis[middle]).toBe('┴');
    }
    expect(axis.match(/━+/g)?.length).toBe(4);
    expect(grounds(rows[0]).match(/w+/g)?.length).toBe(4);
  });
  it('takes the texts into its line, then goes, where there is little room', () => {
    const few = { points: month, ticks: [mondays], ascii: true, width: 26 } as const;
    expect(draw({ ...few, height: 3 }).at(-1)).toMatch(/^ 0 \+1 Mar/);
    expect(draw({ ...few, height: 2 }).join('')).not.toMatch(/Mar/);
    expect(draw({ ...few, height: 4, width: 8 }).every(row => !row.includes('|'))).toBe(true);
  });
});

describe('the highest and the lowest point', () => {
  const named = (...values: number[]): ChartPoint[] =>
    values.map((count, place) => ({ count, name: `day ${place} ${count}` }));
  it('are named above and below the line', () => {
    expect(draw({ points: named(50, 50, 50, 80, 50, 50, 50, 30, 50, 50), width: 64, height: 9 })).toEqual(
      draw({ points: counts(50, 50, 50, 80, 50, 50, 50, 30, 50, 50), width: 64, height: 9 }).map(row => row),
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
  const cursor = fc.record({ place: fc.nat(60), title: fc.constantFrom(undefined, 'Sun 8 Nov'), value: fc.constant('2,843') });
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 300 }),
      fc.array(anyCount, { maxLength: 60 }),
      fc.boolean(),
      fc.option(cursor, { nil: undefined }),
      anySize,
      anySize,
      (points, compared, ascii, at, width, height) => {
        const ticks = [points.map((_, place) => ({ place, text: `${place}` }))];
        const input = { points, compared, ascii, cursor: at, ticks, width, height, formatCount };
        const { rows, columnOf, placeAt } = areaChart(input);
        expectExact(rows, width, height);
        for (const [place] of points.entries()) {
          const column = columnOf(place) ?? -1;
          if (width >= 1) expect(column >= 0 && column < Math.max(1, width)).toBe(true);
          if (points.length <= width - 12) expect(placeAt(column)).toBe(place);
        }
        expect([columnOf(points.length), placeAt(-1), placeAt(130)]).toEqual([undefined, undefined, undefined]);
      },
    ),
  );
});
