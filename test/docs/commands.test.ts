import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { addDays } from '#model/period/day.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../helpers/freePort.ts';
import type { Home } from '../helpers/home.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';
import { runWarm, type Ran } from '../helpers/warmProgram.ts';
import { apiKey, needsProcess, startService, today } from '../cli/fixture.ts';
import { fencedBlocks, shellBlocks } from './markdown.ts';
import { docsPages, readPage, root } from './pages.ts';
import { temporaryDemo, temporaryHome } from '../helpers/temporaryHome.ts';

/** Run elsewhere, or not to be run by a test. */
const skipped: Readonly<Record<string, string>> = {
  'npm install -g sitedeck': 'test/package installs from the packed file',
  'npm ci': 'the first step of every check',
  'npm ci && npm start': 'test/docs/readme runs it in a copy',
  'npm ci && npm test': 'the same',
  'npx sitedeck': 'runs the published package',
  'npm run build:standalone': 'test/package runs it',
  'npm run build:deb': 'test/package makes and installs the package',
};
/** Its questions are about the demo, and have a test of their own that runs each. */
const onDemo = 'docs/filters.md';
const withCommands = docsPages.filter(({ path, text }) => path !== onDemo && shellBlocks(text).length > 0);

interface Scene {
  readonly home: Home;
  readonly env: Readonly<Record<string, string>>;
  /** The address of a service. */
  readonly service: string;
  /** What stands in the pages for something that is elsewhere in the test. */
  readonly places: readonly (readonly [string, string])[];
}

test.each(withCommands)(
  'every command line of $path works, in the order it stands there',
  async ({ text }) => {
    const scene = await prepare(text);
    // What most pages begin with: a service that is connected.
    const blocks = shellBlocks(text);
    if (!blocks.flat().some(line => line.includes('profile add')))
      await runLine(`sitedeck profile add work ${scene.service}`, scene);
    for (const block of blocks) await runBlock(block, scene);
  },
);

test('each of the ten questions in docs/filters.md has an answer in the demo', async () => {
  const home = await temporaryDemo();
  const scene = { home, env: pathOf(home) };
  const answers: string[] = [];
  for (const line of shellBlocks(readPage(onDemo).text).flat()) answers.push(await runLine(line, scene));
  const within = (title: string, filter: string, row: string) =>
    expect.stringMatching(
      new RegExp(`^${title} of [\\w.-]+ \\(${filter}\\), [^]*^${row}\\s+[\\d,]*[1-9]`, 'm'),
    );
  expect(answers).toEqual([
    within('Pages', 'country Germany, device mobile', '/checkout'),
    within('Referrers', 'event contains purchase', 'www\\.google\\.com'),
    within('Campaigns', 'event contains purchase', 'abandoned-cart'),
    within('Landing pages', 'referrer www\\.google\\.com', '/getting-started'),
    within('Visitors by hour', 'country United States', '12:00'),
    within('Pages', 'weekday Saturday, weekday Sunday', '/touren/höhenweg'),
    expect.stringMatching(/^device mobile\n\nVisitors \(device mobile\) [^]*^DAYS {2}visitors/m),
    within('Countries', 'page contains /2026/', 'United States'),
    within('/checkout', 'device mobile', '\\d+ \\w+ [^\\n]*?\\d{4}'),
    expect.stringMatching(/^Websites \(country Germany\), [^]*^docs\.example\.com\s+[\d,]*[1-9]/m),
  ]);
});

test('the file of profiles in docs/configuration.md is one', async () => {
  const home = temporaryHome();
  const folder = join(home.path, '.config', 'sitedeck');
  mkdirSync(folder, { recursive: true });
  const [file = ''] = fencedBlocks(readPage('docs/configuration.md').text, 'json');
  writeFileSync(join(folder, 'profiles.json'), file, { mode: 0o600 });
  const listed = await runLine('sitedeck profile list --format csv', { home, env: pathOf(home) });
  expect(listed).toContain('ops,false,service,https://example.com/analytics,command,UTC,true');
});

test('the file of settings in docs/commands.md is one', async () => {
  const service = await startService();
  const home = temporaryHome();
  const [file = ''] = fencedBlocks(readPage('docs/commands.md').text, 'yaml');
  writeFileSync(join(home.path, 'sites.yaml'), file);
  const env = { ...pathOf(home), ...service.env, PARTNER_PASSWORD: 'a password' };
  await runLine('sitedeck websites apply sites.yaml', { home, env });
  const { rows } = await service.api.listWebsites({ perPage: 10 });
  expect(rows.map(({ domain, privacy, excludeParams }) => [domain, privacy, excludeParams])).toEqual([
    ['partner.example.com', 'password', ''],
    ['shop.example.com', 'private', 'utm_source\nref'],
  ]);
});

