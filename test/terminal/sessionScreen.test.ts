import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Terminal } from '../helpers/terminal.ts';
import { goneWithin, startProgram } from './fixtures/start.ts';

const clearsScreen = /\x1b\[[23]J/;

test('a typed character is a few bytes, with the cursor behind it', async () => {
  await using terminal = await startProgram();
  terminal.press('/');
  await terminal.waitFor(() => terminal.screen.cursor().shown);
  await terminal.quiet();
  const mark = terminal.mark();
  terminal.type('日');
  await terminal.waitFor('/日');
  await terminal.quiet(20);
  expect(terminal.bytesSince(mark)).toBeLessThan(60);
  terminal.type('b');
  await terminal.waitFor('/日b');
  await terminal.quiet(20);
  // The fixture counts its own text by units: the cursor stands after three of them.
  expect(terminal.screen.cursor()).toEqual({ x: 3, y: 0, shown: true });
  terminal.press('Enter');
  await terminal.waitFor('top');
  await terminal.quiet(20);
  expect(terminal.screen.cursor().shown).toBe(false);
});

test('resizing in any steps leaves one header, no ghosts and no clear-screen', async () => {
  await using terminal = await startProgram();
  for (const [cols, rows] of [
    [60, 20],
    [61, 30],
    [40, 10],
    [120, 40],
    [119, 11],
    [80, 24],
  ] as const) {
    terminal.resize(cols, rows);
    await terminal.waitFor(`top ${cols}x${rows}`);
    await terminal.quiet();
    const lines = terminal.lines();
    expect(lines.filter(line => line.startsWith('top'))).toHaveLength(1);
    expect(lines.at(-1)).toBe('at 0');
    expect(lines.slice(1, -1).map(line => line.slice(0, 8))).toEqual(
      Array.from({ length: rows - 2 }, (_, row) => `${row === 0 ? '>' : ' '} site-${row}`.slice(0, 8)),
    );
  }
  expect(terminal.output).not.toMatch(clearsScreen);
});

test('many sizes in a row end in the last one', async () => {
  await using terminal = await startProgram();
  for (let step = 0; step < 30; step++) terminal.resize(50 + step, 12 + (step % 7));
  terminal.resize(70, 20);
  await terminal.waitFor('top 70x20');
  await terminal.quiet();
  expect(terminal.lines().filter(line => line.includes('top'))).toHaveLength(1);
  expect(terminal.lines().at(-1)).toBe('at 0');
});

test('^L writes everything again', async () => {
  await using terminal = await startProgram();
  const before = terminal.lines();
  await terminal.screen.write('\x1b[5;5Hsomebody else was here\x1b[31m');
  expect(terminal.lines()).not.toEqual(before);
  terminal.press('^L');
  await terminal.waitFor(lines => lines.every((line, y) => line === before[y] || y === 23));
  expect(terminal.output).not.toMatch(clearsScreen);
});

test('stray output and warnings do not reach the screen', async () => {
  await using terminal = await startProgram();
  const before = terminal.lines();
  terminal.press('L');
  await terminal.waitFor('key "L"');
  terminal.press('W');
  await terminal.waitFor('key "W"');
  await terminal.quiet();
  expect(terminal.lines().slice(0, -1)).toEqual(before.slice(0, -1));
  expect(terminal.output).not.toContain('stray');
});

test('NO_COLOR leaves the other attributes', async () => {
  await using coloured = await startProgram();
  expect(coloured.screen.find('> site-0')).toMatchObject({ fg: 2, bold: true });
  await using plain = await startProgram({ env: { NO_COLOR: '1' } });
  expect(plain.screen.find('> site-0')).toMatchObject({ fg: 'default', bold: true });
  expect(plain.screen.find('top')).toMatchObject({ inverse: true });
  expect(plain.output).not.toMatch(/\x1b\[[0-9;]*3[0-7][0-9;]*m/);
});

test('CI in the environment changes nothing', async () => {
  await using terminal = await startProgram({ env: { CI: 'true' } });
  terminal.press('j');
  await terminal.waitFor('at 1');
});

describe('on a stalled link', () => {
  /** Makes it write 200 whole screens, over 400 kB, which is more than waits in any pseudo-terminal. */
  async function writeMuch(terminal: Terminal): Promise<void> {
    for (let round = 0; round < 200; round++) {
      terminal.press('^L', 'Down');
      await after(5);
    }
  }

  test('frames are dropped, and the latest one comes when it flows again', async () => {
    await using terminal = await startProgram();
    terminal.stall();
    const mark = terminal.mark();
    terminal.press(...Array.from({ length: 190 }, () => 'Up'));
    await writeMuch(terminal);
    terminal.flow();
    await terminal.waitFor('at 10');
    await terminal.quiet();
    expect(terminal.lines().filter(line => line.startsWith('>'))).toEqual([
      expect.stringContaining('site-10'),
    ]);
    expect(terminal.bytesSince(mark)).toBeLessThan(200_000);
  });

  test('the program can still be ended', async () => {
    await using terminal = await startProgram();
    terminal.stall();
    await writeMuch(terminal);
    terminal.signal('SIGTERM');
    expect(await goneWithin(terminal.pid, 1000)).toBe(true);
  });
});
