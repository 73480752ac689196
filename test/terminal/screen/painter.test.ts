import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Painter } from '#terminal/screen/painter.ts';
import { colourless, terminalTheme } from '#terminal/theme/palettes.ts';
import { Grid, interpret } from '../../helpers/grid.ts';
import { type Cell, Screen } from '../../helpers/screen.ts';

function createModel(cols: number, rows: number, colour = true) {
  const grid = new Grid(cols, rows);
  const painter = new Painter(colour ? terminalTheme : colourless);
  interpret('\x1b[?25l', grid);
  return {
    grid,
    painter,
    /** The bytes sent to the terminal for what Ink writes. */
    write(data: string) {
      interpret(data, grid);
      return painter.paint(grid);
    },
  };
}

/** A model that has painted these lines already. */
function showing(cols: number, ...lines: string[]) {
  const model = createModel(cols, lines.length);
  model.write(lines.join('\n'));
  return model;
}

describe('what is sent', () => {
  test('is nothing when nothing changes', () => {
    const model = showing(20, 'one', 'two');
    expect(model.write('\x1b[H\x1b[Kone\n\x1b[Ktwo')).toBe('');
  });

  test('is the changed cells only', () => {
    const model = showing(20, 'count 41', 'two');
    expect(model.write('\x1b[Hcount 42')).toBe('\x1b[1;8H2');
  });

  test('is each row with an erased end at first, since nothing is known of the terminal', () => {
    expect(createModel(20, 3).write('one\ntwo')).toBe(
      '\x1b[?25l\x1b[H\x1b[mone\x1b[K\r\ntwo\x1b[K\r\n\x1b[K',
    );
  });

  test('bridges a few unchanged letters and steps over many', () => {
    expect(showing(20, 'abcdefgh').write('\x1b[HXbcXefgh')).toBe('\rXbcX');
    expect(showing(20, 'abcdefghij', 'k').write('\x1b[HXbcdefghiX')).toBe('\x1b[HX\x1b[8CX');
  });

  test('begins where the cursor is, and goes up and down in a column', () => {
    expect(showing(20, 'abcdefghij').write('\x1b[HXbcdefghiX')).toBe('\bX\rX');
    expect(showing(20, 'abcdefgh', 'abcdefgh', 'abcdefgh').write('\x1b[1;5HX\x1b[2;5HX\x1b[3;5HX')).toBe(
      '\x1b[4DX\x1b[A\bX\x1b[A\bX',
    );
  });

  test('writes first what needs no other colour', () => {
    const model = showing(20, 'ab ab ab');
    expect(model.write(`\r${'\x1b[32mA\x1b[38;5;208mB\x1b[39m '.repeat(3)}`)).toBe(
      '\r\x1b[32mA\x1b[2CA\x1b[2CA\x1b[38;5;208mB\r\x1b[CB \x1b[CB',
    );
  });

  test('erases a long end, and overwrites a short one', () => {
    expect(showing(20, 'abcdefgh').write('\x1b[Hab\x1b[K')).toBe('\x1b[6D\x1b[K');
    expect(showing(20, 'abcd').write('\x1b[Hab\x1b[K')).toBe('\b\b  ');
  });

  test('changes the style as little as possible', () => {
    const model = createModel(20, 1);
    model.write('\x1b[31mab\x1b[39m cd');
    expect(model.write('\x1b[1G\x1b[31mAB\x1b[39m \x1b[31mCD\x1b[39m')).toBe('\r\x1b[31mAB CD');
    expect(model.write('\x1b[1G\x1b[1;31mX\x1b[22mY\x1b[m')).toBe('\r\x1b[CY\r\x1b[1mX');
  });

  test('writes both halves when a wide character goes', () => {
    expect(showing(20, 'a日b').write('\x1b[2Gx')).toBe('\b\b\bx ');
    expect(showing(20, 'a日b').write('\x1b[3Gx')).toBe('\b\b\b x');
  });

  test('finds its place again after a mark, and writes the next cell too', () => {
    expect(showing(20, 'abc').write('\x1b[1Ge\u0301')).toBe('\re\u0301\r\x1b[Cb');
  });

  test('never wraps: text past the right edge is cut', () => {
    const model = createModel(4, 2);
    model.write('abcdef\n日本語');
    expect(model.grid.rows.map(row => row.text.join(''))).toEqual(['abcd', '日本']);
    expect(createModel(3, 1).write('日本')).toBe('\x1b[?25l\x1b[H\x1b[m日\x1b[K');
  });

  test('without colour keeps bold, inverse and underline', () => {
    const model = createModel(20, 1, false);
    model.write('          ');
    expect(model.write('\r\x1b[1;31mA\x1b[7;48;5;208mB\x1b[0;4;38;2;1;2;3mC\x1b[m')).toBe(
      '\x1b[1mA\x1b[7mB\x1b[;4mC',
    );
  });

  test('ends with the cursor in its place, where there is one', () => {
    const model = showing(20, 'abc', 'def');
    expect(model.write('\x1b[1;2H\x1b[?25h')).toBe('\x1b[A\b\b\x1b[?25h');
    expect(model.write('\x1b[1;3H')).toBe('\x1b[C');
    expect(model.write('X')).toBe('X');
    expect(model.write('\x1b[?25l')).toBe('\x1b[?25l');
  });

  test('after forgetting is everything, and never a clear-screen', () => {
    const model = showing(6, 'abcdef', 'ab');
    model.painter.forget();
    expect(model.write('')).toBe('\x1b[?25l\x1b[H\x1b[mabcdef\r\nab\x1b[K');
  });
});

