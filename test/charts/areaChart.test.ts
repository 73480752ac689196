import type { Role } from '#terminal/theme/roles.ts';
import { areaChart, type ChartInput, type ChartPoint } from '#charts/chart.ts';
import { textOf, type ChartRow } from '#charts/canvas.ts';
import { describe, expect, it } from 'vitest';

const formatCount = String;
type Input = Omit<ChartInput<ChartPoint>, 'formatCount'>;
const draw = (input: Input) => areaChart({ ...input, formatCount }).rows.map(textOf);
const counts = (...values: (number | undefined)[]): ChartPoint[] => values.map(count => ({ count }));

/** A row's characters of one role, the others left blank. */
function only(row: ChartRow | undefined, role: Role): string {
  return (row ?? []).map(run => (run.tone === role ? run.text : run.text.replace(/./gu, ' '))).join('');
}

/** "#" on the ground of the area, "w" on that of a weekend. */
function grounds(row: ChartRow | undefined): string {
  const mark = (ground: Role | undefined) => (ground === undefined ? '.' : ground === 'weekend' ? 'w' : '#');
  return (row ?? []).map(({ text, on }) => mark(on).repeat(text.length)).join('');
}

describe('the area', () => {
  it('rises from the axis to the top, a line two dots thick above what is filled', () => {
    const points = counts(0, 1, 2, 3, 4, 5, 6, 7, 8);
    const { rows } = areaChart({ points, width: 12, height: 5, formatCount });
    // 18 columns of 16 dots: from one point to the next it is two dots to the right and two up.
    expect(rows.map(textOf)).toEqual([
      '8 ┤       ⣠⠞',
      '  │    ⢀⣤⠞⠁⣿',
      '4 ┤  ⣠⠞⠋⣿⣿⣿⣿',
      '  │⣠⠞⠁⣿⣿⣿⣿⣿⣿',
      '0 └─────────',
    ]);
    expect(only(rows[2], 'chartLine')).toBe('     ⣠⠞⠋    ');
    expect(only(rows[2], 'chart3')).toBe('        ⣿⣿⣿⣿');
    // A cell has the ground of the area where six of its eight dots at least lie below the line.
    expect(grounds(rows[2])).toBe('......######');
    const fills = rows.slice(0, 4).map(row => row.at(-1)?.on);
    expect(fills).toEqual(['chart', 'chart2', 'chart3', 'chart4']);
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
    const points = [open, ...counts(8, 8, 8), open];
    const { rows } = areaChart({ points, width: 14, height: 5, formatCount });
    expect(rows.map(textOf)).toEqual([
      '8 ┤ ⢀⠚⠛⠛⠛⠛⠛⠓⡀ ',
      '  │⡐ ⢸⣿⣿⣿⣿⣿⡇ ⢂',
      '4 ┤  ⢸⣿⣿⣿⣿⣿⡇  ',
      '  │  ⢸⣿⣿⣿⣿⣿⡇  ',
      '0 └───────────',
    ]);
    expect(only(rows[1], 'dim')).toBe('   ⡐         ⢂'.slice(0, 14));
  });
  it('keeps a peak of one day in ten years', () => {
    const points = counts(...Array.from({ length: 3650 }, (_, place) => (place === 1234 ? 1000 : 10)));
    // Day 1234 of 3650 is in dot 16 of 48 and so in column 8.
    expect(draw({ points, width: 30, height: 5 }).slice(0, 2)).toEqual([
      '1000 ┤        ⡇               ',
      '     │        ⡇               ',
    ]);
  });
});

