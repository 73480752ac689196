import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { selectedLine, start } from '../helpers/application.ts';
import { distantService, useService, type DistantService } from '../helpers/distantService.ts';
import { foreignBytes } from '../helpers/foreignBytes.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { settled, useTextService } from '../helpers/textApplication.ts';

/** What a first session leaves behind; to be copied. */
let left: Home;
let service: DistantService;

beforeAll(async () => {
  service = await distantService();
  left = makeHome();
  await firstSession(left, service);
}, 30_000);

afterAll(async () => {
  await service.close();
  left.remove();
});

/** Looks at the list and at the dashboard of its first website. */
async function firstSession(home: Home, of: DistantService): Promise<void> {
  useService(home, of);
  const terminal = startTerminal({ home });
  await terminal.waitFor(has(allRead));
  terminal.press('Enter');
  await terminal.waitFor(dashboardIsRead);
  terminal.press('Esc');
  await terminal.waitFor(listIsBack);
  await quit(terminal);
  await terminal.stop();
}

/** A home after the first session, with the service that answers nothing until it is released. */
function nextHome(): Home {
  const home = makeHome();
  for (const folder of ['config', 'data'])
    cpSync(join(left.path, folder), join(home.path, folder), { recursive: true, preserveTimestamps: true });
  service.hold();
  onTestFinished(() => {
    service.release();
    home.remove();
  });
  return home;
}

/** Without "12 of" before it. */
const allRead = '  13 websites, sums of daily visitors';
const filesIn = (home: Home) =>
  readdirSync(join(home.path, 'data', 'sitedeck', 'seen'), { recursive: true, withFileTypes: true }).map(
    entry => join(entry.parentPath, entry.name),
  );
const has = (text: string) => (lines: readonly string[]) => lines.join('\n').includes(text);
const lacks = (text: string) => (lines: readonly string[]) => !lines.join('\n').includes(text);
// A frame may come in pieces: none of the list is left on the dashboard, and none of the dashboard on the list.
const dashboardIsRead = (lines: readonly string[]) =>
  has('Best day')(lines) && lacks('Reading ...')(lines) && has('usual')(lines) && lacks(allRead)(lines);
const listIsBack = (lines: readonly string[]) => has(allRead)(lines) && lacks('Best day')(lines);

async function quit(terminal: Terminal): Promise<void> {
  terminal.press('q');
  await terminal.exit;
}

/** From any view. */
async function quitFrom(terminal: Terminal): Promise<void> {
  terminal.press('^C');
  await terminal.exit;
}

test('what a session saw is for this account alone', () => {
  expect(filesIn(left).length).toBeGreaterThan(3);
  for (const path of filesIn(left)) {
    const found = statSync(path);
    expect([path, found.mode & 0o777]).toEqual([path, found.isDirectory() ? 0o700 : 0o600]);
  }
});

test('it is there before the service has answered, and nothing jumps when it does', async () => {
  const home = nextHome();
  const terminal = start({ home });
  await terminal.waitFor(lines => has('as of ')(lines) && has(allRead)(lines));
  // Its own request is held; those of a program before it have come by now.
  await expect.poll(() => service.held()).toBe(1);
  const before = service.requests() - 1;
  terminal.press('j');
  await terminal.waitFor(() => selectedLine(terminal) !== '' && !selectedLine(terminal).includes('podcast'));
  const rows = terminal.lines().slice(2, 20);
  service.release();
  await terminal.waitFor(lacks('as of '));
  expect(terminal.lines().slice(2, 20)).toEqual(rows);
  expect(service.requests() - before).toBe(1);
  await quit(terminal);
});

test('a website named at the start, too', async () => {
  const terminal = start({ home: nextHome(), args: ['podcast.example.com'] });
  await terminal.waitFor(lines => has('as of ')(lines) && dashboardIsRead(lines));
  service.release();
  await terminal.waitFor(lacks('as of '));
  await terminal.waitFor(dashboardIsRead);
  terminal.press('Esc');
  await terminal.waitFor(listIsBack);
  await quit(terminal);
});

test('a damaged file counts as absent', async () => {
  const home = nextHome();
  const list = filesIn(home).find(path => path.endsWith('list.json')) ?? '';
  writeFileSync(list, readFileSync(list, 'utf8').slice(0, 500));
  const terminal = start({ home });
  await terminal.waitFor(has('Reading the websites'));
  service.release();
  await terminal.waitFor(has(allRead));
  await quit(terminal);
});

