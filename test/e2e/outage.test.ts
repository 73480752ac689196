import { createServer } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, todayIn } from '#model/period/day.ts';
import { listen } from '#server/http.ts';
import { openService } from '#server/openService.ts';
import { selectedLine, start } from '../helpers/application.ts';
import { distantFew, fewListed } from '../helpers/distantService.ts';
import { hasOpenssl, makeCertificate } from '../helpers/certificate.ts';
import { fetchHandler } from '../helpers/fetchHandler.ts';
import { freePort } from '../helpers/freePort.ts';
import { listenLocally } from '../helpers/listenLocally.ts';
import { settled } from '../helpers/textApplication.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

const key = 'key-of-this-test';

test('a service that goes down is said, what was read stays, and it is read again when it is back', async () => {
  const service = await openService({ file: ':memory:', today: () => '2026-11-20', apiKey: key });
  onTestFinished(() => service.close());
  await fetchHandler(service)(
    new Request('http://localhost/api/v1/websites', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'domain=one.example.com',
    }),
  );
  const listener = await listen(service, { port: await freePort() });
  const terminal = start({ env: { SITEDECK_URL: listener.url, SITEDECK_API_KEY: key } });
  await terminal.waitFor('one.example.com');
  expect(terminal.lines()[0]).toContain('127.0.0.1');
  expect(terminal.lines()[0]).not.toContain('demo');

  await terminal.waitFor(/^ {3}1 website\b/m);
  await listener.close();
  terminal.press('r');
  await terminal.waitFor('─ No answer ─', 60_000);
  await terminal.waitFor('refuses the connection: is the service running there?');
  await terminal.waitFor(/tries again in \d s/);
  expect(terminal.lines().at(-1)).toMatch(/^ r try again {2}P profiles {2}q quit {2}Enter open/);
  expect(terminal.lines().join('\n')).toContain('one.example.com');
  // As small as it gets it is said too, and the list stays.
  terminal.resize(40, 10);
  await terminal.waitFor(/\n 127\.0\.0\.1:\d+ refuses the[^]* one\.example\.com/);
  await terminal.waitFor(/tries again in \d+ s {3}ECONNREFUSED|trying again \.\.\./);
  expect(terminal.lines().at(-1)).toMatch(/^ r try again {2}P profiles {2}Enter open {2}\?$/);
  terminal.resize(80, 24);
  // Above what was last seen.
  await terminal.waitFor(lines => lines[1]?.startsWith('╭─ No answer ─') === true);
  // A form that cannot be filled is as high as its words, below it.
  terminal.press('e');
  await terminal.waitFor('The website could not be read');
  expect(terminal.lines()[6]).toMatch(/^╰─+╯$/);
  // The box above it has the keys.
  expect(terminal.lines().slice(7, 13).join('\n')).toMatch(/^ ╭.*╮\n(?: │.*│\n){4} ╰─+╯$/);
  expect(terminal.lines().join('\n')).not.toContain('Press');
  expect(terminal.lines()[5]).toMatch(/tries again in \d+ s|trying again/);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Edit one'));
  terminal.resize(120, 40);
  // Its page views were not read before, and cannot be now.
  await terminal.waitFor(/^ {3}1 website\b/m);
  terminal.press('Enter');
  await terminal.waitFor(/ 1 Pages/);
  await terminal.waitFor(/^ Not read: .*1 Pages/m);
  await terminal.waitFor(lines => lines[1]?.startsWith('╭─ No answer ─') === true);
  expect(terminal.lines().filter(line => line.includes('refuses the connection'))).toHaveLength(1);
  // Above every view, at the usual size too; a box over the view stands below it.
  terminal.resize(80, 24);
  await terminal.waitFor(lines =>
    /^╭─ No answer ─.*\n(?:│.*\n){4}╰─+╯\n Last 28 days /m.test(lines.join('\n')),
  );
  terminal.press('C');
  await terminal.waitFor(lines => lines[0]?.includes(' > Year') === true);
  expect(terminal.lines()[1]).toMatch(/^╭─ No answer ─/);
  expect(terminal.lines().at(-1)).toMatch(/^ r try again {2}P profiles {2}/);
  terminal.press(':');
  await terminal.waitFor(lines => lines.findIndex(line => line.includes('╭─ Go to ─')) > 6);
  terminal.type('day');
  await terminal.waitFor(/│ {3}day /);
  const y = terminal.lines().findIndex(line => line.includes('│   day '));
  const x = (terminal.lines()[y]?.indexOf('day ') ?? 0) + 3;
  expect(terminal.screen.cursor()).toMatchObject({ x, y });
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Go to'));
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('Year') === false);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes(' > Websites') === true);
  terminal.resize(80, 24);
  await terminal.waitFor('─ No answer ─');

  const again = await listen(service, { port: Number(new URL(listener.url).port) });
  onTestFinished(() => again.close());
  // By itself.
  await terminal.waitFor(lines => !lines.join('\n').includes('No answer'), 60_000);
  // With the numbers that could not be read meanwhile.
  await terminal.waitFor(lines => !lines.join('\n').includes('Not read'));
  await terminal.quiet();
  expect(terminal.lines().join('\n')).toContain('one.example.com');
  expect(terminal.lines().at(-1)).toMatch(/^ Enter open/);
  expect(terminal.output).not.toContain(key);
});

