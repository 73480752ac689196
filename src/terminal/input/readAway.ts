import { readSync } from 'node:fs';
import type { BackgroundAnswer } from './backgroundAnswer.ts';

const patience = 200;
const pause = 5;

/**
 * Waits, the terminal still raw and our screen still on it, for an answer that would otherwise come to the shell. Keys
 * pressed meanwhile are dropped. Synchronous: the program may be ending.
 */
export function readAway(fd: number, answer: BackgroundAnswer): void {
  const one = Buffer.alloc(1);
  for (const deadline = performance.now() + patience; answer.isOpen && performance.now() < deadline;) {
    try {
      // Byte by byte, so that nothing behind the answer is taken.
      if (readSync(fd, one, 0, 1, null) === 0) return;
      answer.take(one.toString('latin1'));
    } catch (error) {
      const isEmpty = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isEmpty) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}
