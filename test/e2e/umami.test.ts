import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, todayIn } from '#model/period/day.ts';
import { selectedLine, start } from '../helpers/application.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { settled } from '../helpers/textApplication.ts';
import { namedWebsites, recentSeed, recentVisits } from '../helpers/umami/example.ts';
import { countBy, viewsOf } from '../helpers/umami/recount.ts';
import { startUmami } from '../helpers/umami/server.ts';
import type { Seed } from '../helpers/umami/world.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

/** The application over a service that somebody is signed in to, with their websites on screen. */
async function open(
  username: string,
  seed: Seed = recentSeed(),
  size: { readonly cols: number; readonly rows: number } = { cols: 120, rows: 40 },
  awaited = 'team.example',
) {
  const server = await startUmami(seed);
  const home = temporaryHome();
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const work = { kind: 'umami', url: server.url, apiKey: server.tokenOf(username), timeZone: 'UTC' };
  const file = { version: 1, current: 'work', profiles: { work } };
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify(file), { mode: 0o600 });
  const terminal = start({ home, ...size });
  await terminal.waitFor(awaited);
  await settled(terminal);
  return { server, terminal };
}

const text = (terminal: Terminal) => terminal.lines().join('\n');

async function select(terminal: Terminal, domain: string): Promise<void> {
  terminal.press('g');
  for (let step = 0; step < 5 && !selectedLine(terminal).includes(domain); step += 1) {
    const before = selectedLine(terminal);
    if (step > 0) terminal.press('j');
    await terminal.waitFor(() => step === 0 || selectedLine(terminal) !== before);
    await terminal.quiet(50);
  }
  await terminal.waitFor(() => selectedLine(terminal).includes(domain));
}

test('the list, a dashboard, a table, and a website that is added, shared and deleted', async () => {
  const { server, terminal } = await open('anna');
  const today = todayIn('UTC', new Date());
  const views = viewsOf(recentVisits(), addDays(today, -28), addDays(today, -1));
  const days = countBy(
    views,
    ({ minute }) => minute.slice(0, 10),
    ({ visitor }) => visitor,
  );
  const ofDays = Object.values(days).reduce((sum, count) => sum + count, 0);
  const visitors = new Set(views.map(({ visitor }) => visitor)).size;
  expect(ofDays).toBeGreaterThan(visitors);

  await select(terminal, 'shop.example');
  await terminal.waitFor(`${views.length} page views`);
  terminal.press('Enter');
  await terminal.waitFor('Sitedeck > shop.example');
  await settled(terminal);
  // Everybody counts once: not the sum of the days.
  await terminal.waitFor(new RegExp(`│ ${visitors}\\b.*│ ${views.length}\\b`));
  await terminal.waitFor(/1 Pages .*2 Referrers .*3 Countries/);
  await terminal.waitFor(/4 Landing pages .*5 Campaigns .*6 Browsers/);
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('Bots');
  await terminal.waitFor(lines => lines.join('').includes('Bots') && !lines.join('').includes(' > Pages'));
  expect(text(terminal)).not.toContain(' > Bots');
  terminal.press('^U');
  terminal.type('Pages');
  await terminal.waitFor(' > Pages');
  terminal.press('Enter');
  await terminal.waitFor('Sitedeck > shop.example > Pages');
  await terminal.waitFor(/\/docs\/install .* 1 +5% /);
  terminal.press('/');
  terminal.type('CART');
  await terminal.waitFor(/\/shop\/cart[ _]+2 +10% /);
  await terminal.waitFor(lines => !lines.join('').includes('/docs/install'));
  // Rows are read whole, and searched here.
  const metrics = server.asked.filter(({ path }) => path.includes('/metrics'));
  expect(metrics.filter(({ query }) => query.get('search') || query.has('offset'))).toEqual([]);
  expect(new Set(metrics.map(({ query }) => query.get('limit')))).toEqual(new Set(['10000']));
  terminal.press('Esc', 'Esc', 'Esc');
  await terminal.waitFor(lines => lines[0]?.startsWith(' Sitedeck > Websites') === true);

  terminal.press('a');
  await terminal.waitFor('Add a website');
  await terminal.waitFor(/Privacy +public \[private\]/);
  expect(text(terminal)).not.toMatch(/password|Email reports|Exclude/);
  terminal.type('new.example');
  terminal.press('Tab');
  await terminal.waitFor('What it is called');
  terminal.press('Tab', 'Space');
  await terminal.waitFor('[public]');
  terminal.press('^S');
  await terminal.waitFor('Added new.example.');
  const added = server.world.websites.find(({ domain }) => domain === 'new.example');
  expect(server.world.shares.filter(({ websiteId }) => websiteId === added?.id)).toHaveLength(1);
  await terminal.waitFor(() => selectedLine(terminal).includes('new.example'));
  terminal.press('e');
  await terminal.waitFor(/Name +│ new\.example/);
  terminal.press('^U');
  terminal.type('The new one');
  terminal.press('Tab', 'Space');
  await terminal.waitFor('[private]');
  terminal.press('^S');
  await terminal.waitFor('End its share links?');
  await terminal.waitFor(
    `/share/${server.world.shares.find(({ websiteId }) => websiteId === added?.id)?.slug}`,
  );
  terminal.press('y');
  await terminal.waitFor('Saved new.example');
  await terminal.waitFor('called The new one');
  expect(server.world.websites.find(({ id }) => id === added?.id)?.name).toBe('The new one');
  expect(server.world.shares.filter(({ websiteId }) => websiteId === added?.id)).toEqual([]);
  terminal.press('d');
  await terminal.waitFor('Delete new.example (The new one)?');
  terminal.type('new.example');
  terminal.press('Enter');
  await terminal.waitFor('Deleted new.example and its statistics.');
  expect(server.world.websites.map(({ domain }) => domain)).not.toContain('new.example');
});

