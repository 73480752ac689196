import type { ReadStream, WriteStream } from 'node:tty';
import { unexpectedError } from '#text/safeText.ts';
import { BackgroundAnswer, InputGuard } from './input/reader.ts';
import type { Token } from '#terminal/input/tokenizer.ts';
import {
  inkOptions,
  type InkOptions,
  discardAnswer,
  Screen,
  setNonBlocking,
  writeNow,
} from './screen/screen.ts';
import type { Rgb, Theme } from '#terminal/theme/roles.ts';

/** What takes the terminal: the program before may have left a scrolling region. */
export const enterScreen = '\x1b[?1049h\x1b[r\x1b[?2004h';

/** What gives it back. `rows`: of the terminal. Without an alternate screen to leave, the shell goes on below what is shown. */
export function leaveScreen(rows: number): string {
  return `\x1b[m\x1b[r\x1b[?2004l\x1b[?25h\x1b[${rows};1H\r\n\x1b[?1049l`;
}

interface SessionOptions {
  readonly stdin: ReadStream & { readonly fd: number };
  readonly stdout: WriteStream & { readonly fd: number };
  readonly theme: Theme;
  /** The terminal erases cells in the middle of a line. */
  readonly erasesCells?: boolean;
  /** What the terminal, which is taken already, shows: the first frame is not written where it is the same. */
  readonly shown?: string | undefined;
  /** The answer to askBackground; `inTime`: within a second and before the first key, or after its colours have changed. */
  readonly onBackground?: (colour: Rgb, inTime: boolean) => void;
  /** The last thing before the process ends, whatever ends it: synchronous. */
  readonly onExit?: (exitCode: number) => void;
}

/** The terminal, taken over: until the process ends, nothing else touches stdin, stdout or their modes. */
export interface Session {
  readonly ink: InkOptions;
  /** Ink's waitUntilRenderFlush, which its render gives: after a change of size nothing older is shown. */
  drawnBy(flush: () => Promise<void>): void;
  /** Keys and pastes; all that arrived together in one call. Returns a function that removes the listener. */
  onInput(listener: (tokens: readonly Token[]) => void): () => void;
  /** Writes the whole screen again, for when something else wrote on it (^L). */
  repaint(): void;
  show(theme: Theme): void;
  /** Now and whenever the terminal says that its colours changed. Nothing waits for the answer, and none may come. */
  askBackground(): void;
  /** Passes a sequence that shows nothing and moves nothing (OSC 52, a bell) to the terminal. */
  send(sequence: string): void;
  /** ^Z: gives the shell its terminal back until it continues us. */
  suspend(): void;
  /** Gives the terminal away until `work` is over. Its ^C and ^\\ do not end this program; ^Z stops both. */
  release(work: () => Promise<void>): Promise<void>;
  /** Gives the terminal back and ends the process, with a last line on stderr where there is one. */
  quit(exitCode?: number, lastLine?: string): never;
  /** The same for an unexpected error: one line on stderr, exit code 1. */
  fail(error: unknown): never;
}

