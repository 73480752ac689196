import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeHome, type Home } from '../helpers/home.ts';
import { builtProgram, commandOf } from '../helpers/program.ts';

let home: Home;
let folder: string;
beforeEach(() => {
  home = makeHome();
  folder = join(home.path, 'cache', 'sitedeck');
  expectHelp();
});
afterEach(() => home.remove());

/** The program starts, and says nothing else. */
function expectHelp(env: Readonly<Record<string, string>> = home.env): void {
  const { command, args } = commandOf({ args: ['--help'] });
  const { status, stdout, stderr } = spawnSync(command, args, { env: { ...env }, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Usage: sitedeck');
}

// The single executable carries its code.
test.skipIf(!builtProgram.endsWith('.js'))('damaged code is not run', () => {
  const kept = readdirSync(folder).map(name => join(folder, name));
  expect(kept.length).toBeGreaterThan(2);
  for (const file of kept) writeFileSync(file, readFileSync(file).fill(0, 128));
  expectHelp();
  expectHelp();
});

test('a file in the place of the folder is no reason not to start', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(home.path, 'cache'), { recursive: true });
  writeFileSync(folder, '');
  expectHelp();
});

test('without a home it starts', () => {
  const { HOME: _home, XDG_CACHE_HOME: _cache, ...env } = home.env;
  expectHelp(env);
});
