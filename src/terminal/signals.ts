/** Signals that end the program, and their numbers. ^C is a key in raw mode; INT comes from elsewhere. */
const ending = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

interface Endings {
  /** A signal came; the exit code is 128 and its number. */
  readonly onSignal: (exitCode: number) => void;
  /** An uncaught exception, or an unhandled rejection. */
  readonly onError: (error: unknown) => void;
}

/** The exit code where the terminal has gone away. */
export const hangUpCode = 128 + ending.SIGHUP;

/** From now on handles each signal that ends the process, and each uncaught error. */
export function watchEndings({ onSignal, onError }: Endings): void {
  for (const [name, number] of Object.entries(ending)) process.on(name, () => onSignal(128 + number));
  // Nothing listens for unhandled rejections, so they come here too.
  process.on('uncaughtException', onError);
}
