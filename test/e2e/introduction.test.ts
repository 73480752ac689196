import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { demoHome } from '../helpers/demoHome.ts';
import { held, json } from '../helpers/faultAnswers.ts';
import { startFaultServer } from '../helpers/faultServer.ts';
import type { Home } from '../helpers/home.ts';
import type { Terminal, TerminalOptions } from '../helpers/terminal.ts';

const title = 'This is the demo';
const hint = /^ Hint: .*/;
const linesWith = (terminal: Terminal, text: string) => terminal.lines().filter(line => line.includes(text));
const detail = (terminal: Terminal) => terminal.lines().at(-2) ?? '';

async function newHome(): Promise<Home> {
  const home = await demoHome({ isNew: true });
  onTestFinished(() => home.remove());
  return home;
}

/** What is kept of the introduction. */
function introduced(home: Home): unknown {
  const choices: unknown = JSON.parse(
    readFileSync(join(home.path, 'data', 'sitedeck', 'choices.json'), 'utf8'),
  );
  return choices instanceof Object && 'introduced' in choices ? choices.introduced : undefined;
}

test('below the list of the demo stand three ways to begin; once one is chosen they and each hint were shown for good', async () => {
  const home = await newHome();
  const terminal = await openDemo({ home });
  await terminal.waitFor('13 websites, sums');
  await terminal.waitFor(/│ 1 Connect a service +2 Read my access logs +3 Look around +│/);
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
  await terminal.waitFor(/^ Hint: Enter shows a row day by day/m);
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

test('each way leads where it says, and a website that is opened is a look around', async () => {
  const home = await newHome();
  const folder = join(home.path, 'data', 'sitedeck');
  const first = await openDemo({ home });
  await first.waitFor(title);
  first.press('1');
  await first.waitFor('It is tested before it is saved');
  first.press('Esc');
  await first.waitFor(lines => !lines.join('\n').includes('It is tested'));
  expect(linesWith(first, title)).toEqual([]);
  await first.stop();
  expect(introduced(home)).toEqual(['ways', 'palette']);

  writeFileSync(join(folder, 'choices.json'), '{"version":1,"services":{}}');
  const second = await openDemo({ home });
  await second.waitFor(title);
  second.press('2');
  await second.waitFor('sitedeck logs add');
  expect(second.lines()[0]).toContain('logs');
  await second.stop();
  expect(introduced(home)).toEqual(['ways']);
});

test('nothing of it is shown where it has no room, on another profile, or where nothing may be changed', async () => {
  const startIn = async (home: Home, options: TerminalOptions = {}) => {
    const terminal = await openDemo({ home, ...options });
    await terminal.waitFor(/podcast\.example\.com +.*4?\d\d/);
    return terminal;
  };
  const small = await startIn(await newHome(), { cols: 40, rows: 10 });
  expect(linesWith(small, title)).toEqual([]);
  small.press('1');
  await small.waitFor('? shows the keys.');
  // Its room is what the list leaves: with more lines it is there.
  small.resize(40, 24);
  await small.waitFor('1 Connect  2 My logs  3 Look around');
  small.resize(120, 40);
  await small.waitFor('nginx or Apache, kept on this machine');
  await small.stop();

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
  const server = await startFaultServer();
  onTestFinished(() => server.close());
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
