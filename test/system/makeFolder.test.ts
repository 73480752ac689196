import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { errorCode, makeFolder } from '#system/files.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function codeOf(path: string): string | undefined {
  try {
    makeFolder(path);
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

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
  expect(codeOf(join(file, 'below', 'it'))).toBe('ENOTDIR');
});
