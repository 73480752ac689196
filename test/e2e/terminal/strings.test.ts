import { expect, test } from 'vitest';
import { openDemo, selectedLine } from '../../helpers/application.ts';

const letters = 'q'.repeat(5_000);

test.each([
  ['an answer about the background that is no colour', [`\x1b]11;rgb:${letters}`, letters, '\x1b\\']],
  ['a device control string in pieces', ['\x1b', 'Pq', letters.slice(0, 20), 'q\x1b', '\\']],
  ['an application command', ['\x1b_', 'Gq', letters, '\x9c']],
  ['C1 controls in UTF-8', ['\x9d11;q', 'q', '\x9c\x90qq\x07\x9eq\x18']],
])('no key is made of %s, and the next one is', async (_, pieces) => {
  const terminal = await openDemo();
  // One write after the other: the terminal may give them to the program in one read or in several.
  for (const piece of pieces) terminal.raw(piece);
  terminal.press('j');
  await terminal.waitFor(() => selectedLine(terminal).includes('chess-club'));
  terminal.press('q');
  expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
});

test('a string that does not end holds the keyboard for two seconds, however many keys are pressed meanwhile', async () => {
  const terminal = await openDemo();
  const since = performance.now();
  terminal.raw('\x1b]11;rgb:q');
  const pressing = setInterval(() => terminal.press('j'), 100);
  await terminal.waitFor(() => !selectedLine(terminal).includes('podcast'), 60_000);
  clearInterval(pressing);
  expect(performance.now() - since).toBeGreaterThan(1_900);
});
