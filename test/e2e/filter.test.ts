import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Condition } from '#model/service/filter.ts';
import { addDays } from '#model/period/day.ts';
import { formatDay } from '#model/period/format.ts';
import { conditionLabel } from '#model/service/filterText.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { groupThousands } from '#text/words.ts';
import { run, temporaryHome, today } from '../cli/fixture.ts';
import { openDemo, start } from '../helpers/application.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import { goTo, settled } from '../helpers/textApplication.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { filteredCounts } from '../helpers/umami/filteredCounts.ts';
import { manyPeople, manyVisits } from '../helpers/umami/manyVisits.ts';
import { startUmami } from '../helpers/umami/server.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

const openList = useSharedDemo();
const period: Period = { from: '2026-10-22', to: '2026-11-14' };

/** The dashboard of a website with many visits, over the days that they are of. */
async function openMany(size: { readonly cols: number; readonly rows: number }): Promise<Terminal> {
  const websites = [{ name: 'Many', domain: 'many.example', owner: 'anna', visits: manyVisits() }];
  const server = await startUmami({ ...exampleSeed, people: manyPeople, websites });
  const home = temporaryHome();
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const work = { kind: 'umami', url: server.url, apiKey: server.tokenOf('anna'), timeZone: 'UTC' };
  const file = { version: 1, current: 'work', profiles: { work } };
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify(file), { mode: 0o600 });
  const terminal = start({ home, ...size });
  await terminal.waitFor('many.example');
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type(`${period.from} to ${period.to}`);
  terminal.press('Enter');
  await terminal.waitFor(lines => !lines.join('\n').includes('Type a range'));
  terminal.press('Enter');
  await terminal.waitFor('Sitedeck > many.example');
  await terminal.waitFor(() => filterLine(terminal).includes('22 Oct - 14 Nov 2026'));
  await settled(terminal);
  return terminal;
}

test('what is typed says how many visitors it would leave, before it is taken', async () => {
  const terminal = await openList(120, 40);
  await goTo(terminal, 'shop.example.com');
  terminal.press('W');
  await terminal.waitFor('Filter by');
  terminal.type('country=DE');
  await terminal.waitFor(/> country +\[is\] .*DE +[\d,]+ │/);
  terminal.press('Enter');
  await terminal.waitFor('1 of 8');
  terminal.type('page~/s');
  await terminal.waitFor(/> page .*\[contains\] +\/s +[\d,]+ │/);
  const count = /> page .* ([\d,]+) │/.exec(terminal.lines().join('\n'))?.[1];
  // The sentence is of what stands above it.
  await terminal.waitFor(
    lines =>
      lines.some(line => line.includes(`│ ${count} of `)) && /page with\s+│?\s*\/s/.test(lines.join('')),
  );
  terminal.press('Enter');
  await terminal.waitFor('2 of 8');
  await terminal.waitFor(lines =>
    lines.some(line => / page .*\/s /.test(line) && line.includes(` ${count} │`)),
  );
});

test('the box is as high as what is found, and a notice of two lines leaves its frame whole', async () => {
  const terminal = await openList();
  await goTo(terminal, 'shop.example.com');
  terminal.press('W');
  await terminal.waitFor('Filter by');
  const rows = () =>
    terminal.lines().findIndex(line => line.startsWith(' ╰─')) -
    terminal.lines().findIndex(line => line.includes('╭─ Filter'));
  const before = rows();
  terminal.type('cou');
  await terminal.waitFor(lines => lines.join('').includes('+ cou') && rows() === before - 6);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Filter by'));
  terminal.resize(40, 10);
  await settled(terminal);
  terminal.press('W');
  await terminal.waitFor('+ page~/blog');
  terminal.press('^D');
  await terminal.waitFor(' one.');
  expect(terminal.lines().slice(-4, -1)).toEqual([
    expect.stringMatching(/^ ╰─+ \d+ more ─╯$/),
    ' The filter has no condition yet: type',
    ' one.',
  ]);
});

