import { expect, test } from 'vitest';
import { addDays, todayIn } from '#model/period/day.ts';
import { run } from '../cli/fixture.ts';
import { selectedLine, start } from '../helpers/application.ts';
import { allBits, startGoatCounter } from '../helpers/goatCounter/server.ts';
import type { Visit } from '../helpers/goatCounter/world.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { backToList } from '../helpers/sharedProgram.ts';
import { goTo, settled } from '../helpers/textApplication.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

const today = todayIn('UTC', new Date());
const daysAgo = (days: number, time = '10:00:00') => `${addDays(today, -days)}T${time}Z`;

const common = { browser: 'Firefox', system: 'Linux', language: 'deu', width: 1366 };
/** In the last 28 days seven pages and two events, in those before one page, and older ones. */
const visits: readonly Visit[] = [
  {
    ...common,
    at: daysAgo(3),
    path: '/',
    location: 'DE',
    referrer: 'https://blog.example',
    campaign: 'spring',
  },
  { ...common, at: daysAgo(3), path: '/shop', location: 'DE' },
  { ...common, at: daysAgo(3, '11:00:00'), path: 'signup', isEvent: true, location: 'DE' },
  {
    ...common,
    at: daysAgo(5),
    path: '/',
    location: 'FR',
    referrer: 'https://blog.example',
    campaign: 'spring',
  },
  { ...common, at: daysAgo(6), path: '/shop', location: 'FR' },
  { ...common, at: daysAgo(9), path: '/shop', location: 'DE', referrer: 'https://news.example' },
  { ...common, at: daysAgo(10), path: '/shop/tea', location: 'DE' },
  {
    ...common,
    at: daysAgo(12),
    path: '/',
    location: 'US',
    referrer: 'https://news.example',
    campaign: 'mail',
  },
  { ...common, at: daysAgo(12), path: 'download', isEvent: true, location: 'US' },
  { ...common, at: daysAgo(30), path: '/', location: 'DE' },
  ...Array.from({ length: 30 }, (_, day) => ({ ...common, at: daysAgo(60 + day), path: '/old' })),
];

/** The built program on a profile that `profile add` has made, with the websites on screen. */
async function open(
  size: { readonly cols: number; readonly rows: number } = { cols: 80, rows: 24 },
  { seed = visits, bits = allBits, timeZone = '.UTC', listed = 'shop.example', hasNumbers = true } = {},
) {
  const sites = [
    { cname: 'stats.example', link: 'https://www.example' },
    { cname: 'shop.example', visits: seed },
  ];
  const server = await startGoatCounter({ sites, timeZone }, { requests: 4, window: 1000 });
  const home = temporaryHome();
  const stdin = server.tokenWith(bits);
  const added = await run(['profile', 'add', 'goat', server.url, '--time-zone', 'UTC'], { home, stdin });
  expect(added).toMatchObject({ code: 0, stdout: '' });
  const terminal = start({ home, ...size });
  await terminal.waitFor(listed);
  if (hasNumbers) await settled(terminal);
  return { server, terminal };
}

const text = (terminal: Terminal) => terminal.lines().join('\n');

async function openDashboard(terminal: Terminal): Promise<void> {
  await terminal.waitFor(() => selectedLine(terminal).includes('shop.example'));
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes('> shop.example') === true);
  await settled(terminal);
}

