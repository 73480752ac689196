import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cachedCode, ownCompileCache } from '../helpers/cachedCode.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { builtProgram, commandOf } from '../helpers/program.ts';

let home: Home;
let folder: string;
beforeEach(() => {
  home = makeHome();
  folder = join(home.path, 'cache', 'sitedeck');
});
afterEach(() => home.remove());

function start(words: readonly string[], env: Readonly<Record<string, string>> = home.env) {
  const { command, args } = commandOf({ args: words });
  return spawnSync(command, args, { env: { ...env, ...ownCompileCache }, encoding: 'utf8', timeout: 20_000 });
}

/** The program starts, and says nothing else. */
function expectHelp(env?: Readonly<Record<string, string>>): void {
  const { status, signal, stdout, stderr } = start(['--help'], env);
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
  },
);

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

const damages: Readonly<Record<string, (file: string, code: Buffer) => void>> = {
  ...Object.fromEntries(
    Array.from({ length: 5 }, (_, fifth) => [
      `256 zeroed bytes after ${fifth} fifths`,
      (file: string, code: Buffer) => {
        const at = Math.floor((code.length * fifth) / 5);
        code.subarray(at, at + 256).fill(0);
        writeFileSync(file, code);
      },
    ]),
  ),
  'cut short': (file, code) => writeFileSync(file, code.subarray(0, Math.floor(code.length / 2))),
  'of another chunk': (file, code) => {
    const other = cacheFiles().find(name => name !== file) ?? '';
    writeFileSync(file, other < file ? readFileSync(other) : Buffer.concat([code, code]));
  },
  empty: file => writeFileSync(file, ''),
  'not to be read': file => chmodSync(file, 0),
  'a folder': file => {
    rmSync(file);
    mkdirSync(file);
  },
  'a link to nothing': file => {
    rmSync(file);
    symlinkSync('/nowhere', file);
  },
};

test.skipIf(carriesCode)('whatever became of compiled code, the program starts', () => {
  expectHelp();
  const whole = join(home.path, 'whole');
  cpSync(folder, whole, { recursive: true });
  for (const [name, damage] of Object.entries(damages)) {
    for (const file of cacheFiles()) damage(file, readFileSync(file));
    expect([name, start(['--help'])]).toMatchObject([name, { status: 0, signal: null, stderr: '' }]);
    rmSync(folder, { recursive: true });
    cpSync(whole, folder, { recursive: true });
  }
});

test('the entry reads one file of the build, which is the program', () => {
  const entry = readFileSync(new URL('../../dist/sitedeck.js', import.meta.url), 'utf8');
  const read = [...entry.matchAll(/require\(["'`]([^"'`]+)["'`]\)/g)].map(([, name = '']) => name);
  expect(read.filter(name => !name.startsWith('node:'))).toEqual(['./service.js']);
  expect(entry.length).toBeLessThan(5_000);
});

test('a file in the place of the folder is no reason not to start', () => {
  mkdirSync(join(home.path, 'cache'), { recursive: true });
  writeFileSync(folder, '');
  expectHelp();
});

test('without a home it starts', () => {
  const { HOME: _home, XDG_CACHE_HOME: _cache, ...env } = home.env;
  expectHelp(env);
});
