import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytecodeCacheIn, decodeCacheFile } from '#loader/bytecodeCache.ts';
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

function help(env: Readonly<Record<string, string>> = home.env) {
  const { command, args } = commandOf({ args: ['--help'] });
  return spawnSync(command, args, { env: { ...env }, encoding: 'utf8', timeout: 20_000 });
}

/** The program starts, and says nothing else. */
function expectHelp(env?: Readonly<Record<string, string>>): void {
  const { status, signal, stdout, stderr } = help(env);
  expect([status, signal, stderr]).toEqual([0, null, '']);
  expect(stdout).toContain('Usage: sitedeck');
}

const cacheFiles = () =>
  readdirSync(folder)
    .filter(name => name.includes('.js.'))
    .map(name => join(folder, name));

// The single executable carries its bytecode.
const carriesCode = !builtProgram.endsWith('.js');

/** With 256 zeros from a part of it on. */
function zeroed(code: Buffer, from: number): Buffer {
  const at = Math.floor(code.length * from);
  code.subarray(at, at + 256).fill(0);
  return code;
}

const damages: Readonly<Record<string, (file: string, code: Buffer) => void>> = {
  ...Object.fromEntries(
    Array.from({ length: 7 }, (_, seventh) => [
      `256 zeroed bytes after ${seventh} sevenths`,
      (file: string, code: Buffer) => {
        writeFileSync(file, zeroed(code, seventh / 7));
      },
    ]),
  ),
  'cut short': (file, code) => writeFileSync(file, code.subarray(0, Math.floor(code.length / 2))),
  'without its last byte': (file, code) => writeFileSync(file, code.subarray(0, -1)),
  'of another chunk, or another build': (file, code) => {
    const other = cacheFiles().find(name => name !== file) ?? '';
    writeFileSync(file, file.includes('service.js') ? readFileSync(other) : Buffer.concat([code, code]));
  },
  empty: file => writeFileSync(file, ''),
  'not to be read': file => chmodSync(file, 0),
  'a folder': file => {
    rmSync(file);
    mkdirSync(file);
  },
  'a pipe that nobody writes to': file => {
    rmSync(file);
    execFileSync('mkfifo', ['-m', '600', file]);
  },
  'a device without end': file => {
    rmSync(file);
    symlinkSync('/dev/zero', file);
  },
};

test.skipIf(carriesCode)('whatever became of cached code, the program starts', () => {
  expect(cacheFiles().length).toBeGreaterThan(2);
  const whole = join(home.path, 'whole');
  cpSync(folder, whole, { recursive: true });
  for (const [name, damage] of Object.entries(damages)) {
    for (const file of cacheFiles()) damage(file, readFileSync(file));
    expect([name, help()]).toMatchObject([name, { status: 0, signal: null, stderr: '' }]);
    rmSync(folder, { recursive: true });
    cpSync(whole, folder, { recursive: true });
  }
});

test.skipIf(carriesCode)('a start that code of this machine kills is the last one of its kind', () => {
  const build = cacheFiles()[0]?.split('.').at(-1) ?? '';
  const deaths = [0.2, 0.4, 0.6, 0.8].filter(part => {
    for (const file of cacheFiles()) {
      const name = file.split('/').at(-1) ?? '';
      const { bytecode } = decodeCacheFile(readFileSync(file), name) ?? { bytecode: Buffer.alloc(0) };
      // With a sum that is right, as if V8 itself had made it so.
      bytecodeCacheIn(folder, build).write?.(`${name.split('.js.')[0]}.js`, {
        bytecode: zeroed(bytecode, part),
        isComplete: false,
      });
    }
    const { status } = help();
    expectHelp();
    expectHelp();
    return status !== 0;
  });
  expect(deaths).not.toEqual([]);
});

test.skipIf(carriesCode)('a start that went well leaves no mark', () => {
  expectHelp();
  expect(existsSync(join(folder, 'starting'))).toBe(false);
});

test('the entry reads no other file of the build but through the loader', () => {
  const entry = readFileSync(new URL('../../dist/sitedeck.js', import.meta.url), 'utf8');
  const read = [...entry.matchAll(/require\(["'`]([^"'`]+)["'`]\)/g)].map(([, name = '']) => name);
  expect(read.filter(name => !name.startsWith('node:'))).toEqual([]);
  expect(entry.length).toBeLessThan(8_500);
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
