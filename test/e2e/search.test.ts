import { expect, onTestFinished, test } from 'vitest';
import { openDemo as openOwnDemo, selectedLine, start } from '../helpers/application.ts';
import { manyWebsites } from '../helpers/manyWebsites.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { settled } from '../helpers/textApplication.ts';

/** Each test takes its search back. */
const openDemo = useSharedDemo();

const sizes = [
  [40, 10],
  [120, 40],
] as const;

/** The line above the list without the rows it counts: period, order, and what the numbers are compared with. */
const header = (terminal: Terminal) =>
  (terminal.lines()[1] ?? '').replace(/ {2,}[\d,]+(?:-[\d,]+)? of .*$/, '');
/** The lines in which rows of such websites begin, but for those below what is found. */
function rowsOf(terminal: Terminal, name: RegExp): number[] {
  const lines = terminal.lines();
  const others = lines.findIndex(line => line.includes('OTHER WEBSITES'));
  return lines
    .slice(0, others < 0 ? undefined : others)
    .flatMap((line, row) => (/^ [ >] /.test(line) && name.test(line.slice(3)) ? [row] : []));
}

/** Below what is typed, which stands beside it: the whole list, without a selection. */
const isVain = /No match.*\n(?: {3}DOMAIN .*\n)? {3}\S/;

/** What moves as one searches for what many, some and no websites have. */
async function moved(
  terminal: Terminal,
  name: RegExp,
  typed: readonly (readonly [string, string | RegExp])[],
): Promise<string[]> {
  await settled(terminal);
  const [first = 0, second = 0] = rowsOf(terminal, name);
  const before = header(terminal);
  const column = () =>
    terminal
      .lines()
      .find(line => line.includes('VISITORS '))
      ?.search(/LAST \d|VISITORS/);
  const columnBefore = column();
  const found: string[] = [];
  const look = (step: string) => {
    if (header(terminal) !== before) found.push(`${step}: ${header(terminal)}`);
    if ((column() ?? columnBefore) !== columnBefore) found.push(`${step}: a column begins at ${column()}`);
    const [now, next] = rowsOf(terminal, name);
    if (now !== undefined && now !== first) found.push(`${step}: the first row is in line ${now}`);
    if (now !== undefined && next !== undefined && next - now !== second - first)
      found.push(`${step}: a row has ${next - now} lines`);
  };
  terminal.press('/');
  await terminal.waitFor('Search');
  look('/');
  for (const [text, shown] of typed) {
    terminal.press('^U');
    terminal.type(text);
    await terminal.waitFor(shown);
    await settled(terminal);
    look(text);
  }
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join().includes('Search'));
  await settled(terminal);
  look('Esc');
  return found;
}

test.each([[80, 24]] as const)(
  'period and order stay where they are while one searches 13 websites at %ix%i',
  async (cols, rows) => {
    const terminal = await openDemo(cols, rows);
    expect(
      await moved(terminal, /^[\w.-]+\.example/, [
        ['example.com', /1-\d of [5-7]\b/],
        ['shop', '1-1 of 1'],
        ['nothing', isVain],
      ]),
    ).toEqual([]);
    expect(header(terminal)).toMatch(/^ Last 28 days {3}Sort newest/);
  },
);

test('in an order by numbers no row moves under a search in vain, and what numbers are compared with stays', async () => {
  const terminal = await openOwnDemo();
  const names = () => terminal.lines().flatMap(line => /^ [ >] ([\w-]+(?:\.[\w-]+)+) /.exec(line)?.[1] ?? []);
  terminal.press('s');
  await terminal.waitFor('Change, lowest first');
  terminal.press('C');
  await terminal.waitFor(/^ Last 28 days {3}Sort change, lowest {3}against \S.* 1-13 of 13$/m);
  await settled(terminal);
  const [before, listed] = [header(terminal), names().slice(0, 13)];
  expect(listed.length).toBe(13);
  expect(listed[0]).toBe('old-forum.example');
  terminal.press('/');
  terminal.type('zzz');
  await terminal.waitFor('No match');
  await terminal.waitFor(/ Esc shows all/);
  expect(terminal.lines().join('\n')).toContain('CHANGED MOST');
  await settled(terminal);
  expect(names().slice(0, 13)).toEqual(listed);
  expect(header(terminal)).toBe(before);
});

test('the same in 500 websites, of which not all have their numbers, in two sizes', async () => {
  const service = await manyWebsites(500);
  onTestFinished(() => service.close());
  const [[cols, rows]] = sizes;
  const terminal = start({ cols, rows, env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'key' } });
  await terminal.waitFor('site-00500.example');
  terminal.press('s', 'v');
  await terminal.waitFor(/Sort visitors|by visitors|\d read/);
  for (const [cols, rows] of sizes) {
    terminal.resize(cols, rows);
    await terminal.waitFor(lines => lines[0]?.length === cols - 1 && lines.at(-1) !== '');
    expect(
      await moved(terminal, /^site-\d+/, [
        ['site-004', / of 100\b/],
        ['00042', '1-1 of 1'],
        ['nothing', isVain],
      ]),
      `${cols}x${rows}`,
    ).toEqual([]);
  }
  // Not only of those that are listed so far.
  terminal.resize(80, 24);
  terminal.press('/');
  terminal.type('00042');
  await terminal.waitFor('OTHER WEBSITES  499 websites');
});

