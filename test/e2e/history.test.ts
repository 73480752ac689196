import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';

test('a row over time: read, drawn, by another period, and back', async () => {
  const terminal = await openDemo();
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  terminal.press('2', 'z');
  await terminal.waitFor('SHARE');
  await terminal.waitFor('> (direct)');
  terminal.press('Enter');
  await terminal.waitFor('(direct) has no history');
  terminal.press('Down', 'Enter');
  await terminal.waitFor(
    lines =>
      lines[1]?.includes('Last 28 days') === true && lines[2]?.includes('by day, 1 to 8 of 28') === true,
  );
  expect(terminal.lines()[2]).toMatch(/^ [\d,]+ sessions( [+-]\d+%)?, most on \d+ \w+: \d+/);
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type('12m');
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[2]?.includes('by week') === true);
  await terminal.waitFor('WEEK');
  terminal.press('t', 'y', 'Enter');
  await terminal.waitFor(
    lines => lines[1]?.includes('Yesterday') === true && lines[2]?.includes('by hour') === true,
  );
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
  terminal.press('Left');
  await terminal.waitFor('There is only this day: Enter opens it.');
  terminal.press('Enter');
  await terminal.waitFor('of 15 panels');
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[2]?.includes('by hour') === true);
  terminal.press('Esc');
  await terminal.waitFor('SHARE');
});
