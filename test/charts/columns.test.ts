import { textOf } from '#charts/cells.ts';
import { columns } from '#charts/columns.ts';
import { describe, expect, it } from 'vitest';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  count: hour < 8 ? hour : hour < 16 ? 8 : 24 - hour,
  label: String(hour).padStart(2, '0'),
}));
const draw = (width: number, height: number, ascii = false) =>
  columns({ points: hours, width, height, ascii, formatCount: String }).map(textOf);

describe('columns', () => {
  it('fill up by eighths', () => {
    const points = Array.from({ length: 11 }, (_, count) => ({ count }));
    expect(columns({ points, width: 15, height: 4, formatCount: String }).map(textOf)).toEqual([
      '10 ┤       ▁▃▆█',
      '   │    ▂▄▆████',
      ' 0 ┤ ▂▅▇███████',
      '   └───────────',
    ]);
  });
  it('have the compared level as a mark, and shade what is not over', () => {
    const points = Array.from({ length: 8 }, (_, place) => ({ count: 4, unfinished: place === 7 }));
    const compared = [8, 8, 8, 8, 2, 2, 2, undefined];
    const rows = columns({ points, compared, width: 11, height: 6, formatCount: String });
    expect(rows.map(textOf)).toEqual([
      '8 ┤────    ',
      '  │        ',
      '4 ┤▄▄▄▄▄▄▄▒',
      '  │████───▒',
      '0 ┤███████▒',
      '  └────────',
    ]);
    expect(rows[3]?.map(({ tone }) => tone)).toEqual(['axis', 'fill', 'second', 'dim']);
  });
  it('are wide with a space between where there is room', () => {
    expect(draw(80, 6)).toEqual([
      '8 ┤                     ▄▄ ██ ██ ██ ██ ██ ██ ██ ██ ██ ▄▄                        ',
      '  │               ▄▄ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ▄▄                  ',
      '  │         ▄▄ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ▄▄            ',
      '0 ┤   ▄▄ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ▄▄      ',
      '  └─────────────────────────────────────────────────────────────────────────────',
      '   00    02    04    06    08    10    12    14    16    18    20       23      ',
    ]);
  });
  it('stand side by side where there is just enough', () => {
    expect(draw(28, 5, true)).toEqual([
      '8 +      .:#########:.      ',
      '  |    :###############:    ',
      '0 + .:###################:. ',
      '  +-------------------------',
      '   00  04  08  12  16     23',
    ]);
  });
  it('share by their greatest where there is not', () => {
    expect(draw(15, 4)).toEqual(['8 ┤  ▂▆█████▄  ', '0 ┤▂▆█████████▄', '  └────────────', '   00  08    23']);
  });
  it('are nothing without room, and only a scale without counts', () => {
    expect(draw(0, 5)).toEqual([]);
    expect(columns({ points: [], width: 12, height: 3, formatCount: String }).map(textOf)).toEqual([
      '1 ┤         ',
      '  │         ',
      '0 ┤         ',
    ]);
  });
});