test.each([
  [80, 24],
  [40, 12],
] as const)(
  'at %ix%i websites of one domain, and of none, are told apart by their names, and found by them',
  async (cols, rows) => {
    const { server, terminal } = await open(
      'anna',
      { ...recentSeed(), websites: namedWebsites },
      { cols, rows },
      'Only a name',
    );
    const shown = () =>
      terminal.lines().filter(line => /Clients [AB]|Only a name|Empty|shop\.example/.test(line.slice(0, 60)));
    await terminal.waitFor(() => shown().length >= 5);
    expect(text(terminal)).not.toContain('no domain');
    terminal.press('/');
    terminal.type('clients b');
    await terminal.waitFor(
      lines =>
        lines.findIndex(line => /same\.exa.*Clients B|Clients B/.test(line)) > 0 &&
        !/Clients A/.test(lines.join('\n').replace(/OTHER WEBSITES[^]*/, '')),
    );
    terminal.press('Tab', 'd');
    await terminal.waitFor(/Delete same\.example \(Clients B\)\?|Clients B\)\?/);
    terminal.press('Esc');
    await terminal.waitFor(lines => !lines.join('').includes('Delete same'));
    terminal.press('Enter');
    await terminal.waitFor(lines => /same\.exa|Clients B/.test(lines[0] ?? ''));
    expect(server.world.websites).toHaveLength(5);
  },
);

test('rights that are refused, a service that fails and one that is slow: what is on screen stays, and says why', async () => {
  const { server, terminal } = await open('mia');
  expect(text(terminal)).not.toContain('shop.example');
  terminal.press('d');
  await terminal.waitFor('Delete team.example (Of the team)?');
  terminal.type('team.example');
  terminal.press('Enter');
  await terminal.waitFor('Umami does not allow you to do this');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Delete team.example'));
  expect(server.world.websites.map(({ domain }) => domain)).toContain('team.example');
  // The sign-in is good: nobody is asked for it.
  expect(text(terminal)).not.toContain('Sign in again');

  server.faultWith(() => ({ status: 500 }));
  terminal.press('r');
  await terminal.waitFor('The service failed (500).');
  expect(text(terminal)).toContain('team.example');
  server.faultWith(() => ({ delay: 700 }));
  terminal.press('r');
  await terminal.waitFor(/ \d+ requests?\b/);
  expect(text(terminal)).toContain('team.example');
  await terminal.waitFor(lines => !lines.join('').includes('The service failed (500).'));
  await settled(terminal);
  expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('hostile names and paths: nothing of them is obeyed', async () => {
  const yesterday = addDays(todayIn('UTC', new Date()), -1);
  const visits = hostileTexts.map(hostile => ({
    who: 'ada',
    at: `${yesterday}T10:00:00Z`,
    paths: [`/${hostile}`],
    referrer: hostile,
    campaign: hostile,
  }));
  const seed = recentSeed(visits);
  const more = hostileTexts.slice(0, 10).map(hostile => ({ name: hostile, domain: hostile, owner: 'anna' }));
  const { terminal } = await open('anna', { ...seed, websites: [...seed.websites, ...more] });
  await terminal.waitFor('13 websites');
  terminal.press('/');
  terminal.type('shop');
  // The search is answered: before it, Enter opens no row of the list without it.
  await terminal.waitFor('1-1 of 1 ');
  terminal.press('Enter');
  await terminal.waitFor('Sitedeck > shop.example');
  await settled(terminal);
  await terminal.waitFor(/a\..*\.z/);
  // What is told to the terminal is ours: no title, no clipboard, no mouse, no question but the one for its background.
  expect(terminal.output).not.toMatch(/\x1b\](?!11;\?)|\x1bP|\x1b_|\x1b\^|\x1b\[\?1000h|\x1b\[6n|\x9b/);
});
