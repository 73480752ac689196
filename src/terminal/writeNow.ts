import { writeSync } from 'node:fs';

const patience = 300;
const pause = 5;

/**
 * Writes at once, past everything that waits in a stream: for the last words before the process ends or stops. A terminal
 * that takes nothing is given up after 300 ms, one that is gone at once.
 */
export function writeNow(fd: number, text: string): void {
  const deadline = performance.now() + patience;
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

/**
 * Lets writes to a terminal return before it has taken them. Node makes them wait, and a program that waits for a stalled
 * link takes no keys and no signals: it cannot even be ended. There is no public way; where the private one is missing,
 * writes wait as before.
 */
export function neverWait(stream: object): void {
  const handle: unknown = '_handle' in stream ? stream._handle : undefined;
  if (typeof handle !== 'object' || handle === null || !('setBlocking' in handle)) return;
  if (typeof handle.setBlocking === 'function') handle.setBlocking(false);
}
