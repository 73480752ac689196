import { setTimeout as after } from 'node:timers/promises';
import type { Terminal } from './terminal.ts';

/** The patience of the program with a lone Escape is 100 ms, in which a busy kernel has to hand on what was written, too. */
const inTime = 75;

/** Sends two parts of a sequence 60 ms apart. False where a busy machine sent the second one too late to belong to the first. */
export async function sendSplit(terminal: Terminal, first: string, second: string): Promise<boolean> {
  const start = performance.now();
  terminal.raw(first);
  await after(60);
  terminal.raw(second);
  return performance.now() - start < inTime;
}