/** The most frequent value of a statistic, as a condition. */
function mostOf(field: 'country' | 'device', where: readonly Condition[] = []): Condition {
  const rows = Object.entries(filteredCounts(period, where).counts[field] ?? {}).filter(
    ([value]) => value !== '',
  );
  const [value = ''] = rows.toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return { field, comparison: 'is', value };
}

const filterLine = (terminal: Terminal) => terminal.lines()[1] ?? '';

async function expectTotals(terminal: Terminal, where: readonly Condition[]): Promise<void> {
  const { counts, visitors } = filteredCounts(period, where);
  const views = Object.values(counts.page ?? {}).reduce((sum, count) => sum + count, 0);
  const tiles = new RegExp(`│ ${groupThousands(visitors)}\\b.*│ ${groupThousands(views)}\\b`);
  await terminal.waitFor(lines => tiles.test(lines.join('\n')));
}

test('f, F, the menu and Backspace: every number is within the filter, which the line of the period says', async () => {
  const terminal = await openMany({ cols: 120, rows: 40 });
  await expectTotals(terminal, []);
  const country = mostOf('country');
  terminal.press('3', 'Enter');
  const chosen = `│>${readableValue('country', country.value)}`;
  const isChosen = () => terminal.lines().some(line => line.includes(chosen));
  await terminal.waitFor(lines => lines.some(line => line.includes('│>')));
  // What is read later would be taken for the next row.
  await settled(terminal);
  while (!isChosen()) {
    const before = terminal.lines().join();
    terminal.press('Down');
    await terminal.waitFor(lines => lines.join() !== before);
  }
  terminal.press('f');
  await terminal.waitFor(() => filterLine(terminal).includes(conditionLabel(country)));
  await expectTotals(terminal, [country]);

  // A second condition, typed in the menu by the name of its value.
  const device = mostOf('device', [country]);
  terminal.press('W');
  await terminal.waitFor('1 of 8');
  terminal.type(`device!=${device.value.toUpperCase()}`);
  await terminal.waitFor(new RegExp(`> device +is +\\[is not\\] +contains +${device.value.toUpperCase()}`));
  terminal.press('Enter');
  await terminal.waitFor('2 of 8');
  const others = { ...device, comparison: 'is not' } as const;
  // The next comparison and back, then away with it and again.
  terminal.press('Down', 'Left');
  const row = (comparisons: string) => new RegExp(`> device +${comparisons} +${device.value} +[\\d,]+ `);
  await terminal.waitFor(row(String.raw`\[is\] is not  contains`));
  terminal.press('Right');
  await terminal.waitFor(row(String.raw` is \[is not\] contains`));
  // The first condition leaves what was counted with it alone.
  const { visitors } = filteredCounts(period, [country]);
  await terminal.waitFor(
    new RegExp(
      `country +\\[is\\].* ${readableValue('country', country.value)} +${groupThousands(visitors)} `,
    ),
  );
  terminal.press('Esc');
  await terminal.waitFor(() =>
    filterLine(terminal).includes(`${conditionLabel(country)}, ${conditionLabel(others)}`),
  );
  await settled(terminal);
  await expectTotals(terminal, [country, others]);

  // Why is asked within it, too, or says that nothing can be compared.
  terminal.press('w');
  await terminal.waitFor('> Why');
  await settled(terminal);
  expect(filterLine(terminal)).toContain(conditionLabel(others));
  terminal.press('Esc');
  await terminal.waitFor('of 15 panels');

  // It stays on the other views, and in what is exported.
  await goTo(terminal, 'Browsers');
  await settled(terminal);
  expect(filterLine(terminal)).toContain(conditionLabel(others));
  terminal.press('x');
  await terminal.waitFor('[ Export ]');
  terminal.press('Right');
  await terminal.waitFor('[JSON]');
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/browsers.json');
  terminal.press('Enter');
  await terminal.waitFor('Wrote browsers.json');
  const exported: unknown = JSON.parse(readFileSync(join(terminal.home.path, 'browsers.json'), 'utf8'));
  const { counts } = filteredCounts(period, [country, others]);
  const expected = Object.entries(counts.browser ?? {})
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count);
  expect(exported).toMatchObject({
    where: `country=${country.value}, device!=${device.value}`,
    rows: expect.arrayContaining(expected.map(row => expect.objectContaining(row))),
  });

  // A picture without names does not name them in the filter either.
  terminal.press('x');
  await terminal.waitFor('[JSON]');
  terminal.press('Left', 'Left');
  await terminal.waitFor('[Picture (SVG)]');
  terminal.press('Tab', 'Right');
  await terminal.waitFor('[names and numbers]');
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/hidden.svg');
  terminal.press('Enter');
  await terminal.waitFor('Wrote hidden.svg');
  const picture = readFileSync(join(terminal.home.path, 'hidden.svg'), 'utf8');
  expect(picture).toContain('>country<');
  expect(picture).not.toContain(readableValue('country', country.value));
  expect(picture).not.toContain(device.value);

  // Where nothing is left the way back is said.
  terminal.press('Esc');
  await terminal.waitFor('of 15 panels');
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('where page=/nowhere');
  await terminal.waitFor('Filter: page /nowhere');
  terminal.press('Enter');
  await terminal.waitFor('There is no page "/nowhere" in this period');
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('where page~nowhere');
  await terminal.waitFor('Filter: page contains nowhere');
  terminal.press('Enter');
  await terminal.waitFor(
    /No visitors in this period.* Backspace Take the last condition off .* t {9}Choose another period\s/s,
  );
  terminal.press('Backspace');
  await terminal.waitFor(() => !filterLine(terminal).includes('nowhere'));
  await goTo(terminal, 'Browsers');
  await settled(terminal);

  // Esc leaves it, Backspace takes the last one off, the list has none.
  terminal.press('Esc');
  await terminal.waitFor('of 15 panels');
  expect(filterLine(terminal)).toContain(conditionLabel(others));
  terminal.press('Backspace');
  await terminal.waitFor(() => !filterLine(terminal).includes('device'));
  await expectTotals(terminal, [country]);
  terminal.press('Esc', 'Esc');
  await terminal.waitFor('Sitedeck > Websites');
  terminal.press('Enter');
  await terminal.waitFor('Sitedeck > many.example');
  await settled(terminal);
  expect(filterLine(terminal)).not.toContain('country');
  await expectTotals(terminal, []);
});

