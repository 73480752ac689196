import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOf } from '#charts/canvas.ts';
import { heatMap, type HeatMapInput } from '#charts/heatMap.ts';
import { anyCount, anySize } from './anyInput.ts';

const formatCount = (count: number) =>
  count < 1e6 ? String(count) : Number.isFinite(count) ? count.toExponential(0) : '-';
const grid = (input: Omit<HeatMapInput, 'formatCount'>) => heatMap({ ...input, formatCount });
const draw = (input: Omit<HeatMapInput, 'formatCount'>) => grid(input).map(textOf);
const rows = [
  { label: 'Mon', counts: [0, 1, 10, 11, 20, 21] },
  { label: 'Tue', counts: [undefined, 30, 40, 50, 60, 51] },
];
const headings = ['00', '01', '02', '03', '04', '05'];

describe('heatMap', () => {
  it('steps by sixths of the greatest count, with values and sums, and tells nothing from not known', () => {
    expect(draw({ rows, headings, width: 40, height: 6 })).toEqual([
      '      00        02        04        sum ',
      'Mon   ·  ⠅⠅1⠅⠅⠅⠅10⠅⢕⢕11⢕⢕⢕20⢕░░21░   63 ',
      'Tue      ░░30░▒▒40▒▓▓50▓██60███51█  231 ',
      'sum   0    31   50   61   80   72       ',
      '                                        ',
      '    ·0 ⠅10 ⢕20 ░30 ▒40 ▓50 █60          ',
    ]);
  });
  it('has the sums as bars where cells of whole columns leave eight columns behind them', () => {
    const day = [
      { label: 'Mon', counts: Array.from({ length: 24 }, () => 1) },
      { label: 'Tue', counts: [12] },
    ];
    const names = Array.from({ length: 24 }, () => '');
    // 4 columns of names, 24 cells of 1, 4 of sums, a blank: of 41 columns 8 are left.
    expect(draw({ rows: day, headings: names, width: 41, height: 2 }).map(row => row.slice(28))).toEqual([
      '  24 ████████',
      '  12 ████    ',
    ]);
    expect(draw({ rows: day, headings: names, width: 40, height: 2 })[0]?.slice(28)).toBe('  24        ');
  });
  it('has cells as large as there is room for', () => {
    const large = draw({ rows, headings, width: 100, height: 30 });
    // Twelve columns by six rows, the value in the middle of its cell.
    expect(large.slice(7, 13).map(row => row.slice(16, 40))).toEqual([
      '░░░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒',
      '░░░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒',
      '░░░░░30░░░░░▒▒▒▒▒40▒▒▒▒▒',
      '░░░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒',
      '░░░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒',
      '░░░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒',
    ]);
    // Below the sums of the hours columns in what they leave free: 31, 50 and 61 of 80 are 16, 25 and 31 of 40 eighths.
    expect(large.slice(14, 19).map(row => row.slice(16, 41))).toEqual([
      '                         ',
      '            ▁▁▁▁▁▁▁▁▁▁▁ ▇',
      '            ███████████ █',
      '███████████ ███████████ █',
      '███████████ ███████████ █',
    ]);
    expect(large.length).toBe(1 + 12 + 1 + 5 + 2);
  });
  it('narrows its cells: no values, then bars as sums of hours, then no sums of days', () => {
    expect(draw({ rows, headings, width: 23, height: 6 })).toEqual([
      '    00  02  04    sum  ',
      'Mon  ·⠅⠅⠅⠅⢕⢕⢕⢕░░   63  ',
      'Tue   ░░▒▒▓▓████  231  ',
      'sum   ▃ ▄ ▅ ▇ ▆        ',
      '                       ',
      '    ·0 ⠅10 ⢕20 ░30 ▒40 ',
    ]);
    expect(draw({ rows, headings, width: 12, height: 3 })).toEqual([
      '    00      ',
      'Mon ·⠅⠅⢕⢕░  ',
      'Tue  ░▒▓██  ',
    ]);
  });
  it('leaves out the legend, the sums of the hours and the headings where rows are few', () => {
    expect(draw({ rows, headings, width: 30, height: 4 }).length).toBe(4);
    expect(draw({ rows, headings, width: 30, height: 2 }).map(row => row.slice(0, 3))).toEqual([
      'Mon',
      'Tue',
    ]);
    expect(draw({ rows, headings, width: 30, height: 1 }).length).toBe(1);
  });
  it('marks the cell of the cursor, its day and its hour', () => {
    const at = grid({ rows, headings, width: 40, height: 6, cursor: { row: 1, hour: 2 } });
    expect(
      at
        .flat()
        .filter(({ inverse }) => inverse === true)
        .map(({ text }) => text),
    ).toEqual(['[ 40]']);
    expect(
      at
        .flat()
        .filter(({ tone }) => tone === 'accent')
        .map(({ text }) => text.trim()),
    ).toEqual(['02', 'Tue']);
  });
  it('has as many steps as there are counts to tell apart, the strongest', () => {
    const few = grid({ rows: [{ label: 'Mon', counts: [0, 1, 2] }], headings: [], width: 20, height: 1 });
    const tints = few[0]?.flatMap(({ on }) => (on === undefined ? [] : [on]));
    expect([...new Set(tints)]).toEqual(['heat5', 'heat6']);
  });
  it('tells averages apart by a decimal where asked to', () => {
    const averages = {
      rows: [{ label: 'Mon', counts: [0, 0.25, 0.5, 1.75] }],
      headings: [],
      decimals: 1,
    } as const;
    const formatted = heatMap({ ...averages, width: 44, height: 6, formatCount: count => count.toFixed(1) });
    // Sixths of 1.75 are 0.29, 0.58, 0.88, 1.17, 1.46 and 1.75: each at most the limit with a decimal above it.
    expect(formatted.map(textOf).at(-1)).toContain('0.0 ⠅0.3 ⢕0.6 ░0.9 ▒1.2 ▓1.5 █1.8');
    expect(textOf(formatted[1] ?? [])).toMatch(/⠅0\.3.*⢕0\.5.*█1\.8/);
  });
  it('is written without Unicode', () => {
    expect(draw({ rows, headings, width: 18, height: 3, ascii: true })).toEqual([
      '    00      sum   ',
      'Mon .::--=   63   ',
      'Tue  =+%##  231   ',
    ]);
  });
});

it('fills exactly its width and never more than its height, whatever the counts', () => {
  const week = fc.array(
    fc.record({ label: fc.constantFrom('Mon', 'Wednesday'), counts: fc.array(anyCount, { maxLength: 24 }) }),
    {
      maxLength: 7,
    },
  );
  const cursor = fc.option(fc.record({ row: fc.nat(8), hour: fc.nat(30) }), { nil: undefined });
  const names = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  fc.assert(
    fc.property(week, cursor, anySize, anySize, fc.boolean(), (given, at, width, height, ascii) => {
      const drawn = draw({ rows: given, headings: names, cursor: at, width, height, ascii });
      const whole = (size: number) => (size > 0 ? Math.floor(size) : 0);
      expect(drawn.length).toBeLessThanOrEqual(whole(height));
      expect(drawn.every(row => Array.from(row).length === whole(width))).toBe(true);
      expect(drawn.join('')).not.toMatch(/NaN|undefined|Infinity/);
    }),
  );
});
