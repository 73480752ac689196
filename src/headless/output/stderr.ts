import { safeText } from '#terminal/safeText.ts';

/** Prints a line for the user; data goes to stdout. */
export function say(line: string): void {
  progress.clear();
  process.stderr.write(`${safeText(line, 2000)}\n`);
}

/** Prints a warning or an error after the name of the program. */
export function complain(line: string): void {
  say(`sitedeck: ${line}`);
}

/** A line on the terminal with the progress of long work; nothing where stderr is a pipe or a file. */
export const progress = {
  shown: '',
  last: 0,
  show(line: string): void {
    if (!process.stderr.isTTY || performance.now() - this.last < 100) return;
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
