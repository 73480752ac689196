import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start as startTerminal } from '../helpers/application.ts';
import type { Home } from '../helpers/home.ts';
import { errorLine, refusal, logLine, run, temporaryHome } from './fixture.ts';

const line = (...given: Parameters<typeof logLine>) => logLine(...given).trimEnd();
const log = (...lines: readonly string[]) => lines.map(text => `${text}\n`).join('');

async function websites(home: Home): Promise<string[]> {
  const { stdout } = await run(['--profile', 'logs', 'websites', 'list', '--json'], { home });
  return JSON.parse(stdout).rows.map(({ domain }: { domain: string }) => domain);
}

async function importing(stdin: string, ...args: readonly string[]) {
  const home = temporaryHome();
  const ran = await run(['import', 'one.example', '-', ...args], { home, stdin });
  return { home, ran };
}

/** The values of a statistic on the day of the lines, with their counts. */
async function counts(home: Home, name: string): Promise<Record<string, number>> {
  const args = ['--profile', 'logs', 'stats', 'one.example', name, '--json'];
  const { stdout } = await run([...args, '--from', '2026-03-10', '--to', '2026-03-10'], { home });
  const rows: { value: string; count: number }[] = JSON.parse(stdout).rows;
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}

test.each([
  ['syslog', '<190>Mar 10 10:00:00 web1 nginx: '],
  ['syslog or journald', 'Mar 10 10:00:00 web1 nginx[812]: '],
  ['syslog', '<190>1 2026-03-10T10:00:00Z web1 nginx 812 - - '],
  ['syslog or journald', '2026-03-10T10:00:00+0100 web1 nginx[812]: '],
  ['journald', 'Tue 2026-03-10 10:00:00 UTC web1 nginx.service[812]: '],
  ['docker compose logs', '\x1b[36mweb-1  | \x1b[0m'],
  ['docker logs -t', '2026-03-10T10:00:00.123456789Z '],
  ['Kubernetes', '2026-03-10T10:00:00.123456789Z stdout F '],
])('what %s writes in front is taken off, and said: %j', async (kind, front) => {
  const { home, ran } = await importing(
    log(line('/a', { front }), line('/b', { front, address: 'one.example:443 203.0.113.7' }), line('/c')),
  );
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain(`What ${kind} writes in front was taken off 2 lines.`);
  expect(await counts(home, 'page')).toEqual({ '/a': 1, '/b': 1, '/c': 1 });
  expect(await counts(home, 'visitors')).toEqual({ '2026-03-10': 2 });
});

test('parts of a line that Kubernetes cut are joined, each with those of its stream', async () => {
  const whole = line('/long');
  const part = (stream: string, tag: string, text: string) =>
    `2026-03-10T10:00:00.123456789Z ${stream} ${tag} ${text}`;
  const { home, ran } = await importing(
    log(
      part('stdout', 'P', whole.slice(0, 20)),
      part('stderr', 'F', 'a word of the server'),
      part('stdout', 'P', whole.slice(20, 60)),
      part('stdout', 'F', whole.slice(60)),
      part('stdout', 'F', line('/short')),
    ),
    '--json',
  );
  expect(JSON.parse(ran.stdout)).toMatchObject({ read: 3, malformed: 1, counted: 2 });
  expect(await counts(home, 'page')).toEqual({ '/long': 1, '/short': 1 });
});

test('a log of which most lines are none is refused, with --debug by one of them, and nothing is stored', async () => {
  const { home, ran } = await importing(
    log(line('/'), line('/x', { front: 'myapp\x1b[2J ' }), line('/y.css', { front: 'myapp ' })),
    '--debug',
    'debug.txt',
  );
  expect(ran.code).toBe(1);
  expect(ran.stdout).toBe('');
  expect(errorLine(ran)).toBe(
    'sitedeck: 2 of 3 lines are in no known format of an access log. The nearest is combined, but a status behind the ' +
      'request, or the address in front, is missing. The first such line is: ' +
      `myapp ${line('/x')}`.slice(0, 156) +
      '. Nothing was imported.',
  );
  expect(await websites(home)).toEqual([]);
});

