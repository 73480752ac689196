import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { terminalTheme } from '#terminal/theme/palettes.ts';
import { Painter } from '#terminal/screen/painter.ts';
import { Grid, interpret } from '../../helpers/grid.ts';
import { Screen } from '../../helpers/screen.ts';

/** A painter in front of a terminal that shows what it sends. */
function createPainted(cols: number, rows: number) {
  const grid = new Grid(cols, rows);
  const painter = new Painter(terminalTheme);
  const screen = new Screen(cols, rows);
  interpret('\x1b[?25l', grid);
  return {
    screen,
    /** Writes all lines anew, and gives the bytes that were sent for it. */
    async show(lines: readonly string[]) {
      interpret(`\x1b[H${lines.map(line => `\x1b[m\x1b[2K${line}`).join('\n')}`, grid);
      const bytes = painter.paint(grid);
      await screen.write(bytes);
      return bytes;
    },
  };
}

/** A line of 60 different characters for each number. */
const lineOf = (number: number) =>
  Array.from({ length: 60 }, (_, at) => String.fromCharCode(0x61 + ((at * (number + 3) + number) % 26))).join(
    '',
  );

const list = (from: number, count: number) => Array.from({ length: count }, (_, at) => lineOf(from + at));

describe('a list that moves', () => {
  test('up is moved by the terminal, and only what comes in is written', async () => {
    const painted = createPainted(60, 12);
    await painted.show(['header', ...list(0, 10), 'footer']);
    const bytes = await painted.show(['header', ...list(4, 10), 'footer']);
    expect(bytes.startsWith('\x1b[2;11r\x1b[11H\n\n\n\n\x1b[r')).toBe(true);
    expect(bytes.length).toBeLessThan(4 * 60 + 40);
    expect(painted.screen.lines()).toEqual(['header', ...list(4, 10), 'footer']);
  });

  test('down likewise', async () => {
    const painted = createPainted(60, 12);
    await painted.show(['header', ...list(4, 10), 'footer']);
    const bytes = await painted.show(['header', ...list(1, 10), 'footer']);
    expect(bytes.startsWith('\x1b[2;11r\x1b[2H\x1bM\x1bM\x1bM\x1b[r')).toBe(true);
    expect(painted.screen.lines()).toEqual(['header', ...list(1, 10), 'footer']);
  });

  test('is written again where that is shorter', async () => {
    const painted = createPainted(60, 12);
    const alike = (from: number) =>
      Array.from({ length: 12 }, (_, at) => `the same words, number ${from + at}`);
    await painted.show(alike(10));
    expect(await painted.show(alike(16))).not.toContain('r');
  });

  test('brings no background of the pen along', async () => {
    const painted = createPainted(60, 12);
    await painted.show(['header', ...list(0, 10), '\x1b[41mfooter']);
    await painted.show(['header', ...list(6, 7), '', '', '', '\x1b[41mfooter']);
    expect(painted.screen.cell(30, 9).bg).toBe('default');
    expect(painted.screen.lines()).toEqual(['header', ...list(6, 7), '', '', '', 'footer']);
  });

  test('shows what writing everything shows, whatever the rows and however often it moves', async () => {
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.nat(12).map(lineOf) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', ' ', '日本語'.repeat(9), `e\u0301${lineOf(1)}`.slice(0, 50)),
      },
      { weight: 1, arbitrary: fc.nat(12).map(number => `\x1b[7;36m${lineOf(number)}`) },
    );
    const move = fc.record({
      by: fc.integer({ min: -6, max: 6 }),
      top: fc.nat(3),
      bottom: fc.integer({ min: 7, max: 10 }),
      comesIn: fc.array(line, { minLength: 6, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 11, maxLength: 11 }),
        fc.array(move, { maxLength: 6 }),
        async (start, moves) => {
          const painted = createPainted(64, 11);
          let lines = start;
          await painted.show(lines);
          for (const { by, top, bottom, comesIn } of moves) {
            const region = lines.slice(top, bottom);
            const moved = by >= 0 ? [...region.slice(by), ...comesIn] : [...comesIn.slice(by), ...region];
            lines = lines.with(top, '').toSpliced(top, bottom - top, ...moved.slice(0, bottom - top));
            await painted.show(lines);
          }
          const whole = createPainted(64, 11);
          await whole.show(lines);
          deepStrictEqual(painted.screen.cells(), whole.screen.cells());
        },
      ),
      { numRuns: 200 },
    );
  });
});