test('80x24: the dashboard, pages, referrers, campaigns and events, a period, a page as a filter', async () => {
  const { server, terminal } = await open();
  await openDashboard(terminal);
  // Events are among the visits, which are one number in place of visitors and page views.
  await terminal.waitFor(/ Visits /);
  await terminal.waitFor(/│ 9 /);
  expect(text(terminal)).not.toMatch(/Visitors|Page views/);
  await terminal.waitFor(/^ {2}\/_+ 3 .* {4}\(direct\)_+ 5 /m);
  await terminal.waitFor(/^ {2}Germany_+ 5 .* {4}spring_+ 2 /m);
  for (const [title, first] of [
    ['Pages', /> \/(?:shop)?_* +3 +43%/],
    ['Referrers', /> \(direct\)_* +5 /],
    ['Campaigns', /> spring_* +2 /],
    ['Events', /> (?:download|signup)_* +1 +50%/],
    ['Countries', /> Germany_* +5 /],
  ] as const) {
    await goTo(terminal, title);
    await terminal.waitFor(lines => lines[0]?.includes(`> ${title}`) === true);
    await terminal.waitFor(first);
  }
  await goTo(terminal, 'Pages');
  await terminal.waitFor(/> \/(?:shop)?_* +3 /);
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type(`${addDays(today, -10)}..${addDays(today, -9)}`);
  await terminal.waitFor(`${addDays(today, -10)} to `);
  terminal.press('Enter');
  await terminal.waitFor(/ \/shop\/tea_* +1 +50%/);
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type('28d');
  terminal.press('Enter');
  await terminal.waitFor(/ \/shop_* +3 +43%/);
  terminal.press('/');
  terminal.type('shop');
  await terminal.waitFor(/\/shop\/tea/);
  await terminal.waitFor('1-2 of 2');
  terminal.press('Tab', 'f');
  await terminal.waitFor('page /shop');
  await goTo(terminal, 'Countries');
  await terminal.waitFor(/> Germany_* +2 +67%/);
  await terminal.waitFor(/France_* +1 +33%/);
  // What it cannot filter by says so, and asks nothing.
  await settled(terminal);
  const before = server.asked.length;
  terminal.press('f');
  await terminal.waitFor(/GoatCounter .*filter/);
  expect(server.asked).toHaveLength(before);
  expect(server.refused()).toBe(0);
});

/** Addresses that are not counted are those of visitors. */
const noVisitors = (terminal: Terminal) =>
  expect(text(terminal)).not.toMatch(/(?<!Of )visitors?(?! nor)\b|(?<!nor )page views|\(sum/i);

test('80x24: every screen says visits, and no number twice', async () => {
  const { terminal } = await open();
  await terminal.waitFor(/LAST 28 DAYS +VISITS +CHANGE +PRIVACY/);
  noVisitors(terminal);
  terminal.press('s');
  await terminal.waitFor(/Visits, highest first .* v/);
  noVisitors(terminal);
  terminal.press('v');
  await terminal.waitFor('Sort visits');
  await terminal.waitFor(() => selectedLine(terminal).includes('shop.example'));
  terminal.press('Space', 'j', 'Space');
  await terminal.waitFor('2 marked');
  terminal.press('c');
  await terminal.waitFor('These 2 websites side by side');
  terminal.press('Enter');
  await terminal.waitFor(/Visits +9/);
  await settled(terminal);
  noVisitors(terminal);
  terminal.press(':');
  terminal.type('index');
  await terminal.waitFor('Show own scales or one');
  noVisitors(terminal);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('> 2 websites side by side') === true);
  terminal.press('Esc');
  await terminal.waitFor(/LAST 28 DAYS +VISITS/);
  terminal.press('Esc');
  await terminal.waitFor(() => !text(terminal).includes('marked'));
  terminal.press('k');
  await openDashboard(terminal);
  await terminal.waitFor(/ > Visits /);
  noVisitors(terminal);
  terminal.press(':');
  terminal.type('visits');
  await terminal.waitFor(/Statistics +> Visits +visits/);
  await terminal.waitFor(/Visits by hour/);
  noVisitors(terminal);
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes('> Visits') === true);
  await terminal.waitFor(/DAY +VISITS +CHANGE/);
  noVisitors(terminal);
  terminal.press('m');
  await terminal.waitFor('GoatCounter counts visits alone, neither visitors nor page views.');
  terminal.press('C');
  await terminal.waitFor(/visits a day, in six steps/);
  await terminal.waitFor(/ \d+ visits\s/);
  noVisitors(terminal);
  terminal.press('Esc');
  await terminal.waitFor(/DAY +VISITS +CHANGE/);
  terminal.press('w');
  await terminal.waitFor(/Visits rose by 8 .*\n.*about 1 visit on an average day/);
  await settled(terminal);
  noVisitors(terminal);
  terminal.press('Esc');
  await terminal.waitFor(/DAY +VISITS +CHANGE/);
  terminal.press('^G');
  await terminal.waitFor(/visits a month\s.*\n.*visits a week/);
  noVisitors(terminal);
});

