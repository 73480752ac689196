import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo, start } from '../helpers/application.ts';
import { held, json } from '../helpers/faultAnswers.ts';
import type { Home } from '../helpers/home.ts';
import type { Terminal, TerminalOptions } from '../helpers/terminal.ts';
import { temporaryDemo, temporaryHome } from '../helpers/temporaryHome.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const title = 'Welcome: these are example websites';
const hint = /^ Hint: .*/;
const linesWith = (terminal: Terminal, text: string) => terminal.lines().filter(line => line.includes(text));
const footer = (terminal: Terminal) => terminal.lines().at(-1) ?? '';
const detail = (terminal: Terminal) => terminal.lines().at(-2) ?? '';

async function newHome(): Promise<Home> {
  const home = await temporaryDemo({ isNew: true });
  return home;
}

/** Below the home, the file system of a machine with these logs. */
function machineWith(home: Home, logs: Readonly<Record<string, readonly string[]>>): string {
  const root = join(home.path, 'machine');
  mkdirSync(root);
  for (const [path, lines] of Object.entries(logs)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), lines.map(line => `${line}\n`).join(''));
  }
  return root;
}

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** A page view of yesterday, by a visitor of its own. */
function view(visitor: string, host: string): string {
  const [, month, day, year] =
    new Date(Date.now() - 86_400_000).toUTCString().match(/, (?:(\d\d) (\w{3}) (\d{4}))/) ?? [];
  const time = `${month}/${day}/${year}:12:00:00 +0000`;
  return `${host === '' ? '' : `${host}:443 `}91.12.3.${visitor} - - [${time}] "GET / HTTP/1.1" 200 512 "-" "${agent}"`;
}

const hostLines = Array.from({ length: 45 }, (_, at) =>
  view(String(at), at < 25 ? 'www.one.example' : 'two.example'),
);

/** What is kept of the introduction. */
function introduced(home: Home): unknown {
  const choices: unknown = JSON.parse(
    readFileSync(join(home.path, 'data', 'sitedeck', 'choices.json'), 'utf8'),
  );
  return choices instanceof Object && 'introduced' in choices ? choices.introduced : undefined;
}

test('below the list of the demo stand three ways to begin; once somebody looks around they and each hint were shown for good', async () => {
  const home = await newHome();
  const terminal = await openDemo({ home });
  await terminal.waitFor('13 websites, sums');
  await terminal.waitFor(/│ {2}1 {2}Connect a service {5}its address/);
  expect(footer(terminal)).toMatch(/^ 1-3 choose {2}Enter look {2}/);
  expect(terminal.lines().findIndex(line => line.includes(title))).toBeGreaterThan(
    terminal.lines().findIndex(line => line.includes('13 websites, sums')),
  );
  // It takes no key that the list has.
  terminal.press('j');
  await terminal.waitFor(/^ > chess-club.example/m);
  // Beside a search it makes room.
  terminal.press('/');
  await terminal.waitFor(lines => !lines.join('\n').includes(title));
  terminal.press('Esc');
  await terminal.waitFor(title);
  terminal.press('3');
  await terminal.waitFor(lines => !lines.join('\n').includes(title));
  await terminal.waitFor(
    /^ Hint: w says why a website changed, : finds all by name, \? shows all keys\. *$/m,
  );
  terminal.press('Enter');
  await terminal.waitFor(/^ Hint: Left and Right go along the chart/m);
  terminal.press('Right');
  await terminal.waitFor(lines => !hint.test(lines.at(-2) ?? ''));
  terminal.press('q');
  await terminal.waitFor('13 websites, sums');
  terminal.press('Enter');
  await terminal.waitFor('1 Pages');
  expect(detail(terminal)).not.toMatch(hint);
  terminal.press('Tab', 'z');
  await terminal.waitFor(/^ Hint: Enter shows a row over time/m);
  terminal.press('q', 'q', 'q');
  await terminal.exit;
  expect(introduced(home)).toEqual(['ways', 'palette', 'chart', 'rows']);

  const second = await openDemo({ home });
  await second.waitFor('13 websites, sums');
  expect(linesWith(second, title)).toEqual([]);
  second.press('Enter');
  await second.waitFor('1 Pages');
  expect(second.output).not.toContain('Hint:');
});

const sizes = [
  { cols: 40, rows: 10 },
  { cols: 80, rows: 24 },
] as const;
const isOffered = (lines: readonly string[]) => /1 {2}Connect a service/.test(lines.join('\n'));
const isAlone = (lines: readonly string[]) =>
  isOffered(lines) && !/Address|Another log/.test(lines.join('\n'));

