import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDemo } from '../../helpers/application.ts';
import type { Terminal } from '../../helpers/terminal.ts';
import { homeWith } from './home.ts';

const own = `# my panels
panels: [event, page, referrer] # by importance
columns: [domain, days, pageviews, visitors, privacy]
keys: {dashboard.movePanelEarlier: Q, dashboard.hidePanel: X} # by hand
`;

const titles = (terminal: Terminal) =>
  [
    ...terminal
      .lines()
      .join('\n')
      .matchAll(/─ (\d) ([A-Z][a-z ]+?) [─ ]/g),
  ].map(([, number, title]) => `${number} ${title}`);
const headings = (terminal: Terminal) =>
  terminal
    .lines()
    .find(line => line.includes('DOMAIN'))
    ?.split('│')[0]
    ?.trim()
    .split(/ {2,}/);

test.each([
  [80, 24, ['DOMAIN', 'LAST 28 DAYS', 'VISITORS', 'PRIVACY']],
  [106, 30, ['DOMAIN', 'LAST 28 DAYS', 'PAGE VIEWS', 'VISITORS', 'PRIVACY']],
  [120, 40, ['DOMAIN', 'LAST 28 DAYS', 'VISITORS', 'PRIVACY']],
])('panels and columns of the file at %ix%i, in its order', async (cols, rows, columns) => {
  const terminal = await openDemo({ ...(await homeWith(own)), cols, rows });
  expect(headings(terminal)).toEqual(columns);
  terminal.press('Enter');
  await terminal.waitFor(/play[_ ]+[\d,]+/);
  expect(titles(terminal)).toEqual(['1 Events', '2 Pages', '3 Referrers']);
  terminal.press('4');
  await terminal.waitFor('There is no panel of that number.');
  terminal.press('2');
  await terminal.waitFor('> Pages');
});

test('at 40x10 the first rows of the first three panels stand below the chart, and columns drop by importance', async () => {
  const terminal = await openDemo({ ...(await homeWith(own)), cols: 40, rows: 10 });
  expect(headings(terminal)).toEqual(['DOMAIN', 'VISITORS']);
  terminal.press('Enter');
  await terminal.waitFor(/^ event[_ ]play[_ ]*[\d,]+/m);
  const lines = terminal.lines();
  const first = lines.findIndex(line => line.startsWith(' event'));
  expect(lines.slice(first, first + 3).map(line => line.slice(1, 6).replace('_', ' ').trim())).toEqual([
    'event',
    'page',
    'from',
  ]);
});

test('a running program shows each change of the file, and the focus stays on its panel', async () => {
  const { home, file } = await homeWith(own);
  const terminal = await openDemo({ home, cols: 80, rows: 24 });
  terminal.press('Enter');
  await terminal.waitFor('3 Referrers');
  terminal.press('3');
  await terminal.waitFor('> Referrers');
  writeFileSync(file, 'panels: [referrer, country]\n');
  await terminal.waitFor(/> Referrers .* 2 Countries/);
  expect(titles(terminal)).toEqual(['2 Countries']);
  writeFileSync(file, 'panels: [refferrer]\n');
  await terminal.waitFor('config.yaml:1:10: panels 1 must be a known name. Did you mean referrer?');
  // An overlay takes the line away; it is found again.
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('wrong in config');
  await terminal.waitFor('Show errors in config.yaml');
  terminal.press('Enter');
  await terminal.waitFor('config.yaml:1:10: panels 1 must be a known name.');
  writeFileSync(file, 'panels: {tags: {nobody: [page]}}\n');
  await terminal.waitFor('No website here has the tag nobody of config.yaml: T tags websites.');
  rmSync(file);
  await terminal.waitFor(/of \d+ panels/);
});

test('a panel is moved and hidden by the palette and by own keys, which write the file with its comments', async () => {
  const { home, file } = await homeWith(own);
  const terminal = await openDemo({ home, cols: 120, rows: 40 });
  terminal.press('Enter');
  await terminal.waitFor('3 Referrers');
  terminal.press('3');
  await terminal.waitFor('> Referrers');
  terminal.press('Q');
  terminal.press('Q');
  await terminal.waitFor('Referrers: panel 1 of all websites now.');
  await terminal.waitFor(/> Referrers .* 2 Events/);
  const moved = own.replace('[event, page, referrer]', '[referrer, event, page]');
  expect(readFileSync(file, 'utf8')).toBe(moved);
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('hide panel');
  await terminal.waitFor('Hide the panel');
  terminal.press('Enter');
  await terminal.waitFor('Referrers is hidden for all websites');
  expect(readFileSync(file, 'utf8')).toBe(moved.replace('[referrer, ', '['));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o400);
  terminal.press('X');
  await terminal.waitFor('is read-only: run  chmod u+w');
  expect(readFileSync(file, 'utf8')).toBe(moved.replace('[referrer, ', '['));
});

test('a website with a tag has the panels of the tag, the list that shows it its columns', async () => {
  const text =
    'panels: {all: [page], tags: {radio: [country, event]}}\ncolumns: {tags: {radio: [visitors, id]}}\n';
  const terminal = await openDemo({ ...(await homeWith(text)), cols: 80, rows: 24 });
  terminal.press('Enter');
  await terminal.waitFor('1 Pages');
  expect(titles(terminal)).toEqual(['1 Pages']);
  terminal.press('Esc');
  await terminal.waitFor('DOMAIN');
  terminal.press('T');
  await terminal.waitFor('Tags of podcast.example.com');
  terminal.type('radio');
  await terminal.waitFor('> radio');
  terminal.press('Enter');
  await terminal.waitFor('podcast.example.com is tagged radio.');
  terminal.press('Enter');
  await terminal.waitFor('2 Events');
  expect(titles(terminal)).toEqual(['1 Countries', '2 Events']);
  terminal.press('Esc');
  await terminal.waitFor('DOMAIN');
  terminal.press('/');
  terminal.type('tag:radio');
  await terminal.waitFor(/DOMAIN +VISITORS +ID/);
});
