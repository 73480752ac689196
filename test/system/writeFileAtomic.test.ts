import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFileAtomic } from '#system/files.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sitedeck-atomic-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** The number of a process that has ended. */
const ended = () => Number(execFileSync('/bin/sh', ['-c', 'echo $$']));

test('what a killed program left goes with the next write, and nothing else', () => {
  const path = folder();
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
  const [path, real] = [folder(), folder()];
  const left = join(real, `.sitedeck-${ended()}-ab12.tmp`);
  writeFileSync(left, 'half of a key');
  writeFileSync(join(real, 'dotfile'), 'old');
  symlinkSync(join(real, 'dotfile'), join(path, 'file'));
  writeFileAtomic(join(path, 'file'), 'new');
  expect([readdirSync(real), readFileSync(join(path, 'file'), 'utf8')]).toEqual([['dotfile'], 'new']);
});