test('in an empty home, at 40x10, the ways are there before the demo is made, and each leads straight to its form', async () => {
  const home = temporaryHome();
  const root = machineWith(home, { 'var/log/nginx/access.log': hostLines });
  const terminal = start({ home, cols: 40, rows: 10, env: { SITEDECK_LOG_ROOT: root } });
  // Of the keys of the list none has anything to do yet.
  await terminal.waitFor(
    lines =>
      /(?:Making the demo|Examples): \d+%/.test(lines.join('\n')) &&
      isOffered(lines) &&
      /^ 1-3 choose {2}Enter look {2}q quit {2}(?:: go to {2})?\? help$/.test(footer(terminal)),
  );
  await terminal.waitFor(/1 (?:log )?found: nginx, 2 hosts/);
  expect(footer(terminal)).toMatch(/^ 1-3 choose/);
  await terminal.waitFor(/^ 1-3 choose {2}Enter look/m);
  expect(footer(terminal)).toMatch(/\? help *$/);
  // Looked at and left, a form takes the ways away from nobody, in any size.
  terminal.resize(80, 24);
  await terminal.waitFor(lines => lines[0]?.length === 79 && isAlone(lines));
  for (const [key, shown] of [
    ['1', /> Address/],
    ['2', /> nginx\/access\.log/],
  ] as const) {
    terminal.press(key);
    await terminal.waitFor(shown);
    terminal.resize(40, 10);
    await terminal.waitFor(lines => lines.at(-1) !== '' && shown.test(lines.join('\n')));
    terminal.press('Esc');
    await terminal.waitFor(isAlone);
  }
  terminal.press('3');
  await terminal.waitFor(lines => !isOffered(lines));
  // A hint is one line: the keys stay where they are.
  await terminal.waitFor(lines => (lines.at(-2) ?? '').startsWith(' Hint: '));
  expect(footer(terminal)).toMatch(/^ Enter open/);
  expect(footer(terminal)).toMatch(/\? help *$/);
  terminal.press('Enter');
  // On the smallest dashboard the first country stands there, and the days below the chart.
  await terminal.waitFor(lines => /^ in[ _]{3}\S/.test(lines.at(-2) ?? ''));
  const days = terminal.lines().filter(line => /^ +\d+ \w{3} +\d+ \w{3} *$/.test(line));
  expect(days).toHaveLength(1);
  expect(footer(terminal)).not.toMatch(/Hint|opens/);
  terminal.resize(80, 24);
  await terminal.waitFor(lines => /^ Hint: .*Enter opens/.test(lines.at(-2) ?? ''));
  // The header says on every screen that it is one.
  expect(terminal.lines()[0]).toContain('demo');
  terminal.press('Esc');
  await terminal.waitFor('13 websites');
  terminal.press('q');
  expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
});

test.each(sizes.slice(0, 1))(
  'at $cols x $rows Enter adds the log that was found, each of its hosts as a website',
  async size => {
    const home = await newHome();
    const root = machineWith(home, {
      'var/log/nginx/access.log': hostLines,
      'var/log/nginx/strange [1].access.log': [view('10', '')],
      'var/log/caddy/empty.access.log': [],
    });
    const terminal = start({ home, ...size, env: { SITEDECK_LOG_ROOT: root } });
    await terminal.waitFor(isOffered);
    terminal.press('2');
    await terminal.waitFor(/> nginx\/access\.log/);
    await terminal.waitFor(/combined(?:, | +)2 hosts(?:, | +)45/);
    expect(footer(terminal)).toMatch(/^ Enter add {2}Esc back/);
    terminal.press('Enter');
    await terminal.waitFor(/> one\.example .* 25/);
    await terminal.waitFor(/two\.example .* 20/);
    expect(terminal.lines()[0]).toContain('logs');
    // In P it stands as counted, and Enter shows it.
    terminal.press('P', 'G', 'Enter');
    await terminal.waitFor(/> nginx\/access\.log/);
    terminal.press('Enter');
    await terminal.waitFor(/> one\.example .* 25/);
    expect(introduced(home)).toContain('ways');
  },
);

