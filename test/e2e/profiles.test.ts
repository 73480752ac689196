import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmptyService } from '../helpers/emptyService.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { openDemo, start } from '../helpers/application.ts';
import { json } from '../helpers/faultAnswers.ts';
import type { Home } from '../helpers/home.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { temporaryDemo, temporaryHome } from '../helpers/temporaryHome.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const key = 'sk-first-key';

/** A service with one website. */
async function startService(domain: string, apiKey = key): Promise<string> {
  const { api, url } = await startEmptyService('2026-11-20', apiKey);
  await api.createWebsite({ ...websiteDefaults, domain });
  return url;
}

const profilesOf = (home: Home) => join(home.path, 'config', 'sitedeck', 'profiles.json');
const screenOf = (terminal: Terminal) => terminal.lines().join('\n');

function writeProfiles(home: Home, profiles: object, current: string): void {
  mkdirSync(join(home.path, 'config', 'sitedeck'), { recursive: true });
  writeFileSync(profilesOf(home), JSON.stringify({ version: 1, current, profiles }), { mode: 0o600 });
}

test('from the demo: a service is tested, saved and gone on with, and the demo is still there', async () => {
  const url = await startService('one.example.com');
  const home = await temporaryDemo();
  const terminal = await openDemo({ home });
  terminal.press('P');
  await terminal.waitFor('Connect a service ...');
  terminal.press('a');
  await terminal.waitFor('It is tested before it is saved');
  terminal.type(`${url}/api/v1`);
  terminal.press('Enter');
  terminal.paste('a-wrong-key');
  await terminal.waitFor(/API key +\*{11}/);
  terminal.press('^S');
  await terminal.waitFor('The service does not accept the API key.');
  terminal.press('^U');
  terminal.type(key);
  terminal.press('Tab');
  terminal.type('work');
  terminal.press('Enter');
  await terminal.waitFor('one.example.com');
  expect(terminal.lines()[0]).toContain('work');
  expect(screenOf(terminal)).not.toContain('podcast.example.com');
  expect(JSON.parse(readFileSync(profilesOf(home), 'utf8'))).toEqual({
    version: 1,
    current: 'work',
    profiles: { work: { url, apiKey: key } },
  });
  expect(statSync(profilesOf(home)).mode & 0o777).toBe(0o600);
  terminal.press('P');
  await terminal.waitFor('made-up websites');
  terminal.press('g', 'Enter');
  await terminal.waitFor('podcast.example.com');
  await terminal.waitFor(/^ Sitedeck > Websites .*demo/);
  expect(terminal.output).not.toMatch(/sk-first-key|a-wrong-key/);
  terminal.press('q');
  expect((await terminal.exit).code).toBe(0);
});

test('a refused key in mid-session: it is said, what is on screen stays, letters do what they do there, and P asks for a new one, which is kept', async () => {
  const server = await openFaultServer();
  server.answerWith(json({ data: [{ id: 1, domain: 'one.example.com' }] }));
  const home = temporaryHome();
  writeProfiles(home, { work: { url: server.url, apiKey: key, timeZone: 'Asia/Tokyo' } }, 'work');
  // High enough for the list above the form.
  const terminal = start({ home, rows: 60 });
  await terminal.waitFor('one.example.com');
  server.answerWith((response, request) => {
    const isNew = request.headers.authorization === 'Bearer sk-second-key';
    const body = isNew ? { data: [{ id: 1, domain: 'one.example.com' }] } : { message: 'Unauthenticated.' };
    response.writeHead(isNew ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  terminal.press('r');
  await terminal.waitFor('─ The key is not accepted ─');
  await terminal.waitFor(/ P {2}new key/);
  terminal.press('/');
  terminal.type('one');
  await terminal.waitFor('Search one');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Search one'));
  expect(screenOf(terminal)).not.toContain('A new key for');
  expect(screenOf(terminal)).toMatch(/^ > one\.example\.com/m);
  terminal.press('P');
  await terminal.waitFor('> New key for this service ...');
  terminal.press('Enter');
  await terminal.waitFor('A new key for work');
  terminal.type('sk-another-wrong');
  terminal.press('Enter');
  // Below its field: a sentence of ours, then what the service says.
  await terminal.waitFor(/│ +The service does not accept the API key\. +│\n.*│ +It says: Unauthenticated\./);
  terminal.press('^U');
  terminal.type('sk-second-key');
  terminal.press('Enter');
  await terminal.waitFor('The service takes the new key, which is saved.');
  await terminal.waitFor(lines => !lines.join('\n').includes('The key is not accepted'));
  await terminal.quiet();
  expect(screenOf(terminal)).toContain('one.example.com');
  expect(JSON.parse(readFileSync(profilesOf(home), 'utf8')).profiles).toEqual({
    work: { url: server.url, apiKey: 'sk-second-key', timeZone: 'Asia/Tokyo' },
  });
});

test('opens at the website that is named, or says that there is none', async () => {
  const url = await startService('one.example.com');
  const env = { SITEDECK_URL: url, SITEDECK_API_KEY: key };
  const at = start({ env, args: ['ONE.example.com'] });
  await at.waitFor(lines => lines[0]?.includes('> one.example.com') === true);
  at.press('q');
  await at.waitFor('1 website');
  const nowhere = start({ env, args: ['ones.example.com'], cols: 100 });
  await nowhere.waitFor(
    'There is no website "ones.example.com" on this service. Did you mean one.example.com?',
  );
});

test('a profile that is read-only says so and takes adding, editing and deleting away', async () => {
  const url = await startService('one.example.com');
  const home = temporaryHome();
  writeProfiles(home, { work: { url, apiKey: key, readOnly: true } }, 'work');
  const terminal = start({ home });
  await terminal.waitFor('one.example.com');
  expect(terminal.lines()[0]).toContain('work, read-only');
  expect(terminal.lines().at(-1)).not.toMatch(/a add|e edit|d delete/);
});

test('profiles that cannot be used are told in one line before the screen is taken', async () => {
  const home = temporaryHome();
  writeProfiles(home, {}, 'absent');
  const terminal = start({ home });
  expect(await terminal.exit).toEqual({ code: 2, signal: 0 });
  expect(terminal.output).toBe('sitedeck: There is no profile "absent": choose one of demo, logs.\r\n');
});

test.each([
  { cols: 80, rows: 24, footer: ' Enter try again  a connect  Esc back' },
  { cols: 40, rows: 10, footer: ' Enter try again a connect Esc back ?' },
])(
  'at $cols x $rows a password in an address that was written by hand is never shown, and P says what is wrong',
  async ({ footer, ...size }) => {
    const home = await temporaryDemo();
    writeProfiles(home, { work: { url: 'https://me:hunter2@stats.example.com', apiKey: key } }, 'demo');
    const terminal = await openDemo({ home, ...size });
    terminal.press('P');
    await terminal.waitFor('***@stats.example.com');
    terminal.press('g', 'j', 'j', 'Enter');
    await terminal.waitFor(/> work /);
    await terminal.waitFor(/work: Take the user name[^]*API key goes[^]*in its own field\./);
    expect(terminal.lines().at(-1)).toContain(footer);
    expect(terminal.output).not.toContain('hunter2');
  },
);
