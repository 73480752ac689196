import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { selectedLine, start } from '../helpers/application.ts';
import { distantService, useService, type DistantService } from '../helpers/distantService.ts';
import { foreignBytes } from '../helpers/foreignBytes.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { escape, settled, useTextService } from '../helpers/textApplication.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

/** What a first session leaves behind; to be copied. */
let left: Home;
let service: DistantService;
/** The rows of its screen on the page of one row over time. */
let history: readonly string[];

beforeAll(async () => {
  service = await distantService();
  left = makeHome();
  useService(left, service);
  history = await firstSession(left);
}, 30_000);

afterAll(async () => {
  await service.close();
  left.remove();
});

/** Looks at the list, the dashboard of its first website, its hours, and one row over time; returns what stands there. */
async function firstSession(home: Home): Promise<string[]> {
  await using terminal = startTerminal({ home });
  await terminal.waitFor(has(allRead));
  terminal.press('Enter');
  await terminal.waitFor(dashboardIsRead);
  terminal.press('H');
  await terminal.waitFor(heatMapIsRead);
  terminal.press('Esc');
  await terminal.waitFor(dashboardIsRead);
  await openHistory(terminal);
  await terminal.waitFor(lines => has('CAME FROM')(lines) && lacks('Reading')(lines));
  await terminal.quiet();
  const rows = daysOf(terminal);
  await leaveHistory(terminal);
  // Out of the row first.
  terminal.raw(escape.repeat(2));
  await terminal.waitFor(listIsBack);
  await quit(terminal);
  return rows;
}

const small = { cols: 80, rows: 24 };
const large = { cols: 120, rows: 40 };

/** From the dashboard to the first of its pages over time, on a large screen. */
async function openHistory(terminal: Terminal): Promise<void> {
  terminal.resize(large.cols, large.rows);
  await terminal.waitFor(lines => isOf(lines, large.cols) && dashboardIsRead(lines));
  terminal.press('1', 'Enter', 'Enter');
  await terminal.waitFor(/by day, 1 to \d+ of 28$/m);
}

/** The frame is drawn for so many columns: a box reaches to the last of them. */
const isOf = (lines: readonly string[], columns: number) =>
  [columns - 1, columns].includes(lines[1]?.length ?? 0);

/** Without the part beside the days: what came with one of them is not kept. */
function daysOf(terminal: Terminal): string[] {
  return terminal
    .lines()
    .flatMap(line => (/^ [> ] \w{3} \d+ \w{3} \d{4}/.test(line) ? line.slice(0, 64) : []));
}

