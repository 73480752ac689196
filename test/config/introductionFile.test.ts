import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openIntroduction, openLook } from '#config/choices.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sitedeck-test-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('what is over is kept beside the other choices, also when two programs end a part', () => {
  const path = folder();
  const one = openIntroduction(path);
  const other = openIntroduction(path);
  expect([...(one?.over ?? ['none'])]).toEqual([]);
  openLook(path, 'xterm').saveTheme('dark');
  one?.end('ways');
  other?.end('chart');
  other?.end('chart');
  expect([...(openIntroduction(path)?.over ?? [])]).toEqual(['ways', 'chart']);
  expect(JSON.parse(readFileSync(join(path, 'choices.json'), 'utf8'))).toEqual({
    version: 1,
    services: {},
    theme: 'dark',
    introduced: ['ways', 'chart'],
  });
});

test('a file that cannot be kept has no introduction: it would come back at every start', () => {
  const path = folder();
  writeFileSync(join(path, 'choices.json'), '{"version":2}');
  expect(openIntroduction(path)).toBeUndefined();
});

test('a list of parts that is none is an empty one', () => {
  const path = folder();
  writeFileSync(join(path, 'choices.json'), '{"version":1,"services":{},"introduced":{"ways":true}}');
  expect(openIntroduction(path)?.over.size).toBe(0);
});
