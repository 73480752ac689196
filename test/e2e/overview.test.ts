import { expect, onTestFinished, test } from 'vitest';
import { openDemo, selectedLine, start } from '../helpers/application.ts';
import { manyWebsites } from '../helpers/manyWebsites.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { openTexts } from '../helpers/textApplication.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

const openList = useSharedDemo();

async function openMany(count: number) {
  const service = await manyWebsites(count);
  onTestFinished(() => service.close());
  const terminal = start({ env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'key' } });
  return { service, terminal };
}

const lineOf = (terminal: Terminal, text: string) => terminal.lines().find(line => line.includes(text)) ?? '';

test('rows at once, numbers after them without moving a row, the requests counted, sums below', async () => {
  const { service, terminal } = await openMany(5);
  service.hold();
  await terminal.waitFor('site-00001.example');
  await terminal.waitFor(/\d requests/);
  expect(lineOf(terminal, 'DOMAIN')).toMatch(/DOMAIN +LAST 28 DAYS +VISITORS +CHANGE +PRIVACY/);
  const before = terminal.lines().findIndex(line => line.includes('site-00004.example'));
  expect(lineOf(terminal, 'site-00004.example')).toMatch(/site-00004.example +··· +···  private$/);
  service.release();
  // 28 days of 4 visitors, and as many before.
  await terminal.waitFor(/site-00004.example +112 +=  private/);
  // The second of its two lines: days that are all alike lie low.
  expect(terminal.lines()[before + 1]).toMatch(/^   added 3 Mar 2025 +▂+$/);
  expect(terminal.lines().findIndex(line => line.includes('site-00004.example'))).toBe(before);
  // 28 days of 1 + 2 + 3 + 4 + 5.
  await terminal.waitFor(/ {3}5 websites, sums of daily visitors +420 +=/);
  await terminal.waitFor(lines => !lines[0]?.includes('request'));
});

test('lines that the list leaves free say which websites changed most, below a search in vain too', async () => {
  const terminal = await openList();
  await terminal.waitFor(/13 websites, sums of daily visitors +[\d,]+ +[+-]/);
  await terminal.waitFor(/CHANGED MOST {2}by visitors/);
  const title = terminal.lines().findIndex(line => line.includes('CHANGED MOST'));
  expect(terminal.lines()[title - 2]).toContain('13 websites');
  expect(terminal.lines()[title + 1]).toMatch(/^ {3}[a-z.-]+_* +[+-][\d,]+ [+-]\d+%/);
  expect(terminal.lines()[title + 2]).toMatch(/^ {3}[a-z.-]+_* +[+-][\d,]+ [+-]\d+%/);
  terminal.press('/');
  terminal.type('zzz');
  await terminal.waitFor('No match');
  expect(terminal.lines().join('')).toContain('CHANGED MOST');
});

test('t, < and > change the period of the list; n turns the numbers off; all that is there at the next start', async () => {
  const home = await temporaryDemo();
  const first = await openDemo({ home });
  first.press('t');
  await first.waitFor('Last 7 days');
  first.type('7d');
  first.press('Enter');
  await first.waitFor('LAST 7 DAYS');
  await first.waitFor(/13 websites, sums of daily visitors +[\d,]+/);
  first.press('<');
  await first.waitFor(lines => !lines.join('\n').includes('LAST 7 DAYS'));
  first.press('>', 's');
  await first.waitFor('Domain, A to Z');
  first.press('Down', 'Down', 'Enter');
  await first.waitFor('Sort A to Z');
  first.press('/');
  first.type('school');
  await first.waitFor(/1-1 of 1\b/);
  first.press('Tab', 'n');
  await first.waitFor(lines => !lines.join('\n').includes('VISITORS'));
  first.press('q');
  expect((await first.exit).code).toBe(0);

  const second = start({ home });
  // What was searched is forgotten: a list would seem to lack websites.
  await second.waitFor(/^ Numbers off, n reads them {3}Sort A to Z +1-13 of 13/m);
  expect(second.lines().join('\n')).not.toContain('VISITORS');
  second.press('n');
  await second.waitFor('VISITORS');
  await second.waitFor(/13 websites, sums/);
});

test('sorting by change is of all websites', async () => {
  const terminal = await openList();
  terminal.press('s');
  await terminal.waitFor(/Change, lowest first/);
  terminal.press('G', 'Up', 'Enter');
  await terminal.waitFor(/^ Last 28 days {3}Sort change, lowest {2}/m);
  await terminal.waitFor(/^ > old-forum\.example .*-100%/m);
  // For the other tests.
  terminal.press('s');
  await terminal.waitFor('Added, newest first');
  terminal.press('g', 'Enter');
  await terminal.waitFor(lines => lines.some(line => line.startsWith(' > podcast.example.com')));
});

test('! shows what needs attention, with the reason below', async () => {
  const terminal = await openList();
  terminal.press('!');
  await terminal.waitFor(/needs? attention/);
  await terminal.waitFor(/old-forum.example +!/);
  terminal.press('G');
  await terminal.waitFor(/old-forum.example {3}No visitors since \d+ \w{3}: \d+ days/);
  expect(terminal.lines().join('\n')).not.toContain('docs.example.com');
  terminal.press('Esc');
  await terminal.waitFor('docs.example.com');
});

test('ten thousand websites: asked before all are read, scrolling, search and the last one', async () => {
  const { service, terminal } = await openMany(10_000);
  await terminal.waitFor('1-16 of 10,000');
  // 9,984 of visitors, and the records a hundred at a time.
  await terminal.waitFor('16 of 10,000, U reads all (10,084 requests)');
  expect(service.requests.filter(url => !url.includes('/stats/'))).toHaveLength(1);
  expect(service.requests).toHaveLength(17);
  terminal.press(']', ']');
  await terminal.waitFor('33-48 of 10,000');
  await terminal.waitFor(() => selectedLine(terminal).includes('site-09968.example'));
  terminal.press('/');
  terminal.type('00042');
  await terminal.waitFor(/1-1 of 1\b/);
  await terminal.waitFor('site-00042.example');
  terminal.press('Esc');
  await terminal.waitFor('1-16 of 10,000');
  terminal.press('S');
  await terminal.waitFor('Sort oldest');
  await terminal.waitFor(() => selectedLine(terminal).includes('site-00001.example'));
  expect(service.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('on a narrow terminal a notice is whole, over the rows and no key, until the next key', async () => {
  const terminal = await openList(40, 10);
  const footer = terminal.lines().at(-1);
  expect(footer).toBe(' Enter open  / search  w why  ? help');
  terminal.press('n');
  await terminal.waitFor('for this list');
  expect(terminal.lines().slice(-3)).toEqual([
    ' Numbers off: no statistics are read',
    ' for this list. Press n for them.',
    footer,
  ]);
  terminal.press('Down');
  await terminal.waitFor(lines => lines.at(-2)?.startsWith(' chess-club.example') === true);
  // For the other tests.
  terminal.press('n');
  await terminal.waitFor('Numbers on');
});

test.each([
  [80, 24],
  [40, 10],
])(
  'of domains that end alike the part that differs is seen at %dx%d, beside their numbers',
  async (cols, rows) => {
    const starts = ['upsilon', 'tau', 'sigma', 'rho', 'pi'].map(name => `customer-portal-${name}.`);
    const texts = starts.map(start => `${start}statistics.example.co.uk`);
    const { terminal } = await openTexts({ texts }, { cols, rows });
    await terminal.waitFor(/DOMAIN .*VISITORS/);
    for (const start of starts) expect(terminal.lines().join('\n')).toContain(` ${start.slice(0, 20)}`);
  },
);
