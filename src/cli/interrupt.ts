import { exitCodes, InterruptedError } from '#model/failure.ts';
import { progress } from './output.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
export type EndingSignal = (typeof signals)[number];

// Module-level: signals come to the process.
let ending = endAtOnce;

/** Ends the program on a signal, unless onInterrupt says otherwise. Listeners are never replaced: a signal would be lost. */
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

/** On a terminal, until the work has ended. */
function showEnding(): void {
  progress.clear();
  progress.show('Ending as soon as this is done: ^C again ends at once.');
}

/** Work that a signal does not cut in two: the program ends after it, and a second signal ends it at once. It may ask for the first. */
export async function uninterrupted<T>(work: (isEnding: () => boolean) => Promise<T>): Promise<T> {
  const afterwards = ending;
  let came: EndingSignal | undefined;
  ending = signal => {
    came = signal;
    ending = afterwards;
    showEnding();
  };
  try {
    return await work(() => came !== undefined);
  } finally {
    ending = afterwards;
    if (came !== undefined) afterwards(came);
  }
}

/** The exit code of a shell for a program that the signal ended: 128 and its number. */
function codeOf(signal: EndingSignal): number {
  return signal === 'SIGINT' ? exitCodes.interrupted : 143;
}

/** What the work rejects with becomes an InterruptedError; what ends well all the same leaves the exit code of the signal. */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  words?: string,
): Promise<T> {
  const controller = new AbortController();
  let code: number = exitCodes.done;
  const stop = onInterrupt(signal => {
    code = codeOf(signal);
    showEnding();
    controller.abort();
  });
  try {
    const done = await work(controller.signal);
    if (controller.signal.aborted) process.exitCode = code;
    return done;
  } catch (error) {
    if (!controller.signal.aborted || !(error instanceof Error)) throw error;
    throw new InterruptedError(words ?? error.message, code);
  } finally {
    stop();
    progress.clear();
  }
}

function endAtOnce(signal: EndingSignal): void {
  progress.clear();
  process.exit(codeOf(signal));
}
