import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo, start } from '../helpers/application.ts';
import { distantService, useService } from '../helpers/distantService.ts';
import type { Home } from '../helpers/home.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { run } from '../cli/fixture.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

const shop = { id: '7', domain: 'shop.example.com' };
const common = { profile: 'demo', period: '28d', compare: 'usual' };
const pages = {
  ...common,
  screen: 'statistic',
  website: shop,
  statistic: 'page',
  search: '',
  sortBy: 'count',
  sort: 'desc',
};

const fileOf = (home: Home) => join(home.path, 'data', 'sitedeck', 'views.json');

async function homeWith(views: object, first?: string): Promise<Home> {
  const home = await temporaryDemo();
  if (Object.keys(views).length > 0)
    writeFileSync(fileOf(home), JSON.stringify({ version: 1, ...(first && { default: first }), views }));
  return home;
}

/** Has it use the websites of the demo from a service: a kiosk, which writes nothing, would make its demo anew. */
async function useDistant(home: Home): Promise<void> {
  const service = await distantService();
  onTestFinished(() => service.close());
  useService(home, service);
}

async function quit(terminal: Terminal): Promise<void> {
  terminal.press('^C');
  expect((await terminal.exit).code).toBe(0);
}

/** The screen without requests under way, the time of the last answer, notices and keys. */
function shown(lines: readonly string[]): string[] {
  const [header = '', ...body] = lines;
  return [header.replace(/ {2,}.*$/, ''), ...body.slice(0, -3)];
}

const isRead = (lines: readonly string[]) =>
  !/request|Reading/.test(lines.join('\n')) &&
  lines.some(line => /\/checkout[ _]+[\d,]+ +\d+% +[+-]/.test(line));

test('B saves a view; after the program has ended @NAME opens the same screen, and the palette opens it from elsewhere', async () => {
  const home = await homeWith({});
  const terminal = await openDemo({ home, cols: 80, rows: 24 });
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('shop.example');
  await terminal.waitFor('> shop.example');
  terminal.press('Enter');
  await terminal.waitFor('Sitedeck > shop.example.com');
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('where country=DE');
  await terminal.waitFor('Filter: country Germany');
  terminal.press('Enter');
  await terminal.waitFor('country Germany');
  terminal.press('1', 'z');
  await terminal.waitFor('shop.example.com > Pages');
  terminal.press('t');
  await terminal.waitFor('Type a range, or choose one.');
  terminal.type('45d');
  await terminal.waitFor('> 45d');
  terminal.press('Enter');
  await terminal.waitFor(lines => isRead(lines) && !lines.some(line => line.includes('Last 28 days')));
  const before = shown(terminal.lines());
  terminal.press('B');
  await terminal.waitFor('Save view');
  await terminal.waitFor('> a name; by default shop-page');
  await terminal.waitFor('Pages of shop.example.com, 45d, country Germany.');
  terminal.type('Monday');
  await terminal.waitFor('> Monday');
  terminal.press('Enter');
  await terminal.waitFor('Saved: monday.');
  await quit(terminal);
  const { views } = JSON.parse(readFileSync(fileOf(home), 'utf8'));
  expect(views).toEqual({ monday: { ...pages, period: '45d', where: ['country=DE:Germany'] } });

  const again = start({ home, args: ['@monday'], cols: 80, rows: 24 });
  await again.waitFor(isRead);
  await again.waitFor(lines => shown(lines).join('\n') === before.join('\n'));
  again.press('Esc');
  await again.waitFor('> podcast.example.com');
  again.press(':');
  await again.waitFor('Go to');
  again.type('monday');
  await again.waitFor('View monday');
  again.press('Enter');
  await again.waitFor(isRead);
  await again.waitFor(lines => shown(lines).join('\n') === before.join('\n'));
  await quit(again);
});

test(':save saves at once and says what it replaces, and a view may be called like a command', async () => {
  const home = await homeWith({ export: { ...pages } });
  const terminal = await openDemo({ home, cols: 80, rows: 24 });
  const typed = async (text: string, found: string) => {
    terminal.press(':');
    await terminal.waitFor('Go to');
    terminal.type(text);
    await terminal.waitFor(found);
  };
  await typed('save a b', 'A name for a view is letters and digits');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.some(line => line.includes('Go to')));
  await typed('save monday', 'Save this view as monday');
  terminal.press('Enter');
  await terminal.waitFor('Saved: monday.');
  await typed('save monday', 'Replace the view monday');
  terminal.press('Enter');
  await terminal.waitFor('Replaced: monday.');
  // Both are there: the command, and the view.
  await typed('export', 'View export');
  await terminal.waitFor('Export what is shown');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.some(line => line.includes('Go to')));
  await typed('@export', 'View export');
  terminal.press('Enter');
  await terminal.waitFor('shop.example.com > Pages');
  await quit(terminal);
});

