import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useSharedProgram } from '../../helpers/sharedProgram.ts';
import type { Terminal } from '../../helpers/terminal.ts';
import { Field } from './Field.ts';

/** Columns of a text in its box, which is 48 wide with its frame. */
const fieldWidth = 44;
const openList = useSharedProgram({ texts: ['one.example.com', 'two.example.com'] });

async function openForm(): Promise<{ terminal: Terminal; domain: Field }> {
  const terminal = await openList();
  terminal.press('a');
  await terminal.waitFor('Excluded parameters');
  await terminal.waitFor(() => terminal.screen.cursor().shown);
  await terminal.quiet();
  return { terminal, domain: new Field(terminal, fieldWidth) };
}

/** The fields of several lines come last: two back from the first. */
async function openManyLines(): Promise<{ terminal: Terminal; field: Field }> {
  const { terminal, domain } = await openForm();
  // Of lists more than a line is seen.
  terminal.resize(80, 30);
  await terminal.quiet();
  terminal.press('Shift-Tab', 'Shift-Tab');
  await terminal.waitFor(() => terminal.screen.cursor().y > domain.y);
  await terminal.quiet();
  return { terminal, field: new Field(terminal, fieldWidth) };
}

test('the whole editing set in a one-line field', async () => {
  const { terminal, domain } = await openForm();
  terminal.type('one two.three four');
  await domain.shows('one two.three four', 18);
  const steps: readonly (readonly [string, string, number])[] = [
    ['^A', 'one two.three four', 0],
    ['^F', 'one two.three four', 1],
    ['Right', 'one two.three four', 2],
    ['^B', 'one two.three four', 1],
    ['Left', 'one two.three four', 0],
    ['Left', 'one two.three four', 0],
    ['^E', 'one two.three four', 18],
    ['Right', 'one two.three four', 18],
    ['Home', 'one two.three four', 0],
    ['End', 'one two.three four', 18],
    ['Alt-b', 'one two.three four', 14],
    ['Ctrl-Left', 'one two.three four', 8],
    ['Alt-f', 'one two.three four', 13],
    ['Ctrl-Right', 'one two.three four', 18],
    ['^H', 'one two.three fou', 17],
    ['Backspace', 'one two.three fo', 16],
    ['^W', 'one two.three', 14],
    ['Alt-b', 'one two.three', 8],
    ['Delete', 'one two.hree', 8],
    ['Alt-d', 'one two.', 8],
    ['^W', 'one', 4],
    ['^A', 'one', 0],
    ['Delete', 'ne', 0],
    ['^F', 'ne', 1],
    ['^K', 'n', 1],
    ['x', 'nx', 2],
    ['^U', '', 0],
  ];
  for (const [key, text, column] of steps) {
    terminal.press(key);
    // What is left of a deleted end may be a space, which the end of a line hides.
    await domain.shows(text === '' ? 'example.com' : text, column);
  }
});

test('graphemes are moved over and deleted whole', async () => {
  const { terminal, domain } = await openForm();
  terminal.type('日e\u0301👨‍👩‍👧x');
  // A family is drawn as one replacement character: terminals disagree on its columns.
  await domain.shows('日é\ufffdx', 5);
  for (const column of [4, 3, 2, 0, 0]) {
    terminal.press('Left');
    await domain.shows('日é\ufffdx', column);
  }
  terminal.press('Right', 'Right', 'Delete');
  await domain.shows('日éx', 3);
  terminal.press('Backspace');
  await domain.shows('日x', 2);
  terminal.press('Backspace');
  await domain.shows('x', 0);
});

test('a wide text is scrolled sideways, with the cursor on the character it stands on', async () => {
  const terminal = await openList();
  terminal.press('/');
  await terminal.waitFor(() => terminal.screen.cursor().shown);
  await terminal.quiet();
  const left = terminal.screen.cursor().x;
  const row = terminal.screen.cursor().y;
  const text = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  const isAt = (caret: number) => {
    const { x, y } = terminal.screen.cursor();
    const on = x < 79 ? terminal.screen.cell(x, y).text : '';
    const before = x > left ? terminal.screen.cell(x - 2, y).text : text[caret - 1];
    return y === row && x >= left && on === (text[caret] ?? ' ') && before === text[caret - 1];
  };
  terminal.type(text.join(''));
  await terminal.waitFor(() => isAt(60));
  for (let caret = 59; caret >= 1; caret--) {
    terminal.press('Left');
    await terminal.waitFor(() => isAt(caret), 3000);
  }
  terminal.press('^E');
  await terminal.waitFor(() => isAt(60));
  terminal.press('^A', 'Right');
  await terminal.waitFor(() => isAt(1));
});

describe('a paste', () => {
  test('into a one-line field loses its line breaks and controls', async () => {
    const { terminal, domain } = await openForm();
    terminal.paste('one.\nexa\tmple\r\n.co\x1b[31mm\x07');
    await domain.shows('one.exa mple.co[31mm', 20);
  });

  test('into a field of many lines keeps them', async () => {
    const { terminal, field } = await openManyLines();
    terminal.raw('\x1b[200~utm_a\rutm_b\r\n日本\x1b[201~');
    await field.shows('日本', 4, 2);
    expect([field.text(0), field.text(1)]).toEqual(['utm_a', 'utm_b']);
    terminal.press('Up');
    await field.shows('utm_b', 2, 1);
    terminal.press('Enter');
    await field.shows('m_b', 0, 2);
    terminal.press('Backspace', 'End');
    await field.shows('utm_b', 5, 1);
  });

  test('that never ends leaves the keyboard alive', async () => {
    const { terminal, domain } = await openForm();
    terminal.raw('\x1b[200~abc');
    await domain.shows('abc', 3);
    terminal.type('d');
    await domain.shows('abcd', 4);
    // A person whom it has taken the keyboard away presses ^C, which comes in a read of its own.
    terminal.raw('\x1b[200~e');
    await after(100);
    terminal.press('^C');
    await terminal.waitFor('Quit without saving?');
  });

  test('of 300 kB is cut, quickly', async () => {
    const { terminal, domain } = await openForm();
    terminal.paste('0123456789'.repeat(30_000));
    await terminal.waitFor(() => domain.text().includes('0123456789'));
    terminal.press('^U');
    await domain.shows('example.com', 0);
  });
});

test('a secret is stars, as many as it has characters, and never in the output', async () => {
  const { terminal, domain } = await openForm();
  const mark = terminal.mark();
  terminal.press('Tab', 'Space');
  await terminal.waitFor('[password]');
  terminal.press('Tab');
  await terminal.waitFor(() => terminal.screen.cursor().shown && terminal.screen.cursor().y === domain.y + 4);
  terminal.type('gehe日m');
  await terminal.waitFor(/│ \*{6} {39}│ {2}│$/m);
  expect(terminal.screen.cursor().x).toBe(domain.x + 6);
  expect(terminal.outputSince(mark)).not.toMatch(/gehe|日/);
});