test('the menu of an empty filter lists what one can filter by; a few letters of a name find it, and then its values', async () => {
  const terminal = await openList(100, 30);
  terminal.press('Enter');
  await terminal.waitFor('Pages ');
  terminal.press('W');
  await terminal.waitFor(/> page\b/);
  expect(terminal.lines().join('\n')).toMatch(/landing page/);
  terminal.type('cou');
  await terminal.waitFor(/> country\b/);
  terminal.press('Enter');
  await terminal.waitFor(/> country +\[is\]/);
  await terminal.waitFor(/United States[ _]+[\d,]+/);
  terminal.press('^U');
  terminal.type('contry');
  await terminal.waitFor(/> country\b/);
  terminal.press('^U');
  terminal.type('zzz');
  await terminal.waitFor(/There is no filter by "zzz"/);
});

test('the menu keeps all conditions in a table while one is typed, lights what is typed in its values, and ends in a sentence', async () => {
  const now = '2026-11-26T12:00:00Z';
  const terminal = await openDemo({ cols: 120, rows: 40, env: { SITEDECK_NOW: now } });
  await goTo(terminal, 'shop.example.com');
  await settled(terminal);
  terminal.press('W');
  await terminal.waitFor('no condition');
  terminal.type('country=Germ');
  await terminal.waitFor(/1 country is like Germ +visitors/);
  await terminal.waitFor(/Germany .*[\d,]{3}/);
  // Of one value that has what is typed that is meant.
  terminal.press('Enter');
  await terminal.waitFor(/> country +\[is\] is not {2}contains +Germany +[\d,]+ /);
  const sentence =
    /([\d,]+) of [\d,]+ visitors \(sums of days\) are from Germany: ([+-][\d.]+%) against 1 Oct - 28 Oct/;
  await terminal.waitFor(sentence);
  const [, left, change = ''] = sentence.exec(terminal.lines().join('\n')) ?? [];
  expect(terminal.lines().join('\n')).toMatch(new RegExp(`> country .* Germany +${left} `));
  // The change is that of the tile.
  terminal.press('Esc');
  await terminal.waitFor(
    lines => lines[4]?.replaceAll(/ +/g, ' ').includes(`│ ${left} ${change} │`) === true,
  );
  terminal.press('W');
  await terminal.waitFor('another condition');
  terminal.type('page~/pro');
  await terminal.waitFor(/\d pages contain \/pro +page views/);
  expect(terminal.lines().join('\n')).toMatch(
    new RegExp(`country +\\[is\\].* Germany +${left} .*\n.*> page +is +is not +\\[contains\\] +/pro `),
  );
  await terminal.waitFor(/\/products\/walnut-desk .*\d/);
  // At the end of what is typed Right changes how it is compared; a value that is emptied and taken off leaves the others.
  terminal.press('Right');
  await terminal.waitFor(/> page +\[is\] +is not +contains +\/pro /);
  terminal.press('Left', 'Right', 'Right', 'Right');
  await terminal.waitFor(/> page +is +is not +\[contains\] +\/pro /);
  terminal.press('Enter');
  await terminal.waitFor(/page +is +is not +\[contains\] +\/pro +[\d,]+ /);
  await terminal.waitFor(/are from Germany and read a page with \/pro/);
  terminal.press('Enter');
  await terminal.waitFor(/1 country is like Germany/);
  terminal.press('^U', 'Backspace');
  await terminal.waitFor('another condition');
  expect(filterLine(terminal)).toContain('country Germany, page contains /pro');
});

