import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandsOf, screens } from '#commands/registry.ts';
import { openService } from '#server/openService.ts';
import { start } from '../helpers/application.ts';
import { json } from '../helpers/faultAnswers.ts';
import { fetchHandler } from '../helpers/fetchHandler.ts';
import { fileTree } from '../helpers/fileTree.ts';
import type { Home } from '../helpers/home.ts';
import { keyBytes } from '../helpers/keyBytes.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { escape } from '../helpers/textApplication.ts';
import { startService, today } from '../cli/fixture.ts';
import { putStatistics } from '../server/serverFixture.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

/** Everything that has a key, but for what ends the program, and what no text field and no paste would survive. */
const allKeys = [...new Set(screens.flatMap(({ screen }) => commandsOf(screen).flatMap(({ keys }) => keys)))]
  .filter(key => key !== 'q' && key !== '^C')
  .concat('!', '|', '^X', '^G', '^O', '^T', 'v', 'E', 'Alt-x', 'F2');

/** A home of a kiosk: temporary files would be in it too. */
function kioskHome(): Home {
  const home = temporaryHome();
  const temporary = join(home.path, 'tmp');
  mkdirSync(temporary);
  const { NODE_COMPILE_CACHE: _, ...env } = home.env;
  return { ...home, env: { ...env, TMPDIR: temporary } };
}

async function openKiosk(home: Home, args: readonly string[], shown: string): Promise<Terminal> {
  const terminal = start({ home, args: ['--kiosk', ...args], cols: 100, rows: 30 });
  // The demo is made first: on a busy machine that takes a while.
  await terminal.waitFor(shown, 60_000);
  await terminal.waitFor('? help');
  return terminal;
}

const views: readonly (readonly string[])[] = [[], ['Enter'], ['w'], [':']];

/** Presses every key in every view, a paste, a mouse and changes of size between them, and quits. */
async function pressEverything(terminal: Terminal, inViews = views): Promise<void> {
  for (const [number, opening] of inViews.entries()) {
    terminal.raw(escape.repeat(6));
    for (const key of opening) {
      terminal.press(key);
      await terminal.quiet(30);
    }
    for (const key of allKeys) {
      terminal.raw(key === 'Esc' ? escape : keyBytes(key));
      await terminal.quiet(3);
    }
    terminal.raw('\x1b[<0;10;10M\x1b[<0;10;10m\x1b[M !!');
    terminal.paste('!sh\n:!id\nrm -rf ~\n');
    if (number % 2 === 0) terminal.resize(40, 10);
    else terminal.resize(100, 30);
    await terminal.quiet(50);
  }
  terminal.resize(100, 30);
  // What is being read takes some of them.
  const pressEscapes = async () => {
    terminal.raw(escape.repeat(6));
    await terminal.quiet(100);
    return terminal.lines()[0];
  };
  await expect.poll(pressEscapes).toMatch(/^ Sitedeck > Websites/);
  terminal.press('^C');
  expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
}

/** What a kiosk does not have says so, and x copies only. */
async function expectKioskOnly(terminal: Terminal): Promise<void> {
  const reason = 'This is a kiosk: it only shows numbers.';
  for (const key of ['P', 'o', 'T', '^G', '^Z']) {
    terminal.press('j');
    await terminal.waitFor(lines => !lines.some(line => line.includes(reason)));
    terminal.press(key);
    await terminal.waitFor(reason);
  }
  terminal.press('d');
  await terminal.waitFor('Read-only profile.');
  terminal.press('x');
  await terminal.waitFor('[the clipboard]');
  expect(terminal.lines().join('\n')).not.toContain('a file');
  const mark = terminal.mark();
  terminal.press('Enter');
  await terminal.waitFor('Copied 13 rows as CSV.');
  expect(terminal.outputSince(mark)).toContain('\x1b]52;c;');
  terminal.press(':');
  await terminal.waitFor('Go to');
  for (const [words, answer] of [
    ['Profiles', /│ +Profiles +│[^]*Nothing by that name/],
    ['Suspend', /│ +Suspend +│[^]*Nothing by that name/],
    ['Add a website', /Not now +> Add a website[^]*│ Read-only profile\./],
    ['Open in a browser', /Not now +> Open in a browser[^]*│ This is a kiosk: it only shows/],
  ] as const) {
    terminal.press('^U');
    terminal.type(words);
    await terminal.waitFor(answer);
  }
  terminal.raw(escape);
  terminal.press('?');
  await terminal.waitFor('type to find a key');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('\n').includes('type to find a key'));
}

async function ownLogs(home: Home) {
  const folder = join(home.path, 'data', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'sites.sqlite');
  const service = await openService({ file, today: () => today, countsLogs: true });
  const body = new URLSearchParams({ domain: 'shop.example.com' });
  await fetchHandler(service)(new Request('http://service/api/v1/websites', { method: 'POST', body }));
  await putStatistics(file, 1, 'visitors', [[today, today, 12]]);
  return service;
}

