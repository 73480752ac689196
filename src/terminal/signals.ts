/** Signals that end the program, and their numbers. ^C is a key in raw mode; INT comes from elsewhere. */
const ending = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

export interface Endings {
  /** A signal came; the exit code is 128 and its number. */
  readonly onSignal: (exitCode: number) => void;
  /** Nobody caught it: an exception, or a rejected promise. */
  readonly onError: (error: unknown) => void;
}

export const hangUpCode = 128 + ending.SIGHUP;

/** From here on no way out of the process goes past us. */
export function watchEndings({ onSignal, onError }: Endings): void {
  for (const [name, number] of Object.entries(ending)) process.on(name, () => onSignal(128 + number));
  // Without a listener of its own, a rejection nobody handles comes here too.
  process.on('uncaughtException', onError);
}
