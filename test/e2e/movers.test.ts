import { expect, test } from 'vitest';
import { openDemo, selectedLine } from '../helpers/application.ts';

test('movers of a website, one of them over time, and the header while it refreshes by itself', async () => {
  const terminal = await openDemo();
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  terminal.press('M');
  await terminal.waitFor('correlation, not cause');
  await terminal.waitFor('SHARE');
  const shares = terminal
    .lines()
    .flatMap(line => Array.from(line.matchAll(/ (\d+)%$/g), found => Number(found[1])));
  expect(shares.length).toBeGreaterThan(5);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  terminal.press('j', 'Enter');
  await terminal.waitFor('by day');
  terminal.press('Esc');
  await terminal.waitFor('SHARE');
  expect(selectedLine(terminal)).toMatch(/^ > \S/);
  terminal.press('Esc');
  await terminal.waitFor('Landing pages');
  terminal.press('R');
  await terminal.waitFor(lines => lines[0]?.includes('every 30 s') === true);
  await terminal.waitFor('Refreshing today every 30 s.');
  terminal.press('R');
  await terminal.waitFor(lines => lines[0]?.includes('every 30 s') === false);
});
