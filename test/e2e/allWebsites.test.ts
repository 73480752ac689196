import { expect, onTestFinished, test } from 'vitest';
import { openDemo, selectedLine, start } from '../helpers/application.ts';
import { manyWebsites } from '../helpers/manyWebsites.ts';
import type { Terminal } from '../helpers/terminal.ts';

/** 137 websites, of which the 50th and the 100th have had no visitors for some days. */
async function openAll(cols: number, rows: number): Promise<Terminal> {
  const service = await manyWebsites(137, 'meta', id => id % 50 === 0);
  onTestFinished(() => service.close());
  return start({ cols, rows, env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'key' } });
}

const isOn = (terminal: Terminal, domain: string) => () => selectedLine(terminal).includes(domain);

/** Scrolled to the end, sorted, looked at and summed up as one, from the first row of the list on. */
async function expectOneList(terminal: Terminal, height: number): Promise<void> {
  await terminal.waitFor(`1-${height} of 137`);
  // 28 days of 1 + 2 + ... + 137, which is 9,453, less five days of 50 and of 100 up to yesterday.
  await terminal.waitFor(/ 137 websites, sums of daily visitors +263,934 /);
  terminal.press('G');
  await terminal.waitFor(isOn(terminal, 'site-00001.example'));
  await terminal.waitFor(`${138 - height}-137 of 137`);
  terminal.press('g');
  await terminal.waitFor(isOn(terminal, 'site-00137.example'));
  terminal.raw('j'.repeat(40));
  await terminal.waitFor(isOn(terminal, 'site-00097.example'));
  terminal.press('s');
  await terminal.waitFor('Visitors, highest first');
  terminal.press('Down', 'Down', 'Down', 'Down', 'Enter');
  await terminal.waitFor(/Sort visitors {3}/);
  await terminal.waitFor(isOn(terminal, 'site-00137.example'));
  terminal.press('S');
  // One of the last in the order it was listed in.
  await terminal.waitFor(isOn(terminal, 'site-00001.example'));
  terminal.press('!');
  await terminal.waitFor('! 2 of 137 need attention');
  // The line above the rows may be drawn before they are.
  const shown = () => terminal.lines().flatMap(line => /site-\d+/.exec(line.slice(0, 20))?.[0] ?? []);
  await expect.poll(() => new Set(shown())).toEqual(new Set(['site-00050', 'site-00100']));
  expect(shown().slice(0, 2)).toEqual(['site-00050', 'site-00100']);
}

test('the smallest terminal reaches the last of 137 websites, and finds those that need attention; at 80x24 they are one list too', async () => {
  const terminal = await openAll(40, 10);
  await terminal.waitFor('1-5 of 137');
  terminal.press('G');
  await terminal.waitFor(isOn(terminal, 'site-00001.example'));
  terminal.press('!');
  await terminal.waitFor('! 2 of 137 need attention');
  await terminal.waitFor(/site-00100\.example[^\n]*\n.*site-00050\.example/);
  // Whichever was read first is selected.
  terminal.press('g');
  await terminal.waitFor(isOn(terminal, 'site-00100.example'));
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('\n').includes('need attention'));
  terminal.resize(80, 24);
  await terminal.waitFor(/ of 137$/m);
  terminal.press('g');
  await expectOneList(terminal, 16);
});

test('an order by numbers says of how many it is, at 40x10 without its name', async () => {
  const service = await manyWebsites(137);
  onTestFinished(() => service.close());
  service.hold();
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'key' };
  const terminal = start({ cols: 60, rows: 16, env });
  await terminal.waitFor(isOn(terminal, 'site-00137.example'));
  terminal.press('s');
  await terminal.waitFor('Added, newest first');
  terminal.press('Down', 'Down', 'Down', 'Down', 'Enter');
  await terminal.waitFor(/^ Last 28 days {3}Sort visitors .* 1-\d+ of 137, 0 read/m);
  terminal.resize(40, 10);
  await terminal.waitFor(/^ Last 28 days +1-\d of 137, 0 read/m);
  service.release();
  await terminal.waitFor(lines => !lines.some(line => /\bread\b/.test(line)));
  await terminal.quiet();
  expect(selectedLine(terminal)).toMatch(/site-00137\.example .*3,836/);
}, 60_000);

test('sums say that they are of what is shown, and sums: of all, of what is found, tagged or needs attention', async () => {
  const terminal = await openDemo({ cols: 120, rows: 40 });
  await terminal.waitFor('13 websites, sums of daily visitors');
  terminal.press('T');
  await terminal.waitFor('Tags of podcast.example.com');
  terminal.type('shop');
  await terminal.waitFor('> shop');
  terminal.press('Enter', '/');
  terminal.type('tag:shop');
  await terminal.waitFor('1 website found, sums of daily visitors');
  terminal.press('Esc');
  await terminal.waitFor('13 websites, sums of daily visitors');
  terminal.press('/');
  terminal.type('example.com');
  await terminal.waitFor(/\d+ websites found, sums of daily visitors/);
  terminal.press('Esc');
  await terminal.waitFor('13 websites, sums of daily visitors');
  terminal.press('!');
  await terminal.waitFor(/ \d of 13 shown, sums of daily visitors/);
});

test('at 200x50 each website has a chart below the list, in its order, and one of all; a search moves none of them', async () => {
  const terminal = await openDemo({
    cols: 200,
    rows: 50,
    env: { COLORTERM: 'truecolor', COLORFGBG: '15;0' },
  });
  await terminal.waitFor(/all 13 websites +[\d,]+ [+-]/);
  const named = () => {
    const below = terminal.lines().slice(
      terminal.lines().findIndex(line => line.includes('VISITORS BY DAY')),
      -2,
    );
    return below.flatMap(line => line.match(/[a-z-]+\.(?:example\.com|example|com)\b/g) ?? []).slice(0, 13);
  };
  const listed = () =>
    terminal.lines().flatMap(line => /^ [> ] ([a-z-]+(?:\.[a-z-]+)+) /.exec(line)?.[1] ?? []);
  await terminal.waitFor(() => named().length === 13);
  const inOrder = listed().slice(0, 13);
  expect(named()).toEqual(inOrder);
  const title = terminal.lines().findIndex(line => line.includes('VISITORS BY DAY'));
  // All together have their own hue.
  const fillsOf = (name: string) => {
    const row = terminal.lines().findIndex((line, y) => y > title && line.includes(` ${name} `));
    const column = terminal.lines()[row]?.indexOf(` ${name} `) ?? 0;
    const cells = terminal.screen.cells().slice(row + 1, row + 4);
    return new Set(cells.flatMap(line => line.slice(column, column + 30).flatMap(({ fg, bg }) => [fg, bg])));
  };
  const usual = new Set(inOrder.flatMap(name => [...fillsOf(name)]));
  expect(fillsOf('all 13 websites').difference(usual).size).toBeGreaterThan(0);
  terminal.press('/');
  terminal.type('shop');
  await terminal.waitFor('1-1 of 1');
  await terminal.waitFor('OTHER WEBSITES  12 websites');
  expect(named()).toEqual(inOrder);
  expect(terminal.lines().findIndex(line => line.includes('VISITORS BY DAY'))).toBe(title);
});