test('a kiosk reads it and writes nothing', async () => {
  const home = nextHome();
  const before = filesIn(home).map(path => [path, statSync(path).mtimeMs]);
  const terminal = start({ home, args: ['--kiosk'] });
  await terminal.waitFor(has('as of '));
  service.release();
  await terminal.waitFor(lacks('as of '));
  terminal.press('r', 'Enter');
  await terminal.waitFor(dashboardIsRead);
  terminal.press('Esc');
  await terminal.waitFor(listIsBack);
  await quit(terminal);
  expect(filesIn(home).map(path => [path, statSync(path).mtimeMs])).toEqual(before);
});

test('without the service all that was seen can be read, it is said, and nothing can be changed', async () => {
  const home = nextHome();
  await service.goAway();
  onTestFinished(() => service.comeBack());
  const terminal = start({ home });
  await terminal.waitFor(lines => has('offline, as of ')(lines) && has(allRead)(lines), 20_000);
  await terminal.waitFor(
    lines => lines[1]?.includes('Last 28 days') === true && lacks('not refreshed')(lines),
  );
  terminal.press('e');
  await terminal.waitFor(has('nothing can be changed'));
  terminal.press('/');
  terminal.type('CHESS');
  await terminal.waitFor(lines => has('chess-club.example')(lines) && lacks('podcast.example.com')(lines));
  await terminal.waitFor(lines => lines[1]?.endsWith(' 1-1 of 1') === true);
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.some(line => line.includes('> chess-club.example')));
  // No session has opened it: its days are those of the list.
  terminal.press('Enter');
  await terminal.waitFor(lines => has('Was not read before')(lines) && has('offline, as of ')(lines));
  await terminal.waitFor(lines => has('211')(lines) && lacks('could not be read')(lines));
  terminal.press('Esc');
  await terminal.waitFor(has('1-1 of 1'));
  terminal.press('Esc');
  await terminal.waitFor(has('podcast.example.com'));
  terminal.press('g', 'Enter');
  await terminal.waitFor(lines => dashboardIsRead(lines) && has('offline, as of ')(lines));
  terminal.press('Esc');
  await terminal.waitFor(listIsBack);
  await quit(terminal);
});

test('back online on a view that the dashboard led to nothing moves, and the time goes', async () => {
  const home = makeHome();
  onTestFinished(() => home.remove());
  const away = await distantService();
  onTestFinished(() => away.close());
  useService(home, away);
  const heatMapIsRead = (lines: readonly string[]) => has('busiest on')(lines) && lacks('Best day')(lines);
  const first = startTerminal({ home });
  await first.waitFor(has(allRead));
  first.press('Enter');
  await first.waitFor(dashboardIsRead);
  first.press('H');
  await first.waitFor(heatMapIsRead);
  await quitFrom(first);

  await away.goAway();
  const terminal = start({ home });
  await terminal.waitFor(lines => has('offline, as of ')(lines) && has(allRead)(lines), 20_000);
  terminal.press('Enter');
  await terminal.waitFor(dashboardIsRead);
  terminal.press('H');
  await terminal.waitFor(lines => heatMapIsRead(lines) && has('offline, as of ')(lines));
  const rows = terminal.lines().slice(1);
  await expect.poll(() => brightCells(terminal)).toBe(0);
  await away.comeBack();
  terminal.press('r');
  await terminal.waitFor(lacks('as of '), 20_000);
  expect(terminal.lines().slice(1)).toEqual(rows);
  await expect.poll(() => brightCells(terminal)).toBeGreaterThan(0);
  await quitFrom(terminal);
});

test('a row over time: the same numbers without the service, dim, with their time', async () => {
  const home = makeHome();
  onTestFinished(() => home.remove());
  const gone = await distantService();
  onTestFinished(() => gone.close());
  useService(home, gone);
  const size = { cols: 120, rows: 40 };
  const first = start({ home, ...size });
  await openHistory(first);
  await first.quiet();
  const rows = first.lines().slice(1, -2);
  await quitFrom(first);

  await gone.close();
  const terminal = start({ home, ...size });
  await openHistory(terminal, 'offline, as of ');
  await expect.poll(() => terminal.lines().slice(1, -2)).toEqual(rows);
  for (const text of ['page views', 'PAGE VIEWS', ' Saturday'])
    expect([text, terminal.screen.find(text)]).toEqual([text, expect.objectContaining({ dim: true })]);
  terminal.press('Esc');
  await terminal.waitFor(dashboardIsRead);
  terminal.press('e');
  await terminal.waitFor(has('nothing can be changed'));
  await quitFrom(terminal);
});