test('a frame of 200x50 of which the left half changes sends that half, its colour once', () => {
  const model = createModel(200, 50);
  const left = (letter: string) => letter.repeat(100);
  const frame = (letter: string) => {
    const row = `\x1b[3${letter}m${left(letter)}\x1b[39m${'▁▂'.repeat(50)}`;
    return `\x1b[H${Array.from({ length: 50 }, () => row).join('\n')}`;
  };
  model.write(frame('1'));
  const sent = model.write(frame('2'));
  expect(sent.match(/2{100}/g)).toHaveLength(50);
  expect(sent.match(/\x1b\[[\d;]*m/g)).toEqual(['\x1b[32m']);
  expect(sent.length).toBeLessThanOrEqual(50 * (100 + '\r\n'.length) + '\x1b[H\x1b[32m'.length);
});

describe('equals a terminal that was sent everything', () => {
  const cols = 12;
  const rows = 5;
  const sgr = fc.constantFrom(...'|31|1|2|1;2|7|22|27|4|24|42|49|38;5;208|48;2;1;2;3|39|0'.split('|'));
  const characters = fc.constantFrom(...'a|b|c| |日|한|│|▁|é|e\u0301|日\u0301|⠿|א|ก'.split('|'));
  const operation = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constant('text' as const),
        fc.nat(cols - 1),
        fc.nat(rows - 1),
        fc.array(characters, { maxLength: 12 }),
      ),
    },
    { weight: 2, arbitrary: fc.tuple(fc.constant('sgr' as const), sgr) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('erase' as const), fc.constantFrom('K', '1K', '2K', 'J')) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('feed' as const)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('paint' as const)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('repaint' as const)) },
  );

  test('whatever is written, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 60 }), async operations => {
        const model = createModel(cols, rows);
        const painted = new Screen(cols, rows);
        const direct = new Screen(cols, rows);
        await painted.write('XXXXXXXXXXXXXXXX');
        let sent = '';
        let directly = '';
        for (const step of operations) {
          if (step[0] === 'repaint') model.painter.forget();
          if (step[0] === 'paint' || step[0] === 'repaint') sent += model.painter.paint(model.grid);
          else {
            const data = written(step);
            interpret(data, model.grid);
            directly += data;
          }
        }
        await direct.write(directly);
        await painted.write(sent + model.painter.paint(model.grid));
        deepStrictEqual(
          painted.cells().map(row => row.map(look)),
          direct.cells().map(row => row.map(look)),
        );
      }),
      { numRuns: 300 },
    );
  });

  function written(
    step: ['text', number, number, string[]] | ['sgr', string] | ['erase', string] | ['feed'],
  ): string {
    if (step[0] === 'sgr') return `\x1b[${step[1]}m`;
    if (step[0] === 'erase') return `\x1b[27;49;24m\x1b[${step[1]}`;
    if (step[0] === 'feed') return '\x1b[49m\r\n';
    const [, x, y, text] = step;
    let room = cols - x;
    const fitting = text.filter(character => (room -= /[日한]/.test(character) ? 2 : 1) >= 0);
    return `\x1b[${y + 1};${x + 1}H${fitting.join('')}\x1b[${y + 1};${x + 1}H`;
  }
});

/** A blank looks the same whatever its letters would look like. */
function look(cell: Cell): Cell {
  if (cell.text !== ' ' || cell.inverse) return cell;
  return { ...cell, fg: 'default', bold: false, dim: false, italic: false };
}