test('half of the lines is not most, and a word alone in front is malformed', async () => {
  const { ran } = await importing(log(line('/'), line('/x', { front: 'myapp ' })), '--json');
  expect(JSON.parse(ran.stdout)).toMatchObject({ read: 2, malformed: 1, counted: 1 });
});

test('hosts in front stay what they are, with and without a port', async () => {
  const { ran } = await importing(
    log(
      line('/', { front: 'one.example:443 ' }),
      line('/a', { front: 'www.one.example ' }),
      line('/', { front: 'two.example:80 ' }),
    ),
    '--json',
  );
  expect(JSON.parse(ran.stdout)).toMatchObject({ read: 3, malformed: 0, other_hosts: 1, counted: 2 });
});

test('a domain that no line names is refused with the hosts that the log has', async () => {
  const front = (host: string) => ({ front: `${host}:443 ` });
  const { home, ran } = await importing(
    log(
      line('/', front('two.example')),
      line('/style.css', front('two.example')),
      line('/', front('three.example')),
    ),
  );
  expect(refusal(ran, 1)).toBe(
    'sitedeck: No line is of one.example: the hosts of the log are two.example (2 lines), three.example (1 line). ' +
      'Nothing was imported.',
  );
  expect(await websites(home)).toEqual([]);
});

test.each([
  ['nothing', '', 'There is no line to import for one.example.'],
  [
    'no page view',
    log(line('/a.css'), line('/b.js'), line('/', { status: 404 }), line('/', { who: '-' })),
    'No page view is in 4 lines: 1 not answered with 2xx or 304; ' +
      '2 assets: images, styles, scripts and the like; 1 from bots.',
  ],
  [
    'no page view, but with hosts',
    log(line('/a.css', { front: 'one.example:80 ' }), line('/b.js', { front: 'two.example:80 ' })),
    'No page view is in 2 lines: 2 assets: images, styles, scripts and the like; ' +
      'the hosts of the log are one.example (1 line), two.example (1 line).',
  ],
  [
    'assets of another host',
    log(line('/a.css', { front: 'two.example:80 ' }), line('/b.js', { front: 'two.example:80 ' })),
    'No line is of one.example: the hosts of the log are two.example (2 lines).',
  ],
])('a log with %s makes no website', async (_, stdin, words) => {
  const { home, ran } = await importing(stdin);
  expect(refusal(ran, 1)).toBe(`sitedeck: ${words} Nothing was imported.`);
  expect(await websites(home)).toEqual([]);
});

test('/dev/null makes no website', async () => {
  const home = temporaryHome();
  expect(refusal(await run(['import', 'one.example', '/dev/null'], { home }), 1)).toContain(
    'There is no line to import',
  );
  expect(await websites(home)).toEqual([]);
});

test('nothing new because all is known, and an empty log of a known website, exit 0', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), log(line('/')));
  writeFileSync(join(home.path, 'empty.log'), '');
  const codes = [];
  for (const file of ['access.log', 'access.log', 'empty.log'])
    codes.push((await run(['import', 'one.example', file], { home })).code);
  expect(codes).toEqual([0, 0, 0]);
  expect(await counts(home, 'pageviews')).toEqual({ '2026-03-10': 1 });
});

test('one address behind more than 90 % of the page views is said to be a proxy', async () => {
  const views = (proxied: number, others: number) =>
    log(
      ...Array.from({ length: proxied }, (_, at) => line(`/${at}`, { address: '10.0.0.1' })),
      ...Array.from({ length: others }, (_, at) => line('/', { address: `203.0.113.${at}` })),
    );
  const note = 'of the page views are from 10.0.0.1: the log seems to stand behind a proxy.';
  const at91 = await importing(views(91, 9));
  expect(at91.ran.stdout).toContain(`91% ${note}`);
  expect(at91.ran.stdout).toContain('import --recount --client x-forwarded-for');
  expect((await importing(views(90, 10))).ran.stdout).not.toContain('proxy');
});

