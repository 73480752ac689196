import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from '#loader/cacheFolder.ts';

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('is made in the home of this account, and closed to others', () => {
  const HOME = home();
  const folder = join(HOME, '.cache', 'sitedeck');
  expect(cacheFolder({ HOME })).toBe(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(cacheFolder({ HOME })).toBe(folder);
});

test('is where XDG_CACHE_HOME says, unless it is relative', () => {
  const HOME = home();
  const given = join(home(), 'made', 'now');
  expect(cacheFolder({ HOME, XDG_CACHE_HOME: given })).toBe(join(given, 'sitedeck'));
  expect(cacheFolder({ HOME, XDG_CACHE_HOME: 'relative' })).toBe(join(HOME, '.cache', 'sitedeck'));
});

test('is nowhere where there is no place for it', () => {
  const HOME = home();
  writeFileSync(join(HOME, '.cache'), '');
  expect([{}, { HOME: '' }, { HOME: 'relative' }, { HOME }].map(env => cacheFolder(env))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('root makes nothing in the home of another account', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a folder away');
  const HOME = home();
  chmodSync(HOME, 0o755);
  chownSync(HOME, 12_345, 12_345);
  expect(cacheFolder({ HOME })).toBeUndefined();
  expect(existsSync(join(HOME, '.cache'))).toBe(false);
});
