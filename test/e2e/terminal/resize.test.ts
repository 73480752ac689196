import { expect, test } from 'vitest';
import { foreignTexts } from '../../helpers/hostileTexts.ts';
import { openTexts, settled } from '../../helpers/textApplication.ts';
import type { Terminal } from '../../helpers/terminal.ts';

const texts = foreignTexts.slice(0, 6);
const sizes = [
  [61, 30],
  [40, 10],
  [119, 11],
  [39, 9],
  [80, 24],
] as const;

/** One header, at the top, keys at the bottom, and nothing that a full redraw would not show. */
async function expectWhole(terminal: Terminal): Promise<void> {
  const before = terminal.lines();
  expect(before.filter(line => line.startsWith(' Sitedeck >'))).toEqual([before[0]]);
  expect(before.at(-1)).toMatch(/help|back|save|choose/);
  terminal.press('^L');
  await terminal.quiet(60);
  expect(terminal.lines().slice(1)).toEqual(before.slice(1));
}

test.each<[string, readonly string[]]>([
  ['the websites', []],
  ['the statistics', ['Enter']],
  ['a statistic', ['Enter', 'Enter']],
  ['a form', ['e']],
  ['the palette', [':']],
])('resizing in any steps leaves no ghosts on %s', async (_, keys) => {
  const { terminal } = await openTexts({ texts: texts });
  for (const key of keys) {
    terminal.press(key);
    await settled(terminal);
  }
  for (const [cols, rows] of sizes) {
    const mark = terminal.mark();
    terminal.resize(cols, rows);
    await terminal.waitForOutput('\x1b[', mark);
    await settled(terminal, 60);
    const tooSmall = cols < 40 || rows < 10;
    if (tooSmall) await terminal.waitFor('eeds 40x10');
    else await expectWhole(terminal);
  }
  expect(terminal.output).not.toMatch(/\x1b\[[23]J/);
});

test('dragging the edge, size after size, ends in the last one', async () => {
  const { terminal } = await openTexts({ texts: texts });
  for (let step = 0; step < 60; step++) terminal.resize(50 + step, 12 + (step % 17));
  terminal.resize(70, 20);
  await terminal.waitFor(lines => lines[19]?.includes('help') === true);
  await settled(terminal);
  await expectWhole(terminal);
});
