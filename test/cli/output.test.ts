import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { textTable } from '#cli/output.ts';
import { safeText } from '#text/safeText.ts';
import {
  logLine,
  program,
  run,
  runner,
  start,
  startService,
  startSite,
  temporaryHome,
  type RunOptions,
} from './fixture.ts';

const full = 'sitedeck: The output could not be written (ENOSPC: no space left on device).';

/** With a standard output that takes nothing, as on a full disk. */
async function runFull(args: readonly string[], { home = temporaryHome(), env }: RunOptions = {}) {
  const device = openSync('/dev/full', 'w');
  const child = spawn(runner, [program, ...args], {
    cwd: home.path,
    env: { ...home.env, ...env },
    stdio: ['ignore', device, 'pipe'],
  });
  closeSync(device);
  if (!child.stderr) throw new Error('no stderr');
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stderr };
}

/** With a standard output that nobody reads any more. */
async function runUnread(args: readonly string[], options: RunOptions) {
  const child = start(args, options);
  child.stdout.destroy();
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stderr };
}

test.each([
  [['--version']],
  [['--version', '--ascii']],
  [['--help']],
  [['import', '--help']],
  [['completion', 'bash']],
  [['profile', 'list']],
])('%j on a full disk is one line, and exits 1', async args => {
  expect(await runFull(args)).toEqual({ code: 1, stderr: `${full}\n` });
});

const days = ['--from', '2026-03-01', '--to', '2026-03-02'];

test.each([
  [['websites', 'list']],
  [['websites', 'list', '--json']],
  [['websites', 'show', 'one.example']],
  [['websites', 'export']],
  [['stats', 'one.example', 'pageviews', 'page', ...days]],
  [['stats', 'one.example', 'pageviews', '--format', 'csv', ...days]],
  [['report', 'one.example', ...days]],
  [['report', 'one.example', '--format', 'markdown', ...days]],
  [['watch', 'one.example', '--below', '5', '--json']],
])('so is %j, which reads a service', async args => {
  const service = await startSite(['pageviews', ['2026-03-01', '2026-03-01', 1]]);
  expect(await runFull(args, { env: service.env })).toEqual({ code: 1, stderr: `${full}\n` });
});

test('what was changed all the same is said', async () => {
  const service = await startService();
  const changing = async (...args: string[]) => (await runFull(args, { env: service.env })).stderr;
  expect(await changing('websites', 'create', 'one.example')).toBe(`${full} one.example was created.\n`);
  expect(await changing('websites', 'update', 'one.example', '--email')).toBe(
    `${full} one.example was changed.\n`,
  );
  expect(await changing('websites', 'delete', 'one.example', '--yes', '--json')).toBe(
    `${full} one.example was deleted.\n`,
  );
  expect((await service.api.listWebsites({})).rows).toEqual([]);
});

test('an import on a full disk says what it stored', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), logLine('/').repeat(2));
  expect(await runFull(['import', 'one.example', 'access.log'], { home })).toEqual({
    code: 1,
    stderr: `${full} The import is stored: 2 page views of one.example counted.\n`,
  });
  const { stdout } = await run(['--profile', 'logs', 'websites', 'list', '--json'], { home });
  expect(JSON.parse(stdout).rows).toMatchObject([{ domain: 'one.example' }]);
});

test('a reader that has gone is no error, and what changes something is finished', async () => {
  const service = await startService();
  const home = temporaryHome();
  writeFileSync(
    join(home.path, 'sites.yaml'),
    'websites:\n  - domain: one.example\n  - domain: two.example\n',
  );
  const applied = await runUnread(['websites', 'apply', 'sites.yaml'], { home, env: service.env });
  expect(applied.code).toBe(0);
  const { rows } = await service.api.listWebsites({});
  expect(new Set(rows.map(({ domain }) => domain))).toEqual(new Set(['one.example', 'two.example']));
  expect(await runUnread(['websites', 'list'], { home, env: service.env })).toEqual({ code: 0, stderr: '' });
});

test('as many rows as --all may bring are one table', () => {
  const row = [{ text: safeText('/a/page') }];
  const rows = Array.from({ length: 150_000 }, () => row);
  const printer = { columns: undefined, colour: false, unicode: true };
  const lines = textTable([{ title: 'Page' }], rows, printer).split('\n');
  expect(lines).toHaveLength(150_002);
  expect(lines[0]).toBe('PAGE');
});