test.each(sizes.slice(1))(
  'at $cols x $rows a log that names no host asks for its website, and one elsewhere for its path',
  async size => {
    const home = await newHome();
    const root = machineWith(home, {
      'srv/logs/site.log': Array.from({ length: 3 }, (_, at) => view(`1${at}`, '')),
    });
    const terminal = start({ home, ...size, env: { SITEDECK_LOG_ROOT: root } });
    await terminal.waitFor(isOffered);
    terminal.press('2');
    await terminal.waitFor(/No (?:access )?log is in/);
    expect(footer(terminal)).toMatch(/^ Enter type its path {2}Esc back/);
    terminal.press('Enter');
    terminal.type(join(root, 'srv/none'));
    terminal.press('Enter');
    await terminal.waitFor(/is not there\./);
    expect(footer(terminal)).toMatch(/^ Enter try again {2}Esc back/);
    terminal.press('^U');
    terminal.type(join(root, 'srv/logs'));
    terminal.press('Enter');
    await terminal.waitFor(/> .*site\.log/);
    terminal.press('Enter');
    await terminal.waitFor('website, such as shop');
    terminal.type('no domain');
    terminal.press('Enter');
    await terminal.waitFor('A host name has no spaces');
    terminal.press('^U');
    terminal.type('mine.example');
    terminal.press('Enter');
    await terminal.waitFor(/> mine\.example .* 3/);
    terminal.press('q');
    await terminal.exit;
    // The next start is on them, not on the demo.
    const again = start({ home, ...size });
    await again.waitFor(/> mine\.example .* 3/);
  },
);

test('own logs without any say how to begin, and the key works', async () => {
  const home = await newHome();
  const root = machineWith(home, { 'var/log/nginx/access.log': hostLines });
  const terminal = start({ home, args: ['--profile', 'logs'], env: { SITEDECK_LOG_ROOT: root } });
  await terminal.waitFor(/ 2 {4}my logs +choose from the logs of this machine/);
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' 2 my logs') === true);
  terminal.press('2');
  await terminal.waitFor(/> nginx\/access\.log/);
});

test('nothing of it is shown on another profile, or where nothing may be changed', async () => {
  const startIn = async (home: Home, options: TerminalOptions = {}) => {
    const terminal = await openDemo({ home, ...options });
    await terminal.waitFor(/podcast\.example\.com +.*4?\d\d/);
    return terminal;
  };
  const readOnly = await startIn(await newHome(), { args: ['--read-only'] });
  expect(linesWith(readOnly, title)).toEqual([]);
  await readOnly.stop();

  const own = await newHome();
  mkdirSync(join(own.path, 'config', 'sitedeck'), { recursive: true });
  const profiles = {
    version: 1,
    current: 'demo',
    profiles: { work: { url: 'https://a.example', apiKey: 'k' } },
  };
  writeFileSync(join(own.path, 'config', 'sitedeck', 'profiles.json'), JSON.stringify(profiles), {
    mode: 0o600,
  });
  const withOwn = await startIn(own);
  expect(linesWith(withOwn, title)).toEqual([]);
  withOwn.press('Enter');
  await withOwn.waitFor('1 Pages');
  expect(withOwn.output).not.toContain('Hint:');
});

test('connecting ticks off its steps, the last one when the websites are there', async () => {
  const server = await openFaultServer();
  const websites = json({ data: [{ id: 1, domain: 'one.example.com' }] });
  const last = held(websites);
  const refused = json({ message: 'Unauthenticated.' }, 401);
  const answers = [refused, websites, last.answer];
  // Without a key it is asked what it is.
  server.answerWith((response, request) => {
    const answer = request.headers.authorization === undefined ? refused : answers.shift();
    answer?.(response, request);
  });
  const terminal = await openDemo({ home: await newHome() });
  await terminal.waitFor(title);
  terminal.press('1');
  await terminal.waitFor('· address   · API key   · websites');
  terminal.type('http://localhost:1');
  terminal.press('Enter');
  terminal.paste('some-key');
  terminal.press('^S');
  await terminal.waitFor('✗ address   · API key   · websites');
  // The cursor stands in the field that was wrong.
  await terminal.waitFor(/> Address/);
  terminal.press('^U');
  terminal.type(server.url);
  await terminal.waitFor('· address   · API key   · websites');
  terminal.press('^S');
  await terminal.waitFor('✓ address   ✗ API key   · websites');
  await terminal.waitFor(/> API key/);
  terminal.press('^U');
  terminal.type('another-key');
  terminal.press('^S');
  await terminal.waitFor('✓ address   ✓ API key   … websites');
  await expect.poll(() => last.waiting()).toBe(1);
  // Read by the list, which says so in the place of its rows.
  await terminal.waitFor(/Reading the websites \.\.\.\n +✓ address   ✓ API key   … websites/);
  last.release();
  await terminal.waitFor('Connected: 1 website.');
  await terminal.waitFor('one.example.com');
});

test('where nothing is counted no hint leads along a chart', async () => {
  const terminal = start({ home: await newHome(), cols: 40, rows: 10 });
  await terminal.waitFor(/^ Example/m);
  terminal.press('3');
  await terminal.waitFor(/^ Hint: /m);
  terminal.type('/old-forum\r');
  await terminal.waitFor('No visitors since');
  expect(terminal.output).not.toContain('Right goes along');
});