test('a view there is, is chosen by Down, replaced by a second Enter, and emptied removed', async () => {
  const home = await homeWith({ monday: pages });
  const terminal = await openDemo({ home, cols: 40, rows: 12 });
  terminal.press('B');
  await terminal.waitFor('> a name; by default websites');
  terminal.press('Down');
  await terminal.waitFor(lines => lines.some(line => line.includes('> monday ')));
  terminal.press('Enter');
  await terminal.waitFor('monday is taken');
  terminal.press('Enter');
  await terminal.waitFor('Replaced: monday.');
  terminal.press('B');
  await terminal.waitFor('> a name; by default websites');
  terminal.press('Down');
  await terminal.waitFor(lines => lines.some(line => line.includes('> monday ')));
  terminal.press('^U');
  await terminal.waitFor('a name, such as monday');
  terminal.press('Enter');
  await terminal.waitFor('The view monday is removed.');
  expect(JSON.parse(readFileSync(fileOf(home), 'utf8')).views).toEqual({});
  await quit(terminal);
});

test('a first screen of one own opens from the start on, also after a session without one; without it the list is back', async () => {
  const home = await homeWith({ first: { ...pages, profile: 'work' } });
  await useDistant(home);
  expect((await run(['view', 'default', 'first'], { home })).code).toBe(0);
  const terminal = start({ home });
  await terminal.waitFor('shop.example.com > Pages');
  expect(terminal.lines().join('\n')).not.toContain('podcast.example.com');
  await quit(terminal);
  const demo = start({ home, args: ['--profile', 'demo'] });
  await demo.waitFor('> podcast.example.com');
  await quit(demo);
  const kiosk = start({ home, args: ['--kiosk'] });
  await kiosk.waitFor('> podcast.example.com');
  await quit(kiosk);
});

test.each([
  [
    'of a website that is gone',
    { ...pages, website: { id: '77', domain: 'gone.example' } },
    'There is no website "gone.example"',
  ],
  ['of a profile that was removed', { ...pages, profile: 'work' }, 'There is no profile "work"'],
])('a first screen %s starts the list with a line', async (_, view, line) => {
  const home = await homeWith({ first: view }, 'first');
  const terminal = await openDemo({ home });
  await terminal.waitFor(line);
  await terminal.waitFor('> podcast.example.com');
  await quit(terminal);
});

test('views that cannot be read are said in a line, and B says it too', async () => {
  const home = await homeWith({});
  writeFileSync(fileOf(home), '{"views":{"__proto__":7}}');
  const terminal = start({ home, args: ['@monday'], cols: 120, rows: 30 });
  await terminal.waitFor('> podcast.example.com');
  await terminal.waitFor('holds no views that can be read');
  terminal.press('B');
  await terminal.waitFor('holds no views that can be read');
  await quit(terminal);
  expect(readFileSync(fileOf(home), 'utf8')).toBe('{"views":{"__proto__":7}}');
});

test('a view of another profile opens there', async () => {
  const home = await homeWith({ monday: pages });
  mkdirSync(join(home.path, 'config', 'sitedeck'), { recursive: true, mode: 0o700 });
  writeFileSync(
    join(home.path, 'config', 'sitedeck', 'profiles.json'),
    JSON.stringify({ version: 1, current: 'logs', profiles: {} }),
    { mode: 0o600 },
  );
  const terminal = start({ home });
  await terminal.waitFor(/your logs|own logs|logs add/);
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('monday');
  await terminal.waitFor('View monday');
  terminal.press('Enter');
  await terminal.waitFor('shop.example.com > Pages');
  await terminal.waitFor('demo data');
  await quit(terminal);
  const again = start({ home, args: ['@monday'] });
  await again.waitFor('shop.example.com > Pages');
  await quit(again);
});

test('a kiosk whose service cannot filter as its view does ends with one line; elsewhere the rest of it opens', async () => {
  const home = await homeWith({ monday: { ...pages, where: ['utm_source=mail', 'country=DE:Germany'] } });
  const kiosk = start({ home, args: ['--kiosk', '@monday'] });
  expect(await kiosk.exit).toEqual({ code: 2, signal: 0 });
  const line = 'View monday: This service does not filter by utm_source.';
  expect(kiosk.output).toContain(`sitedeck: ${line}`);
  const terminal = start({ home, args: ['@monday'], cols: 120, rows: 30 });
  await terminal.waitFor(line);
  await terminal.waitFor('country Germany');
  await quit(terminal);
});

test('a kiosk opens a view, and saves none', async () => {
  const home = await homeWith({ monday: { ...pages, profile: 'work' }, other: pages });
  await useDistant(home);
  const terminal = start({ home, args: ['--kiosk', '@monday'], cols: 80, rows: 24 });
  await terminal.waitFor(isRead);
  terminal.press('B');
  await terminal.waitFor('This is a kiosk: it only shows numbers.');
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('view ');
  await terminal.waitFor('View monday');
  expect(terminal.lines().join('\n')).not.toContain('View other');
  await quit(terminal);
});