test('40x10 and 200x50: visits, once', async () => {
  const { server, terminal } = await open({ cols: 40, rows: 10 });
  for (const [cols, rows] of [
    [40, 10],
    [200, 50],
  ] as const) {
    if (cols !== 40) terminal.resize(cols, rows);
    await terminal.waitFor(lines => lines[0]?.length === cols - 1 && /VISITS/.test(lines.join('\n')));
    await terminal.waitFor(/shop\.example .* 9(?: |$)/m);
    await settled(terminal);
    noVisitors(terminal);
    await openDashboard(terminal);
    await terminal.waitFor(cols < 60 ? / 9 visits / : /│ 9 /);
    noVisitors(terminal);
    terminal.press('0', 'z');
    // On the smallest terminal days below their chart have no titles.
    await terminal.waitFor(cols < 60 ? /^ {3}\w{3} \d+ \w{3} +\d/m : /DAY +(?:USUAL +)?VISITS/);
    await settled(terminal);
    noVisitors(terminal);
    terminal.press('Esc');
    await terminal.waitFor(lines => lines[0]?.includes('> Visits') === false);
    terminal.press('1', 'z');
    await terminal.waitFor(lines => lines[0]?.includes('> Pages') === true);
    await terminal.waitFor(/> \/(?:shop)?_* +3/);
    await backToList(terminal);
  }
  expect(server.refused()).toBe(0);
});

