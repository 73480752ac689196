import { UsageError } from '#model/failure.ts';
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

const mostSaid = 50;

/** Throws a UsageError where there are errors: a single one as it is, of several each stands on stderr before. */
export function refuseAll(errors: readonly string[]): void {
  const [only, ...others] = errors;
  if (only === undefined) return;
  if (others.length === 0) throw new UsageError(only);
  for (const error of errors.slice(0, mostSaid)) complain(safeText(error, 400));
  throw new UsageError(`${errors.length} errors. Nothing was changed.`);
}
