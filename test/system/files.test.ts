import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, readText, tooLarge, writeFileAtomic } from '#system/files.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

test('every level that is missing is made, for this account only', () => {
  const top = temporaryFolder();
  makeFolder(join(top, 'a', 'b', 'c'));
  for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(top, path)).mode & 0o777).toBe(0o700);
});

test('a folder that is there keeps its mode', () => {
  const folder = join(temporaryFolder(), 'open');
  mkdirSync(folder, 0o755);
  makeFolder(folder);
  makeFolder(join(folder, 'below'));
  expect(statSync(folder).mode & 0o777).toBe(0o755);
});

test('a file in the way is the error of the system', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'below', 'it'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
});

test('a text is read up to its end, whatever the system says of its size, and no further than is allowed', () => {
  const path = join(temporaryFolder(), 'file');
  const text = 'ä'.repeat(100_000);
  writeFileSync(path, text);
  expect(readText(path, { maxBytes: 200_000 })).toBe(text);
  expect(() => readText(path, { maxBytes: 199_999 })).toThrow(expect.objectContaining({ code: tooLarge }));
  // It takes no place on the disk.
  truncateSync(path, 10_000_000_000);
  expect(() => readText(path)).toThrow(expect.objectContaining({ code: tooLarge }));
});

test.runIf(process.platform === 'linux')('a file of the system, which says no size, is read', () => {
  expect(readText('/proc/self/status')).toContain('\nPid:');
});

/** The number of a process that has ended. */
const ended = () => Number(execFileSync('/bin/sh', ['-c', 'echo $$']));

test('what a killed program left goes with the next write, and nothing else', () => {
  const path = temporaryFolder();
  const gone = ended();
  const names = {
    ofEnded: `.sitedeck-${gone}-ab12.tmp`,
    // The number is that of another process by now, as of every first one in a container.
    old: `.sitedeck-${process.pid}-cd34.tmp`,
    ofRunning: `.sitedeck-${process.pid}-ef56.tmp`,
    another: `.other-${gone}-ab12.tmp`,
    notes: `.sitedeck-notes.tmp`,
  };
  for (const name of Object.values(names)) writeFileSync(join(path, name), 'x');
  const hourAgo = Date.now() / 1000 - 3600;
  utimesSync(join(path, names.old), hourAgo, hourAgo);
  writeFileAtomic(join(path, 'file'), 'text');
  expect(readdirSync(path).sort()).toEqual([names.another, names.ofRunning, names.notes, 'file'].sort());
});

test('it goes in the folder that a link leads to', () => {
  const [path, real] = [temporaryFolder(), temporaryFolder()];
  const left = join(real, `.sitedeck-${ended()}-ab12.tmp`);
  writeFileSync(left, 'half of a key');
  writeFileSync(join(real, 'dotfile'), 'old');
  symlinkSync(join(real, 'dotfile'), join(path, 'file'));
  writeFileAtomic(join(path, 'file'), 'new');
  expect([readdirSync(real), readFileSync(join(path, 'file'), 'utf8')]).toEqual([['dotfile'], 'new']);
});