test('a key that is not accepted, and a service that is not there, say what to do', async () => {
  const service = await openService({ file: ':memory:', today: () => '2026-11-20', apiKey: key });
  onTestFinished(() => service.close());
  const listener = await listen(service);
  onTestFinished(() => listener.close());
  const refused = start({ env: { SITEDECK_URL: listener.url, SITEDECK_API_KEY: 'another' } });
  await refused.waitFor('─ The key is not accepted ─');
  expect(refused.lines().join('\n')).not.toContain('A new key for');
  await refused.waitFor(/ A new key {6}P gives one to the /);
  refused.press('P');
  await refused.waitFor('> New key for this service ...');
  refused.press('Enter');
  await refused.waitFor('The service does not accept the key it was given. Esc: not now.');
  // Where there is no room for that sentence, the title says it.
  refused.resize(40, 10);
  await refused.waitFor('Key not accepted: a new one for 1');

  const accepted = start({ env: { SITEDECK_URL: listener.url, SITEDECK_API_KEY: key } });
  await accepted.waitFor('No websites yet');
  accepted.press('P');
  await accepted.waitFor('New key for this service ...');
  const chosen = () =>
    accepted
      .lines()
      .slice(1)
      .find(line => line.includes(' > '));
  while (chosen()?.includes('> New key') !== true) {
    const before = chosen();
    accepted.press('Down');
    await accepted.waitFor(() => chosen() !== before);
  }
  accepted.press('Enter');
  await accepted.waitFor('A new key for');
  await accepted.waitFor('The current key stays until the service accepts another.');
  expect(accepted.lines().join('\n')).not.toContain('does not accept');

  const absent = start({ env: { SITEDECK_URL: 'http://127.0.0.1:1', SITEDECK_API_KEY: key } });
  await absent.waitFor('─ No answer ─', 60_000);
  await absent.waitFor(/tries again in \d s .* r {2}try again {4}P {2}profiles │$/m);
  await absent.waitFor(/✗ Connection {3}refused/);
  expect(absent.lines().at(-1)).toMatch(/^ r try again {2}P profiles {2}q quit/);
});

const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><p>Hello' };
const ended = { status: 401, headers: { 'content-type': 'application/json' }, body: '{"message":"Over."}' };
const refused = { status: 400, headers: { 'content-type': 'application/json' }, body: '{}' };
const forbidden = { status: 403, headers: { 'content-type': 'application/json' }, body: '{}' };

const views = [
  ['', / visitors,? /],
  ['w', /> Why /],
  ['C', /> Year /],
  ['H', /> Weekdays /],
] as const;

const answers = [
  ['a web page', page, 'Another service answers', /tries again in \d+ s/, views],
  ['a service that has ended the key', ended, 'The key is not accepted', / P {2}new key/, views.slice(0, 2)],
  [
    'a service that allows nothing any more',
    forbidden,
    'Not allowed',
    / P {2}another key/,
    views.slice(0, 1),
  ],
] as const;

