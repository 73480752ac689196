/** Signals that end the program, and their numbers. ^C is a key in raw mode; INT comes from elsewhere. */
const ending = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

interface Endings {
  /** A signal came; the exit code is 128 and its number. */
  readonly onSignal: (exitCode: number) => void;
  readonly onError: (error: unknown) => void;
}

export const hangUpCode = 128 + ending.SIGHUP;

/** From now on handles each signal that ends the process, and each uncaught error. */
export function watchEndings({ onSignal, onError }: Endings): void {
  for (const [name, number] of Object.entries(ending)) process.on(name, () => onSignal(128 + number));
  // Nothing listens for unhandled rejections, so they come here too.
  process.on('uncaughtException', onError);
}

interface SuspendHooks {
  /** Resolves when the terminal has taken everything that was written to it. */
  readonly settle: () => Promise<void>;
  readonly give: () => void;
  /** Takes the terminal again; other programs may have changed its modes. */
  readonly take: () => void;
}

interface JobControl {
  /** Stops the program, as ^Z does elsewhere, until the shell continues it. */
  suspend(): void;
}

/** Milliseconds: a stop takes effect sooner. */
const stopsWithin = 100;

/** Suspending with ^Z, and resuming. Ink's own suspendTerminal is not used: the grid behind it can repaint without it. */
export function createJobControl({ settle, give, take }: SuspendHooks): JobControl {
  let suspending = false;
  let timer: NodeJS.Timeout | undefined;

  function suspend(): void {
    if (suspending) return;
    suspending = true;
    void settle().then(stop);
  }

  function stop(): void {
    give();
    // Without our listener the signal has its default effect. It goes to the whole process group, as the terminal would
    // send it: npm and sh, where they started us, have to stop too, or the shell does not notice.
    process.off('SIGTSTP', suspend);
    // Where no shell controls jobs the kernel drops the signal: the timer then resumes. It also keeps the event loop alive:
    // without it, the program would end when it is continued.
    timer = setTimeout(resume, stopsWithin);
    process.kill(0, 'SIGTSTP');
  }

  function resume(): void {
    if (timer) {
      clearTimeout(timer);
      timer = undefined;
      suspending = false;
      process.on('SIGTSTP', suspend);
    } else {
      // Stopped by SIGSTOP, which cannot be listened for: undo what the shell did to the terminal meanwhile.
      give();
    }
    take();
    // The size may have changed: SIGWINCH is sent to the foreground process group alone.
    process.kill(process.pid, 'SIGWINCH');
  }

  process.on('SIGTSTP', suspend);
  process.on('SIGCONT', resume);
  return { suspend };
}
