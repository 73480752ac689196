import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import StockOutput from 'ink-published/output';
import stockSanitize from 'ink-published/sanitize-ansi';
import stockWidth from 'ink-published/string-width';
import { expect, test } from 'vitest';
import { RowOutput } from '#terminal/ink/rowOutput.ts';
import { sanitizeAnsi } from '#terminal/ink/sanitizeAnsi.ts';
import { stringWidth } from '#terminal/ink/stringWidth.ts';
import { anyCharacter } from '../../helpers/anyCharacter.ts';

const column = fc.integer({ min: -3, max: 24 });
const line = fc.integer({ min: -2, max: 9 });
/** Ink clips a side from both ends, or not at all. */
const bounds = fc.option(fc.tuple(column, column), { nil: [undefined, undefined] as const, freq: 6 });
const red = (text: string) => `\u001B[31m${text}\u001B[39m`;
const bold = (text: string) => `\u001B[1m${text}\u001B[22m`;

/** Lines as ours are: letters of one cell, in styles that begin, end and replace each other in any order. */
const styledLine = fc
  .array(
    fc.constantFrom(
      'a',
      'b ',
      '▂⣀',
      '│',
      '   ',
      ...[
        0,
        1,
        2,
        4,
        7,
        22,
        24,
        27,
        31,
        39,
        41,
        49,
        '',
        '38;5;17',
        '48;5;20',
        '1;31',
        '38;2;1;2;3',
        '0;4',
      ].map(code => `\u001B[${code}m`),
    ),
    { maxLength: 14 },
  )
  .map(parts => parts.join(''));

/** Letters, blocks, Braille, wide ones, marks, emoji, styles within and several lines. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b ',
      '12,345',
      '▂▅█',
      '⣀⡇',
      '日本',
      '語',
      'e\u0301',
      '👩‍💻',
      '\u001B[32mgo\u001B[39m',
      '\n',
      ' ',
    ),
    { maxLength: 8 },
  )
  .map(parts => parts.join(''));

const write = fc.record({
  kind: fc.constant('write' as const),
  x: column,
  y: line,
  text: fc.oneof(text, styledLine),
  transformers: fc.constantFrom([], [red], [red, bold]),
});
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

function frame(Output: typeof StockOutput, drawn: readonly Step[]): unknown {
  const output = new Output({ width: 20, height: 7 });
  for (const step of drawn) {
    if (step.kind === 'write') output.write(step.x, step.y, step.text, step);
    else if (step.kind === 'clip') output.clip(step);
    else output.unclip();
  }
  return output.get();
}

test("frames are Ink's to the byte, drawn for the first time and from what is known", () => {
  fc.assert(
    fc.property(steps, drawn => {
      const expected = frame(StockOutput, drawn);
      deepStrictEqual(frame(RowOutput, drawn), expected);
      deepStrictEqual(frame(RowOutput, drawn), expected);
    }),
    { numRuns: 2_000 },
  );
});

test('lines of simple letters in styles are drawn to the byte, beside and over each other', () => {
  const simple = fc.record({ kind: fc.constant('write' as const), x: column, y: line, text: styledLine });
  const written = simple.map(step => ({ ...step, transformers: [] as const }));
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: written }, clip), { maxLength: 8 }), drawn => {
      deepStrictEqual(frame(RowOutput, drawn), frame(StockOutput, drawn));
    }),
    { numRuns: 3_000 },
  );
});

test('the same text is drawn anew in another style, place and clip', () => {
  const output = (x: number, y: number, style: (text: string) => string, x2: number) =>
    frame(RowOutput, [
      { kind: 'clip', x1: 0, x2, y1: 0, y2: 7 },
      { kind: 'write', x, y, text: 'same', transformers: [style] },
    ]);
  expect(output(1, 0, red, 20)).toEqual({ output: ' \u001B[31msame\u001B[39m\n\n\n\n\n\n', height: 7 });
  expect(output(1, 1, bold, 20)).toEqual({ output: '\n \u001B[1msame\u001B[22m\n\n\n\n\n', height: 7 });
  expect(output(2, 0, red, 4)).toEqual({ output: '  \u001B[31msa\u001B[39m\n\n\n\n\n\n', height: 7 });
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
