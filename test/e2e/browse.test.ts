import { expect, test } from 'vitest';
import { openDemo, selectedLine } from '../helpers/application.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';

const openList = useSharedDemo();

test('Enter opens the only website that a search found; of several it leaves the search', async () => {
  const terminal = await openDemo();
  terminal.press('/');
  terminal.type('example.com');
  await terminal.waitFor(/1-\d of [2-9]\b/);
  expect(terminal.lines().at(-1)).toMatch(/^ Enter keep /);
  terminal.press('Enter', '/');
  terminal.type(' podcast');
  await terminal.waitFor(/No match|1-1 of 1\b/);
  terminal.press('^U');
  terminal.type('podcast');
  await terminal.waitFor(/ 1-1 of 1\n[^]*^ Enter open {2}Esc /m);
  terminal.press('Enter');
  await terminal.waitFor('Sitedeck > podcast.example.com');
  terminal.press('Esc');
  await terminal.waitFor('1-1 of 1');
});

test('search asks the service as one types, Tab keeps the filter, Esc clears it', async () => {
  const terminal = await openList();
  terminal.press('/');
  terminal.type('forum');
  await terminal.waitFor(/1-1 of 1\b/);
  await terminal.waitFor('old-forum.example');
  terminal.press('Tab');
  await terminal.waitFor(lines => lines.at(-1)?.includes('Enter open') === true);
  expect(selectedLine(terminal)).toContain('old-forum.example');
  terminal.press('Esc');
  await terminal.waitFor('13 websites');
  terminal.press('/');
  terminal.type('nothing like it');
  await terminal.waitFor('No match');
  await terminal.waitFor(/ 0 of 13\b/);
  terminal.press('Esc');
  await terminal.waitFor('13 websites');
});

test('sort by domain, reverse, and page through ten at a time', async () => {
  const terminal = await openDemo();
  terminal.press('s');
  await terminal.waitFor('Domain, A to Z');
  terminal.press('Down', 'Down', 'Enter');
  await terminal.waitFor(lines => lines.some(line => line.startsWith(' > alpine-trails.example')));
  terminal.press('S');
  await terminal.waitFor(lines => lines.some(line => line.startsWith(' > tax-calculator.example')));
  terminal.press('+');
  await terminal.waitFor('1-10 of 13');
  terminal.press(']');
  await terminal.waitFor('11-13 of 13');
  await terminal.waitFor('alpine-trails.example');
  expect(terminal.lines().join('\n')).not.toContain('tax-calculator.example');
  terminal.press('[');
  await terminal.waitFor('1-10 of 13');
  await terminal.waitFor('tax-calculator.example');
});

test('three keys that arrive together are three moves, and the selection follows the website', async () => {
  const terminal = await openList();
  terminal.raw('jjj');
  await terminal.waitFor(() => selectedLine(terminal).includes('alpine-trails.example'));
  terminal.press('S');
  await terminal.waitFor(() => selectedLine(terminal).includes('old-forum.example'));
  terminal.press('G', 'g', 'j', 'j', 'k');
  await terminal.waitFor(() => selectedLine(terminal).includes('harbour-bakery.example'));
  // For the other tests.
  terminal.press('S');
  await terminal.waitFor('Sort newest');
});

test('the palette finds commands, websites and statistics; the help lists the keys', async () => {
  const terminal = await openDemo();
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('shop');
  await terminal.waitFor('1 found');
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes('> shop.example.com') === true);
  terminal.press(':');
  terminal.type('hours');
  await terminal.waitFor('3 found');
  await terminal.waitFor(
    /│ This website +> Show weekdays by hours +H +│.*\n.*│ Statistics +Visitors by hour +visitors +G z +│.*\n.* Page views by hour +page views +Enter +│/,
  );
  terminal.type('zz');
  await terminal.waitFor('Nothing by that name');
  await terminal.waitFor(lines => lines.at(-1) === ' Enter choose  Esc back  ? help');
  terminal.press('^U');
  terminal.type('browsers');
  await terminal.waitFor('1 found');
  terminal.press('Enter');
  await terminal.waitFor('> Browsers');
  terminal.press('?');
  await terminal.waitFor('╭─ Help ─');
  await terminal.waitFor('Sort rows');
  terminal.type('reverse');
  await terminal.waitFor(/│> +S {2}Reverse the sort order/);
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.some(line => line.includes('BROWSER')));
  terminal.press('q');
  await terminal.waitFor(lines => lines.some(line => line.includes('Landing pages')));
  terminal.press('q');
  await terminal.waitFor('13 websites');
  // Esc never quits: q does, at the first view.
  terminal.press('Esc');
  await terminal.quiet(250);
  terminal.press('q');
  expect((await terminal.exit).code).toBe(0);
});
