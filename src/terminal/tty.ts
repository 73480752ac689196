import { readSync, writeSync } from 'node:fs';
import type { BackgroundAnswer } from './input/background.ts';

const patience = 200;
const pause = 5;

/** An answer of the terminal would come to the shell. Keys meanwhile are dropped. Synchronous: the program may be ending. */
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

/** Milliseconds: how long a terminal may accept nothing, and how long to wait between two tries. */
const timeout = 300;

/** For the last output before the process ends. Gives up after 300 ms where nothing is accepted, at once where it is gone. */
export function writeNow(fd: number, text: string): void {
  const deadline = performance.now() + timeout;
  for (let rest = Buffer.from(text); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isBusy || performance.now() > deadline) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}

/** A program blocked by a stalled link cannot even be ended. No public API; without the private one, writes block. */
export function setNonBlocking(stream: object): void {
  const handle: unknown = '_handle' in stream ? stream._handle : undefined;
  if (typeof handle !== 'object' || handle === null || !('setBlocking' in handle)) return;
  if (typeof handle.setBlocking === 'function') handle.setBlocking(false);
}

/** The largest screen that is drawn: whoever connects says how large a terminal is, up to 65,535 by 65,535. */
const largest = { columns: 1000, rows: 500 } as const;

/** The columns and rows of a terminal that are drawn; one that does not know its size says 0. */
export function sizeOf({ columns, rows }: { readonly columns: number; readonly rows: number }): {
  readonly columns: number;
  readonly rows: number;
} {
  return { columns: Math.min(columns || 80, largest.columns), rows: Math.min(rows || 24, largest.rows) };
}
