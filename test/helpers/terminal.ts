import { type IPty, spawn } from '@lydell/node-pty';
import { type Home, makeHome } from './home.ts';
import { keyBytes } from './keyBytes.ts';
import { commandOf } from './program.ts';
import { TerminalOutput } from './terminalOutput.ts';

export interface TerminalOptions {
  /** What to run; default: the built program. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** On top of a clean environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** An existing home, so that a second start finds what the first one left; the caller removes it. */
  readonly home?: Home;
  /** What a terminal does that is asked for the colour of its background: at once, before the screen shows more. */
  readonly onQuestion?: (terminal: Terminal) => void;
  readonly cols?: number;
  readonly rows?: number;
}

export interface Ended {
  readonly code: number;
  readonly signal: number;
}

export const backgroundQuestion = '\x1b]11;?\x1b\\';

/** A program in a pseudo-terminal, with an emulated screen behind it. */
export class Terminal extends TerminalOutput {
  readonly home: Home;
  readonly exit: Promise<Ended>;
  readonly #pty: IPty;
  readonly #ownsHome: boolean;
  /** What to do once the program has asked for its background. */
  readonly #onQuestion: ((terminal: Terminal) => void) | undefined;
  #heard = '';
  #ended = false;

  constructor(options: TerminalOptions = {}) {
    const { cols = 80, rows = 24 } = options;
    super(cols, rows);
    const { command, args } = commandOf(options);
    this.home = options.home ?? makeHome();
    this.#ownsHome = options.home === undefined;
    this.#onQuestion = options.onQuestion;
    this.#pty = spawn(command, args, {
      name: options.env?.['TERM'] ?? 'xterm-256color',
      cols,
      rows,
      cwd: this.home.path,
      env: { ...this.home.env, ...options.env },
    });
    this.#pty.onData(data => {
      this.#answer(data);
      void this.take(data);
    });
    this.exit = new Promise(resolve => {
      this.#pty.onExit(({ exitCode, signal = 0 }) => {
        this.#ended = true;
        void this.screen.write('').then(() => resolve({ code: exitCode, signal }));
      });
    });
  }

  #answer(data: string): void {
    if (this.#onQuestion === undefined || this.#heard.includes(backgroundQuestion)) return;
    this.#heard += data;
    if (this.#heard.includes(backgroundQuestion)) this.#onQuestion(this);
  }

  get pid(): number {
    return this.#pty.pid;
  }

  get state(): string {
    return this.#ended ? ' (the program has ended)' : '';
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
    this.sent();
    this.#pty.write(bytes);
  }

  /** For bytes that are no whole characters. */
  rawBytes(bytes: Buffer): void {
    // The types know text only, the terminal passes bytes on.
    const write: (data: never) => void = data => this.#pty.write(data);
    this.sent();
    Reflect.apply(write, undefined, [bytes]);
  }

  resize(cols: number, rows: number): void {
    this.sent();
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

/** Starts the built program, or another command, in a pseudo-terminal of its own. */
export function startTerminal(options: TerminalOptions = {}): Terminal {
  return new Terminal(options);
}