test.each([
  ['x-forwarded-for', (list: string) => ` "${list}"`],
  ['x-forwarded-for:4', (list: string) => ` "${list}" "upstream"`],
  ['x-forwarded-for:xff', (list: string) => ` rt=0.1 xff="${list}" end="-"`],
])('--client %s takes the clients that the proxy names', async (client, field) => {
  const proxied = (path: string, list: string) => line(path, { address: '10.0.0.1' }) + field(list);
  const { home, ran } = await importing(
    log(
      proxied('/a', '203.0.113.1'),
      // The same client, who made up an address in front.
      proxied('/b', '198.51.100.66, 203.0.113.1'),
      proxied('/c', '203.0.113.2, 10.0.0.7'),
      // Did not come through the proxy.
      proxied('/d', '-'),
    ),
    '--client',
    client,
  );
  expect(ran.code).toBe(0);
  expect(await counts(home, 'visitors')).toEqual({ '2026-03-10': 3 });
});

test('--trusted-proxy names those that are no clients', async () => {
  const proxied = (path: string, list: string) => `${line(path, { address: '10.0.0.1' })} "${list}"`;
  const { home } = await importing(
    log(proxied('/a', '203.0.113.1, 198.51.100.7'), proxied('/b', '203.0.113.2, 198.51.100.7')),
    '--client=x-forwarded-for',
    '--trusted-proxy=192.0.2.1',
    '--trusted-proxy=198.51.100.0/24',
  );
  expect(await counts(home, 'visitors')).toEqual({ '2026-03-10': 2 });
});

test('a field for the client that no line has is refused', async () => {
  const { home, ran } = await importing(log(line('/')), '--client', 'x-forwarded-for');
  expect(refusal(ran, 1)).toBe(
    'sitedeck: No line has an address in the field of --client, the last one in quotes. Nothing was imported.',
  );
  expect(await websites(home)).toEqual([]);
});

test.each([
  [['--client', 'x-real-ip'], '--client x-real-ip: give x-forwarded-for'],
  [['--trusted-proxy', '10.0.0.0/99'], '--trusted-proxy 10.0.0.0/99 is neither an address nor a range'],
])('%j is wrong use', async (args, words) => {
  const { ran } = await importing(log(line('/')), ...args);
  expect(refusal(ran)).toContain(words);
});

test('a line without an agent, and one of the common format, are a bot and a visitor', async () => {
  const common = line('/b').replace(/ "-" "[^"]*"$/, '');
  const { ran } = await importing(log(line('/a', { who: '-' }), line('/c', { who: '' }), common), '--json');
  expect(JSON.parse(ran.stdout)).toMatchObject({ read: 3, bots: 2, counted: 1 });
});

test('--recount asks on a terminal, and wants --yes elsewhere', async () => {
  const home = temporaryHome();
  const proxied = (at: number) => `${line('/', { address: '10.0.0.1' })} "203.0.113.${at}"`;
  writeFileSync(join(home.path, 'access.log'), log(proxied(1), proxied(2)));
  const args = ['import', 'one.example', 'access.log'];
  await run(args, { home });
  const again = [...args, '--recount', '--client', 'x-forwarded-for'];
  const known = await run(
    again.filter(arg => arg !== '--recount'),
    { home },
  );
  expect(known.stdout).toContain('keep the client they were counted with: --recount counts them again.');
  expect(refusal(await run(again, { home }))).toBe(
    'sitedeck: Cannot ask whether to count again without a terminal: add --yes. Nothing was changed.',
  );
  const asking = async (answer: string) => {
    const terminal = startTerminal({
      args: [...again.slice(0, 2), join(home.path, 'access.log'), ...again.slice(3)],
      home,
      cols: 200,
    });
    await terminal.waitFor(
      '1 day of one.example (10 Mar 2026) has 2 page views stored, and these logs have 2. ' +
        'All that is stored then is removed, also what other logs gave. Type yes to go on:',
    );
    terminal.type(answer);
    terminal.press('Enter');
    return (await terminal.exit).code;
  };
  expect(await asking('no')).toBe(1);
  expect(await counts(home, 'visitors')).toEqual({ '2026-03-10': 1 });
  expect(await asking('yes')).toBe(0);
  expect(await counts(home, 'visitors')).toEqual({ '2026-03-10': 2 });
  const told = await run([...again, '--yes'], { home });
  expect(told.stdout).toContain('Counted again: 1 day of one.example (10 Mar 2026) had 2 page views before.');
});