test("days of the service's zone are said beside the period, where the profile has another", async () => {
  const { terminal } = await open(undefined, { timeZone: 'DE.Europe/Berlin' });
  await openDashboard(terminal);
  await terminal.waitFor(lines => / {2}days in Europe\/Berlin(?:, the service's)?\s*$/.test(lines[1] ?? ''));
  terminal.press('z');
  await terminal.waitFor(lines => lines[0]?.includes('> Visits') === true);
  await terminal.waitFor(/days in Europe\/Berlin/);
  terminal.press('H');
  terminal.press('t');
  await terminal.waitFor(/Period ─+ days in Europe\/Berlin, the service's ─/);
  await backToList(terminal);
  terminal.resize(40, 10);
  await openDashboard(terminal);
  await terminal.waitFor(/Visits: 9, days in Europe\/Berlin/);
});

test('80x24: a website is added and changed, the change put back, and none is deleted', async () => {
  const { server, terminal } = await open();
  const settings = () => server.world.sites.find(({ cname }) => cname === 'new.example')?.settings;
  terminal.press('a');
  await terminal.waitFor('Add a website');
  terminal.type('new.example');
  terminal.press('^S');
  await terminal.waitFor('Added new.example.');
  expect(settings()).toMatchObject({ public: 'private', ignore_ips: '', data_retention: 0 });
  await terminal.waitFor(() => selectedLine(terminal).includes('new.example'));
  terminal.press('e');
  await terminal.waitFor('only what you change is sent');
  await terminal.waitFor(/Privacy +public \[private\]/);
  terminal.press('Space');
  await terminal.waitFor(/\[public\] private/);
  terminal.press('Tab');
  await terminal.waitFor(() => terminal.screen.cursor().shown);
  terminal.paste('192.0.2.1\n2001:db8::1');
  await terminal.waitFor('2001:db8::1');
  terminal.press('Tab');
  await terminal.waitFor('Older visits are deleted. Empty: kept for ever');
  terminal.type('7');
  terminal.press('^S');
  await terminal.waitFor('GoatCounter keeps visits for 31 to 1,825 days');
  terminal.type('30');
  await terminal.waitFor(/> Days kept.* 730/);
  terminal.press('^S');
  await terminal.waitFor('Delete older visits?');
  await terminal.waitFor('visits older than 730 days');
  expect(settings()).toMatchObject({ data_retention: 0 });
  terminal.press('y');
  await terminal.waitFor('Saved new.example');
  expect(settings()).toMatchObject({
    public: 'public',
    ignore_ips: '192.0.2.1,2001:db8::1',
    data_retention: 730,
  });
  terminal.press('u');
  await terminal.waitFor('Undo the last edit?');
  await terminal.waitFor('visits that were deleted do not come back');
  terminal.press('y');
  await terminal.waitFor('new.example has its former values again (but for visits that were deleted).');
  expect(settings()).toMatchObject({ public: 'private', ignore_ips: '', data_retention: 0 });
  terminal.press('d');
  await terminal.waitFor('GoatCounter does not let websites be deleted from here.');
  expect(server.world.sites).toHaveLength(3);
});

test('a key that may count alone is offered neither to add nor to edit', async () => {
  const { terminal } = await open(undefined, { bits: 2, listed: '127.0.0.1', hasNumbers: false });
  await terminal.waitFor(lines => !/PRIVACY| a add | e edit/.test(lines.join('\n')));
  terminal.press('a');
  await terminal.waitFor('This key may not add websites to GoatCounter.');
  terminal.press('e');
  await terminal.waitFor('This key may not change websites of GoatCounter.');
  expect(text(terminal)).not.toMatch(/Add a website|Edit /);
});

test('a key that may only read is offered no form from list, record, dashboard or settings, and changes nothing', async () => {
  const { server, terminal } = await open({ cols: 120, rows: 40 }, { bits: 72, seed: [], hasNumbers: false });
  await terminal.waitFor(() => selectedLine(terminal).includes('shop.example'));
  terminal.press('i');
  await terminal.waitFor(lines => lines[0]?.includes('> Record') === true);
  expect(text(terminal)).not.toMatch(/Enter edit/);
  terminal.press('Enter');
  await terminal.waitFor('This key may not change websites of GoatCounter.');
  terminal.press('Esc');
  await terminal.waitFor(() => selectedLine(terminal).includes('shop.example'));
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes('> shop.example') === true);
  await terminal.waitFor('SETTINGS');
  expect(text(terminal)).not.toContain('changes them');
  terminal.press('Esc');
  await terminal.waitFor(() => selectedLine(terminal).includes('shop.example'));
  for (const key of ['a', 'e']) {
    terminal.press(key);
    await terminal.waitFor(/This key may not (?:add|change) websites .*\./);
    await terminal.quiet(50);
  }
  expect(text(terminal)).not.toMatch(/Add a website|Edit /);
  expect(server.asked.filter(line => !line.includes(' GET '))).toEqual([]);
});

test('hostile paths, referrers and campaigns: nothing of them is obeyed', async () => {
  const at = daysAgo(1);
  const seed = hostileTexts.map(hostile => ({
    ...common,
    at,
    path: `/${hostile}`,
    referrer: hostile,
    campaign: hostile,
    browser: hostile,
  }));
  const { terminal } = await open({ cols: 120, rows: 40 }, { seed });
  await openDashboard(terminal);
  await terminal.waitFor(/a\..*\.z/);
  // What is told to the terminal is ours: no title, no clipboard, no mouse, no question but the one for its background.
  expect(terminal.output).not.toMatch(/\x1b\](?!11;\?)|\x1bP|\x1b_|\x1b\^|\x1b\[\?1000h|\x1b\[6n|\x9b/);
});
