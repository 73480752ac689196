import { writeFileSync, mkdirSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Home } from '../../helpers/home.ts';
import { backgroundQuestion, type Terminal, type TerminalOptions } from '../../helpers/terminal.ts';
import { differences, differsFromRepaint } from './differences.ts';
import { openDemo } from '../../helpers/application.ts';
import { goTo, openTexts, settled } from '../../helpers/textApplication.ts';
import { temporaryHome } from '../../helpers/temporaryHome.ts';

const texts = ['one.example.com', 'two.example.com'];
const answer = '\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\';
const truecolor = { COLORTERM: 'truecolor' };
const onQuestion = (terminal: Terminal) => terminal.raw(answer);

/** What the mark of the selected row looks like: it is in the accent, on the tint of the selection. */
const accent = ({ screen }: Terminal) => {
  const { fg, bg } = screen.find('> one.example.com');
  return { fg, bg };
};
const cyan = { fg: 6, bg: 'default' };
const sixteenCyan = /\x1b\[(?:\d*;)*36m/;
/** A fifth of the accent over #1e1e1e, which the terminal says, and over #101010, which stands for the black of COLORFGBG. */
const onDark = { fg: '#5fc9b8', bg: '#2b403d' };
const onBlack = { fg: '#5fc9b8', bg: '#203532' };

function keptHome(): Home {
  const home = temporaryHome();
  return home;
}

async function openThemed(options: TerminalOptions): Promise<Terminal> {
  const { terminal } = await openTexts({ texts }, { ...options, env: { ...truecolor, ...options.env } });
  return terminal;
}

/** A home in which a theme was chosen before. */
function homeWith(theme: string): Home {
  const home = keptHome();
  const folder = join(home.path, 'data', 'sitedeck');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'choices.json'), JSON.stringify({ version: 1, services: {}, theme }));
  return home;
}

describe('the background that the terminal reports', () => {
  test('at once: painted once in tones for it, the same text; kept for the next start in this terminal, not in another', async () => {
    const home = keptHome();
    const terminal = await openThemed({ home, onQuestion });
    expect(accent(terminal)).toEqual(onDark);
    const first = terminal.output.slice(0, terminal.output.indexOf(backgroundQuestion));
    expect(first).toMatch(sixteenCyan);
    const again = await openThemed({ home });
    expect(accent(again)).toEqual(onDark);
    expect(again.output).not.toMatch(sixteenCyan);
    expect(again.lines().slice(1)).toEqual(terminal.lines().slice(1));
    expect(accent(await openThemed({ home, env: { TERM_PROGRAM: 'another' } }))).toEqual(cyan);
  });

  test('after a second: nothing changes before the next start', async () => {
    const home = keptHome();
    const terminal = await openThemed({ home });
    await after(1100);
    const mark = terminal.mark();
    terminal.raw(answer);
    await terminal.quiet(300);
    expect(terminal.outputSince(mark)).toBe('');
    expect(accent(terminal)).toEqual(cyan);
    expect(accent(await openThemed({ home }))).toEqual(onDark);
  });

  test('once it says that they changed they are asked for again and followed, and its report is no key', async () => {
    const terminal = await openThemed({ onQuestion });
    expect(accent(terminal)).toEqual(onDark);
    await terminal.waitForOutput('\x1b[?2031h');
    const lines = terminal.lines().slice(1);
    const mark = terminal.mark();
    terminal.raw('\x1b[?997;2n');
    await terminal.waitForOutput(backgroundQuestion, mark);
    terminal.raw('\x1b]11;rgb:fefe/fefe/fefe\x1b\\');
    await terminal.waitFor(() => accent(terminal).fg !== onDark.fg);
    await terminal.quiet();
    expect(accent(terminal).fg).toBe('#00756a');
    expect(terminal.lines().slice(1)).toEqual(lines);
  });

  test('with 256 colours: from those', async () => {
    const terminal = await openThemed({ onQuestion, env: { COLORTERM: undefined } });
    expect(accent(terminal)).toEqual({ fg: 79, bg: 236 });
  });
});

test.each<[string, TerminalOptions, object]>([
  ['TERM=screen-256color', { env: { TERM: 'screen-256color' } }, cyan],
  ['sixteen colours', { env: { TERM: 'xterm', COLORTERM: undefined } }, cyan],
  ['COLORFGBG', { env: { COLORFGBG: '15;0' } }, onBlack],
])('%s: nothing is asked', async (_, options, look) => {
  const terminal = await openThemed({ onQuestion, ...options });
  await settled(terminal);
  expect(accent(terminal)).toEqual(look);
  expect(terminal.output).not.toContain('\x1b]');
});

