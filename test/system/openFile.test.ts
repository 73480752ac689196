import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readText, tooLarge } from '#system/files.ts';

test('a text is read up to its end, whatever the system says of its size, and no further than is allowed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  const text = 'ä'.repeat(100_000);
  writeFileSync(path, text);
  expect(readText(path, { mostBytes: 200_000 })).toBe(text);
  expect(() => readText(path, { mostBytes: 199_999 })).toThrow(expect.objectContaining({ code: tooLarge }));
  // It takes no place on the disk.
  truncateSync(path, 10_000_000_000);
  expect(() => readText(path)).toThrow(expect.objectContaining({ code: tooLarge }));
});

test.runIf(process.platform === 'linux')('a file of the system, which says no size, is read', () => {
  expect(readText('/proc/self/status')).toContain('\nPid:');
});
