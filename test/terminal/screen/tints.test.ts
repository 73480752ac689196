import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Painter } from '#terminal/screen/painter.ts';
import { colourless, dark, terminalTheme } from '#terminal/theme/palettes.ts';
import { beneath, inkColour, type Role, type Theme } from '#terminal/theme/roles.ts';
import { rgb, tintedTheme } from '#terminal/theme/tinted.ts';
import { Grid, interpret } from '../../helpers/grid.ts';
import { type Cell, Screen } from '../../helpers/screen.ts';

const onDark = tintedTheme(dark, 'all', rgb('#1e1e1e'));
const in256 = tintedTheme(dark, 256, rgb('#1e1e1e'));

/** What Ink writes for a text in a role, on a background. */
function inked(text: string, role: Role, background?: Role): string {
  const code = (of: Role) => /\d+(?=\))/.exec(inkColour(of))?.[0];
  const under = background === undefined ? '' : `\x1b[48;5;${code(background)}m`;
  return `\x1b[38;5;${code(role)}m${under}${text}\x1b[39m\x1b[49m`;
}

/** A painter whose cursor is hidden, that has painted a first frame. */
function painting(theme: Theme, cols: number, rows: number, frame: string) {
  const grid = new Grid(cols, rows);
  const painter = new Painter(theme);
  const show = (data: string) => {
    interpret(data, grid);
    return painter.paint(grid);
  };
  const first = show(`\x1b[?25l${frame}`);
  return { show, first, painter, grid };
}

test('a role is what the theme says, on its background', () => {
  const write = (theme: Theme) =>
    painting(theme, 20, 1, '').show(`a${inked('b', 'bad')}${inked('c', 'plain', 'selection')}`);
  expect(write(terminalTheme)).toBe('a\x1b[Cc\b\b\x1b[31mb');
  expect(write(colourless)).toBe('abc');
  expect(write(in256)).toBe('a\x1b[38;5;210mb\x1b[38;5;253;48;5;236mc');
  // What the palette of 256 has is said by its number also where there are all colours.
  expect(write(onDark)).toBe('a\x1b[38;5;210mb\x1b[38;5;253;48;2;43;64;61mc');
});

test('beneath a box all is faint: in tints letter and background move towards the background, else letters are in the default colour', () => {
  const write = (theme: Theme) =>
    painting(theme, 20, 1, '').show(
      beneath(`a${inked('b', 'bad')}\x1b[1;4mc\x1b[22;24m${inked('d e', 'plain', 'selection')}`),
    );
  expect(write(terminalTheme)).toBe('\x1b[2mabcd e');
  expect(write(colourless)).toBe('\x1b[2mabcd e');
  // Plain letters are #dadada, those of bad #ff8787 and the background of the selection #2b403d: two fifths of the way from #1e1e1e.
  // The grey of 105 is said by its number in the palette, which is 108.
  expect(write(onDark)).toBe('\x1b[38;5;242ma\x1b[Cc\x1b[48;2;35;44;42md e\r\x1b[C\x1b[;38;2;120;72;72mb');
});

test('beneath a box what is inverse keeps a plate', () => {
  const shown = (text: string) => painting(onDark, 20, 1, '').show(beneath(text));
  expect(shown('\x1b[7mchosen\x1b[27m')).toBe(shown(inked('chosen', 'plain', 'selection')));
});

test('beneath a box the fill of a chart is whole where what crosses it would be cut out', () => {
  const crossed = beneath(`${inked('█', 'area3')}\x1b[7m${inked('⠤', 'area3')}\x1b[27m`);
  const whole = beneath(inked('██', 'area3'));
  for (const theme of [terminalTheme, colourless]) {
    const shown = (text: string) => painting(theme, 20, 1, '').show(text);
    expect(shown(crossed)).toBe(shown(whole));
  }
});

test('roles that look alike cost nothing', () => {
  const { show } = painting(terminalTheme, 20, 1, inked('letters', 'accent'));
  expect(show(`\r${inked('letters', 'content')}`)).toBe('');
});

