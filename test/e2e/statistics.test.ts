import { expect, test } from 'vitest';
import { statisticInfo } from '#model/service/capabilities.ts';
import { statisticNames } from '#model/statistics/statistics.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';

const openList = useSharedDemo();

test('open the statistics, change the period by menu, by typing and by steps', async () => {
  const terminal = await openList();
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await terminal.waitFor(/\/episodes/);
  terminal.press('t');
  await terminal.waitFor('Last 7 days');
  terminal.press('Up', 'Enter');
  await terminal.waitFor(lines => lines[1]?.startsWith(' Last 7 days') === true);
  terminal.press('<');
  await terminal.waitFor(lines => lines[1]?.startsWith(' Last 7 days') === false);
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type('31 feb');
  await terminal.waitFor(/no 31 Feb|does not exist|28/i);
  terminal.press('^U');
  terminal.type('2026-09');
  await terminal.waitFor('2026-09-01 to 2026-09-30');
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[1]?.includes('September 2026') === true);
  // For the other tests.
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type('28d');
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[1]?.startsWith(' Last 28 days') === true);
});

test('every statistic of the interface opens and shows something', async () => {
  const terminal = await openList();
  terminal.press('/');
  terminal.type('shop.ex');
  await terminal.waitFor(/1-1 of 1\b/);
  terminal.press('Tab');
  for (const name of statisticNames) {
    const { title } = statisticInfo(name);
    terminal.press(':');
    await terminal.waitFor('Go to');
    terminal.type(title);
    await terminal.waitFor(lines => lines.some(line => line.includes(`> ${title} `)));
    terminal.press('Enter');
    await terminal.waitFor(lines => lines[0]?.includes(`> ${title}`) === true);
    await terminal.waitFor(lines => lines.slice(3, 20).some(line => /\d/.test(line)));
    expect(terminal.lines().join('\n')).not.toMatch(/could not be read/);
  }
  // For the other tests, without the search.
  await openList();
  terminal.press('Esc');
  await terminal.waitFor('1-13 of 13');
});

test('search, sort and page in one statistic', async () => {
  const terminal = await openList();
  terminal.press('Enter');
  await terminal.waitFor(/\/episodes/);
  terminal.press('Tab', 'z');
  await terminal.waitFor('SHARE');
  terminal.press('/');
  terminal.type('quiet');
  await terminal.waitFor(/1-1 of 1\b/);
  terminal.press('Tab', 'Esc');
  await terminal.waitFor('1-8 of 8');
  terminal.press('s');
  await terminal.waitFor('Page views, highest first');
  terminal.press('Down', 'Down', 'Enter');
  await terminal.waitFor('Sort change, highest');
  terminal.press('s');
  await terminal.waitFor('Page, A to Z');
  terminal.press('Down', 'Down', 'Down', 'Down', 'Enter');
  await terminal.waitFor('Sort A to Z');
  terminal.press('L');
  await terminal.waitFor('Bars log');
});
