import { textOf } from '#charts/cells.ts';
import { heatMap, type HeatMapInput } from '#charts/heatMap.ts';
import { describe, expect, it } from 'vitest';

const draw = (input: Omit<HeatMapInput, 'formatCount'>) =>
  heatMap({ ...input, formatCount: String }).map(textOf);
const rows = [
  { label: 'Mon', counts: [0, 1, 25, 26, 50, 51, 75, 76, 100] },
  { label: 'Tue', counts: [undefined, 3] },
];
const headings = ['00', '01', '02', '03', '04', '05', '06', '07', '08'];

describe('heatMap', () => {
  it('shades by quarters of the greatest count, and tells nothing from not known', () => {
    expect(draw({ rows, headings, width: 60 })).toEqual([
      '    00    02    04    06    08 ',
      'Mon ···░░░░░░▒▒▒▒▒▒▓▓▓▓▓▓██████',
      'Tue    ░░░                     ',
      '',
      '    · 0  ░ to 25  ▒ to 50  ▓ to 75  █ to 100',
    ]);
  });
  it('narrows its cells and shortens its legend', () => {
    expect(draw({ rows, headings, width: 26, ascii: true })).toEqual([
      '    00  02  04  06  08',
      'Mon ..::::++++****####',
      'Tue   ::              ',
      '',
      '    .0 :25 +50 *75 #100',
    ]);
  });
  it('cuts at the width', () => {
    expect(draw({ rows, headings, width: 8 }).map(row => row.length)).toEqual([8, 8, 8, 0, 8]);
  });
  it('has as many shades as there are counts to tell apart', () => {
    expect(draw({ rows: [{ label: 'Mon', counts: [0, 1, 2] }], headings: [], width: 20 }).slice(1)).toEqual([
      'Mon ···▓▓▓███',
      '',
      '    ·0 ▓1 █2',
    ]);
  });
  it('has none for zeros', () => {
    expect(draw({ rows: [{ label: 'Mon', counts: [0, 0] }], headings: ['00', '01'], width: 20 })).toEqual([
      '    00    ',
      'Mon ······',
      '',
      '    · 0',
    ]);
  });
});
