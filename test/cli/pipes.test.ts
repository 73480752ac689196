import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Home } from '../helpers/home.ts';
import { startTerminal } from '../helpers/terminal.ts';
import {
  errorLine,
  refusal,
  logLine,
  program,
  run,
  runner,
  start,
  startService,
  temporaryHome,
  type Ran,
} from './fixture.ts';

const settings = 'websites:\n  - domain: shop.example.com\n';
function makePipe(folder: string): string {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', ['-m', '600', path]);
  return path;
}

/** Whether a process has a file open: one that is blocked in opening a pipe has not. */
function hasOpen(pid: number | undefined, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some(name => {
    try {
      return readlinkSync(join(folder, name)) === path;
    } catch {
      // Closed meanwhile.
      return false;
    }
  });
}

/** Runs a command line of bash in which "$1" "$2" is the program. */
async function inShell(command: string, home: Home, env: Readonly<Record<string, string>>): Promise<Ran> {
  const child = spawn('bash', ['-c', command, 'bash', runner, program], {
    cwd: home.path,
    env: { ...home.env, ...env },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

const readers = [
  ['settings', ['websites', 'plan', 'pipe']],
  ['a log', ['import', 'shop.example.com', 'pipe']],
] as const;

test.runIf(process.platform === 'linux').each(readers)(
  'a pipe without a writer in place of %s is waited for, and a signal ends that',
  async (_, args) => {
    const home = temporaryHome();
    const service = await startService();
    const path = makePipe(home.path);
    const env = args[0] === 'import' ? {} : service.env;
    const child = start(args, { home, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const closed = once(child, 'close');
    await vi.waitFor(() => expect(hasOpen(child.pid, path)).toBe(true), { timeout: 60_000, interval: 20 });
    child.kill('SIGTERM');
    expect(await closed).toEqual([143, null]);
  },
);

test('what another program writes into a pipe is read as a file is', async () => {
  const service = await startService();
  const home = temporaryHome();
  writeFileSync(join(home.path, 'settings.yaml'), settings);
  writeFileSync(join(home.path, 'access.log'), logLine('/'));
  const shell = (command: string, env = {}) => inShell(command, home, env);
  const ofFile = await shell('"$1" "$2" websites plan settings.yaml', service.env);
  expect(ofFile).toMatchObject({ code: 5, stderr: '1 to create, 0 left alone.\n' });
  const ways = ['plan <(cat settings.yaml)', 'plan - < settings.yaml', 'plan /dev/stdin < settings.yaml'];
  for (const way of ways) expect(await shell(`"$1" "$2" websites ${way}`, service.env)).toEqual(ofFile);
  const piped = 'cat settings.yaml | "$1" "$2" websites plan /dev/stdin';
  expect(await shell(piped, service.env)).toEqual(ofFile);
  // One that has a name, whose writer comes later.
  makePipe(home.path);
  const named = '"$1" "$2" websites plan pipe & reader=$!; cat settings.yaml > pipe; wait $reader';
  expect(await shell(named, service.env)).toEqual(ofFile);
  const imported = await shell('"$1" "$2" import shop.example.com <(cat access.log)');
  expect(imported).toMatchObject({ code: 0 });
  expect(imported.stdout + imported.stderr).toMatch(/^\/dev\/fd\/\d+ +imported +1 +0$/m);
});

test('a device, a socket or a folder is refused as what it is, at once', async () => {
  const home = temporaryHome();
  const service = await startService();
  symlinkSync('/dev/zero', join(home.path, 'device'));
  const server = createServer().listen(join(home.path, 'socket'));
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  for (const name of ['device', 'socket', '/dev/zero', '/dev/tty']) {
    expect(refusal(await run(['websites', 'plan', name], { home, env: service.env }))).toBe(
      `sitedeck: ${name} is no file: name one, or pipe the settings in with - as the file.`,
    );
    const imported = await run(['import', 'shop.example.com', name], { home });
    expect(refusal(imported, 1)).toBe(
      `sitedeck: ${name} is no file: name one, or pipe the log in with - as the file. Nothing was imported.`,
    );
  }
  expect(errorLine(await run(['websites', 'plan', '.'], { home, env: service.env }))).toBe(
    'sitedeck: . is a folder: name a file in it.',
  );
});

test('what never ends is not read for ever', async () => {
  const home = temporaryHome();
  const service = await startService();
  const endless = (args: string, env = {}) => inShell(`"$1" "$2" ${args}`, home, env);
  expect(await endless('websites plan - < /dev/zero', service.env)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'sitedeck: stdin is too large for settings.\n',
  });
  expect(refusal(await endless('websites plan <(cat /dev/zero)', service.env))).toMatch(
    /^sitedeck: \/dev\/fd\/\d+ is too large for settings\.$/,
  );
  expect(await endless(`profile add work ${service.url} < /dev/zero`, {})).toEqual({
    code: 2,
    stdout: '',
    stderr: `Found phpAnalytics at ${service.url}.\nsitedeck: What was sent to stdin is too long to be the API key.\n`,
  });
});

test('nothing waits for the reader of a pipe that --debug writes to', async () => {
  const service = await startService();
  const home = temporaryHome();
  const path = makePipe(home.path);
  const debug = ['--debug', 'pipe', 'websites', 'list'];
  expect(refusal(await run(debug, { home, env: service.env }))).toBe(
    'sitedeck: --debug pipe cannot be written (a pipe that nobody reads): name another file.',
  );
  const reader = spawn('cat', [path]);
  // The shell waits in opening it until cat has.
  const toReader = inShell('exec 3> pipe; "$1" "$2" --debug pipe websites list', home, service.env);
  const [written, done] = await Promise.all([text(reader.stdout), toReader]);
  expect(done).toEqual({ code: 0, stdout: '', stderr: 'No websites.\n' });
  expect(written).toMatch(/^\S+ GET http:\S+ 200 \d+ ms\n/);
  // What is no pipe is written as before.
  const shown = await inShell('"$1" "$2" --debug /dev/stderr websites list 2> errors', home, service.env);
  expect(shown.code).toBe(0);
  expect(readFileSync(join(home.path, 'errors'), 'utf8')).toContain(' 200 ');
});

test('--debug takes no device but a terminal and the empty one', async () => {
  const service = await startService();
  const home = temporaryHome();
  symlinkSync('/dev/zero', join(home.path, 'link'));
  const refusals = [
    ['/dev/zero', 'a device'],
    ['/dev/full', 'a device'],
    ['/dev/urandom', 'a device'],
    ['link', 'a device'],
    ['.', 'a folder'],
    ['none/file', 'ENOENT'],
  ] as const;
  for (const [name, why] of refusals) {
    const ran = await run(['--debug', name, 'websites', 'list'], { home, env: service.env });
    expect(ran).toEqual({
      code: 2,
      stdout: '',
      stderr: `sitedeck: --debug ${name} cannot be written (${why}): name another file.\n`,
    });
  }
  const empty = await run(['--debug', '/dev/null', 'websites', 'list'], { home, env: service.env });
  expect(empty).toEqual({ code: 0, stdout: '', stderr: 'No websites.\n' });
  const terminal = startTerminal({
    args: ['--debug', '/dev/tty', 'websites', 'list'],
    home,
    env: service.env,
  });
  onTestFinished(() => terminal.stop());
  await terminal.waitFor(/ GET http:\S+\s+200 \d+ ms/);
  expect(await terminal.exit).toMatchObject({ code: 0 });
});