test('where a web page, or a service that takes the key no more, answers after numbers were seen one box says so above every view, and says it once', async () => {
  const service = await distantFew();
  onTestFinished(() => service.close());
  const terminal = start({ env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.key } });
  await terminal.waitFor(fewListed, 60_000);
  const screen = () => terminal.lines().join('\n');
  for (const [place, [who, answer, title, next, inViews]] of answers.entries()) {
    if (place > 0) {
      // One that was not opened before.
      const before = selectedLine(terminal);
      terminal.press('j');
      await terminal.waitFor(() => selectedLine(terminal) !== '' && selectedLine(terminal) !== before);
    }
    const numberOfRow = () => / (\d[\d,]*) +(?:[-+][\d.]+%|=) /.exec(selectedLine(terminal))?.[1];
    // Its change may come after the sums of all.
    await terminal.waitFor(() => numberOfRow() !== undefined);
    const number = numberOfRow();
    if (number === undefined) throw new Error(`${who}\n${screen()}`);
    service.replace(answer);
    // The list was not asked for: it is read because the numbers of the website are not.
    terminal.press('Enter');
    const isSaid = (lines: readonly string[]) => lines[1]?.startsWith(`╭─ ${title} ─`) === true;
    await terminal.waitFor(isSaid);
    await terminal.waitFor(next);
    await terminal.quiet();
    expect(screen()).toContain(`${number} visitors`);
    for (const [key, there] of inViews) {
      if (key !== '') terminal.press(key);
      await terminal.waitFor(there);
      await terminal.waitFor(isSaid);
      await terminal.quiet();
      const lines = terminal.lines();
      expect(lines[6]).toMatch(/^╰─+╯$/);
      expect(lines.slice(7).join('\n')).not.toMatch(
        / \d+ so far|Press |check the address|does not accept|does not allow/,
      );
      expect(screen().match(/Today so far/g)).toBeNull();
      if (key === '') continue;
      terminal.press('Esc');
      await terminal.waitFor(lines => !there.test(lines[0] ?? ''));
    }
    terminal.press('Esc');
    await terminal.waitFor(lines => lines[0]?.includes('> Websites') === true);
    await terminal.waitFor(isSaid);
    expect(screen()).toContain(number);
    // Whichever view is on screen, r reads the list too.
    terminal.press('Enter');
    await terminal.waitFor(lines => lines[0]?.includes('> Websites') === false);
    service.replace();
    terminal.press('r');
    await terminal.waitFor(lines => !isSaid(lines));
    await terminal.waitFor(/1 Pages/);
    await terminal.waitFor(lines => !/Not read|not refreshed/.test(lines.join('\n')));
    terminal.press('Esc');
    await terminal.waitFor(lines => lines[0]?.includes('> Websites') === true);
    await settled(terminal);
  }
});

test('on a statistic at 40x10 a key that has ended is said in a sentence, with the key that helps first', async () => {
  const service = await distantFew();
  onTestFinished(() => service.close());
  const terminal = start({ env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.key } });
  await terminal.waitFor(fewListed, 60_000);
  terminal.resize(40, 10);
  await terminal.waitFor(lines => lines.length === 10);
  terminal.press('Enter');
  await terminal.waitFor(/^ Enter open .*Esc back/m);
  terminal.press('H');
  await terminal.waitFor(/^ {3}Su /m);
  await terminal.quiet();
  terminal.press('Esc');
  await terminal.waitFor(/^ Enter open .*Esc back/m);
  terminal.press('1', 'z');
  await terminal.waitFor(/PAGE VIEWS {2}CHANGE\n.* [-+]\d+%/);
  await terminal.quiet();
  service.replace(ended);
  terminal.press('r');
  const isSaid = (lines: readonly string[]) =>
    /^ The service does not accept the API$/.test(lines[1] ?? '') && lines[2]?.trimEnd() === ' key.';
  await terminal.waitFor(isSaid);
  await terminal.waitFor(lines => /^ P new key +r try again +Enter history +\?$/.test(lines.at(-1) ?? ''));
  expect(terminal.lines().join('\n')).toMatch(/PAGE VIEWS {2}CHANGE\n.* [-+]\d+%/);
  expect(terminal.lines().join('\n')).not.toMatch(/not (?:refreshed|compared)/);
  expect(
    terminal
      .lines()
      .slice(1)
      .filter(line => /^\S/.test(line)),
  ).toEqual([]);
  // All weekdays need their line.
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('Pages') === false);
  await terminal.waitFor(isSaid);
  terminal.press('H');
  await terminal.waitFor(/^ {3}Su /m);
  expect(terminal.lines().at(-2)).toBe(' The key is not accepted.');
  expect(terminal.lines().at(-1)).toMatch(/^ P new key +r try again /);
  // A menu needs all lines.
  terminal.press('Esc');
  await terminal.waitFor(isSaid);
  terminal.resize(80, 24);
  await terminal.waitFor(lines => lines[1]?.startsWith('╭─ The key is not accepted ─') === true);
});

test('of a row over time of which some days could not be read the others are drawn, and listed first', async () => {
  const service = await distantFew();
  onTestFinished(() => service.close());
  const terminal = start({ env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.key } });
  await terminal.waitFor(fewListed, 60_000);
  terminal.press('Enter');
  await terminal.waitFor('1 Pages');
  await terminal.quiet();
  // Below the rows the days of the first one are read too.
  const today = todayIn('UTC', new Date());
  const unread = Array.from({ length: 12 }, (_, at) => `from=${addDays(today, -1 - at)}`);
  service.replace(refused, url => unread.some(day => url.includes(day)));
  terminal.press('1', 'z');
  await terminal.waitFor('SHARE');
  terminal.press('Enter');
  await terminal.waitFor(/ \d+ of 28 days read, r tries again$/m);
  const screen = () => terminal.lines().join('\n');
  expect(screen()).toMatch(/0 └/);
  expect(screen()).toMatch(/PAGE VIEWS[^\n]*\n {3}\w{3} \d+ \w{3} \d{4}[_ ]+[\d,]+/);
  service.replace(ended);
  terminal.press('r');
  await terminal.waitFor(lines => lines[1]?.startsWith('╭─ The key is not accepted ─') === true);
  await terminal.waitFor(/ \d+ of 28 days read *$/m);
  await terminal.quiet();
  expect(screen()).toMatch(/ {3}\w{3} \d+ \w{3} \d{4}[_ ]+[\d,]+/);
  expect(screen()).not.toMatch(/ {3}\w{3} \d+ \w{3} \d{4}[_ ]+\.\.\./);
});

