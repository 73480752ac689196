import type { Terminal } from '../helpers/terminal.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo, start } from '../helpers/application.ts';
import type { Home } from '../helpers/home.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';
import { temporaryDemo, temporaryHome } from '../helpers/temporaryHome.ts';

const password = 'correct horse battery';
const profilesIn = (home: Home) =>
  JSON.parse(readFileSync(join(home.path, 'config', 'sitedeck', 'profiles.json'), 'utf8')).profiles;

async function openForm() {
  const server = await startUmami(exampleSeed);
  const home = await temporaryDemo();
  const terminal = await openDemo({ home, rows: 40 });
  terminal.press('P');
  await terminal.waitFor('Connect a service ...');
  terminal.press('a');
  await terminal.waitFor('It is tested before it is saved');
  return { server, home, terminal };
}

/** From the box that says that the sign-in has ended. */
async function signInAgain(terminal: Terminal): Promise<void> {
  await terminal.waitFor('does not accept the sign-in any more');
  await terminal.waitFor(
    /─ The sign-in has ended ─[^]* P {2}sign in again [^]*\n P sign in again {2}r try again/,
  );
  terminal.press('P');
  await terminal.waitFor('> Sign in again ...');
  terminal.press('Enter');
  await terminal.waitFor('Sign in again to work');
}

test('P: the address says that it is Umami, which is asked for a name and a password; signed in again when refused', async () => {
  const { server, home, terminal } = await openForm();
  terminal.type(server.url);
  terminal.press('Enter');
  await terminal.waitFor('Umami answers.');
  await terminal.waitFor(/✓ address {3}· login {3}· websites/);
  terminal.type('anna');
  await terminal.waitFor(/Password/);
  terminal.press('Enter');
  terminal.paste('wrong horse');
  await terminal.waitFor(/Password +│ \*{11}/);
  terminal.press('^S');
  await terminal.waitFor('Umami does not accept this name and password.');
  await terminal.waitFor(/✓ address {3}✗ login {3}· websites/);
  // The cursor is in the password. Enter tests it again where nothing else is missing.
  terminal.press('^U');
  terminal.paste(password);
  terminal.press('Tab');
  terminal.type('work');
  terminal.press('Enter');
  await terminal.waitFor('shop.example');
  await terminal.waitFor('Connected: 3 websites.');
  const [token] = server.world.tokens.keys();
  expect(profilesIn(home)).toEqual({ work: { kind: 'umami', url: server.url, apiKey: token } });

  server.endTokens();
  terminal.press('r');
  await signInAgain(terminal);
  await terminal.waitFor('Umami wants you to sign in again. What is on screen stays.');
  // Also below the list, whose rows the form covers.
  await terminal.quiet(300);
  expect(terminal.lines().join('\n')).toContain('quiet.example');
  terminal.type('anna');
  terminal.press('Enter');
  terminal.type(password);
  terminal.press('Enter');
  await terminal.waitFor('You are signed in again.');
  await terminal.waitFor(lines => !lines.join('\n').includes('The sign-in has ended'));
  const [renewed] = server.world.tokens.keys();
  expect(renewed).not.toBe(token);
  expect(profilesIn(home).work.apiKey).toBe(renewed);
  expect(terminal.output).not.toMatch(/correct horse|wrong horse/);
});

test('a start without anything that was last seen, with a sign-in that has ended, asks to sign in again', async () => {
  const server = await startUmami(exampleSeed);
  const home = temporaryHome();
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const work = {
    kind: 'umami',
    url: server.url,
    apiKey: server.tokenOf('anna'),
    timeZone: 'Asia/Tokyo',
    readOnly: true,
  };
  writeFileSync(
    join(folder, 'profiles.json'),
    JSON.stringify({ version: 1, current: 'work', profiles: { work } }),
    { mode: 0o600 },
  );
  server.endTokens();
  const terminal = start({ home });
  await signInAgain(terminal);
  await terminal.waitFor('Umami wants you to sign in again. Esc: not now.');
  terminal.type('anna');
  terminal.press('Enter');
  terminal.type(password);
  terminal.press('Enter');
  await terminal.waitFor('shop.example');
  await terminal.waitFor('You are signed in again.');
  const [token] = server.world.tokens.keys();
  expect(profilesIn(home)).toEqual({ work: { ...work, apiKey: token } });
});

test('a share link that was removed asks for another one, and not to sign in', async () => {
  const server = await startUmami(exampleSeed);
  const home = temporaryHome();
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const work = { kind: 'umami', url: server.url, apiKey: 'share:gone', readOnly: true };
  writeFileSync(
    join(folder, 'profiles.json'),
    JSON.stringify({ version: 1, current: 'work', profiles: { work } }),
    { mode: 0o600 },
  );
  const terminal = start({ home });
  await terminal.waitFor('Umami does not know this share link: it may have been removed.');
  await terminal.waitFor(/ P {4}new link [^]* r {4}try again /);
  expect(terminal.lines().join('\n')).not.toContain('Sign in again');
  terminal.press('P');
  await terminal.waitFor('> New link, or another service ...');
});

test('P: an address where nobody answers is said at once, with the cursor in it; an API key goes into the same form, with the name left empty', async () => {
  const { server, home, terminal } = await openForm();
  const gone = await startUmami(exampleSeed);
  await gone.close();
  terminal.type(gone.url);
  terminal.press('Enter');
  await terminal.waitFor('refuses the connection');
  await terminal.waitFor(/✗ address {3}· API key {3}· websites/);
  terminal.press('^U');
  terminal.type('http://127.0.0.1:1');
  await terminal.waitFor(/Address +│ http:\/\/127\.0\.0\.1:1 /);
  terminal.press('^U');
  terminal.type(server.url);
  terminal.press('Enter');
  await terminal.waitFor('Umami answers.');
  terminal.press('Enter');
  terminal.paste(server.tokenOf('anna'));
  await terminal.waitFor(/API key +│ \*{9}/);
  terminal.press('^S');
  await terminal.waitFor('Connected: 3 websites.');
  expect(Object.values(profilesIn(home))).toMatchObject([{ kind: 'umami', url: server.url }]);
});

test('P: a share link is all that is needed, and its profile changes nothing', async () => {
  const { server, home, terminal } = await openForm();
  terminal.type(`${server.url}/share/quietShare1`);
  terminal.press('Enter');
  await terminal.waitFor('Umami shows this one website, and nothing can be changed.');
  await terminal.waitFor(/✓ address {3}· share link {3}· websites/);
  expect(terminal.lines().join('\n')).not.toMatch(/API key|Password/);
  terminal.press('^S');
  await terminal.waitFor('Connected: 1 website.');
  await terminal.waitFor('quiet.example');
  expect(Object.values(profilesIn(home))).toMatchObject([{ kind: 'umami', readOnly: true }]);
  terminal.press('a');
  await terminal.waitFor(/read-only/);
});
