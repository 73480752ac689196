import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { escape, goTo, openTexts, settled } from '../../helpers/textApplication.ts';
import { foreignTexts } from '../../helpers/hostileTexts.ts';
import { keyBytes } from '../../helpers/keyBytes.ts';
import { Screen, type Cell } from '../../helpers/screen.ts';
import type { Terminal } from '../../helpers/terminal.ts';

/**
 * A failure names its seed; `SITEDECK_TEST_SEED=<seed> npx vitest run test/e2e/terminal/redraw.test.ts` presses the same
 * keys again.
 */
const givenSeed = process.env['SITEDECK_TEST_SEED'];
const firstSeed = givenSeed === undefined ? Date.now() % 1_000_000 : Number(givenSeed);

/** Every screen, and the keys that lead there from the websites. A title is chosen in the palette. */
const screens: Readonly<Record<string, readonly (string | { title: string })[]>> = {
  websites: [],
  'the search of websites': ['/'],
  'statistics of a website': ['Enter'],
  'rows of a statistic': ['Enter', { title: 'Referrers' }],
  'days of a statistic': ['Enter', { title: 'Visitors' }],
  'hours of a statistic': ['Enter', { title: 'Visitors by hour' }],
  'the form to add': ['a'],
  'the form to edit': ['e'],
  record: ['i'],
  deletion: ['d'],
  palette: [':'],
  help: ['?'],
  sort: ['s'],
  period: ['Enter', 't'],
  comparison: ['Enter', 'c'],
  movers: ['Enter', 'M'],
  'the history of a row': ['Enter', { title: 'Referrers' }, 'Enter'],
  'weekdays by hours': ['Enter', { title: 'Visitors by hour' }, 'H'],
  'the form for several': ['*', 'e'],
  'deletion of several': ['*', 'd'],
};

const keyNames = [
  'Up Down Left Right PgUp PgDn Home End Enter Tab Shift-Tab Backspace Delete Space F1 F5',
  '^A ^B ^D ^E ^F ^H ^K ^P ^S ^U ^W Alt-b Alt-d Alt-f Ctrl-Left / : ? ! * + - = [ ] { } < > , . 1 2 5 9',
  'a b c d e f g h i j k l m n r s t u v w y z A B C D G H L M R S T V Y',
  '日 é e\u0301 👨‍👩‍👧 ש 🇩🇪',
].flatMap(line => line.split(' '));

const keys = [...keyNames.map(keyBytes), '\x1b[200~日本\rאב\x1b[201~'];

/** mulberry32: the same keys for the same seed on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomKeys(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () => {
    // Leaving is rarer than what happens on a screen.
    if (random() < 0.04) return escape;
    return keys[Math.floor(random() * keys.length)] ?? ' ';
  });
}

async function enter(terminal: Terminal, way: readonly (string | { title: string })[]): Promise<void> {
  for (const step of way) {
    if (typeof step === 'string') terminal.press(step);
    else await goTo(terminal, step.title);
    await settled(terminal, 60);
  }
}

/** The search asks 250 ms after the last key: by then everything that was pressed has come to rest. */
const restMs = 330;

/** What differs between the screen as it grew and what a repaint (^L) shows, on an empty terminal too. */
async function differsFromRepaint(terminal: Terminal): Promise<string[]> {
  const grown = terminal.screen.cells();
  const mark = terminal.mark();
  terminal.press('^L');
  return inTheEnd(async () => {
    const fresh = new Screen(terminal.screen.cols, terminal.screen.rows);
    // It begins wherever a program before us may have left the cursor, on whatever it may have left.
    await fresh.write(`\x1b[?1049h${'#'.repeat(fresh.cols * fresh.rows)}\x1b[4;7;31m`);
    await fresh.write(terminal.outputSince(mark));
    return [...differences(grown, fresh.cells()), ...differences(grown, terminal.screen.cells())];
  });
}

