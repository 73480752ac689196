import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDemo, selectedLine } from '../../helpers/application.ts';
import { foreignBytes } from '../../helpers/foreignBytes.ts';
import type { Terminal } from '../../helpers/terminal.ts';
import { openTexts, settled, startOn, useTextService } from '../../helpers/textApplication.ts';
import {
  clearsScreen,
  domains,
  fromEndToEnd,
  kilobyte,
  largerThan,
  moveTo,
  type Move,
  tints,
  tintsOf256,
} from './moves.ts';

/** How many rows of websites are on screen. */
function rowsOn(terminal: Terminal): number {
  return terminal.lines().filter(line => /^ [> ] site-\d/.test(line)).length;
}

test('a move of the selection is at most 300 bytes at 80x24 and 600 at 200x50, past the edge 6 KB', async () => {
  const { terminal } = await openTexts({ texts: domains }, { cols: 80, rows: 24 });
  await expectSmallMoves(terminal, 300);
  terminal.press('g');
  await terminal.waitFor(() => selectedLine(terminal).includes('site-0.'));
  terminal.resize(200, 50);
  await terminal.waitFor(lines => lines[0]?.length === 199);
  // Numbers that come in are drawn once a second.
  await settled(terminal, 1200);
  await expectSmallMoves(terminal, 600);
  expect(terminal.output).not.toMatch(clearsScreen);
});

/** 30 of them from the first website on, then one past the edge. */
async function expectSmallMoves(terminal: Terminal, budget: number): Promise<void> {
  await terminal.waitFor(/ 70 websites, sums/, 60_000);
  await settled(terminal);
  const visible = rowsOn(terminal);
  expect(visible).toBeGreaterThan(10);
  const moves: Move[] = [];
  for (let move = 1; move <= 30; move++) {
    const down = Math.floor((move - 1) / (visible - 1)) % 2 === 0;
    const from = Number(/site-(\d+)/.exec(selectedLine(terminal))?.[1]);
    const to = `site-${from + (down ? 1 : -1)}.`;
    moves.push(await moveTo(terminal, down ? 'j' : 'k', to));
  }
  // The first of each page comes with another page.
  const ordinary = moves.filter((_, move) => move % (visible - 1) !== 0 || move === 0);
  expect(largerThan(budget, ordinary)).toEqual([]);
  // Once the numbers of all rows are there: what comes in is whole, and nothing follows it.
  for (const key of ['PgDn', 'PgDn', 'PgDn', 'PgDn', 'PgDn', 'G', 'g']) {
    terminal.press(key);
    await settled(terminal);
  }
  await terminal.waitFor(() => selectedLine(terminal).includes('site-0.'));
  for (let row = 1; row < visible; row++) terminal.press('Down');
  await terminal.waitFor(() => selectedLine(terminal).includes(`site-${visible - 1}.`));
  await settled(terminal);
  const atEdge = await moveTo(terminal, 'Down', `site-${visible}.`);
  expect(largerThan(6 * kilobyte, [atEdge])).toEqual([]);
}

test.each([
  ['24 bits', tints],
  ['256 colours', tintsOf256],
])('on a tint in %s, rows of one line: a move is at most 450 bytes', async (_, env) => {
  const { terminal } = await openTexts({ texts: domains }, { env });
  await terminal.waitFor(/ 70 websites, sums/, 60_000);
  await settled(terminal);
  const moves: Move[] = [];
  for (const place of fromEndToEnd(rowsOn(terminal)))
    moves.push(await moveTo(terminal, place.key, `site-${place.to}.`));
  expect(largerThan(450, moves)).toEqual([]);
});

test('a character typed into a search is at most 300 bytes', async () => {
  const { terminal } = await openTexts({ texts: domains });
  terminal.press('/');
  await terminal.waitFor(() => terminal.screen.cursor().shown);
  const sizes: number[] = [];
  for (const character of 'abcdefghij') {
    const { x } = terminal.screen.cursor();
    const mark = terminal.mark();
    terminal.type(character);
    await terminal.waitFor(() => terminal.screen.cursor().x === x + 1);
    sizes.push(terminal.bytesSince(mark));
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(300);
});

test('ten idle seconds are 0 bytes, and while something is read there is at most one small write a second', async () => {
  const { terminal: statistics } = await openTexts({ texts: domains.slice(0, 12) }, { cols: 120, rows: 40 });
  statistics.press('Enter');
  await statistics.waitFor('Landing pages');
  // The websites; the service runs in the same process.
  const demo = await openDemo();
  for (const terminal of [statistics, demo]) await settled(terminal, 300);
  // Last: fifteen seconds without an answer are a box of another kind.
  const service = await useTextService();
  const reading = startOn(service, service.keyFor({ texts: domains, delay: Infinity }));
  // Who was asked is said after two seconds; from then on only the seconds change.
  await reading.waitFor(/waiting for \d+ s/);
  const marks = [statistics.mark(), demo.mark(), reading.mark()] as const;
  const { pieces } = reading;
  await after(10_000);
  expect(statistics.outputSince(marks[0])).toBe('');
  expect(demo.outputSince(marks[1])).toBe('');
  expect(reading.pieces - pieces).toBeLessThanOrEqual(10);
  expect(reading.bytesSince(marks[2])).toBeLessThanOrEqual(10 * 100);
});

test('a whole journey clears nothing, asks the terminal nothing, and keeps to sixteen colours', async () => {
  const { terminal } = await openTexts({ texts: domains }, { cols: 120, rows: 40 });
  for (const keys of [
    ['Enter'],
    ['Tab', 'Tab'],
    ['Enter'],
    ['Down', 'L'],
    ['?'],
    ['q'],
    ['t'],
    ['Down', 'Enter'],
  ]) {
    terminal.press(...keys);
    await settled(terminal, 60);
  }
  terminal.press('^C');
  await terminal.exit;
  expect(foreignBytes(terminal.output)).toEqual([]);
  expect(terminal.output).not.toMatch(clearsScreen);
  expect(terminal.output.split('\x1b[?1049h')).toHaveLength(2);
});
