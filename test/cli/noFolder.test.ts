import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { program, runner, temporaryHome } from './fixture.ts';

/** A folder that is there, where none can be made. Node's own recursive mkdir never ends below it. */
const place = '/proc/no/where';

/** Ended by force if it does not end: a program that spins would outlive the test. */
function runWith(variable: string, args: readonly string[]) {
  const env = { ...temporaryHome().env, [variable]: place };
  const ran = spawnSync(runner, [program, ...args], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const refused: readonly (readonly [
  variable: string,
  code: number,
  words: string,
  args: readonly string[],
])[] = [
  [
    'XDG_DATA_HOME',
    3,
    'sites.sqlite cannot be made in that place: choose another one.',
    ['--profile', 'logs', 'websites', 'list'],
  ],
  [
    'XDG_CONFIG_HOME',
    2,
    'profiles.json cannot be written: its folder cannot be made in that place.',
    ['profile', 'use', 'logs'],
  ],
  [
    'XDG_CONFIG_HOME',
    2,
    'serve-key cannot be written: its folder cannot be made in that place.',
    ['serve', '--port', '0'],
  ],
];

test.skipIf(!existsSync('/proc/self')).each(refused)(
  '%s where no folder can be made ends with %i and one line',
  (variable, code, words, args) => {
    const stderr = `sitedeck: ${place}/sitedeck/${words}\n`;
    expect(runWith(variable, args)).toEqual({ code, stdout: '', stderr });
  },
);

test.skipIf(!existsSync('/proc/self'))(
  'the demo is made in memory where none can be kept, with one line that says so',
  () => {
    const ran = runWith('XDG_DATA_HOME', ['--json', 'websites', 'list', '--all']);
    expect(ran.stderr).toBe(
      `The demo is in memory only: ${place}/sitedeck/demo.sqlite cannot be made in that place.\n`,
    );
    expect([ran.code, ran.stdout.split('"domain"').length - 1]).toEqual([0, 13]);
  },
);

test.skipIf(!existsSync('/proc/self'))('without a cache everything works', () => {
  const ran = runWith('XDG_CACHE_HOME', ['--profile', 'logs', '--json', 'websites', 'list']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
});
