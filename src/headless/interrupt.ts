import { exitCodes } from '#connection/errors.ts';
import { progress } from './output/stderr.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
export type EndingSignal = (typeof signals)[number];

/** What the next signal does. */
let ending = endAtOnce;

/**
 * Ends the program at once when it is interrupted, unless something under way asks for another way. The listeners stay
 * the same ones throughout: a signal that comes while listeners are exchanged is lost.
 */
export function watchInterrupts(): () => void {
  const listeners = signals.map(name => [name, () => ending(name)] as const);
  for (const [name, listener] of listeners) process.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}

/** Has a piece of work ended in its own way: the first signal calls back, a second one ends the program. Returns the way to stop. */
export function onInterrupt(end: (signal: EndingSignal) => void): () => void {
  ending = signal => {
    ending = endAtOnce;
    end(signal);
  };
  return () => {
    ending = endAtOnce;
  };
}

export function codeOf(signal: EndingSignal): number {
  return signal === 'SIGINT' ? exitCodes.interrupted : 143;
}

function endAtOnce(signal: EndingSignal): void {
  progress.clear();
  process.exit(codeOf(signal));
}