test.each<[string, string, object]>([
  ['terminal', '15;0', cyan],
  ['light', '15;0', { fg: '#00756a', bg: '#deedec' }],
  ['nonsense', '15;0', onBlack],
])('the chosen theme %s wins over COLORFGBG=%s', async (theme, COLORFGBG, look) => {
  const terminal = await openThemed({ home: homeWith(theme), env: { COLORFGBG } });
  expect(accent(terminal)).toEqual(look);
  expect(terminal.output).not.toContain('\x1b]');
});

test('a theme with a background of its own covers every cell, and NO_COLOR and sixteen colours win over it', async () => {
  const terminal = await openThemed({ home: homeWith('light') });
  const tints = terminal.screen.cells().map(row => [...new Set(row.map(({ bg }) => bg))]);
  // The tint of the selection is as wide as its row.
  const first = terminal.lines().findIndex(line => line.startsWith(' > one.example.com'));
  // Charts below the list have their own.
  const below = terminal.lines().findIndex(line => line.includes('VISITORS BY DAY'));
  const above = below === -1 ? tints : tints.slice(0, below);
  expect(above).toEqual(above.map((_, y) => (y === first || y === first + 1 ? ['#deedec'] : [231])));
  expect(tints.flat()).not.toContain('default');
  const plain = await openThemed({ home: homeWith('light'), env: { NO_COLOR: '1' } });
  expect(accent(plain)).toEqual({ fg: 'default', bg: 'default' });
  const sixteen = await openThemed({ home: homeWith('light'), env: { TERM: 'xterm', COLORTERM: undefined } });
  expect(accent(sixteen)).toEqual(cyan);
  sixteen.press('q');
  await sixteen.exit;
  expect(readFileSync(join(sixteen.home.path, 'data/sitedeck/choices.json'), 'utf8')).toContain('"light"');
});

describe('in the palette', () => {
  const dark = { fg: '#5fc9b8', bg: '#213733' };
  const look = ({ screen }: Terminal) => screen.find(' Go to').bg;

  test('the selected theme is shown, Esc brings the old one back, Enter keeps it, also for the next start', async () => {
    const home = keptHome();
    const terminal = await openThemed({ home });
    const before = terminal.screen.cells();
    terminal.press(':');
    await terminal.waitFor('Go to');
    terminal.type('theme');
    await terminal.waitFor(' > Use the dark theme');
    await terminal.waitFor(() => look(terminal) === 233);
    terminal.press('Down');
    await terminal.waitFor(() => look(terminal) === 231);
    terminal.press('Esc');
    await terminal.waitFor(lines => !lines.join().includes('Go to'));
    await terminal.quiet();
    expect(differences(before, terminal.screen.cells())).toEqual([]);

    terminal.press(':');
    await terminal.waitFor('Go to');
    terminal.type('dark theme');
    await terminal.waitFor(() => look(terminal) === 233);
    terminal.press('Enter');
    await terminal.waitFor(lines => !lines.join().includes('Go to'));
    await terminal.quiet();
    expect(accent(terminal)).toEqual(dark);
    expect(await differsFromRepaint(terminal)).toEqual([]);
    expect(accent(await openThemed({ home }))).toEqual(dark);
  });

  test('with sixteen colours it says what themes need, also before one is chosen', async () => {
    const terminal = await openThemed({ env: { TERM: 'xterm', COLORTERM: undefined } });
    terminal.press(':');
    await terminal.waitFor('Go to');
    terminal.type('dark theme');
    await terminal.waitFor(
      /Not now +> Use the dark theme +themes need 256 colours[^]*Themes need 256 colours/,
    );
    terminal.press('Enter');
    await terminal.waitFor(lines => lines.at(-2)?.endsWith('none.') === true);
    terminal.press('Esc');
    await terminal.waitFor(lines => !lines.join().includes('Go to'));
    await terminal.waitFor('> one.example.com');
    expect(accent(terminal)).toEqual(cyan);
  });
});

test('another theme draws the pane beside the list anew: its bars lie behind the rows or are lines below them', async () => {
  const terminal = await openDemo({ cols: 120, rows: 40, env: { COLORFGBG: '15;0', ...truecolor } });
  const about = (lines: readonly string[]) =>
    // Among the pages the first, which has the longest bar: what changed most begins with its statistic.
    lines.find(line => /│ \/_* +[\d,]+ +[^│]*% *$/.test(line)) ?? '';
  const isBehind = (lines: readonly string[]) => about(lines) !== '' && !about(lines).includes('_');
  await terminal.waitFor(isBehind);
  await goTo(terminal, "Use the terminal's colours");
  await terminal.waitFor(lines => about(lines).includes('_'));
  await goTo(terminal, 'Use the dark theme');
  await terminal.waitFor(isBehind);
});