/** The dashboard of a website of the demo at one noon, so that the numbers are always the same. */
async function openShop(): Promise<Terminal> {
  const noon = '2026-11-26T12:00:00Z';
  const home = await temporaryDemo({ now: new Date(noon), begun: '2026-11-20' });
  const env = { SITEDECK_NOW: noon };
  const terminal = await openDemo({ home, cols: 120, rows: 40, env });
  await goTo(terminal, 'shop.example.com');
  await settled(terminal);
  return terminal;
}

test('Esc leaves what a filter still counts over two years: the list is as it was, and the next key opens the numbers that were there', async () => {
  const terminal = await openShop();
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type('2024-11-01 to 2026-10-31');
  terminal.press('Enter');
  await terminal.waitFor(/\d{3},\d{3} .*sum of days/s);
  // Two years of visits take their time.
  await terminal.waitFor(lines => /\d% {2}- /.test(lines[4] ?? ''));
  await settled(terminal);
  const tiles = terminal.lines()[4] ?? '';
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('where country~a');
  await terminal.waitFor('Filter: country contains a');
  terminal.press('Enter');
  await terminal.waitFor(() => filterLine(terminal).includes('country contains a'));
  terminal.press('Esc');
  await terminal.waitFor('Sitedeck > Websites');
  await goTo(terminal, 'shop.example.com');
  await terminal.waitFor(lines => lines[4] === tiles);
  expect(filterLine(terminal)).not.toContain('country');
});

