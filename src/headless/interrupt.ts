import { exitCodes } from './failure.ts';
import { progress } from './output/stderr.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
export type EndingSignal = (typeof signals)[number];

/** Ends the program at once when it is interrupted, unless something under way asks for another way. */
export function watchInterrupts(): () => void {
  return listen(signal => {
    progress.clear();
    process.exit(codeOf(signal));
  });
}

/** Has a piece of work ended in its own way: the first signal calls back, a second one ends the program. Returns the way to stop. */
export function onInterrupt(end: (signal: EndingSignal) => void): () => void {
  const others = signals.map(name => [name, process.listeners(name)] as const);
  for (const name of signals) process.removeAllListeners(name);
  let asked = false;
  const stop = listen(signal => {
    if (asked) process.exit(codeOf(signal));
    asked = true;
    end(signal);
  });
  return () => {
    stop();
    for (const [name, listeners] of others) for (const listener of listeners) process.on(name, listener);
  };
}

export function codeOf(signal: EndingSignal): number {
  return signal === 'SIGINT' ? exitCodes.interrupted : 143;
}

function listen(take: (signal: EndingSignal) => void): () => void {
  const listeners = signals.map(name => [name, () => take(name)] as const);
  for (const [name, listener] of listeners) process.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}