/** The same for a frame that Ink has laid out and written whole, as it does for another width. */
async function differsFromNewFrame(terminal: Terminal): Promise<string[]> {
  const grown = terminal.screen.cells();
  const { cols, rows } = terminal.screen;
  for (const width of [cols + 1, cols]) {
    const mark = terminal.mark();
    terminal.resize(width, rows);
    await terminal.waitForOutput('\x1b[', mark);
    await settled(terminal, 60);
  }
  return inTheEnd(async () => differences(grown, terminal.screen.cells()));
}

/** A frame may still be on its way; what is left over from an earlier one would never come back. */
async function inTheEnd(look: () => Promise<string[]>): Promise<string[]> {
  let found = await look();
  for (let patience = 20; found.length > 0 && patience > 0; patience--) {
    await after(150);
    found = await look();
  }
  return found;
}

function differences(grown: readonly Cell[][], whole: readonly Cell[][]): string[] {
  return grown.flatMap((row, y) =>
    row.flatMap((cell, x) => {
      const belongs = whole[y]?.[x];
      return isAlike(cell, belongs, y) ? [] : [`${x},${y}: "${cell.text}" where "${belongs?.text}" belongs`];
    }),
  );
}

function isAlike(one: Cell, other: Cell | undefined, y: number): boolean {
  if (other === undefined) return false;
  // A minute may pass meanwhile.
  const isClock = y === 0 && /\d/.test(one.text) && /\d/.test(other.text);
  return isClock || JSON.stringify(look(one)) === JSON.stringify(look(other));
}

/** What the eye sees of a cell: of a blank, neither its weight nor the colour of a letter that is not there. */
function look(cell: Cell): Partial<Cell> {
  const { text, bg, underline, inverse } = cell;
  return text === ' ' && !inverse ? { text, bg, underline } : cell;
}

/** Presses 150 keys, some in bursts, some alone. Resolves to what went wrong, with the keys that led there. */
async function wander(name: string, seed: number, rest: number): Promise<string | undefined> {
  const random = randomOf(seed);
  const size = { cols: 60 + (seed % 70), rows: 14 + (seed % 20) };
  const { terminal } = await openTexts({ texts: foreignTexts.slice(0, -4) }, size);
  for (let round = 0; round < 2; round++) {
    await enter(terminal, screens[name] ?? []);
    const pressed = randomKeys(random, 75);
    for (let at = 0; at < pressed.length;) {
      const burst = 1 + Math.floor(random() * 12);
      terminal.raw(pressed.slice(at, at + burst).join(''));
      at += burst;
      await terminal.quiet(5);
    }
    await settled(terminal, rest);
    const found = await (round % 2 === 0 ? differsFromRepaint(terminal) : differsFromNewFrame(terminal));
    if (found.length > 0)
      return `${name}: ${found.slice(0, 8).join('\n')}\nafter ${JSON.stringify(pressed)}\n${terminal.screen.picture()}`;
    await leave(terminal);
  }
  return undefined;
}

/** Back to the websites: out of every field, menu and view, and of the question whether to lose what was typed. */
async function leave(terminal: Terminal): Promise<void> {
  for (let round = 0; round < 8; round++) {
    terminal.raw(`${escape}y`.repeat(12) + escape.repeat(3));
    await terminal.quiet(30);
    if (terminal.lines()[0]?.includes('Sitedeck > Websites') === true) break;
  }
  await terminal.waitFor(/Sitedeck > Websites/);
  await settled(terminal, 60);
}

/**
 * What changed by itself at the wrong moment, such as a notice whose time was up, does not do so twice; keys that a busy
 * machine had not got to are waited for longer.
 */
async function wanderTwice(name: string, seed: number): Promise<string | undefined> {
  const problem = await wander(name, seed, restMs);
  return problem === undefined ? undefined : wander(name, seed, 6 * restMs);
}

test('many random keys on every screen leave what a full redraw shows', async () => {
  const names = Object.keys(screens);
  const problems: string[] = [];
  // Most of the time is waiting: several at once.
  const worker = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const problem = await wanderTwice(name, firstSeed);
      if (problem !== undefined) problems.push(problem);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(problems.join('\n'), `SITEDECK_TEST_SEED=${firstSeed}`).toBe('');
}, 180_000);
