import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { asNobody, whyNoNamespace } from '../helpers/namespaces.ts';
import { errorLine, program, runner, startService, temporaryHome } from './fixture.ts';

const whyNot = whyNoNamespace(asNobody);

/** What a container has that sets nothing. */
const bare = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8' };

async function runBare(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn('unshare', [...asNobody, runner, program, ...args], {
    cwd: temporaryHome().path,
    env: { ...bare, ...env },
  });
  child.stdin.end();
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

test.skipIf(whyNot !== undefined)(
  `without HOME and an entry in passwd a service that is given is read (${whyNot ?? 'an account of its own'})`,
  async () => {
    expect(() => execFileSync('unshare', [...asNobody, 'sh', '-c', 'getent passwd 12345'])).toThrow('failed');
    const service = await startService();
    await service.add('one.example.com');
    for (const env of [service.env, { ...service.env, HOME: '' }]) {
      const listed = await runBare(['--json', 'websites', 'list'], env);
      expect(listed).toMatchObject({ code: 0, stderr: '' });
      expect(listed.stdout).toContain('one.example.com');
    }
    const none = Object.fromEntries(
      ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'NODE_COMPILE_CACHE'].map(name => [
        name,
        undefined,
      ]),
    );
    const terminal = start({
      command: 'unshare',
      args: [...asNobody, runner, program],
      env: { ...none, ...service.env },
    });
    await terminal.waitFor('one.example.com');
    // What would be kept of it is not, and nothing is said of that.
    terminal.press('q');
    expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
    expect(terminal.output).not.toMatch(/error|nonexistent/i);
  },
);

const needsHome: readonly (readonly [words: string, code: number, args: readonly string[]])[] = [
  [
    '/nonexistent/.config/sitedeck/profiles.json cannot be written: this account has no home folder, set HOME.',
    2,
    ['profile', 'use', 'logs'],
  ],
  [
    '/nonexistent/.local/share/sitedeck/sites.sqlite cannot be made, this account has no home folder: set HOME.',
    3,
    ['--profile', 'logs', 'websites', 'list'],
  ],
];

test.skipIf(whyNot !== undefined).each(needsHome)(
  'what needs a home says so: %s',
  async (words, code, args) => {
    const ran = await runBare(args);
    expect(ran.code).toBe(code);
    expect(errorLine(ran)).toBe(`sitedeck: ${words}`);
  },
);

test.skipIf(whyNot !== undefined)('what needs none does without', async () => {
  expect(await runBare(['profile', 'list'])).toMatchObject({ code: 0, stderr: '' });
  const doctor = await runBare(['doctor']);
  expect(doctor.stdout + doctor.stderr).not.toContain('unexpected');
  const demo = await runBare(['--profile', 'demo', '--json', 'websites', 'list']);
  expect(demo).toMatchObject({ code: 0 });
  expect(errorLine(demo)).toMatch(/^The demo is in memory only: .* this account has no home folder\.$/);
});
