import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ProcessLock } from '#system/processLock.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const holder = fileURLToPath(new URL('lockHolder.ts', import.meta.url));

const lockFile = () => join(temporaryFolder(), 'profiles.json.lock');

/** A process that takes the lock. `word` is where it is, `go` has it go on. */
function startHolder(lock: string) {
  const child = spawn(process.execPath, [holder, lock], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const words = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    word: async () => String((await words.next()).value),
    go: () => void child.stdin.write('.'),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

test('a lock that was left behind lets in one process at a time', async () => {
  const lock = lockFile();
  writeFileSync(lock, '');
  utimesSync(lock, 1, 1);
  const first = startHolder(lock);
  expect(await first.word()).toBe('inside');
  const second = startHolder(lock);
  first.go();
  expect(await second.word()).toBe('inside');
  expect(readFileSync(`${lock}.log`, 'utf8')).toBe('in out in ');
  second.go();
  expect(await second.word()).toBe('ended');
});

test('a process that is killed holds nothing any more', async () => {
  const lock = lockFile();
  const first = startHolder(lock);
  expect(await first.word()).toBe('inside');
  await first.kill();
  const second = startHolder(lock);
  expect(await second.word()).toBe('inside');
  second.go();
  expect(await second.word()).toBe('ended');
});

test('a link is no lock, and what it leads to is not made', () => {
  const [lock, target] = [lockFile(), join(temporaryFolder(), 'target')];
  symlinkSync(target, lock);
  expect(() => ProcessLock.take(lock)).toThrow('ELOOP');
  expect(existsSync(target)).toBe(false);
});