async function leaveHistory(terminal: Terminal): Promise<void> {
  terminal.press('Esc');
  await terminal.waitFor(dashboardIsRead);
  terminal.resize(small.cols, small.rows);
  await terminal.waitFor(lines => isOf(lines, small.cols) && dashboardIsRead(lines));
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
/** Beside its usual day, once an hour of it is over. */
const isTodayRead = (lines: readonly string[]) =>
  new Date().getUTCHours() === 0 || lines.some(line => / by \d\d:00(?: |$)/.test(line));
const dashboardIsRead = (lines: readonly string[]) =>
  has('Best day')(lines) && lacks('Reading ...')(lines) && isTodayRead(lines) && lacks(allRead)(lines);
const heatMapIsRead = (lines: readonly string[]) => has('busiest on')(lines) && lacks('Best day')(lines);
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

test('without the service all that was seen can be read, with its time, and nothing can be changed, below one box on every view; back online the numbers stay', async () => {
  const home = nextHome();
  await service.goAway();
  onTestFinished(() => service.comeBack());
  const terminal = start({ home });
  await terminal.waitFor(lines => has('offline, as of ')(lines) && has(allRead)(lines), 60_000);
  await terminal.waitFor(lines => has('\n Last 28 days')(lines) && has('refuses the connection')(lines));
  await terminal.waitFor(/Shown as of .+\. You can open and search it, but not change it\./);
  terminal.press('e');
  await terminal.waitFor(has('Nothing can be changed'));
  await expectSearchOffline(terminal);
  terminal.press('g', 'Enter');
  await terminal.waitFor(
    lines =>
      isSaid(lines) && has(' visitors')(lines) && has('offline, as of ')(lines) && lacks(allRead)(lines),
  );
  await expectStatisticOffline(terminal);
  await expectHistoryOffline(terminal);
  await expectToComeBackOnHours(terminal);
});

/** On the list, and on the dashboard of a website that no session has opened: its days are those of the list. */
async function expectSearchOffline(terminal: Terminal): Promise<void> {
  terminal.press('/');
  terminal.type('CHESS');
  // Below what is found stand the others.
  await terminal.waitFor(lines => has('chess-club.example')(lines) && lacks('> podcast.example.com')(lines));
  await terminal.waitFor(/ 1-1 of 1$/m);
  terminal.press('Tab');
  await terminal.waitFor(lines => lines.some(line => line.includes('> chess-club.example')));
  const [, visitors = ''] = / ([\d,]+) +[-+=]/.exec(selectedLine(terminal)) ?? [];
  expect(visitors).not.toBe('');
  terminal.press('Enter');
  await terminal.waitFor(lines => has('Not in the saved data')(lines) && has('offline, as of ')(lines));
  await terminal.waitFor(lines => has(` ${visitors} `)(lines) && lacks('could not be read')(lines));
  // Of a period that no session has read there is nothing, and when it is tried next.
  await choosePeriod(terminal, 'last 90 days');
  await terminal.waitFor(
    lines =>
      has('Nothing of this view was read before.')(lines) && /tries again in \d+ s/.test(lines[5] ?? ''),
  );
  await choosePeriod(terminal, 'last 28 days');
  await terminal.waitFor(lines => has(` ${visitors} `)(lines) && isSaid(lines));
  terminal.press('Esc');
  await terminal.waitFor(has('1-1 of 1'));
  terminal.press('Esc');
  await terminal.waitFor(lines => has('podcast.example.com')(lines) && lacks('Search CHESS')(lines));
}

async function choosePeriod(terminal: Terminal, period: string): Promise<void> {
  terminal.press('t');
  await terminal.waitFor('Type a range');
  terminal.type(period);
  await terminal.waitFor(lines => lines.join('\n').toLowerCase().includes(`> ${period}`));
  terminal.press('Enter');
}

/** The box above every view: what failed, when it is tried next, and its keys, also in the footer. */
const isSaid = (lines: readonly string[]) =>
  lines[1]?.startsWith('╭─ No answer ─') === true &&
  /(?:tries again in \d+ s|trying again \.\.\.) .* r {2}try again /.test(lines[5] ?? '') &&
  lines.at(-1)?.startsWith(' r try again  P profiles ') === true;

/** A statistic that no session has read: why is said once, and below it what to look into. */
async function expectStatisticOffline(terminal: Terminal): Promise<void> {
  terminal.press('2', 'z');
  await terminal.waitFor(
    lines => isSaid(lines) && has('Nothing of this view was read before.')(lines) && has('LOOK AT')(lines),
  );
  expect(terminal.lines().slice(7).join('\n')).not.toMatch(/refuses the connection|Press /);
  terminal.press('Esc');
  await terminal.waitFor(lines => isSaid(lines) && has('Last 28 days')(lines) && lacks('LOOK AT')(lines));
}

/** A row over time: the same numbers, dim; then on the dashboard. */
async function expectHistoryOffline(terminal: Terminal): Promise<void> {
  await openHistory(terminal);
  await terminal.waitFor(has('offline, as of '));
  // The box takes lines from the last of them.
  await terminal.waitFor(isSaid);
  expect(history.length).toBeGreaterThan(12);
  await expect.poll(() => daysOf(terminal).length).toBeGreaterThan(8);
  await expect.poll(() => daysOf(terminal)).toEqual(history.slice(0, daysOf(terminal).length));
  await terminal.waitFor(
    lines => has('BEST DAYS')(lines) && lacks('Reading')(lines) && lacks('CAME FROM')(lines),
  );
  for (const text of ['page views', 'PAGE VIEWS', ' Sat '])
    expect([text, terminal.screen.find(text)]).toEqual([text, expect.objectContaining({ dim: true })]);
  await leaveHistory(terminal);
  terminal.press('e');
  await terminal.waitFor(has('Nothing can be changed'));
}

/** On a view that the dashboard led to. */
async function expectToComeBackOnHours(terminal: Terminal): Promise<void> {
  terminal.press('H');
  await terminal.waitFor(
    lines => heatMapIsRead(lines) && has('offline, as of ')(lines) && lacks('Nothing can be changed')(lines),
  );
  await expect.poll(() => brightCells(terminal)).toBe(0);
  await terminal.quiet();
  const rows = weekdaysOf(terminal);
  expect(rows).toHaveLength(7);
  await service.comeBack();
  terminal.press('r');
  // While its days are read it says how many.
  await terminal.waitFor(lines => lacks('as of ')(lines) && lacks(' days read')(lines), 60_000);
  await terminal.waitFor(lines => !isSaid(lines) && heatMapIsRead(lines));
  expect(weekdaysOf(terminal)).toEqual(rows);
  await expect.poll(() => brightCells(terminal)).toBeGreaterThan(0);
}

const weekdaysOf = (terminal: Terminal) =>
  terminal.lines().filter(line => /^ [> ] (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day /.test(line));

/** Of those below the box and the lines that say what is shown, down to the detail line. */
function brightCells(terminal: Terminal): number {
  const cells = terminal.screen.cells().slice(10, -2).flat();
  return cells.filter(({ text, dim }) => text.trim() !== '' && !dim).length;
}

test('a form that is open when the service goes away keeps what was typed, and says that it is not saved', async () => {
  const terminal = start({ home: nextHome() });
  onTestFinished(async () => {
    await service.comeBack();
    await removeWebsite('typed.example');
  });
  await terminal.waitFor(lines => has('as of ')(lines) && has(allRead)(lines));
  terminal.press('a');
  await terminal.waitFor('Add a website');
  terminal.type('typed.example');
  await terminal.waitFor('typed.example');
  await service.goAway();
  terminal.press('^S');
  await terminal.waitFor(lines => has('Not added: ')(lines) && has('typed.example')(lines), 60_000);
  service.release();
  await service.comeBack();
  terminal.press('^S');
  await terminal.waitFor(lines => has('1-14 of 14')(lines) && has('typed.example')(lines), 60_000);
  await quitFrom(terminal);
});

/** For the other tests: as the service was before. */
async function removeWebsite(domain: string): Promise<void> {
  service.release();
  const headers = { authorization: `Bearer ${service.key}` };
  const found = await fetch(`${service.url}/api/v1/websites?search=${domain}`, { headers });
  const { data }: { data: { id: number }[] } = JSON.parse(await found.text());
  for (const { id } of data)
    await fetch(`${service.url}/api/v1/websites/${id}`, { method: 'DELETE', headers });
}

test('hostile texts are as harmless when they were kept', async () => {
  const texts = await useTextService();
  const apiKey = texts.keyFor({ texts: hostileTexts });
  const home = temporaryHome();
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
  await expect.poll(() => terminal.lines().slice(7, -2)).toEqual(seen[1]);
  await terminal.quiet(300);
  expect(foreignBytes(terminal.output)).toEqual([]);
  await quitFrom(terminal);
});

test('on a small terminal without colours the words say it', async () => {
  const terminal = start({ home: nextHome(), cols: 40, rows: 10, env: { NO_COLOR: '1' } });
  await terminal.waitFor(lines => has('as of ')(lines) && has('podcast.example.com')(lines));
  service.release();
  await terminal.waitFor(lacks('as of '));
  await quit(terminal);
});

test('a profile that says so keeps nothing, no frame either, and what was kept before goes', async () => {
  const home = nextHome();
  expect(filesIn(home).map(path => basename(path))).toEqual(
    expect.arrayContaining(['list.json', '80x24.json']),
  );
  useService(home, service, { cache: 'off' });
  service.release();
  const terminal = start({ home });
  await terminal.waitFor(has(allRead));
  await quit(terminal);
  expect(filesIn(home).map(path => basename(path))).toEqual(['.secret']);
});