test.each(sizes)(
  'a search in vain offers the nearest name at %ix%i: Enter opens it, and the list has it then',
  async (cols, rows) => {
    const terminal = await openDemo(cols, rows);
    terminal.press('/');
    terminal.type('shpo');
    await terminal.waitFor(lines =>
      /Enter opens shop\.example\.com/.test(lines.join(' ').replaceAll(/\s+/g, ' ')),
    );
    await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open ') === true);
    terminal.press('Enter');
    await terminal.waitFor(lines => /shop\.example\.com/.test(lines[0] ?? ''));
    terminal.press('Esc');
    await terminal.waitFor('1-1 of 1');
    await terminal.waitFor(/Search \S*e\.com/);
    await terminal.waitFor(() => selectedLine(terminal).includes('shop.example.com'));
    terminal.press('Esc');
    await terminal.waitFor(/ of 13\b/);
  },
);

test('below a search in vain the list is whole: its titles, and both lines of each website', async () => {
  const terminal = await openDemo(200, 50);
  // Nothing more is read while nothing is found.
  await settled(terminal);
  terminal.press('/');
  terminal.type('zzz');
  await terminal.waitFor('No match');
  await terminal.waitFor('13 websites checked');
  await terminal.quiet(150);
  const left = terminal.lines().map(line => line.slice(0, 70));
  const first = left.findIndex(line => line.startsWith('   podcast.example.com '));
  expect(left[first - 1]).toMatch(/^ {3}DOMAIN .*VISITORS/);
  const sums = left.findIndex(line => /^ {3}\d+ websites/.test(line));
  const rows = left.slice(first, sums);
  expect(first).toBe(4);
  expect(rows.length).toBe(26);
  expect(
    rows.filter((line, at) => at % 2 === 0 && !/^ {3}\S+\.(?:com|example) .*\d|^ {3}old-forum/.test(line)),
  ).toEqual([]);
  expect(rows.filter((line, at) => at % 2 === 1 && !/^ {3}(?:! |[\d,]+ page views?)/.test(line))).toEqual([]);
});

test.each([
  [40, 10],
  [200, 50],
] as const)(
  'a search for a domain in vain adds it at %ix%i, by Enter while one types, by a behind that',
  async (cols, rows) => {
    const terminal = await openDemo(cols, rows);
    terminal.press('/');
    terminal.type('zzz.example');
    await terminal.waitFor('Enter adds zzz.example');
    await terminal.waitFor(/^ Enter add {2}Esc clear search {2}F1 help$/m);
    terminal.press('Tab');
    await terminal.waitFor(/[ :] ?a adds zzz\.example/);
    await terminal.waitFor(/^ a(?:\/Enter)? add {2}Esc clear search/m);
    terminal.press('a');
    await terminal.waitFor('Add a website');
    await terminal.waitFor('zzz.example');
    // As if it was typed: it is asked before it is lost.
    terminal.press('Esc');
    await terminal.waitFor('without saving');
    terminal.press('y');
    await terminal.waitFor(lines => !lines.join('').includes('without saving'));
    terminal.press('/');
    await terminal.waitFor('Enter adds zzz.example');
    terminal.press('Enter');
    await terminal.waitFor('Add a website');
    terminal.press('Esc');
    await terminal.waitFor('without saving');
  },
);

test('what is set of the selected website is said once', async () => {
  const terminal = await openDemo(200, 50);
  await terminal.waitFor('WORTH A LOOK');
  await settled(terminal);
  const said = terminal.lines().join('\n');
  expect(said.match(/bots excluded|Bots +excluded/g)).toEqual(['bots excluded']);
});

test('a domain that is nearly that of a website is opened or added', async () => {
  const terminal = await openDemo(80, 24);
  terminal.press('/');
  terminal.type('shpo.example.com');
  await terminal.waitFor('Enter opens shop.example.com, Tab then a adds shpo.example.com');
  terminal.press('Esc');
  await terminal.waitFor(/ of 13\b/);
});

test('below what is found at 80x24 stand the other websites', async () => {
  const terminal = await openDemo(80, 24);
  terminal.press('/');
  terminal.type('shop');
  await terminal.waitFor(/> shop\.example\.com [^]*1 website found[^]*OTHER WEBSITES {2}12 websites/);
  expect(terminal.lines().filter(line => line.includes('shop.example.com  '))).toHaveLength(2);
  terminal.press('Esc');
  await terminal.waitFor('CHANGED MOST');
});

test('at 40x10 they stand in the lines that what is found leaves', async () => {
  const terminal = await openDemo(40, 10);
  terminal.press('/');
  terminal.type('shop');
  await terminal.waitFor(
    /> shop\.example\.com [^]*\n {3}OTHER WEBSITES {2}12 websites\n {3}podcast\.example\.com /,
  );
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('\n').includes('OTHER WEBSITES'));
});

test('where nothing is found nothing is kept: Enter clears the search', async () => {
  const terminal = await openDemo(40, 10);
  terminal.press('/');
  terminal.type('zzz');
  await terminal.waitFor('No match');
  expect(terminal.lines().at(-1)).toBe(' Esc/Enter clear search  F1 help');
  terminal.press('Enter');
  await terminal.waitFor(/ of 13\b/);
});

test('what nothing is called may be a website: the palette offers to add it', async () => {
  const terminal = await openOwnDemo();
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('new.example');
  await terminal.waitFor('> Add new.example');
  terminal.press('Enter');
  await terminal.waitFor(lines => !lines.join().includes('Go to') && /new\.example/.test(lines.join()));
  await terminal.waitFor(/Domain.*new\.example|Add a website/);
});