describe('the compared series', () => {
  it('lies dotted over the area and outside of it', () => {
    const points = counts(4, 4, 4, 4);
    const { rows } = areaChart({ points, compared: [8, 8, 1, 1], width: 14, height: 5, formatCount });
    // A dot in every second dot column: those of 8 in the uppermost of the 16 dot rows, those of 1 in the second.
    expect(only(rows[0], 'chartBefore').slice(0, 7)).toBe('   ⠁⠁⠁⠁');
    expect(only(rows[3], 'chartBefore').slice(-4)).toBe('⠂⠂⠂⠂');
    expect([grounds(rows[0]), grounds(rows[3])]).toEqual(['..............', '...###########']);
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
  it('is columns with tops of thirds, the compared series over them and in every third column of their tops', () => {
    const points = [...counts(1, 2, 3, 4, 5, 6, 7, 8), { count: 3, unfinished: true }];
    expect(draw({ points, compared: points.map(() => 6), width: 22, height: 5, ascii: true })).toEqual([
      '8 +            ..:##  ',
      '  |ooooooo.:o##ooooooo',
      '4 +  ..::########### -',
      '  |:################  ',
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
  it('has a mark at each day it names, and weekends on it and behind the plot', () => {
    const { rows } = areaChart({ points: month, ticks: [mondays], width: 65, height: 8, formatCount });
    expect(rows.slice(-2).map(textOf)).toEqual([
      ' 0 └┴────────━━━━─┴────────━━━━─┴─────────━━━━┴─────────━━━━┴────',
      '    1 Mar       8 Mar         15 Mar        22 Mar        29 Mar ',
    ]);
    // Where the line crosses a weekend it stands on its tint too.
    expect(grounds(rows[0])).toMatch(/^\.{4}#{9}(\.?w{4}\.?#{9}){3}\.?w{4}#{5}$/);
  });
  it('marks no weekend where one day has the whole width', () => {
    const { rows } = areaChart({
      points: [{ count: 4, weekend: true }],
      ticks: [[{ place: 0, text: '7 Mar' }]],
      width: 14,
      height: 5,
      formatCount,
    });
    expect(rows.map(textOf).at(-1)).toBe('0 └───7 Mar───');
    expect(rows.map(grounds).join('')).not.toContain('w');
  });
  it('takes the texts into its line, then goes, where there is little room', () => {
    const few = { points: month, ticks: [mondays], ascii: true } as const;
    expect(draw({ ...few, width: 26, height: 3 })).toEqual([
      '10 +#### #### #### #### ##',
      '   |######################',
      ' 0 +1 Mar---15 Mar--29 Mar',
    ]);
    expect(draw({ ...few, width: 26, height: 2 })).toEqual([
      '10 +#### #### #### #### ##',
      '   |######################',
    ]);
    expect(draw({ ...few, width: 8, height: 4 })).toEqual(['########', '########', '########', '1 Mar---']);
    expect(draw({ points: [], width: 12, height: 4 })).toEqual([
      '1 ┤         ',
      '  │         ',
      '  │         ',
      '0 └─────────',
    ]);
  });
});

describe('the highest and the lowest point', () => {
  const named = (...values: number[]): ChartPoint[] =>
    values.map((count, place) => ({ count, name: `day ${place}: ${count}` }));
  const input = { points: named(5, 5, 5, 9, 5, 5, 5, 2, 5), width: 53, height: 11 };
  it('are named, the one above the line, the other in the area below it', () => {
    const rows = draw(input);
    expect(rows[0]).toBe('10 ┤               day 3: 9                          ');
    expect(rows[9]).toBe(`   │${'⣿'.repeat(39)}day 7: 2⣿⣿`);
    expect(rows.join('').match(/day/g)?.length).toBe(2);
  });
  it('are not named where there is no room, nor where all are alike, few or not whole', () => {
    const none = [
      { ...input, width: 7 },
      { ...input, points: named(5, 5, 5, 5) },
      { ...input, points: named(1, 5) },
      { ...input, points: input.points.map(point => ({ ...point, unfinished: true })) },
    ];
    for (const each of none) expect(draw(each).join('')).not.toContain('day');
  });
  it('are not named where the box of the cursor says the same', () => {
    const rows = draw({ ...input, cursor: { place: 3, title: 'Wednesday' } }).join('');
    expect(rows).toContain('Wednesday');
    expect(rows).not.toContain('day 3');
  });
});

describe('without tints', () => {
  const plain = { points: counts(8, 8, 8, 8), width: 14, height: 5, formatCount, hasTints: false };
  const fillOnly = '⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿';
  it('the fill is dots alone', () => {
    const { rows } = areaChart(plain);
    expect(rows.slice(0, 4).map(textOf)).toEqual([
      '8 ┤⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛',
      `  │${fillOnly}`,
      `4 ┤${fillOnly}`,
      `  │${fillOnly}`,
    ]);
    expect(rows.map(grounds).join('')).not.toContain('#');
  });
  it('the compared line has room around it, in a fill that is whole but for that', () => {
    const { rows } = areaChart({ ...plain, compared: [2, 2, 6, 6] });
    // 2 of 8 is the fifth of the sixteen dot rows, 6 the twelfth: the one above and the one below are left free.
    expect(rows.slice(0, 4).map(textOf)).toEqual([
      '8 ┤⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛',
      '  │⣿⣿⣿⣿⡿⠋⠄⣡⣥⣥⣥',
      '4 ┤⡛⡛⡛⡋⠄⣡⣾⣿⣿⣿⣿',
      '  │⣶⣶⣶⣶⣾⣿⣿⣿⣿⣿⣿',
    ]);
    expect(only(rows[1], 'chartBefore')).toBe('         ⠄⣡⣥⣥⣥');
    expect(only(rows[1], 'chart2')).toBe('   ⣿⣿⣿⣿⡿⠋     ');
    expect(only(rows[2], 'chartBefore')).toBe('   ⡛⡛⡛⡋⠄⣡     ');
    expect(only(rows[3], 'chart4')).toBe('   ⣶⣶⣶⣶⣾⣿⣿⣿⣿⣿⣿');
  });
  it('both lines have their dots in a cell that they share, and take its colour in turn', () => {
    const { rows } = areaChart({ ...plain, compared: [8, 8, 6.5, 6.5] });
    // 6.5 of 8 is the thirteenth dot row: in the cell of the line, below its two rows.
    expect(rows.slice(0, 2).map(textOf)).toEqual(['8 ┤⠛⠛⠛⠛⠛⠛⠟⡛⡛⡛⡛', '  │⣿⣿⣿⣿⣿⣿⣶⣶⣶⣶⣶']);
    expect(only(rows[0], 'chartBefore')).toBe('   ⠛ ⠛ ⠛ ⠟ ⡛ ⡛');
    expect(only(rows[0], 'chartLine')).toBe('    ⠛ ⠛ ⠛ ⡛ ⡛ ');
  });
});