test('from why into what explains much, in three keys: f is first in the footer there', async () => {
  const terminal = await openShop();
  const footer = () => terminal.lines().at(-1) ?? '';
  const group = async (name: string) => {
    const number = new RegExp(`(\\d) ${name}\\b`).exec(terminal.lines().join('\n'))?.[1];
    terminal.press(number ?? '0');
    await terminal.waitFor(() => /^ f only this {2}/.test(footer()));
  };
  terminal.press('w');
  await terminal.waitFor(/Visitors rose by [\d,]+ [^]*Sessions\s+of\s+the\s+campaign\s+search-ads\s+rose/);
  await settled(terminal);
  await group('Campaigns');
  terminal.press('f');
  await terminal.waitFor(lines => lines[1]?.includes('campaign search-ads') === true);
  await terminal.waitFor(/search-ads: .* 100% of all changes/);
  await settled(terminal);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('> Campaigns') === false);
  // Days stand first within the filter; the cursor is where f goes on.
  await terminal.waitFor(() => / f only this {2}/.test(footer()));
  terminal.press('f');
  await terminal.waitFor(lines => /campaign search-ads, [a-z ]+ \S/.test(lines[1] ?? ''));
  await settled(terminal);
  await terminal.waitFor(() => / f only this {2}/.test(footer()));
  terminal.press('f');
  await terminal.waitFor(lines => /campaign search-ads, [a-z ]+ [^,]+, [a-z ]+ \S/.test(lines[1] ?? ''));
});

test('on the smallest terminal the menu keeps its frame whatever is refused, and says each comparison', async () => {
  const terminal = await openList(40, 10);
  terminal.press('Enter');
  await terminal.waitFor('visitors, sum');
  await settled(terminal);
  terminal.press('W');
  await terminal.waitFor('no condition');
  expect(terminal.lines()[7]).toMatch(/^ ╰─{10,} \d+ more ─╯$/);
  // A field and its value without a sign between them.
  terminal.type('page/pro');
  await terminal.waitFor(/A sign is missing: page~\/pro/);
  terminal.press('^U');
  await terminal.waitFor('no condition');
  terminal.type('browser=Samsung Internetx');
  await terminal.waitFor('> browser is Samsung Internetx');
  terminal.press('Enter');
  await terminal.waitFor('No browser is called so.');
  expect(terminal.lines()[7]).toMatch(/^ ╰─{10}.*─╯$/);
  terminal.press('^U', 'Backspace');
  terminal.type('device!=mo');
  await terminal.waitFor('> device is not mo');
  terminal.press('Right');
  await terminal.waitFor('> device has mo');
});

test('of days before those that a filter counts the menu says from when on it counts, and no number', async () => {
  const home = temporaryHome();
  const [old, first, latest] = [addDays(today, -100), addDays(today, -99), addDays(today, -9)];
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 5 : 0));
  writeFileSync(join(home.path, 'access.log'), daysOfLog([old, first, latest].map(day => ({ day, hours }))));
  for (const args of [
    ['logs', 'add', 'one.example', 'access.log'],
    ['logs', 'keep', '2m'],
  ])
    expect((await run(args, { home, env: { TZ: 'UTC' } })).code).toBe(0);
  const args = ['--profile', 'logs', 'one.example'];
  const terminal = start({ args, home, cols: 100, rows: 30, env: { TZ: 'UTC' } });
  await terminal.waitFor('> one.example');
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type(`${old} to ${first}`);
  await terminal.waitFor(`${old} to ${first}`);
  terminal.press('Enter');
  await terminal.waitFor(lines => !lines.join('\n').includes('Type a range'));
  terminal.press('W');
  await terminal.waitFor('Filter by');
  terminal.type('page=/');
  await terminal.waitFor('1 page is like /');
  terminal.press('Enter');
  await terminal.waitFor(`Within a filter counts begin on ${formatDay(addDays(today, -98))}.`);
  expect(terminal.lines().find(line => /│ > .*page/i.test(line))).toMatch(/ - +│$/);
});
