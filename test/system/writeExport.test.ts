import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeExport } from '#system/exportFile.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const text = (name: string) => readFileSync(at(name), 'utf8');
const only = { overwrite: false };
const over = { overwrite: true };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitedeck-export-'));
  vi.stubEnv('HOME', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('writes the whole text and leaves nothing beside it', async () => {
  expect(await writeExport(at('a.csv'), 'value\n', only)).toEqual({ kind: 'written', path: at('a.csv') });
  expect(text('a.csv')).toBe('value\n');
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

it('puts a name after ~/ into the home folder', async () => {
  expect(await writeExport(' ~/b.json ', '{}', only)).toEqual({ kind: 'written', path: at('b.json') });
  expect(text('b.json')).toBe('{}');
});

it('never replaces a file unasked', async () => {
  writeFileSync(at('a.csv'), 'mine');
  expect(await writeExport(at('a.csv'), 'new', only)).toEqual({ kind: 'exists', path: at('a.csv') });
  expect(text('a.csv')).toBe('mine');
  const both = await Promise.all([writeExport(at('c'), 'one', only), writeExport(at('c'), 'two', only)]);
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['exists', 'written']);
  expect(readdirSync(folder).toSorted()).toEqual(['a.csv', 'c']);
});

it('replaces it when asked to, keeping its mode and a link to it', async () => {
  writeFileSync(at('a.csv'), 'mine');
  chmodSync(at('a.csv'), 0o640);
  symlinkSync('a.csv', at('link.csv'));
  expect(await writeExport(at('link.csv'), 'new', over)).toEqual({ kind: 'written', path: at('link.csv') });
  expect(text('a.csv')).toBe('new');
  expect(statSync(at('a.csv')).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).toSorted()).toEqual(['a.csv', 'link.csv']);
});

it('says what is wrong with a place', async () => {
  mkdirSync(at('folder'));
  writeFileSync(at('file'), '');
  const message = async (path: string) => {
    const result = await writeExport(path, 'x', over);
    return result.kind === 'failed' ? result.message.replaceAll(folder, '.') : result.kind;
  };
  expect(await message(at('none/a.csv'))).toBe('./none/a.csv cannot be written: there is no folder ./none.');
  expect(await message(at('file/a.csv'))).toBe('./file/a.csv cannot be written: ./file is no folder.');
  expect(await message(at('folder'))).toBe('./folder is a folder: add the name of a file.');
  expect(await message('/dev/null')).toBe('/dev/null is no ordinary file.');
  expect(await message('  ')).toBe('Type the name of a file.');
});

it.skipIf(process.platform === 'win32')(
  'says that a file would be larger than one may be, and leaves none',
  () => {
    const source = `
    const { writeExport } = await import('#system/exportFile.ts');
    console.log((await writeExport(${JSON.stringify(at('a.csv'))}, 'x'.repeat(9000), { overwrite: false })).message);
  `;
    const limited = [
      '-c',
      'ulimit -f 8; exec "$@"',
      'bash',
      process.execPath,
      '--input-type=module',
      '-e',
      source,
    ];
    const { stdout } = spawnSync('bash', limited, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
    expect(stdout).toBe(
      `${at('a.csv')} cannot be written: it would be larger than a file of this account may be, check  ulimit -f.\n`,
    );
    expect(readdirSync(folder)).toEqual([]);
  },
);