test('in the demo: what a kiosk does not have says so, x copies only, and with every key nothing is written', async () => {
  const home = kioskHome();
  const before = fileTree(home.path);
  const terminal = await openKiosk(home, [], 'podcast.example.com');
  expect(terminal.output).toMatch(/Making the demo: \d+%/);
  await expectKioskOnly(terminal);
  await pressEverything(terminal);
  expect(fileTree(home.path)).toEqual(before);
});

test('every key, over own logs that nobody follows: nothing is written, beside the database either', async () => {
  const home = kioskHome();
  (await ownLogs(home)).close();
  const before = fileTree(home.path);
  const terminal = await openKiosk(home, ['--profile', 'logs'], 'shop.example.com');
  await pressEverything(terminal, views.slice(1, 2));
  expect(fileTree(home.path)).toEqual(before);
});

test('over own logs that another program has open: its files stay as they are, and what it writes is shown', async () => {
  const home = kioskHome();
  const service = await ownLogs(home);
  onTestFinished(() => service.close());
  const before = fileTree(home.path);
  const terminal = await openKiosk(home, ['--profile', 'logs'], 'shop.example.com');
  expect(fileTree(home.path)).toEqual(before);
  const body = new URLSearchParams({ domain: 'late.example.com' });
  await fetchHandler(service)(new Request('http://service/api/v1/websites', { method: 'POST', body }));
  const after = fileTree(home.path);
  terminal.press('r');
  await terminal.waitFor('late.example.com');
  terminal.press('q');
  expect((await terminal.exit).code).toBe(0);
  expect(fileTree(home.path)).toEqual(after);
});

test('where a service takes the key no more, its rows do not speak of another key', async () => {
  const server = await openFaultServer();
  const website = { id: 1, domain: 'one.example.com' };
  let isRefused = false;
  server.answerWith((response, request) => {
    const answer = (): ReturnType<typeof json> => {
      if (!request.path.includes('/stats/'))
        return json({ data: request.path.endsWith('/1') ? website : [website] });
      if (isRefused) return json({ message: 'Unauthenticated.' }, 401);
      return json({ data: request.query.includes('name=page&') ? [{ value: '/', count: 7 }] : [] });
    };
    return answer()(response, request);
  });
  const home = kioskHome();
  const env = { ...home.env, SITEDECK_URL: server.url, SITEDECK_API_KEY: 'a-key-of-the-owner' };
  const terminal = await openKiosk({ ...home, env }, [], 'one.example.com');
  terminal.press('Enter');
  await terminal.waitFor('Pages');
  isRefused = true;
  terminal.press('2');
  await terminal.waitFor(/^ Referrers/m);
  terminal.press('z');
  await terminal.waitFor('The rows could not be read');
  await terminal.waitFor('Press r to try again.');
  expect(terminal.lines().join('\n')).not.toMatch(/Press P|new key|another address/);
  expect(terminal.output).not.toContain('a-key-of-the-owner');
  terminal.press('^C');
  expect((await terminal.exit).code).toBe(0);
});

test('a kiosk on a wall refreshes by itself, and goes through the websites', async () => {
  const service = await startService();
  for (const domain of ['one.example.com', 'two.example.com']) {
    const id = await service.add(domain);
    await service.count(id, 'visitors', [today, '', 12]);
  }
  const home = kioskHome();
  const env = { ...home.env, ...service.env };
  const terminal = await openKiosk({ ...home, env }, ['--rotate', '5s'], 'two.example.com');
  expect(terminal.lines()[0]).toContain('every 60 s, rotate 5 s');
  await terminal.waitFor('Sitedeck > two.example.com');
  await terminal.waitFor('Sitedeck > one.example.com');
  await terminal.waitFor(/^ Sitedeck > Websites/);
  terminal.press('q');
  expect((await terminal.exit).code).toBe(0);
});

test('--refresh shows what has come since, also where nothing is pressed', async () => {
  const service = await startService();
  const id = await service.add('one.example.com');
  await service.count(id, 'visitors', [today, '', 12]);
  const home = kioskHome();
  const args = ['--refresh', '10s', 'one.example.com'];
  const terminal = start({
    home: { ...home, env: { ...home.env, ...service.env } },
    args,
    cols: 100,
    rows: 30,
  });
  await terminal.waitFor(/│ 12 +0 views/);
  expect(terminal.lines()[0]).toContain('every 10 s');
  await service.count(id, 'visitors', [today, '', 5]);
  await terminal.waitFor(/│ 17 +0 views/, 60_000);
  terminal.press('R');
  await terminal.waitFor('Auto-refresh off.');
  expect(terminal.lines()[0]).not.toContain('every');
  terminal.press('^C');
  expect((await terminal.exit).code).toBe(0);
});
