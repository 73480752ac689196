import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sendSplit } from '../helpers/sendSplit.ts';
import { startProgram } from './fixtures/start.ts';

describe('keys', () => {
  test('a burst in one read is as many moves, and one painting', async () => {
    await using terminal = await startProgram();
    terminal.type('jjj');
    await terminal.waitFor('at 3');
    terminal.raw('\x1b[A\x1b[Ajk\x1b[B');
    await terminal.waitFor('at 2');
  });

  test('an arrow split over 60 ms is an arrow', async () => {
    // On a busy machine the kernel may hand on the second part later than it was sent: not three times in a row.
    for (let late = 0, isArrow = false; !isArrow;) {
      await using terminal = await startProgram();
      if (!(await sendSplit(terminal, '\x1b', '[B'))) continue;
      await terminal.waitFor(/at 1|key/);
      isArrow = !terminal.lines().join('\n').includes('key');
      late += isArrow ? 0 : 1;
      expect(late).toBeLessThan(3);
    }
  });

  test('so is one whose end came in time and could not be read in time', async () => {
    await using terminal = await startProgram();
    // D: it is busy from 60 to 360 ms from now.
    terminal.raw('D\x1b');
    await after(110);
    terminal.raw('[B');
    await terminal.waitFor('at 1');
    expect(terminal.lines().at(-1)).toBe('at 1 key "D"');
  });

  test('characters split in the middle of their bytes stay whole', async () => {
    await using terminal = await startProgram();
    for (const byte of Buffer.from('日')) terminal.rawBytes(Buffer.from([byte]));
    await terminal.waitFor('key "日"');
  });

  test('typed while the program is busy are all there, once', async () => {
    await using terminal = await startProgram();
    terminal.type('B');
    for (let count = 0; count < 15; count++) terminal.type('j');
    await terminal.waitFor('at 15');
    await terminal.quiet();
    expect(terminal.lines().at(-1)).toMatch(/^at 15 /);
  });
});

describe('pastes', () => {
  test('arrive whole and run no commands', async () => {
    await using terminal = await startProgram();
    terminal.paste('jjq\nq日本');
    await terminal.waitFor('pasted 7 jjq');
    expect(terminal.screen.pasteMode).toBe(true);
  });

  test('of 300 kB arrive whole', async () => {
    await using terminal = await startProgram();
    terminal.paste('x'.repeat(300_000));
    await terminal.waitFor('pasted 300000 xxx');
  });

  test('whose end never comes leave the keyboard alive', async () => {
    await using terminal = await startProgram();
    terminal.raw('\x1b[200~abcq');
    await terminal.waitFor('pasted 4 abcq');
    terminal.press('j');
    await terminal.waitFor('at 1');
  });
});

test('a string without an end gives the keyboard back in the end, however much is typed meanwhile', async () => {
  await using terminal = await startProgram();
  terminal.raw('\x1b]0;title');
  const lastLine = () => {
    terminal.type('x');
    return terminal.lines().at(-1);
  };
  await expect.poll(lastLine, { interval: 200, timeout: 15_000 }).toContain('key "x"');
});

test('an idle session writes nothing and uses no time', async () => {
  await using terminal = await startProgram();
  const mark = terminal.mark();
  await after(1500);
  expect(terminal.outputSince(mark)).toBe('');
});
