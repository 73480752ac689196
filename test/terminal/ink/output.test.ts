import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import stockSanitize from 'ink-published/sanitize-ansi';
import stockWidth from 'ink-published/string-width';
import { expect, test } from 'vitest';
import { CellOutput, drawnRows, clearsBeside, rowsDrawnBy } from '#terminal/ink/cellOutput.ts';
import { sanitizeAnsi, stringWidth } from '#terminal/ink/text.ts';
import { blankRow, type Row } from '#terminal/screen/cells.ts';
import StockOutput from '../../../node_modules/ink/build/output.js';
import { anyCharacter } from '../../helpers/anyCharacter.ts';
import { Grid, interpret } from '../../helpers/grid.ts';

const column = fc.integer({ min: -3, max: 24 });
const line = fc.integer({ min: -2, max: 9 });
/** Ink clips a side from both ends, or not at all. */
const bounds = fc.option(fc.tuple(column, column), { nil: [undefined, undefined] as const, freq: 6 });
/** As chalk does it: what ends a colour within goes on in red. */
const red = (text: string) => `\u001B[31m${text.replaceAll('\u001B[39m', '\u001B[31m')}\u001B[39m`;
const bold = (text: string) => `\u001B[1m${text}\u001B[22m`;

/** Lines as ours are: letters in styles that begin, end and replace each other in any order. */
const styledLine = fc
  .array(
    fc.constantFrom(
      'a',
      'b ',
      '▂⣀',
      '│',
      '   ',
      '日',
      'e\u0301',
      ...[0, 1, 2, 4, 7, 22, 24, 27, 31, 39, 41, 49, '38;5;17', '48;5;20', '38;2;1;2;3'].map(
        code => `\u001B[${code}m`,
      ),
    ),
    { maxLength: 14 },
  )
  .map(parts => parts.join(''));

/** Letters, blocks, Braille, wide ones, marks, styles within and several lines. Emoji are none of a safe text. */
const text = fc
  .array(
    fc.constantFrom(...'a|b |12,345|▂▅█|⣀⡇|日本|語|e\u0301|語\u0301|\u001B[32mgo\u001B[39m|\n| '.split('|')),
    { maxLength: 8 },
  )
  .map(parts => parts.join(''));

const write = fc
  .oneof(
    fc.tuple(text, fc.constantFrom([], [red], [red, bold])),
    fc.tuple(styledLine, fc.constantFrom<[]>([])),
  )
  .chain(([written, transformers]) =>
    fc.record({
      kind: fc.constant('write' as const),
      x: column,
      y: line,
      text: fc.constant(written),
      transformers: fc.constant(transformers),
    }),
  );
const clip = fc
  .tuple(bounds, bounds)
  .map(([[x1, x2], [y1, y2]]) => ({ kind: 'clip' as const, x1, x2, y1, y2 }));
const steps = fc.array(
  fc.oneof({ weight: 4, arbitrary: write }, clip, fc.constant({ kind: 'unclip' as const })),
  {
    maxLength: 12,
  },
);

type Step = typeof steps extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

const size = { width: 20, height: 7 };

function frame(output: CellOutput | StockOutput, drawn: readonly Step[]): string {
  for (const step of drawn) {
    if (step.kind === 'write')
      output.write(step.x, step.y, step.text, { transformers: [...step.transformers] });
    else if (step.kind === 'clip') output.clip(step);
    else output.unclip();
  }
  return output.get().output;
}

/** What a terminal shows of Ink's own output, which may be wider: of a wide letter that is half outside nothing is shown. */
function stockRows(drawn: readonly Step[]): Row[] {
  const grid = new Grid(80, size.height);
  interpret(frame(new StockOutput(size), drawn), grid);
  return grid.rows.map(({ text, style }) => {
    const end = text[size.width] === '' ? size.width - 1 : size.width;
    const beyond = blankRow(size.width - end);
    return {
      text: [...text.slice(0, end), ...beyond.text],
      style: [...style.slice(0, end), ...beyond.style],
    };
  });
}

test("cell by cell a frame is what a terminal shows of Ink's own, also from what is known", () => {
  fc.assert(
    fc.property(steps, drawn => {
      const expected = stockRows(drawn);
      frame(new CellOutput(size), drawn);
      deepStrictEqual(drawnRows(), expected);
      frame(new CellOutput(size), drawn);
      deepStrictEqual(drawnRows(), expected);
    }),
    { numRuns: 4_000 },
  );
});

test('Ink sees another text where a cell is another, the same where all are the same, and as many lines as rows', () => {
  fc.assert(
    fc.property(steps, steps, (one, other) => {
      const [before, rows] = [frame(new CellOutput(size), one), drawnRows()];
      expect(frame(new CellOutput(size), one)).toBe(before);
      const after = frame(new CellOutput(size), other);
      const isOther = JSON.stringify(drawnRows()) !== JSON.stringify(rows);
      expect(isOther && after === before).toBe(false);
      expect(after.split('\n')).toHaveLength(size.height);
    }),
  );
});