const backgroundQuestion = '\x1b]11;?\x1b\\';
/** Mode 2031: the terminal reports when it changes between dark and light. */
const reportsColours = (on: boolean) => `\x1b[?2031${on ? 'h' : 'l'}`;
const coloursChanged = /^\x1b\[\?997;([12])n$/;
/** What stands for a background of which only that it is dark, or light, is known. */
const shades: Readonly<Record<string, Rgb>> = { 1: [16, 16, 16], 2: [255, 255, 255] };
/** Milliseconds within which an answer may change what is on the screen. */
const answerInTime = 1000;
/** Milliseconds after which a terminal that has not answered is taken for one that never will: leaving it then waits no more. */
const answerExpected = 10_000;

/** Takes the terminal: raw mode, alternate screen, bracketed paste. It is given back exactly once, however the process ends. */
export function startSession(options: SessionOptions): Session {
  const { stdin, stdout, theme, erasesCells, shown, onBackground, onExit } = options;
  let taken = false;
  let ended = false;
  let isReleased = false;
  /** When the terminal came back last; in milliseconds, as performance.now() counts. */
  let releasedUntil = -Infinity;
  const hangUp = () => end(hangUpCode);
  const screen = new Screen(stdout, { theme, erasesCells, shown, onHangUp: hangUp });
  let asked = 0;
  let hasKey = false;
  let hasChanged = false;
  let reports = false;
  /** The last report that was not followed yet. */
  let reported: Rgb | undefined;
  const background = new BackgroundAnswer(colour =>
    onBackground?.(colour, hasChanged || (!hasKey && performance.now() - asked < answerInTime)),
  );
  const input = new InputGuard(stdin, background, hangUp, sequence => {
    const shade = shades[coloursChanged.exec(sequence)?.[1] ?? ''];
    if (!reports || shade === undefined) return;
    if (reported === undefined)
      setTimeout(followReport, Math.max(0, asked + answerInTime - performance.now())).unref();
    reported = shade;
  });

  /** At most once a second. A terminal that has not answered is taken at its word. */
  function followReport(): void {
    const shade = reported;
    reported = undefined;
    // Whoever has the terminal would get the answer: it is asked once it is taken again.
    if (!taken || shade === undefined) return;
    hasChanged = true;
    if (background.isOpen) onBackground?.(shade, true);
    ask();
  }

  const stopWaiting = input.onInput(() => {
    hasKey = true;
    stopWaiting();
  });

  function take(isEntered = false): void {
    taken = true;
    setRawMode(true);
    if (!isEntered) writeNow(stdout.fd, enterScreen);
    if (reports) writeNow(stdout.fd, reportsColours(true));
    screen.release();
    input.resume();
    if (!reports || background.isOpen) return;
    // Its colours may have changed meanwhile.
    hasChanged = true;
    ask();
  }

  /** Before the terminal is given back: what a person types once the shell is seen again is for the shell. */
  function readAnswerAway(): void {
    if (taken && performance.now() - asked < answerExpected) discardAnswer(stdin.fd, background);
  }

  function give(): void {
    if (!taken) return;
    taken = false;
    input.pause();
    void screen.hold();
    // Before the screen of the shell is seen: an Enter typed on it in raw mode would end no line.
    setRawMode(false);
    writeNow(stdout.fd, (reports ? reportsColours(false) : '') + leaveScreen(stdout.rows || 24));
  }

  function ask(): void {
    asked = performance.now();
    background.expect();
    screen.send(backgroundQuestion);
  }

  function setRawMode(on: boolean): void {
    try {
      stdin.setRawMode(on);
    } catch {
      // The terminal is gone: reading from it reports that.
    }
  }

  function end(exitCode: number, lastLine = ''): never {
    if (!ended) {
      ended = true;
      screen.close();
      readAnswerAway();
      give();
      if (lastLine !== '') writeNow(process.stderr.fd, `${lastLine}\n`);
      // Ink's helper shows the cursor on stderr when the process ends, be it a file or a terminal that takes nothing.
      process.stderr.write = () => true;
      onExit?.(exitCode);
    }
    process.exit(exitCode);
  }

  function fail(error: unknown): never {
    end(1, `sitedeck: ${unexpectedError(error)}`);
  }

  // Node prints its own warnings straight to stderr, over the screen.
  process.removeAllListeners('warning');
  setNonBlocking(stdout);
  watchEndings({
    onSignal(exitCode, isKey) {
      if (!isKey || (!isReleased && performance.now() > releasedUntil + lateSignal)) end(exitCode);
    },
    onError: fail,
  });
  const jobs = createJobControl({
    settle: () => screen.hold().then(readAnswerAway),
    give,
    take() {
      if (!isReleased) take();
    },
  });
  take(shown !== undefined);

  return {
    ink: inkOptions(stdin, screen.stream),
    drawnBy: flush => screen.drawnBy(flush),
    onInput: listener => input.onInput(listener),
    repaint: () => screen.repaint(),
    show: next => screen.show(next),
    askBackground() {
      ask();
      reports = true;
      screen.send(reportsColours(true));
    },
    send: sequence => screen.send(sequence),
    suspend: () => jobs.suspend(),
    async release(work) {
      if (isReleased || ended) return;
      isReleased = true;
      await screen.hold();
      readAnswerAway();
      give();
      try {
        await work();
      } finally {
        isReleased = false;
        releasedUntil = performance.now();
        // To a program that has it, reads and writes block: here neither may.
        setNonBlocking(stdin);
        setNonBlocking(stdout);
        take();
        // The size may have changed.
        process.kill(process.pid, 'SIGWINCH');
      }
    },
    quit: (exitCode = 0, lastLine = '') => end(exitCode, lastLine),
    fail,
  };
}

/** Milliseconds: the ^C that ended a program which had the terminal is a signal to this one too, and may be heard after its end. */
const lateSignal = 500;

/** Signals that end the program, and their numbers. ^C is a key in raw mode; INT comes from elsewhere. */
const ending = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

interface Endings {
  /** A signal came; the exit code is 128 and its number. `isKey`: of those that a terminal sends for a key. */
  readonly onSignal: (exitCode: number, isKey: boolean) => void;
  readonly onError: (error: unknown) => void;
}

const hangUpCode = 128 + ending.SIGHUP;

/** From now on handles each signal that ends the process, and each uncaught error. */
function watchEndings({ onSignal, onError }: Endings): void {
  for (const [name, number] of Object.entries(ending))
    process.on(name, () => onSignal(128 + number, name === 'SIGINT' || name === 'SIGQUIT'));
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

/** Milliseconds: a stop takes effect sooner. */
const stopsWithin = 100;

/** Suspending with ^Z, and resuming. Ink's own suspendTerminal is not used: the grid behind it can repaint without it. */
function createJobControl({ settle, give, take }: SuspendHooks) {
  let suspending = false;
  let timer: NodeJS.Timeout | undefined;

  /** Stops the program, as ^Z does elsewhere, until the shell continues it. */
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
    timer = setTimeout(() => {
      // Continued after longer than that, the timer is due before the SIGCONT is heard, which comes first.
      setImmediate(() => timer && resume());
    }, stopsWithin);
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