test('the crontab lines of docs/commands.md work with what cron gives them', async () => {
  const scene = await prepare();
  await runLine(`sitedeck profile add work ${scene.service}`, scene);
  const { path } = scene.home;
  const bin = join(path, 'bin');
  const message = join(path, 'message');
  writeFileSync(join(bin, 'sendmail'), `#!/bin/sh\necho "$*" > '${message}'\ncat >> '${message}'\n`, {
    mode: 0o755,
  });
  const places = [
    ...scene.places,
    ['/usr/local/bin', bin],
    ['/etc/motd.d/sitedeck', join(path, 'motd')],
  ] as const;
  const known = (text: string) => places.reduce((read, [from, to]) => read.replaceAll(from, to), text);
  const ran: Ran[] = [];
  for (const block of fencedBlocks(readPage('docs/commands.md').text, 'crontab')) {
    const lines = known(block).trim().split('\n');
    const variables = lines.flatMap(line =>
      [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, name, value]) => [name, value]),
    );
    // Cron has no other variables than these.
    const given = { HOME: path, LOGNAME: 'root', SHELL: '/bin/sh', PATH: '/usr/bin:/bin' };
    const env = { ...given, ...Object.fromEntries(variables) };
    for (const line of lines) {
      const [, command] = /^(?:[\d*/,-]+ +){5}(.*)$/.exec(line) ?? [];
      if (command !== undefined)
        ran.push(await runShell(command, { home: scene.home, env }, ['/bin/sh', '-c']));
    }
    // To cron a percent sign is a line break.
    expect(block).not.toContain('%');
  }
  const silent = { code: 0, stdout: '', stderr: '' };
  expect(ran).toEqual([silent, silent, silent]);
  const [options, ...sent] = readFileSync(message, 'utf8').split('\n');
  expect(options).toBe('-t -i');
  expect(sent.slice(0, 3)).toEqual([
    'From: stats@example.com',
    'To: you@example.com',
    expect.stringMatching(/^Subject: 2 websites: \d+ visitors/),
  ]);
  expect(readFileSync(join(path, 'motd'), 'utf8')).toMatch(/^2 websites: \d+ visitors.{10,60}\n$/);
});

test('the units and the command of a container in docs/commands.md run', async () => {
  const scene = await prepare();
  await runLine(`sitedeck profile add work ${scene.service}`, scene);
  const page = readPage('docs/commands.md').text;
  const units = fencedBlocks(page, 'ini').flatMap(block => [...block.matchAll(/^ExecStart=(.*)$/gm)]);
  const words = fencedBlocks(page, 'dockerfile').map((block): string[] =>
    JSON.parse(/^CMD (.*)$/m.exec(block)?.[1] ?? '[]'),
  );
  const lines = [
    ...units.map(([, line = '']) => line.replace('/usr/local/bin/', '')),
    ...words.map(all => all.join(' ')),
  ];
  expect(lines).toHaveLength(3);
  const { home, env } = scene;
  const requests = join(home.path, 'requests');
  for (const line of lines.filter(each => !each.includes('--every'))) {
    const ran = await runShell(line, { home, env }, ['/bin/sh', '-c']);
    expect({ line, ...ran }).toEqual({ line, code: 0, stdout: '', stderr: '' });
  }
  for (const line of lines.filter(each => each.includes('--every'))) {
    writeFileSync(requests, '');
    const child = spawn('/bin/sh', ['-c', `exec ${line} --debug '${requests}'`], { cwd: home.path, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitUntil(() => readFileSync(requests, 'utf8').includes('visitors'), 60_000);
    // As a service is ended.
    child.kill('SIGTERM');
    await once(child, 'close');
    expect([line, child.exitCode]).toEqual([line, 0]);
  }
});

const umamiAddress = 'https://umami.example.com';

/** The address of an Umami that takes what the password manager prints. */
async function umami(): Promise<string> {
  const users = exampleSeed.users.map(user => ({ ...user, password: apiKey }));
  const server = await startUmami({ ...exampleSeed, users });
  return server.url;
}

/** A service with websites, logs of a server, a key in a file, the built program as `sitedeck`, and what else a page is about. */
async function prepare(page = ''): Promise<Scene> {
  const service = await startService();
  for (const domain of ['shop.example.com', 'docs.example.com']) {
    const id = await service.add(domain);
    await service.count(id, 'visitors', ['2024-03-02', '', 5]);
    await service.count(id, 'visitors', ['2026-03-02', '', 7]);
    await service.count(id, 'referrer', [addDays(today, -20), 'www.pinterest.com', 7]);
  }
  const home = await temporaryDemo();
  if (page.includes('git tag')) makeRepository(home);
  const logs = join(home.path, 'logs');
  mkdirSync(logs);
  writeFileSync(join(logs, 'access.log'), logLine('19/Nov/2026', '/new'));
  writeFileSync(join(logs, 'access.log.1'), logLine('18/Nov/2026', '/old'));
  writeFileSync(join(home.path, 'views.json'), savedViews());
  return {
    home,
    env: pathOf(home),
    service: service.url,
    places: [
      ['https://stats.example.com', service.url],
      ...(page.includes(umamiAddress) ? ([[umamiAddress, await umami()]] as const) : []),
      ['SITEDECK_API_KEY=your-key', `SITEDECK_API_KEY=${apiKey}`],
      ['/var/log/nginx', logs],
      ['8080', String(await freePort())],
    ],
  };
}

function makeRepository({ path }: Home): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: path });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  git('tag', 'v1.0');
}

