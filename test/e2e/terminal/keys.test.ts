import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { selectedLine } from '../../helpers/application.ts';
import { settled } from '../../helpers/textApplication.ts';
import { sendSplit } from '../../helpers/sendSplit.ts';
import { useSharedProgram } from '../../helpers/sharedProgram.ts';
import type { Terminal } from '../../helpers/terminal.ts';

const texts = Array.from({ length: 40 }, (_, index) => `site-${index}.example.com`);

const openList = useSharedProgram({ texts });

const waitForSelected = (terminal: Terminal, index: number) =>
  terminal.waitFor(() => selectedLine(terminal).includes(`site-${index}.`));

test('a lone Escape acts within 200 ms', async () => {
  const terminal = await openList();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    terminal.press(':');
    await terminal.waitFor('Go to');
    const start = performance.now();
    terminal.press('Esc');
    await terminal.waitFor(lines => !lines.join('').includes('Go to'));
    times.push(performance.now() - start);
  }
  // The others may have had to wait for the processor.
  expect(Math.min(...times)).toBeLessThan(200);
});

test('an arrow split over 60 ms is an arrow, also in a field', async () => {
  for (let isSent = false; !isSent;) {
    const terminal = await openList();
    isSent = await sendSplit(terminal, '\x1b', '[B');
    if (isSent) await waitForSelected(terminal, 1);
  }
  for (let isSent = false; !isSent;) {
    const terminal = await openList();
    terminal.press('/');
    terminal.type('ab');
    await terminal.waitFor('Search ab');
    const { x } = terminal.screen.cursor();
    isSent = await sendSplit(terminal, '\x1b[', 'D');
    if (isSent) await terminal.waitFor(() => terminal.screen.cursor().x === x - 1);
  }
});

test('a burst in one read is as many moves', async () => {
  const terminal = await openList();
  terminal.raw('jjj\x1b[B\x1b[Bk');
  await waitForSelected(terminal, 4);
  await terminal.quiet();
  expect(selectedLine(terminal)).toContain('site-4.');
});

test('held keys stop when released', async () => {
  const terminal = await openList();
  for (let key = 0; key < 15; key++) {
    terminal.press('j');
    await after(8);
  }
  await waitForSelected(terminal, 15);
  await settled(terminal);
  const mark = terminal.mark();
  await terminal.quiet(200);
  expect(terminal.outputSince(mark)).toBe('');
});

test('pasted text runs no commands, and says where it goes', async () => {
  const terminal = await openList();
  terminal.paste('jjq\nd\x1b[B');
  await terminal.waitFor('Pasted text goes into a field');
  expect(selectedLine(terminal)).toContain('site-0.');
});

test('what is no key does nothing: replies, focus, mouse, invalid bytes; F keys point to the help', async () => {
  const terminal = await openList();
  const before = terminal.lines().slice(1);
  terminal.raw('\x1b[?62;c\x1b[12;40R\x1b[I\x1b[O\x1b[<0;10;10M\x1b[M !!\x1b]11;rgb:0000/0000/0000\x07');
  terminal.rawBytes(Buffer.from([0xff, 0xc3, 0xff, 0xa0]));
  await terminal.quiet(200);
  expect(terminal.lines().slice(1)).toEqual(before);
  for (const key of ['\x1b[24~', '\x1b[2~']) {
    terminal.raw(key);
    await terminal.waitFor(lines => lines.at(-2) === ' ? shows the keys.');
    terminal.press('j', 'k');
    await terminal.waitFor(lines => lines.at(-2)?.startsWith(' site-0.example.com') === true);
  }
  terminal.press('j');
  await waitForSelected(terminal, 1);
});
