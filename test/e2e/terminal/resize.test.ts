import { expect, test, vi } from 'vitest';
import { foreignTexts } from '../../helpers/hostileTexts.ts';
import { useSharedProgram } from '../../helpers/sharedProgram.ts';
import { settled } from '../../helpers/textApplication.ts';
import type { Terminal } from '../../helpers/terminal.ts';

const openList = useSharedProgram({ texts: foreignTexts.slice(0, 6) });
const sizes = [
  [61, 30],
  [40, 10],
  [39, 9],
  [80, 24],
] as const;

/** Its right end is never cut: the service and the time of its last answer. */
const headerLine = / 127\.0\.0\.1:\d+ +\d\d:\d\d$/;

/** Where a form is the whole screen its frame stands in place of the header. */
const formLine = /^╭─ Edit .*╮$/;

/** The header reaches to both edges: what is on screen was laid out for this size. */
async function waitForSize(terminal: Terminal, cols: number, rows: number): Promise<void> {
  await terminal.waitFor(([header = '', ...rest]) => {
    const isHeader = headerLine.test(header) && header.length === cols - 1;
    const isForm = formLine.test(header) && header.length === cols;
    return (isHeader || isForm) && rest.length === rows - 1 && rest.at(-1) !== '';
  });
  // A header this narrow has no room for the requests under way.
  await settled(terminal, 400);
}

/** One header, and nothing that a full redraw would not show. */
async function expectWhole(terminal: Terminal): Promise<void> {
  const before = terminal.lines();
  const isFirst = (line: string) => headerLine.test(line) || (line === before[0] && formLine.test(line));
  expect(before.filter(isFirst)).toEqual([before[0]]);
  const mark = terminal.mark();
  terminal.press('^L');
  await terminal.waitForOutput('\x1b[', mark);
  await vi.waitFor(() => expect(terminal.lines().slice(1)).toEqual(before.slice(1)), { timeout: 5000 });
}

test.each<[string, readonly string[]]>([
  ['the websites', []],
  ['a statistic', ['Enter', 'Enter']],
  ['a form', ['e']],
  ['the palette', [':']],
])('resizing in any steps leaves no ghosts on %s', async (_, keys) => {
  const terminal = await openList();
  for (const key of keys) {
    terminal.press(key);
    await settled(terminal);
  }
  for (const [cols, rows] of sizes) {
    terminal.resize(cols, rows);
    if (cols < 40 || rows < 10) {
      await terminal.waitFor('eeds 40x10');
      continue;
    }
    await waitForSize(terminal, cols, rows);
    await expectWhole(terminal);
  }
  expect(terminal.output).not.toMatch(/\x1b\[[23]J/);
});

test('dragging the edge, size after size, ends in the last one', async () => {
  const terminal = await openList();
  for (let step = 0; step < 60; step++) terminal.resize(50 + step, 12 + (step % 17));
  terminal.resize(70, 20);
  await waitForSize(terminal, 70, 20);
  await expectWhole(terminal);
});

test('no frame in between shows lines cut at the old width', async () => {
  const terminal = await openList();
  terminal.resize(120, 30);
  await waitForSize(terminal, 120, 30);
  for (const cols of [118, 110, 100]) {
    const mark = terminal.mark();
    terminal.resize(cols, 30);
    await waitForSize(terminal, cols, 30);
    // The time at the right end of the header would be the first to go.
    expect(terminal.outputSince(mark)).not.toMatch(/1[\d:]*…/);
    expect(terminal.outputSince(mark)).toMatch(/\d\d:\d\d/);
  }
});