test('another theme sends only the cells that look different in it', () => {
  const { show, painter } = painting(terminalTheme, 20, 2, `plain ${inked('x', 'accent')}\nplain too`);
  painter.show(in256);
  expect(show('')).toBe('\b\x1b[38;5;79mx');
  painter.show(in256);
  expect(show('')).toBe('');
});

test('a blank on a background needs no colour of a letter, and the background ends with its text', () => {
  const { show } = painting(in256, 20, 1, '');
  // The grey 247 is the first that reads on 236.
  expect(show(`${inked('a  b', 'dim', 'selection')} c`)).toBe('\x1b[5Cc\r\x1b[38;5;247;48;5;236ma  b');
});

test('every cell of a theme with a background of its own has it, also where a terminal erases in none', async () => {
  const { painter, show, grid } = painting(tintedTheme(dark, 'all'), 20, 4, `one\n${inked('two', 'dim')}\n`);
  painter.forget();
  const screen = new Screen(20, 4);
  await screen.write(show(''));
  interpret('\x1b[2;1H\x1b[K\x1b[J', grid);
  await screen.write(painter.paint(grid));
  expect(new Set(screen.cells().flatMap(row => row.map(({ bg }) => bg)))).toEqual(new Set([233]));
});

test('many blanks in a row are erased where there are tints, where a VT100 is sent blanks', () => {
  const sent = (theme: Theme) =>
    painting(theme, 24, 1, `one${'x'.repeat(16)}two`).show(`\rone${' '.repeat(16)}two`);
  expect(sent(in256)).toBe('\r\x1b[3C\x1b[16X');
  expect(sent(terminalTheme)).toBe(`\r\x1b[3C${' '.repeat(16)}`);
});

test.each<[string, Theme]>([
  ['the sixteen', terminalTheme],
  ['256 on a known background', in256],
  ['24 bits on a known background', onDark],
  ['a background of its own', tintedTheme(dark, 'all')],
])('in whatever order, frame after frame is what a full one shows: %s', async (_, theme) => {
  const text = fc.stringMatching(/^[a-c ▂⣿]{1,12}$/);
  const role = fc.constantFrom<Role>('plain', 'dim', 'accent', 'bad', 'chart');
  const background = fc.constantFrom<Role | undefined>(undefined, undefined, 'selection', 'weekend');
  const line = fc.array(fc.tuple(text, role, background), { maxLength: 4 });
  const frames = fc.array(fc.array(line, { minLength: 6, maxLength: 6 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(frames, async drawn => {
      const { show, first, grid } = painting(theme, 30, 6, '');
      const painted = new Screen(30, 6);
      await painted.write(first);
      for (const lines of drawn) {
        const rows = lines.map(parts => parts.map(part => inked(...part)).join(''));
        await painted.write(show(`\x1b[H\x1b[J${rows.join('\n')}`));
        const whole = new Screen(30, 6);
        await whole.write(new Painter(theme).paint(grid));
        deepStrictEqual(
          painted.cells().map(row => row.map(seen)),
          whole.cells().map(row => row.map(seen)),
        );
      }
    }),
    { numRuns: 60 },
  );
});

/** A blank looks the same in whatever colour. */
function seen({ text, fg, bg, ...others }: Cell) {
  return text.trim() === '' ? { bg } : { text, fg, bg, ...others };
}

test('a selection that moves over whole rows of seven parts is at most 340 bytes at 80 columns', () => {
  const row = (name: string, background?: Role) =>
    [
      inked(' ', 'accent', background),
      inked(`  ${name.padEnd(24)}`, 'plain', background),
      inked('▂▃▃▅▆▇█▇▆▅▅▃▂▂▃▅', 'soft', background),
      inked('      12,345', 'plain', background),
      inked('    +12%', 'good', background),
      inked('   private      ', 'dim', background),
      inked(' ', 'plain', background),
    ].join('');
  for (const [theme, most] of [
    [onDark, 340],
    [in256, 330],
  ] as const) {
    const { show } = painting(
      theme,
      80,
      2,
      `${row('one.example.com', 'selection')}\n${row('two.example.com')}`,
    );
    const bytes = show(`\x1b[H${row('one.example.com')}\n${row('two.example.com', 'selection')}`);
    expect(Buffer.byteLength(bytes)).toBeLessThanOrEqual(most);
  }
});
