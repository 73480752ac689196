import { exitCodes, UsageError } from '#model/failure.ts';
import { errorCode } from '#system/files.ts';
import { safeText } from '#text/safeText.ts';

interface OutputState {
  /** Only errors are printed, and what is asked: no data, no news and no progress. */
  isQuiet: boolean;
  /** Hears every line that is printed for the user. */
  onLine?: ((line: string) => void) | undefined;
  /** Takes the data in place of stdout. */
  captured?: string[] | undefined;
  /** What the command has changed so far, in a sentence, printed where the output that would show it cannot be written. */
  changes?: string;
}

export const outputState: OutputState = { isQuiet: false };

/** Prints a line for the user; data goes to stdout. */
export function say(line: string): void {
  if (!outputState.isQuiet) tell(line);
}

/** Prints a line that an answer needs, also where all is quiet. */
export function tell(line: string): void {
  progress.clear();
  const text = safeText(line, 2000);
  process.stderr.write(`${text}\n`);
  outputState.onLine?.(text);
}

export function warn(line: string): void {
  say(`sitedeck: warning: ${line}`);
}

export function complain(line: string): void {
  tell(`sitedeck: ${line}`);
}

/** A line on the terminal with the progress of long work; nothing where stderr is a pipe or a file. */
export const progress = {
  shown: '',
  last: 0,
  show(line: string): void {
    if (outputState.isQuiet || !process.stderr.isTTY || performance.now() - this.last < 100) return;
    this.last = performance.now();
    const text = safeText(line, Math.max(10, (process.stderr.columns || 80) - 1));
    process.stderr.write(`\r${text}${' '.repeat(Math.max(0, this.shown.length - text.length))}`);
    this.shown = text;
  },
  clear(): void {
    if (this.shown === '') return;
    process.stderr.write(`\r${' '.repeat(this.shown.length)}\r`);
    this.shown = '';
    this.last = 0;
  },
};

const maxSaid = 50;

/** Throws a UsageError where there are errors: a single one as it is, of several each stands on stderr before. */
export function refuseAll(errors: readonly string[]): void {
  const [only, ...others] = errors;
  if (only === undefined) return;
  if (others.length === 0) throw new UsageError(only);
  for (const error of errors.slice(0, maxSaid)) complain(safeText(error, 400));
  throw new UsageError(`${errors.length} errors. Nothing was changed.`);
}

/**
 * A closed pipe (head, less) is no error: a command that only reads ends, one that changes something finishes silently.
 * Any other error of stdout ends the program with a line on stderr. Errors of stderr are ignored.
 */
export function watchOutput(): void {
  process.stdout.on('error', endWithOutput);
  process.stderr.on('error', () => undefined);
}

function endWithOutput(error: Error): void {
  const { changes } = outputState;
  if (['EPIPE', 'EIO'].includes(errorCode(error) ?? '')) {
    if (changes === undefined) process.exit(exitCodes.done);
    return;
  }
  const words = error.message.replace(/, write$/, '');
  complain(`The output could not be written (${words}).${changes === undefined ? '' : ` ${changes}`}`);
  process.exit(exitCodes.refused);
}

const piece = 65_536;

/** Prints lines in pieces, so that they are never all in memory. */
export async function printLines(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < piece) continue;
    await print(text);
    text = '';
  }
  await print(text);
}

/** Runs work whose data go to nobody but the caller. One at a time. Rejects as the work does. */
export async function captureData(work: () => Promise<void>): Promise<string> {
  const pieces: string[] = [];
  outputState.captured = pieces;
  try {
    await work();
  } finally {
    outputState.captured = undefined;
  }
  return pieces.join('');
}

/** Prints data; resolves when the reader has taken it. */
export async function print(text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || outputState.isQuiet) return;
  if (outputState.captured !== undefined) return void outputState.captured.push(Buffer.from(text).toString());
  await new Promise<void>(resolve =>
    process.stdout.write(text, error => {
      if (error) endWithOutput(error);
      resolve();
    }),
  );
}
