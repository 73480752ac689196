import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import type { IPty } from '@lydell/node-pty';
import { makeHome } from './home.ts';
import type { Home } from './home.ts';
import { keyBytes } from './keyBytes.ts';
import { Screen } from './screen.ts';

/** The built program, or another build of it that SITEDECK_TEST_PROGRAM names. */
export const builtProgram =
  process.env['SITEDECK_TEST_PROGRAM'] ?? fileURLToPath(new URL('../../dist/sitedeck.js', import.meta.url));

/** What is given the program's path to run it: Node, or for the single executable env, which becomes what it starts. */
export const runner = builtProgram.endsWith('.js') ? process.execPath : '/usr/bin/env';

/** The command that runs the program. */
export function commandOf({ command, args = [] }: Pick<TerminalOptions, 'command' | 'args'>): {
  command: string;
  args: string[];
} {
  if (command !== undefined) return { command, args: [...args] };
  return { command: runner, args: [builtProgram, ...args] };
}

export interface TerminalOptions {
  /** What to run; default: the built program. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** On top of a clean environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** An existing home, so that a second start finds what the first one left; the caller removes it. */
  readonly home?: Home;
  readonly cols?: number;
  readonly rows?: number;
}

export type Wanted = string | RegExp | ((lines: readonly string[]) => boolean);

export interface Ended {
  readonly code: number;
  readonly signal: number;
}

/** A program in a pseudo-terminal, with an emulated screen behind it. */
export class Terminal {
  readonly screen: Screen;
  readonly home: Home;
  readonly exit: Promise<Ended>;
  readonly #pty: IPty;
  readonly #ownsHome: boolean;
  readonly #watchers = new Set<() => void>();
  #output = '';
  #lastByte = performance.now();
  #pieces = 0;
  #ended = false;

  constructor(options: TerminalOptions = {}) {
    const { cols = 80, rows = 24 } = options;
    const { command, args } = commandOf(options);
    this.screen = new Screen(cols, rows);
    this.home = options.home ?? makeHome();
    this.#ownsHome = options.home === undefined;
    this.#pty = spawn(command, args, {
      name: options.env?.['TERM'] ?? 'xterm-256color',
      cols,
      rows,
      cwd: this.home.path,
      env: { ...this.home.env, ...options.env },
    });
    this.#pty.onData(data => {
      this.#lastByte = performance.now();
      this.#pieces++;
      void this.screen.write(data).then(() => this.#took(data));
    });
    this.exit = new Promise(resolve => {
      this.#pty.onExit(({ exitCode, signal = 0 }) => {
        this.#ended = true;
        void this.screen.write('').then(() => resolve({ code: exitCode, signal }));
      });
    });
  }

  #took(data: string): void {
    this.#output += data;
    for (const look of this.#watchers) look();
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Everything the program wrote, from the start, as far as it is on the screen. */
  get output(): string {
    return this.#output;
  }

  lines(): string[] {
    return this.screen.lines();
  }

  /** Resolves once the screen holds it; the error shows the screen. Milliseconds. */
  waitFor(wanted: Wanted, timeout = 10_000): Promise<void> {
    const holds = () => matches(this.lines(), wanted);
    return this.#until(holds, timeout, () => `never came: ${String(wanted)}`);
  }

  /** Resolves once the output, control sequences and all, holds it, from a mark on. */
  waitForOutput(text: string, mark = 0, timeout = 10_000): Promise<void> {
    return this.#until(
      () => this.#output.includes(text, mark),
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
        const state = this.#ended ? ' (the program has ended)' : '';
        finish(new Error(`${complaint()}${state}\n${this.screen.picture()}`));
      }, timeout);
      this.#watchers.add(look);
      look();
    });
  }

  /** Resolves when, from now on, nothing has been written for so many milliseconds. */
  async quiet(milliseconds = 120): Promise<void> {
    const start = performance.now();
    for (;;) {
      const rest = Math.max(start, this.#lastByte) + milliseconds - performance.now();
      if (rest <= 0) return;
      await new Promise(resolve => setTimeout(resolve, rest));
    }
  }

  /** How many pieces the output came in: at most as many as the program wrote. */
  get pieces(): number {
    return this.#pieces;
  }

  /** When the last byte came, on the clock of performance.now(). */
  get lastByteAt(): number {
    return this.#lastByte;
  }

  /** A place in the output, for bytesSince and outputSince. */
  mark(): number {
    return this.#output.length;
  }

  outputSince(mark: number): string {
    return this.#output.slice(mark);
  }

  bytesSince(mark: number): number {
    return Buffer.byteLength(this.outputSince(mark));
  }

  /**
   * Presses keys, all in one write: names of the key table (Down, ^S, Esc), or single characters. Esc must come last: with
   * a key right behind it, it is what a terminal sends for Alt and that key.
   */
  press(...names: string[]): void {
    this.raw(names.map(keyBytes).join(''));
  }

  /** What typing this text sends. */
  type(text: string): void {
    this.raw(text);
  }

  /** A paste, in the marks a terminal puts around it. */
  paste(text: string): void {
    this.raw(`\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~`);
  }

  raw(bytes: string): void {
    this.#pty.write(bytes);
  }

  /** For bytes that are no whole characters. */
  rawBytes(bytes: Buffer): void {
    // The types know text only, the terminal passes bytes on.
    const write: (data: never) => void = data => this.#pty.write(data);
    Reflect.apply(write, undefined, [bytes]);
  }

  resize(cols: number, rows: number): void {
    this.screen.resize(cols, rows);
    this.#pty.resize(cols, rows);
  }

  /** Stops reading what the program writes, as a stalled link does. */
  stall(): void {
    this.#pty.pause();
  }

  flow(): void {
    this.#pty.resume();
  }

  /** The terminal goes away under the program. */
  hangUp(): void {
    const pty: object = this.#pty;
    if (!('destroy' in pty) || typeof pty.destroy !== 'function') throw new Error('node-pty cannot hang up');
    pty.destroy();
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name);
  }

  /** Ends the program if it still runs, and removes its home. */
  async stop(): Promise<void> {
    if (!this.#ended) {
      this.#pty.kill('SIGKILL');
      this.#pty.resume();
      await this.exit;
    }
    if (this.#ownsHome) this.home.remove();
  }

  /** For `await using terminal = startTerminal()`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

function matches(lines: readonly string[], wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(lines);
  const text = lines.join('\n');
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

/** Starts the built program, or another command, in a pseudo-terminal of its own. */
export function startTerminal(options: TerminalOptions = {}): Terminal {
  return new Terminal(options);
}