test('a first list that is long in coming is said: who was asked, since when, what may be behind it, and what works meanwhile', async () => {
  const service = await distantFew();
  onTestFinished(() => service.close());
  service.hold();
  const terminal = start({ env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.key } });
  const { host } = new URL(service.url);
  await terminal.waitFor(/^╭─ Reading the websites ─+ since \d\d:\d\d ─╮$/m, 60_000);
  await terminal.waitFor(/waiting for \d+ s /);
  for (const [cols, rows] of [
    [200, 50],
    [80, 24],
  ] as const) {
    terminal.resize(cols, rows);
    await terminal.waitFor(lines => lines.length === rows && lines.some(line => line.includes(' LOOK AT ')));
    await terminal.quiet();
    const text = terminal.lines().join('\n');
    expect(text).toContain(`${host} has been asked for its websites, and has not answered yet.`);
    expect(text).toContain('> Answer');
    // Neither has failed, nor is known to be there.
    expect(text).not.toMatch(/[✓✗]|DOMAIN|VISITORS/);
    expect(terminal.lines().at(-1)).toMatch(/^ r try again {2}P profiles {2}q quit {2}.*\? help$/);
  }
  terminal.resize(40, 10);
  await terminal.waitFor(/^ {3}Reading the websites \.\.\.$/m);
  await terminal.waitFor(/^ {3}For \d+ s now\.$/m);
  expect(terminal.lines().at(-1)).toMatch(/^ r\/Enter try again P profiles q quit \?$/);
  terminal.resize(80, 24);
  terminal.press('P');
  await terminal.waitFor('Connect a service ...');
  terminal.press('Esc');
  await terminal.waitFor(/^╭─ Reading the websites ─/m);
  service.release();
  await terminal.waitFor(fewListed, 60_000);
  expect(terminal.lines().join('\n')).not.toMatch(/Reading the websites|LOOK AT/);
});

test('a notice at the start leaves the box whole', async () => {
  const terminal = start({ env: { SITEDECK_URL: 'http://no.such.host.invalid', SITEDECK_API_KEY: key } });
  await terminal.waitFor(/^ Over http:\/\/ your API key .*: use https:\/\/ if you can\.$/m);
  await terminal.waitFor(/^╭─ No such host [^]*\n╰─+╯/m);
});

test.skipIf(!hasOpenssl)(
  'a certificate that is not accepted has a box of its own, above the list and in its place',
  async () => {
    const home = temporaryHome();
    const { certFile, ...accepted } = makeCertificate(home.path);
    const secure = createServer(accepted, ({ url = '' }, response) => {
      const data = url.includes('/stats/') ? [] : [{ id: 1, domain: 'one.example.com' }];
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
    });
    const server = await listenLocally(secure);
    onTestFinished(() => server.close());
    const service = { SITEDECK_URL: server.url.replace('http:', 'https:'), SITEDECK_API_KEY: key };
    const terminal = start({ home, env: { ...service, NODE_EXTRA_CA_CERTS: certFile } });
    await terminal.waitFor(/^ > one\.example\.com/m);
    await terminal.waitFor(/^ {3}1 website\b/m);
    secure.setSecureContext(makeCertificate(home.path, 'other'));
    secure.closeAllConnections();
    terminal.press('r');
    const words = /is signed by nobody this machine trusts/;
    await terminal.waitFor(/╭─ No encrypted connection ─/);
    expect(terminal.lines().join('\n')).toMatch(words);
    expect(terminal.lines().join('\n')).toContain('one.example.com');

    const empty = temporaryHome();
    // That the file is not there Node says itself, before the screen is taken.
    const absent = { NODE_EXTRA_CA_CERTS: `${empty.path}/absent.pem` };
    const first = start({ home: empty, env: { ...service, ...absent } });
    await first.waitFor('─ No encrypted connection ─');
    expect(first.lines().join('\n')).not.toMatch(/Warning|Ignoring/);
    await first.waitFor(/signed by nobody this machine trusts: +│\n│ NODE_EXTRA_CA_CERTS/);
    expect(first.lines().join('\n')).toMatch(/✗ Encryption {3}its issuer is/);
    // The variable is named once, in the sentence above.
    expect(first.lines().join('\n')).toMatch(/ Its issuer {5}The variable names a file/);
    expect(first.lines().join('\n').split('NODE_EXTRA_CA_CERTS')).toHaveLength(2);
  },
);
