import { expect, test } from 'vitest';
import { Grid } from '#terminal/screen/grid.ts';
import { interpret } from '#terminal/screen/interpret.ts';
import { Painter } from '#terminal/screen/painter.ts';
import { colourless, terminalTheme } from '#terminal/theme/ansiThemes.ts';
import { rgb } from '#terminal/theme/colour.ts';
import { dark } from '#terminal/theme/palettes.ts';
import { inkColour, type Role } from '#terminal/theme/roles.ts';
import type { Theme } from '#terminal/theme/theme.ts';
import { tintedTheme } from '#terminal/theme/tintedTheme.ts';
import { Screen } from '../../helpers/screen.ts';

const onDark = tintedTheme(dark, 'all', rgb('#1e1e1e'));
const in256 = tintedTheme(dark, 256, rgb('#1e1e1e'));

/** What Ink writes for a text in a role, on a ground. */
function inked(text: string, role: Role, ground?: Role): string {
  const code = (of: Role) => /\d+(?=\))/.exec(inkColour(of))?.[0];
  const under = ground === undefined ? '' : `\x1b[48;5;${code(ground)}m`;
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
  show(`\x1b[?25l${frame}`);
  return { show, painter, grid };
}

test('a role is what the theme says, on its ground', () => {
  const write = (theme: Theme) =>
    painting(theme, 20, 1, '').show(`a${inked('b', 'bad')}${inked('c', 'plain', 'selection')}`);
  expect(write(terminalTheme)).toBe('a\x1b[31mb\x1b[mc');
  expect(write(colourless)).toBe('abc');
  expect(write(in256)).toBe('a\x1b[38;5;210mb\x1b[38;5;253;48;5;236mc');
  expect(write(onDark)).toBe('a\x1b[38;2;245;134;138mb\x1b[38;2;216;220;218;48;2;43;64;61mc');
});

test('roles that look alike cost nothing', () => {
  const { show } = painting(terminalTheme, 20, 1, inked('letters', 'accent'));
  expect(show(`\r${inked('letters', 'content')}`)).toBe('');
});

test('another theme sends only the cells that look different in it', () => {
  const { show, painter } = painting(terminalTheme, 20, 2, `plain ${inked('x', 'accent')}\nplain too`);
  painter.show(in256);
  expect(show('')).toBe('\x1b[1;7H\x1b[38;5;79mx');
  painter.show(in256);
  expect(show('')).toBe('');
});

test('a blank on a ground needs no colour of a letter, and the ground ends with its text', () => {
  const { show } = painting(in256, 20, 1, '');
  // The grey 247 is the first that reads on 236.
  expect(show(`${inked('a  b', 'dim', 'selection')} c`)).toBe('\x1b[38;5;247;48;5;236ma  b\x1b[C\x1b[mc');
});

test('every cell of a theme with a background of its own has it, also where a terminal erases in none', async () => {
  const { painter, show, grid } = painting(tintedTheme(dark, 'all'), 20, 4, `one\n${inked('two', 'dim')}\n`);
  painter.forget();
  const screen = new Screen(20, 4);
  await screen.write(show(''));
  interpret('\x1b[2;1H\x1b[K\x1b[J', grid);
  await screen.write(painter.paint(grid));
  expect(new Set(screen.cells().flatMap(row => row.map(({ bg }) => bg)))).toEqual(new Set(['#101214']));
});

test('a selection that moves over whole rows of seven parts is at most 450 bytes at 80 columns', () => {
  const row = (name: string, ground?: Role) =>
    [
      inked(' ', 'accent', ground),
      inked(`  ${name.padEnd(24)}`, 'plain', ground),
      inked('▂▃▃▅▆▇█▇▆▅▅▃▂▂▃▅', 'soft', ground),
      inked('      12,345', 'plain', ground),
      inked('    +12%', 'good', ground),
      inked('   private      ', 'dim', ground),
      inked(' ', 'plain', ground),
    ].join('');
  for (const [theme, most] of [
    [onDark, 450],
    [in256, 350],
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