/** Of those below the lines that say what is shown, down to the detail line. */
function brightCells(terminal: Terminal): number {
  const cells = terminal.screen.cells().slice(4, -2).flat();
  return cells.filter(({ text, dim }) => text.trim() !== '' && !dim).length;
}

/** From the list to the first page of the first website over time. */
async function openHistory(terminal: Terminal, mark = ''): Promise<void> {
  await terminal.waitFor(lines => has(mark)(lines) && has(allRead)(lines), 20_000);
  terminal.press('Enter');
  await terminal.waitFor(dashboardIsRead);
  terminal.press('1', 'Enter', 'Enter');
  await terminal.waitFor(lines => /by day, 1 to \d+ of 28$/.test(lines[2] ?? '') && has(mark)(lines));
}

test('a form that is open when the service goes away keeps what was typed, and says that it is not saved', async () => {
  const home = makeHome();
  onTestFinished(() => home.remove());
  const leaving = await distantService();
  onTestFinished(() => leaving.close());
  await firstSession(home, leaving);
  leaving.hold();
  const terminal = start({ home });
  await terminal.waitFor(lines => has('as of ')(lines) && has(allRead)(lines));
  terminal.press('a');
  await terminal.waitFor('Add a website');
  terminal.type('typed.example');
  await terminal.waitFor('typed.example');
  await leaving.goAway();
  terminal.press('^S');
  await terminal.waitFor(lines => has('Not saved: ')(lines) && has('typed.example')(lines), 20_000);
  leaving.release();
  await leaving.comeBack();
  terminal.press('^S');
  await terminal.waitFor(lines => has('1-14 of 14')(lines) && has('typed.example')(lines), 20_000);
  await quitFrom(terminal);
});

test('hostile texts are as harmless when they were kept', async () => {
  const texts = await useTextService();
  const apiKey = texts.keyFor({ texts: hostileTexts });
  const home = makeHome();
  onTestFinished(() => home.remove());
  useService(home, texts, { apiKey });
  const size = { cols: 120, rows: 40 };
  const see = async (terminal: Terminal) => {
    await settled(terminal);
    const list = terminal.lines().slice(4, -2);
    terminal.press('j', 'Enter');
    await terminal.waitFor('Landing pages');
    await settled(terminal);
    // Below the tiles: what is usual by now changes with the minute.
    return [list, terminal.lines().slice(7, -2)];
  };
  const first = start({ home, ...size });
  await first.waitFor(lines => lines.some(line => line.startsWith(' > ')));
  const seen = await see(first);
  await quitFrom(first);

  texts.change(apiKey, { delay: Infinity });
  const terminal = start({ home, ...size });
  await terminal.waitFor(has('as of '));
  await expect.poll(() => terminal.lines().slice(4, -2)).toEqual(seen[0]);
  terminal.press('j', 'Enter');
  await expect.poll(() => terminal.lines().slice(7, -2), { timeout: 10_000 }).toEqual(seen[1]);
  expect(foreignBytes(terminal.output)).toEqual([]);
  await quitFrom(terminal);
});

test('the first frame waits for no command that prints the key', async () => {
  const home = makeHome();
  onTestFinished(() => home.remove());
  const [wait, script] = [join(home.path, 'wait'), join(home.path, 'key.sh')];
  writeFileSync(script, `while [ -e ${wait} ]; do sleep 0.05; done; echo ${service.key}\n`);
  useService(home, service, { apiKey: undefined, apiKeyCommand: `sh ${script}` });
  const first = start({ home });
  await first.waitFor(has(allRead));
  await quit(first);
  writeFileSync(wait, '');
  const terminal = start({ home });
  await terminal.waitFor(lines => has('as of ')(lines) && has(allRead)(lines));
  rmSync(wait);
  await terminal.waitFor(lacks('as of '));
  await quit(terminal);
});

test('on a small terminal without colours the words say it', async () => {
  const terminal = start({ home: nextHome(), cols: 40, rows: 10, env: { NO_COLOR: '1' } });
  await terminal.waitFor(lines => has('as of ')(lines) && has('podcast.example.com')(lines));
  service.release();
  await terminal.waitFor(lacks('as of '));
  await quit(terminal);
});

test('a profile that says so keeps nothing', async () => {
  const home = nextHome();
  useService(home, service, { cache: 'off' });
  service.release();
  const terminal = start({ home });
  await terminal.waitFor(has(allRead));
  await quit(terminal);
  expect(filesIn(home).map(path => basename(path))).toEqual(['.secret']);
});
