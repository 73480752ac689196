import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';

/** Where no period is taken. */
const openList = useSharedDemo();

test('one period for all screens, and typed ranges read back before they are taken', async () => {
  const terminal = await openDemo();
  terminal.press('j', 'j', 'Enter', 'Tab');
  await terminal.waitFor('> Pages');
  terminal.press('t');
  await terminal.waitFor('Last 90 days');
  for (const [typed, read] of [
    ['last 10 days', / \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, /],
    ['2026-03', '2026-03-01 to 2026-03-31'],
    ['2026-01-01..2026-02-15', '2026-01-01 to 2026-02-15'],
    ['2026-03-05..2026-03-01', 'is before 5 Mar 2026'],
    ['since 1 mar 2026', '2026-03-01 to '],
    ['ytd', / \d{4}-01-01 to /],
    ['nov 1-5 2025', '2025-11-01 to 2025-11-05'],
    ['q3 2025', '2025-07-01 to 2025-09-30'],
    ['monday', /(\d{4}-\d\d-\d\d) to \1, /],
    ['now-7d', / \d{4}-\d\d-\d\d to /],
    ['24h', 'type today, yesterday or 2d'],
    ['nonsense', 'type 30d'],
  ] as const) {
    terminal.type(typed);
    await terminal.waitFor(read);
    terminal.press('^U');
    await terminal.waitFor('Type a range');
  }
  terminal.type('2026-03');
  await terminal.waitFor('2026-03-01 to 2026-03-31');
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[1]?.includes('March 2026') === true);
  terminal.press('z');
  await terminal.waitFor('SHARE');
  expect(terminal.lines()[1]).toContain('March 2026');
  terminal.press('<');
  await terminal.waitFor(lines => lines[1]?.includes('February 2026') === true);
  terminal.press('Esc');
  await terminal.waitFor('> Pages');
  expect(terminal.lines()[1]).toContain('February 2026');
});

test('the menu covers what lies beneath, also on the smallest terminal', async () => {
  const terminal = await openList(40, 10);
  terminal.press('Enter', 'Down');
  await terminal.waitFor('Pages');
  terminal.press('t');
  await terminal.waitFor('> Last 28 days');
  const inside = terminal.lines().filter(line => line.startsWith(' │'));
  expect(inside).toHaveLength(5);
  expect(inside.slice(1).every(line => /^ │ [> ] (Last|Today|Yesterday|This) /.test(line))).toBe(true);
  expect(terminal.lines().find(line => line.startsWith(' ╰'))).toMatch(/ \d+ more ─╯$/);
});

test('what is wrong with a typed period has the room of the presets, and nothing is to be chosen', async () => {
  const terminal = await openList(40, 10);
  terminal.press('t');
  await terminal.waitFor('> Last 28 days');
  terminal.type('1 mar -');
  await terminal.waitFor('is no period');
  await terminal.waitFor(lines => lines.at(-1) === ' Enter not yet  Esc back  ? help');
  expect(terminal.lines().filter(line => line.startsWith(' │'))).toEqual([
    ' │ > 1 mar -                          │',
    ' │   "1 mar -" is no period: type     │',
    ' │   30d, last 12 months, 2026-03, 1  │',
    ' │   mar - 15 apr.                    │',
    expect.stringMatching(/^ │   Today +\d+ \w{3} +│$/),
  ]);
});

test('what is typed selects the entry that begins so, whatever blanks it has, and without it the chosen one is selected again', async () => {
  const terminal = await openList(80, 24);
  terminal.press('t');
  await terminal.waitFor('> Last 28 days');
  for (const [typed, selected] of [
    ['y', '> Yesterday'],
    ['yes ', '> Yesterday'],
    ['last  w', '> Last week'],
  ] as const) {
    terminal.type(typed);
    await terminal.waitFor(selected);
    terminal.press('^U');
    await terminal.waitFor('> Last 28 days');
  }
  // What is wrong is said once more by Enter, in the same words.
  terminal.type('15 apr - 1 mar');
  await terminal.waitFor('type the earlier day first');
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.at(-2)?.includes('type the earlier day first') === true);
  expect(terminal.lines().join('\n')).toContain('> 15 apr - 1 mar');
});
