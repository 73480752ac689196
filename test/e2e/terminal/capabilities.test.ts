import { describe, expect, test } from 'vitest';
import { selectedLine, start } from '../../helpers/application.ts';
import { foreignBytes, foreignPrint } from '../../helpers/foreignBytes.ts';
import { foreignTexts } from '../../helpers/hostileTexts.ts';
import { builtProgram, runner } from '../../helpers/program.ts';
import { type Terminal, type TerminalOptions } from '../../helpers/terminal.ts';
import { openTexts, settled } from '../../helpers/textApplication.ts';

/** The first few of every kind. */
const texts = foreignTexts.slice(0, 12);

const colourCodes = /\x1b\[(?:[\d;]*;)?(?:[349][0-7]|10[0-7])(?:;[\d;]*)?m/;

/** Goes through list, statistics with their charts, one of them, a menu and the help. */
async function visit(terminal: Terminal): Promise<void> {
  for (const keys of ['j', 'Enter', 't', 'Enter', 'Enter', '?'] as const) {
    terminal.press(keys);
    await settled(terminal, 60);
  }
}

/** Its letters are a search, so q is one of them. Its footer alone does not name it. */
async function leaveHelp(terminal: Terminal): Promise<void> {
  const isOpen = (lines: readonly string[]) => lines.at(-1)?.includes('? help') === false;
  await terminal.waitFor(isOpen);
  terminal.press('Esc');
  await terminal.waitFor(lines => !isOpen(lines));
}

/** No colours, and the selection is still marked. */
function expectNoColour(terminal: Terminal, selected = '> plain.example.com'): void {
  expect(terminal.output).not.toMatch(colourCodes);
  expect(terminal.screen.find(selected)).toMatchObject({ fg: 'default', bg: 'default', bold: true });
}

/** All colours, if the rest of the environment allows them. */
const COLORTERM = 'truecolor';

/** The background of the terminal would tell nothing, so it is not asked for it. */
function expectNothingAsked(terminal: Terminal): void {
  expect(terminal.output).not.toContain('\x1b]');
}

function expectSixteenColours(terminal: Terminal): void {
  expectNothingAsked(terminal);
  expect(terminal.screen.find('> plain.example.com')).toMatchObject({ fg: 6, bg: 'default' });
}

/** Nothing but ASCII. */
function expectAscii(terminal: Terminal): void {
  expect(terminal.output.match(/[^\0-\x7f].{0,20}/)).toBeNull();
  expect(terminal.lines().join('')).toContain('-family.example');
}

describe('colours', () => {
  test('NO_COLOR takes them away on every screen, and the selection is still marked', async () => {
    const { terminal } = await openTexts({ texts }, { env: { NO_COLOR: '1', COLORTERM } });
    expectNothingAsked(terminal);
    await visit(terminal);
    await leaveHelp(terminal);
    terminal.press('q', 'q');
    await terminal.waitFor('Sort newest');
    expectNoColour(terminal, '> 日本');
  });

  test('--no-color does the same', async () => {
    const { terminal } = await openTexts({ texts }, { args: ['--no-color'], env: { COLORTERM } });
    expectNothingAsked(terminal);
    expectNoColour(terminal);
  });
});

describe('characters', () => {
  test('LANG=C: nothing but ASCII on any screen', async () => {
    const { terminal } = await openTexts({ texts }, { cols: 120, rows: 40, env: { LANG: 'C' } });
    await visit(terminal);
    await leaveHelp(terminal);
    terminal.press(':');
    await terminal.waitFor('Go to');
    // Not in the middle of a sequence.
    await terminal.quiet(150);
    expect(terminal.output.match(/[^\0-\x7f].{0,20}/)).toBeNull();
    expect(foreignBytes(terminal.output)).toEqual([]);
  });

  test('LC_ALL=POSIX does the same', async () => {
    const { terminal } = await openTexts({ texts }, { env: { LC_ALL: 'POSIX' } });
    expectAscii(terminal);
  });

  test('--ascii in a UTF-8 terminal: lines and charts are ASCII, names keep their letters', async () => {
    const { terminal } = await openTexts({ texts }, { cols: 120, rows: 40, args: ['--ascii'] });
    expect(terminal.lines().join('')).toContain('日本');
    await visit(terminal);
    expect(terminal.output.match(/[\u2010-\u27bf\u2800-\u2bff·×].{0,20}/)).toBeNull();
  });
});

describe('in one line, exit code 2', () => {
  test.each<[string, string, RegExp]>([
    [
      'a pipe',
      '"$NODE" "$PROGRAM" 2>&1 >/dev/null | cat; exit "${PIPESTATUS[0]}"',
      /output is not a terminal/,
    ],
    ['no keys', '"$NODE" "$PROGRAM" </dev/null', /input is not a terminal/],
    ['stdout closed', '"$NODE" "$PROGRAM" >&-', /output is not a terminal/],
    ['TERM=dumb', 'TERM=dumb "$NODE" "$PROGRAM"', /dumb terminal/],
    ['no TERM', 'unset TERM; "$NODE" "$PROGRAM"', /TERM is not set/],
  ])('%s', async (_, script, words) => {
    const terminal = start({
      command: 'bash',
      args: ['-c', script],
      cols: 300,
      env: { NODE: runner, PROGRAM: builtProgram },
    });
    expect((await terminal.exit).code).toBe(2);
    const lines = terminal.lines().filter(line => line !== '');
    expect(lines).toEqual([expect.stringMatching(words)]);
    expect(foreignPrint(terminal.output.replaceAll('\r\n', '\n'))).toEqual([]);
  });
});

test.each<[string, TerminalOptions, ((terminal: Terminal) => void)?]>([
  ['TERM=vt100, without colours', { env: { TERM: 'vt100' } }, expectNoColour],
  [
    'TERM=linux, in ASCII and sixteen colours',
    { env: { TERM: 'linux', COLORTERM } },
    terminal => {
      expectAscii(terminal);
      expectSixteenColours(terminal);
    },
  ],
  ['TERM=screen, in sixteen colours', { env: { TERM: 'screen', COLORTERM } }, expectSixteenColours],
  ['an unknown TERM, and CI=true', { env: { TERM: 'nobody-knows', CI: 'true' } }],
])('%s: the whole screen, and keys', async (_, options, expectMore) => {
  const { terminal } = await openTexts({ texts }, options);
  expectMore?.(terminal);
  expect(terminal.lines()[0]).toMatch(/^ Sitedeck > Websites/);
  expect(terminal.lines().at(-1)).toMatch(/Enter open/);
  terminal.press('j');
  await terminal.waitFor(() => !selectedLine(terminal).includes('plain.example.com'));
  terminal.press('q');
  expect((await terminal.exit).code).toBe(0);
});

describe('sizes', () => {
  test('from 40x10 to 300x100: colours are cyan and few, header above, keys below, the selection in view', async () => {
    const sizes = [
      [40, 10],
      [300, 100],
    ] as const;
    const { terminal } = await openTexts({ texts }, { cols: 40, rows: 10 });
    expect(terminal.screen.find('> plain.example.com')).toMatchObject({ fg: 6, bold: true });
    for (const [cols, rows] of sizes) {
      terminal.resize(cols, rows);
      await terminal.waitFor(
        lines => lines.at(-1)?.includes('? help') === true && lines[0]?.length === cols - 1,
      );
      terminal.press('G');
      await terminal.waitFor(() => /^ > .-thumb/.test(selectedLine(terminal)));
      await settled(terminal);
      expect(terminal.lines()[0]).toMatch(/^ (Sitedeck > )?Websites /);
      expect(terminal.lines().at(-1)).toMatch(/\? help/);
      for (const key of ['Enter', 'Enter', '?']) {
        terminal.press(key);
        await settled(terminal);
        expect(terminal.lines()[0]).toMatch(/\S +127.0.0.1/);
        expect(terminal.lines().at(-1)).toMatch(/\S/);
      }
      await leaveHelp(terminal);
      terminal.press('q', 'q', 'g');
      await terminal.waitFor(() => selectedLine(terminal).includes('plain.example.com'));
    }
  });

  test('20x5: one line says which size is needed, and q still quits', async () => {
    const { terminal } = await openTexts({ texts: ['one.example.com'] });
    terminal.press('Enter');
    await settled(terminal);
    terminal.resize(20, 5);
    const isAlone = (lines: readonly string[]) =>
      lines.filter(line => line !== '').join('|') === 'Needs 40x10, q quits';
    await terminal.waitFor(isAlone);
    terminal.resize(60, 9);
    await terminal.waitFor('Sitedeck needs 40x10, this is 60x9. q quits.');
    terminal.press('q');
    terminal.press('q');
    expect((await terminal.exit).code).toBe(0);
  });

  test('a terminal that does not know its size is taken for 80x24', async () => {
    const script = 'stty rows 0 cols 0; exec "$NODE" "$PROGRAM"';
    const terminal = start({
      command: 'bash',
      args: ['-c', script],
      env: { NODE: runner, PROGRAM: builtProgram },
    });
    await terminal.waitFor(lines => lines[23]?.includes('? help') === true);
    expect(terminal.lines()[0]).toMatch(/^ Sitedeck > Websites/);
  });
});
