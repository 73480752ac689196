import { isBusy } from './processState.ts';
import { Screen } from './screen.ts';

export type Wanted = string | RegExp | ((lines: readonly string[]) => boolean);

/** What a program in a terminal has written, and the screen it makes: to be waited for, measured and read. */
export abstract class TerminalOutput {
  readonly screen: Screen;
  readonly #watchers = new Set<() => void>();
  /** Kept apart: put together at each piece, the output of a long journey would be copied again and again. */
  readonly #pieces: string[] = [];
  #length = 0;
  #lastByte = performance.now();
  #lastInput = 0;
  #arrived = 0;

  constructor(cols: number, rows: number) {
    this.screen = new Screen(cols, rows);
  }

  abstract get pid(): number;
  /** For messages: what has become of the program. */
  abstract get state(): string;

  protected async take(data: string): Promise<void> {
    this.#lastByte = performance.now();
    this.#arrived++;
    await this.screen.write(data);
    this.#pieces.push(data);
    this.#length += data.length;
    for (const look of this.#watchers) look();
  }

  /** To be called with each key, paste or new size that is sent: what the screen showed before it is no answer to it. */
  protected sent(): void {
    this.#lastInput = performance.now();
  }

  /** Everything the program wrote, from the start, as far as it is on the screen. */
  get output(): string {
    return this.outputSince(0);
  }

  lines(): string[] {
    return this.screen.lines();
  }

  /**
   * Resolves once the screen holds it, and still does when the frame that brought it is whole and the last key has been taken;
   * the error shows the screen.
   * Milliseconds: a bound for what never comes, not for a busy machine.
   */
  async waitFor(wanted: Wanted, timeout = 60_000): Promise<void> {
    const holds = () => matches(this.lines(), wanted);
    const end = performance.now() + timeout;
    do {
      await this.#until(holds, Math.max(0, end - performance.now()), () => `never came: ${String(wanted)}`);
      await this.#frame();
    } while (!holds());
  }

  /**
   * Resolves between two frames, once the program has had time to take what was sent. A frame comes in pieces of 4 kB, and after one of them the screen shows the upper rows of
   * this frame over the lower ones of the last; a program that sleeps, with nothing on its way, has written all of it. One
   * that computes without end is given a second.
   */
  async #frame(): Promise<void> {
    const end = performance.now() + 1000;
    for (;;) {
      const now = performance.now();
      const sinceByte = now - this.#lastByte;
      const sinceInput = now - this.#lastInput;
      const isOver = sinceByte > 2 && sinceInput > 5 && !isBusy(this.pid);
      if (isOver || Math.min(sinceByte, sinceInput) > 100 || now > end) return;
      // Long enough for the event loop to take what is on its way.
      await new Promise(resolve => setTimeout(resolve, 3));
    }
  }

  /** Resolves once the output, control sequences and all, holds it, from a mark on. */
  waitForOutput(text: string, mark = 0, timeout = 60_000): Promise<void> {
    return this.#until(
      () => this.outputSince(mark).includes(text),
      timeout,
      () => `never written: ${JSON.stringify(text)}`,
    );
  }

  #until(holds: () => boolean, timeout: number, complaint: () => string): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: Error) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        if (error) reject(error);
        else resolve();
      };
      const look = () => {
        if (holds()) finish();
      };
      const timer = setTimeout(() => {
        finish(new Error(`${complaint()}${this.state}\n${this.screen.picture()}`));
      }, timeout);
      this.#watchers.add(look);
      look();
    });
  }

  /** Resolves when, from now on, nothing has been written for so many milliseconds, and nothing is about to be. */
  async quiet(milliseconds = 120): Promise<void> {
    const start = performance.now();
    for (;;) {
      const left = Math.max(start, this.#lastByte) + milliseconds - performance.now();
      const rest = left <= 0 && isBusy(this.pid) ? 10 : left;
      if (rest <= 0) return;
      await new Promise(resolve => setTimeout(resolve, rest));
    }
  }

  /** How many pieces the output came in: at most as many as the program wrote. */
  get pieces(): number {
    return this.#arrived;
  }

  /** When the last byte came, on the clock of performance.now(). */
  get lastByteAt(): number {
    return this.#lastByte;
  }

  /** A place in the output, for bytesSince and outputSince. */
  mark(): number {
    return this.#length;
  }

  outputSince(mark: number): string {
    let first = this.#pieces.length;
    let start = this.#length;
    while (first > 0 && start > mark) start -= this.#pieces[--first]?.length ?? 0;
    return this.#pieces
      .slice(first)
      .join('')
      .slice(mark - start);
  }

  bytesSince(mark: number): number {
    return Buffer.byteLength(this.outputSince(mark));
  }
}

function matches(lines: readonly string[], wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(lines);
  const text = lines.join('\n');
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}
