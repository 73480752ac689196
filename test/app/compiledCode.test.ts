import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheFolder } from '#app/compiledCode.ts';
import { cachedCode, ownCompileCache } from '../helpers/cachedCode.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { builtProgram, runner } from '../helpers/program.ts';

let home: Home;
let folder: string;
beforeEach(() => {
  home = makeHome();
  folder = join(home.path, 'cache', 'sitedeck');
});
afterEach(() => home.remove());

function start(words: readonly string[], env: Readonly<Record<string, string>> = home.env) {
  return spawnSync(runner, [builtProgram, ...words], {
    env: { ...env, ...ownCompileCache },
    encoding: 'utf8',
    timeout: 60_000,
  });
}

/** The program starts, and says nothing else. */
function expectHelp(env?: Readonly<Record<string, string>>): void {
  const { status, signal, stdout, stderr } = start(['help'], env);
  expect([status, signal, stderr]).toEqual([0, null, '']);
  expect(stdout).toContain('Usage: sitedeck');
}

const cacheFiles = () => Object.keys(cachedCode(home)).map(name => join(folder, name));

// The single executable carries its compiled code.
const carriesCode = !builtProgram.endsWith('.js');

test.skipIf(carriesCode)(
  'what V8 compiled is kept for this account alone, and used by the next start',
  () => {
    expectHelp();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const kept = cachedCode(home);
    expect(Object.keys(kept).length).toBeGreaterThan(2);
    expectHelp();
    expect(cachedCode(home)).toEqual(kept);
    // Of no use to the next start: what only says how it is used, or was refused.
    for (const words of [['--help'], ['overview', '--help'], ['overview', '--nonsense']]) start(words);
    expect(cachedCode(home)).toEqual(kept);
  },
);

test.skipIf(carriesCode)('what an older build kept goes once something is kept', () => {
  const older = join(folder, '0123456789abcdef');
  mkdirSync(older, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  chmodSync(dirname(folder), 0o700);
  writeFileSync(join(older, 'help service.js'), 'old');
  expectHelp();
  expect(existsSync(older)).toBe(false);
});

test('a kiosk keeps nothing, nor does one who asks for the version', () => {
  // Without a terminal it says so, once it is loaded.
  expect(start(['--kiosk'])).toMatchObject({ status: 2, stderr: expect.stringContaining('terminal') });
  expect(start(['--version'])).toMatchObject({ status: 0 });
  expect(existsSync(join(home.path, 'cache'))).toBe(false);
});

test.skipIf(carriesCode)(
  'in a folder that others may read or write nothing is kept, and nothing used',
  () => {
    for (const mode of [0o770, 0o707, 0o750]) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, mode);
      expectHelp();
      expect(cachedCode(home)).toEqual({});
    }
  },
);

test.skipIf(carriesCode)('nothing is kept once the flags of V8 are others than at the start', () => {
  const preload = join(home.path, 'flags.cjs');
  const { NODE_OPTIONS = '' } = home.env;
  const env = { ...home.env, NODE_OPTIONS: `${NODE_OPTIONS} --require=${preload}` };
  const atExit = (flag: string) =>
    writeFileSync(preload, `process.on('exit', () => require('node:v8').setFlagsFromString('${flag}'));`);
  atExit('--allow-natives-syntax');
  expectHelp(env);
  expect(cachedCode(home)).toEqual({});
  atExit('--no-allow-natives-syntax');
  expectHelp(env);
  expect(Object.keys(cachedCode(home)).length).toBeGreaterThan(2);
});

const damages: Readonly<Record<string, (file: string, code: Buffer) => void>> = {
  'zeroed in its middle': (file, code) => {
    const middle = Math.floor(code.length / 2);
    writeFileSync(file, code.fill(0, middle, middle + 256));
  },
  'cut short': (file, code) => writeFileSync(file, code.subarray(0, code.length / 2)),
  'a folder': file => {
    rmSync(file);
    mkdirSync(file);
  },
  'a pipe': file => {
    rmSync(file);
    execFileSync('mkfifo', ['-m', '600', file]);
  },
  'a file without an end': file => {
    rmSync(file);
    symlinkSync('/dev/zero', file);
  },
};

test.skipIf(carriesCode)('whatever became of compiled code, the program starts', () => {
  for (const [name, damage] of Object.entries(damages)) {
    expectHelp();
    for (const file of cacheFiles()) damage(file, readFileSync(file));
    expect([name, start(['help'])]).toMatchObject([name, { status: 0, signal: null, stderr: '' }]);
    rmSync(folder, { recursive: true });
  }
});

test('the entry reads one file of the build, which is the program', () => {
  const entry = readFileSync(new URL('../../dist/sitedeck.js', import.meta.url), 'utf8');
  const read = [...entry.matchAll(/require\(["'`]([^"'`]+)["'`]\)/g)].map(([, name = '']) => name);
  expect(read.filter(name => !name.startsWith('node:'))).toEqual(['./service.js']);
  expect(entry.length).toBeLessThan(5_500);
});

test('without a home it starts, and with a file in the place of the folder', () => {
  const { HOME: _home, XDG_CACHE_HOME: _cache, ...env } = home.env;
  expectHelp(env);
  mkdirSync(join(home.path, 'cache'), { recursive: true });
  writeFileSync(folder, '');
  expectHelp();
});

test('the folder is made where XDG_CACHE_HOME or HOME says, where it can be', () => {
  const HOME = home.path;
  const inHome = join(HOME, '.cache', 'sitedeck');
  const given = join(HOME, 'made');
  const rows: readonly [NodeJS.ProcessEnv, string | undefined][] = [
    [{}, undefined],
    [{ HOME: '' }, undefined],
    [{ HOME: 'relative' }, undefined],
    [{ HOME }, inHome],
    [{ HOME, XDG_CACHE_HOME: given }, join(given, 'sitedeck')],
    [{ HOME, XDG_CACHE_HOME: 'relative' }, inHome],
    [{ HOME, XDG_CACHE_HOME: '' }, inHome],
  ];
  expect(rows.map(([env]) => cacheFolder(env))).toEqual(rows.map(([, path]) => path));
  expect(statSync(inHome).mode & 0o777).toBe(0o700);
});

test('root makes nothing in the home of another account', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a folder away');
  chownSync(home.path, 12_345, 12_345);
  expect(cacheFolder({ HOME: home.path })).toBeUndefined();
  expect(existsSync(join(home.path, '.cache'))).toBe(false);
});

test('what another account may have written is not run, whatever its mode', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a folder away');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, 12_345, 12_345);
  expect(cacheFolder({ XDG_CACHE_HOME: join(home.path, 'cache') })).toBeUndefined();
});
