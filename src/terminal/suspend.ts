/** What has to be done around a stop. */
export interface Terms {
  /** Resolves when nothing is on its way to the terminal that would come out after the stop. */
  readonly settle: () => Promise<void>;
  /** Hands the terminal back. */
  readonly give: () => void;
  /** Takes it again, as somebody else may have left it. */
  readonly take: () => void;
}

export interface JobControl {
  /** Stops the program, as ^Z does elsewhere, until the shell continues it. */
  suspend(): void;
}

/** Longer than a stop takes to come into force. */
const stopsWithin = 100;

/** ^Z, and continuing after it. Ink's own suspendTerminal is not used: the grid behind it can repaint without it. */
export function createJobControl({ settle, give, take }: Terms): JobControl {
  let suspending = false;
  let timer: NodeJS.Timeout | undefined;

  function suspend(): void {
    if (suspending) return;
    suspending = true;
    void settle().then(stop);
  }

  function stop(): void {
    give();
    // Without our listener the signal does what it does by default. To the whole group, as the terminal would send it: npm
    // and sh, where they started us, have to stop too, or the shell never notices.
    process.off('SIGTSTP', suspend);
    // Where no shell controls jobs the kernel drops the signal: then we are still here, and go on. The timer also keeps the
    // event loop alive while nothing else does: without it, continuing would find nothing to do and end the program.
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
      // Stopped by a SIGSTOP, of which nobody is told: what the shell did to the terminal meanwhile has to be undone.
      give();
    }
    take();
    // The size may have changed unnoticed: only the group in the foreground is told.
    process.kill(process.pid, 'SIGWINCH');
  }

  process.on('SIGTSTP', suspend);
  process.on('SIGCONT', resume);
  return { suspend };
}
