import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const holder = fileURLToPath(new URL('lockHolder.ts', import.meta.url));

function lockFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'profiles.json.lock');
}

/** A process that takes the lock. `word` is where it is, `go` has it go on. */
function startHolder(lock: string, ...mode: readonly string[]) {
  const child = spawn(process.execPath, [holder, lock, ...mode], { stdio: ['pipe', 'pipe', 'inherit'] });
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

test('a lock that was left behind lets in one process at a time, whatever comes between', async () => {
  const lock = lockFile();
  writeFileSync(lock, '');
  utimesSync(lock, 1, 1);
  const first = startHolder(lock, 'pause');
  const second = startHolder(lock);
  // The first one stands before its next change of the lock, or has it: the second one does all it wants to.
  const place = await first.word();
  if (place === 'inside') first.go();
  expect(await second.word()).toBe('inside');
  if (place === 'changing') {
    first.go();
    await first.word();
  }
  const inside = readFileSync(`${lock}.log`, 'utf8');
  expect(['in ', 'in out in ']).toContain(inside);
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
