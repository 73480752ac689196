import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import { settled } from '../helpers/textApplication.ts';

const openList = useSharedDemo();

test('the hours of the day, then weekdays by hours, in shades that need no colour', async () => {
  const terminal = await openDemo({ args: ['--no-color'] });
  terminal.press('Enter');
  await terminal.waitFor('> Visitors');
  terminal.press('G');
  await terminal.waitFor('> Visitors by hour');
  terminal.press('Enter');
  await terminal.waitFor('00:00');
  // What the rows do not need is the chart's, at a size between those of other tests too.
  terminal.resize(132, 43);
  await terminal.waitFor(/visitors in all \(sum of hours\)\n busiest at /);
  terminal.resize(80, 24);
  terminal.press('H');
  await terminal.waitFor('average of 4 weeks');
  await terminal.waitFor(/busiest on \w+day \d\d:00/);
  const week = terminal.lines().filter(line => /^ {3}\w+day +/.test(line));
  expect(week.map(line => line.trim().split(/\s/)[0])).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ]);
  const shades = new Set(week.join('').replaceAll(/[\w. ▏▎▍▌▋▊▉]/g, ''));
  expect([...shades].sort()).toEqual(['⠅', '⢕', '░', '▒', '▓', '█'].sort());
  terminal.press('m');
  await terminal.waitFor('Page views an hour');
  terminal.press('Esc');
  await terminal.waitFor('00:00');
});

test('Enter on an hour of a day opens its hours, then its weekdays, with the cursor on it', async () => {
  const terminal = await openList();
  terminal.press('Enter', '0');
  await terminal.waitFor('1 Pages');
  terminal.press('Left');
  await terminal.waitFor(/^ \w+ \d+ \w+ \d+: \d+ visitors/m);
  terminal.press('Enter');
  await terminal.waitFor(/> \w{3} \d+ \w{3} \d{4} .*1 Pages/s);
  // Its hours are read.
  await settled(terminal);
  terminal.press('Left', 'Left', 'Left');
  await terminal.waitFor(/, 21:00 to 22:00: \d+ visitors/);
  terminal.press('Enter');
  await terminal.waitFor(/> Visitors .*> 21:00_* +\d+.*, 21:00 to 22:00: \d+ visitors/s);
  terminal.press('Enter');
  await terminal.waitFor(/> Weekdays .*^ \w+day 21:00 {3}\d+ visitors on average/ms);
});

test('a series: its days in another order, and scrolled', async () => {
  const terminal = await openList();
  terminal.press('Enter', 'g', 'Enter');
  await terminal.waitFor('latest first');
  terminal.press('s');
  await terminal.waitFor('Visitors, highest first');
  terminal.press('Down', 'Down', 'Enter');
  await terminal.waitFor('of 28, highest first');
  const counts = terminal
    .lines()
    .flatMap(line => /20\d\d[ _]+\S* +([\d,]+) +\S+$/.exec(line.trimEnd())?.[1] ?? []);
  const numbers = counts.map(text => Number(text.replaceAll(',', '')));
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  terminal.press('G');
  await terminal.waitFor(/to 28 of 28/);
});
