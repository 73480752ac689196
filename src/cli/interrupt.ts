import { exitCodes } from '#api/failure.ts';
import { progress } from './output/stderr.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
export type EndingSignal = (typeof signals)[number];

/** The action of the next signal. */
let ending = endAtOnce;

/**
 * Ends the program at once on a signal, unless onInterrupt has set another action. The listeners are never replaced: a signal
 * that arrives while they are would be lost.
 */
export function watchInterrupts(): () => void {
  const listeners = signals.map(name => [name, () => ending(name)] as const);
  for (const [name, listener] of listeners) process.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}

/** Calls `end` on the first signal; a second one ends the program. Returns the function that undoes this. */
export function onInterrupt(end: (signal: EndingSignal) => void): () => void {
  ending = signal => {
    ending = endAtOnce;
    end(signal);
  };
  return () => {
    ending = endAtOnce;
  };
}

/** The exit code of a shell for a program that the signal ended: 128 and its number. */
export function codeOf(signal: EndingSignal): number {
  return signal === 'SIGINT' ? exitCodes.interrupted : 143;
}

function endAtOnce(signal: EndingSignal): void {
  progress.clear();
  process.exit(codeOf(signal));
}