/** The views that docs/yours.md adds. */
function savedViews(): string {
  const blocks = fencedBlocks(readPage('docs/yours.md').text, 'json');
  return blocks.find(block => block.includes('"views"')) ?? '';
}

async function runBlock(block: readonly string[], scene: Scene): Promise<void> {
  const before: string[] = [];
  for (const line of block) {
    if (Object.hasOwn(skipped, line)) continue;
    const known = scene.places.reduce((text, [from, to]) => text.replaceAll(from, to), line);
    const script = [...before, known].join('\n');
    if (/^(?:export )?\w+=(?:"[^"]*"|[^\s"]*)$/.test(line)) before.push(known);
    else if (line.startsWith('sitedeck serve')) await serve(script, scene);
    else if (isApplication(line)) await openAndQuit(script, scene);
    else await runLine(script, scene);
  }
}

/** The application takes the terminal: everything that is no command of ours printing something. */
function isApplication(line: string): boolean {
  return line === 'npm start' || /^sitedeck(?: --profile \w+)?(?: @[\w-]+| [\w-]+(?:\.[\w-]+)+)?$/.test(line);
}

async function runLine(script: string, scene: Pick<Scene, 'home' | 'env'>): Promise<string> {
  const { code, stdout, stderr } = await (runAlone(script, scene) ?? runShell(script, scene));
  // curl is content with a refusal.
  const failed = code !== 0 || stdout.startsWith('{"message"');
  if (failed) throw new Error(`This line fails:\n${script}\n${stdout}${stderr}`);
  return stdout;
}

/** A key that is asked for. */
const stdin = `${apiKey}\n`;

/**
 * The program with words that every shell passes on as they stand, or without the quotes around all of a word. It may be given
 * what the password manager prints, and have its output in a file. Undefined for what a shell has to run.
 */
function runAlone(script: string, { home, env }: Pick<Scene, 'home' | 'env'>): Promise<Ran> | undefined {
  const [, command = '', file] =
    /^(?:pass show \w+ \| )?(sitedeck(?: (?:[\w./:@%+,-][\w./:@%+,=~-]*|'[^']*'))+)(?: > ([\w.-]+))?$/.exec(
      script,
    ) ?? [];
  if (command === '' || needsProcess()) return undefined;
  const [, ...words] = command.match(/'[^']*'|[^ ]+/g) ?? [];
  const args = words.map(word => word.replace(/^'(.*)'$/, '$1'));
  const run = runWarm({ program: builtProgram, args, env, cwd: home.path, stdin });
  if (file === undefined) return run;
  return run.then(ran => {
    writeFileSync(join(home.path, file), ran.stdout);
    return { ...ran, stdout: '' };
  });
}

async function runShell(
  script: string,
  { home, env }: Pick<Scene, 'home' | 'env'>,
  [shell = '', ...options]: readonly string[] = ['bash', '-euo', 'pipefail', '-c'],
): Promise<Ran> {
  const child = spawn(shell, [...options, script], { cwd: home.path, env });
  // A program may end before it has read what it is given: EPIPE is no fault.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

async function openAndQuit(script: string, { home, env }: Scene): Promise<void> {
  const place = script === 'npm start' ? `cd '${root}'\n` : '';
  const terminal = startTerminal({ command: 'bash', args: ['-c', place + script], home, env });
  onTestFinished(() => terminal.stop());
  await terminal.waitFor(/\? help|Enter open/);
  terminal.press('^C');
  expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
}

/** Resolves when it listens; it serves to the end of the test. */
async function serve(script: string, { home, env }: Scene): Promise<void> {
  const child = spawn('bash', ['-c', script.replace(/sitedeck serve/, 'exec $&')], { cwd: home.path, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for await (const part of child.stderr.iterator({ destroyOnReturn: false })) {
    said += String(part);
    if (said.includes('Serving')) return;
  }
  throw new Error(`This line fails:\n${script}\n${said}`);
}

/** The built program as `sitedeck`, and a password manager, beside the programs of the machine. */
function pathOf(home: Home): Readonly<Record<string, string>> {
  const folder = join(home.path, 'bin');
  mkdirSync(folder);
  const add = (name: string, command: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  add('sitedeck', `exec '${runner}' '${builtProgram}' "$@"`);
  add('pass', `echo '${apiKey}'`);
  const PATH = [folder, dirname(process.execPath), home.env['PATH']].join(delimiter);
  // As people have it who never heard of XDG.
  const { XDG_CONFIG_HOME: _config, ...rest } = home.env;
  return { ...rest, PATH };
}

function logLine(day: string, path: string): string {
  return `203.0.113.7 - - [${day}:12:00:00 +0000] "GET ${path} HTTP/1.1" 200 512 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Firefox/127.0"\n`;
}