test('rows in which the same is written stay the same objects, and what another tree draws leaves them alone', () => {
  const lines = (...texts: string[]) =>
    texts.map((text, y): Step => ({ kind: 'write', x: 0, y, text, transformers: [] }));
  const before = frame(new CellOutput(size), lines('one', 'two'));
  const [one, two] = drawnRows();
  const other = rowsDrawnBy(() => frame(new CellOutput(size), lines('else')));
  expect(other[0]?.text.join('').trimEnd()).toBe('else');
  expect(drawnRows()[0]).toBe(one);
  expect(frame(new CellOutput(size), lines('one', 'two'))).toBe(before);
  frame(new CellOutput(size), lines('one', '2'));
  expect(drawnRows()[0]).toBe(one);
  expect(drawnRows()[1]).not.toBe(two);
});

test('widths and what is left of controls are the same for any text, asked once or twice', () => {
  fc.assert(
    fc.property(
      fc.oneof(text, styledLine, fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter })),
      any => {
        expect([stringWidth(any), stringWidth(any)]).toEqual([stockWidth(any), stockWidth(any)]);
        expect([sanitizeAnsi(any), sanitizeAnsi(any)]).toEqual([stockSanitize(any), stockSanitize(any)]);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['of a text that it covers in part nothing is left', 'one  two three  up', '      ######      '],
  ['of a row that it covers in part nothing is left', 'a bc  defghi  jk l', '      ######      '],
  ['what stands apart from blanks that it covers goes on', 'a bc          jk l', 'a bc  ######  jk l'],
  ['frames and charts go on', '──────▂▂▂▂▂▂██████', '──────######██████'],
  ['lines of characters too', '------------------', '------######------'],
  ['nothing goes behind a line', '│ab│cdefghijk▂│vwx', '│ab│  ######  │vwx'],
  ['what stands for a number that is read goes', '  a bc  defghi ···', '      ######      '],
  ['a number goes with its sign', '  +12.5%  +13.75% ', '      ######      '],
])('beside a box %s', (_, beneath, shown) => {
  const output = new CellOutput({ width: 18, height: 1 });
  output.write(0, 0, beneath, { transformers: [] });
  output.write(6, 0, '######', { transformers: [clearsBeside] });
  output.get();
  expect(drawnRows()[0]?.text.join('')).toBe(shown);
});

test('what a box cuts in one of its rows is blank in all of them, up to a line down the screen', () => {
  const output = new CellOutput({ width: 18, height: 3 });
  const rows = ['│ab │ ghijkl  mn │', '│cd │ op         │', '│ef │ q  r    st │'];
  rows.forEach((row, y) => output.write(0, y, row, { transformers: [] }));
  [0, 1].forEach(y => output.write(8, y, '####', { transformers: [clearsBeside] }));
  output.get();
  expect(drawnRows().map(({ text }) => text.join(''))).toEqual([
    '│ab │   ####     │',
    '│cd │   ####     │',
    '│ef │ q  r    st │',
  ]);
});

test.each([
  ['lines', ['9 ┤ 5 Nov 12    ▂▂', '  │▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂', '0 └──┴────┴────┴──', '    1 Nov  8 Nov  ']],
  ['characters', ['9 + 5 Nov 12    ==', '  |###############', '0 +--+----+----+--', '    1 Nov  8 Nov  ']],
])('a chart of %s goes on on both sides of a box, but for texts that are cut', (_, rows) => {
  const over = (x: number, width: number, from: number, to: number) => {
    const output = new CellOutput({ width: 18, height: 4 });
    rows.forEach((row, y) => output.write(0, y, row, { transformers: [] }));
    for (let y = from; y <= to; y += 1)
      output.write(x, y, '#'.repeat(width), { transformers: [clearsBeside] });
    output.get();
    return drawnRows().map(({ text }) => text.join(''));
  };
  const [first = '', second = '', third = ''] = rows;
  expect(over(6, 6, 0, 3)).toEqual([
    `${first.slice(0, 4)}  ######    ${first.slice(16)}`,
    `${second.slice(0, 6)}######${second.slice(12)}`,
    `${third.slice(0, 6)}######${third.slice(12)}`,
    '      ######      ',
  ]);
  // Above the axis alone it cuts nothing of what stands below that, which goes with the axis.
  expect(over(6, 6, 1, 1).slice(2)).toEqual(rows.slice(2));
  expect(over(0, 18, 1, 2).at(-1)?.trim()).toBe('');
});

test('beside a box wide letters go too', () => {
  const output = new CellOutput({ width: 12, height: 1 });
  output.write(0, 0, '日本語日本語', { transformers: [] });
  output.write(5, 0, '##', { transformers: [clearsBeside] });
  output.get();
  expect(drawnRows()[0]?.text.join('')).toBe('     ##     ');
});
