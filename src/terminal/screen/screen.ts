import { readSync, writeSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import { drawnRows, rowsDrawnBy } from '#terminal/ink/cellOutput.ts';
import type { BackgroundAnswer } from '#terminal/input/reader.ts';
import type { Theme } from '#terminal/theme/roles.ts';
import { Cells } from './cells.ts';
import { Painter } from './painter.ts';

const answerTimeout = 200;
/** More than a terminal sends at once holds no answer. */
const maxBytes = 4096;
const retryDelay = 5;

/** An answer of the terminal would come to the shell. Keys meanwhile are dropped. Synchronous: the program may be ending. */
export function discardAnswer(fd: number, answer: BackgroundAnswer): void {
  const one = Buffer.alloc(1);
  const deadline = performance.now() + answerTimeout;
  for (let bytes = 0; answer.isOpen && bytes < maxBytes;) {
    try {
      // Byte by byte, so that nothing behind the answer is taken.
      if (readSync(fd, one, 0, 1, null) === 0) return;
      answer.take(one.toString('latin1'));
      bytes += 1;
    } catch (error) {
      const isEmpty = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      // Asked last: on a busy machine the answer may be there once this process has its turn again.
      if (!isEmpty || performance.now() > deadline) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay);
    }
  }
}

/** Milliseconds: how long a terminal may accept nothing, and how long to wait between two tries. */
const timeout = 300;

/** For the last output before the process ends. Gives up after 300 ms where nothing is accepted, at once where it is gone. */
export function writeNow(fd: number, text: string): void {
  const deadline = performance.now() + timeout;
  for (let rest = Buffer.from(text); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isBusy || performance.now() > deadline) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay);
    }
  }
}

/** A program blocked by a stalled link cannot even be ended. No public API; without the private one, writes block. */
export function setNonBlocking(stream: object): void {
  const handle: unknown = '_handle' in stream ? stream._handle : undefined;
  if (typeof handle !== 'object' || handle === null || !('setBlocking' in handle)) return;
  if (typeof handle.setBlocking === 'function') handle.setBlocking(false);
}

/** The largest screen that is drawn: whoever connects says how large a terminal is, up to 65,535 by 65,535. */
const largest = { columns: 1000, rows: 500 } as const;

/** The columns and rows of a terminal that are drawn; one that does not know its size says 0. */
export function sizeOf({ columns, rows }: { readonly columns: number; readonly rows: number }): {
  readonly columns: number;
  readonly rows: number;
} {
  return { columns: Math.min(columns || 80, largest.columns), rows: Math.min(rows || 24, largest.rows) };
}

export interface InkOptions {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  /** Also the screen: what Ink takes from console.error would otherwise be written over it. */
  readonly stderr: WriteStream;
  readonly alternateScreen: true;
  readonly incrementalRendering: true;
  readonly maxFps: number;
  readonly exitOnCtrlC: false;
  readonly patchConsole: true;
  /** By default Ink draws nothing where CI is in the environment. */
  readonly interactive: true;
  /** With INK_SCREEN_READER in the environment Ink would draw no cells. */
  readonly isScreenReaderEnabled: false;
}

/** For Ink's render: it draws on this stream and reads nothing. */
export function inkOptions(stdin: ReadStream, stdout: WriteStream): InkOptions {
  return {
    stdin: withoutKeys(stdin),
    stdout,
    stderr: stdout,
    alternateScreen: true,
    incrementalRendering: true,
    maxFps: 120,
    exitOnCtrlC: false,
    patchConsole: true,
    interactive: true,
    isScreenReaderEnabled: false,
  };
}

/** Ink gets a stdin that is no terminal, so that an accidental useInput fails at once instead of consuming keys. */
function withoutKeys(stdin: ReadStream): ReadStream {
  return new Proxy(stdin, {
    get: (stream, name) => {
      const value: unknown = name === 'isTTY' ? false : Reflect.get(stream, name);
      return value;
    },
  });
}

/** The terminal as Ink sees it, except that what is written to it says that there may be other cells to show. */
function cellStream(
  terminal: WriteStream,
  cells: Cells,
  { onWrite, isClosed }: { readonly onWrite: () => void; readonly isClosed: () => boolean },
): WriteStream {
  const write = (data: string | Uint8Array, ...rest: unknown[]): boolean => {
    cells.show(drawnRows());
    cells.follow(typeof data === 'string' ? data : Buffer.from(data).toString());
    onWrite();
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => void done());
    return true;
  };
  return new Proxy(terminal, {
    get: (_, name) => {
      if (name === 'write') return write;
      // A terminal that does not know its size says 0; Ink would then start programs to find out.
      if (name === 'columns') return cells.cols;
      if (name === 'rows') return cells.rows.length;
      if (name === 'destroyed') return isClosed();
      const value: unknown = Reflect.get(terminal, name);
      return value;
    },
  });
}

export interface FrameOptions {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly theme: Theme;
  readonly erasesCells: boolean;
}

/** The bytes of a session's first painting, where Ink draws what `draw` gives it at once: nothing is written. */
export function frameBytes(options: FrameOptions, draw: (ink: InkOptions) => void): string {
  const { stdin, stdout, theme, erasesCells } = options;
  const { columns, rows } = sizeOf(stdout);
  const cells = new Cells(columns, rows);
  const stream = cellStream(stdout, cells, { onWrite: () => undefined, isClosed: () => false });
  rowsDrawnBy(() => draw(inkOptions(stdin, stream)));
  return new Painter(theme, erasesCells).paint(cells);
}

interface ScreenOptions {
  /** What the roles look like that Ink's drawing has for colours. */
  readonly theme: Theme;
  /** The terminal erases cells in the middle of a line. */
  readonly erasesCells?: boolean | undefined;
  /** What the terminal shows already: a first painting of the same bytes is not written. */
  readonly shown?: string | undefined;
  /** Writing failed: the terminal is gone. */
  readonly onHangUp: () => void;
}

/**
 * Stands between Ink and the terminal. Ink writes changed lines whole (some 450 bytes for a move of the selection), clears
 * everything when a frame grows or shrinks, and queues frame after frame on a slow link. Here the terminal gets
 * the cells that differ, one frame at a time: while it takes one, the next ones only change what it is to show.
 */
export class Screen {
  /** For Ink: the terminal, except that what is written to it says that there is a frame. */
  readonly stream: WriteStream;
  readonly #terminal: WriteStream;
  readonly #options: ScreenOptions;
  readonly #cells: Cells;
  readonly #painter: Painter;
  #scheduled = false;
  /** Undefined where the terminal has taken everything; else resolved when it has. */
  #writing: PromiseWithResolvers<void> | undefined;
  #held = true;
  #closed = false;
  /** True from a change of size until the frame for it: Ink draws the one it has, cut, before another is laid out. */
  #resizing = false;
  #flush = (): Promise<void> => Promise.resolve();
  #shown: string | undefined;

  /** Paints nothing before release(). */
  constructor(terminal: WriteStream, options: ScreenOptions) {
    this.#terminal = terminal;
    this.#options = options;
    this.#painter = new Painter(options.theme, options.erasesCells);
    const { columns, rows } = sizeOf(terminal);
    this.#cells = new Cells(columns, rows);
    this.#shown = options.shown;
    this.stream = cellStream(terminal, this.#cells, {
      onWrite: () => this.#schedule(),
      isClosed: () => this.#closed,
    });
    // Before Ink's own listener, so that it draws for the new size.
    terminal.on('resize', this.#resize);
    terminal.on('error', options.onHangUp);
  }

  /** Sets Ink's waitUntilRenderFlush, once there is one. */
  drawnBy(flush: () => Promise<void>): void {
    this.#flush = flush;
  }

  /** What the terminal shows is unknown (it was written to, or asked for): writes every row, without clearing first. */
  repaint(): void {
    this.#painter.forget();
    this.#schedule();
  }

  show(theme: Theme): void {
    this.#painter.show(theme);
    this.#schedule();
  }

  /** Writes a sequence that shows nothing and moves nothing (OSC 52, a bell). */
  send(data: string): void {
    if (!this.#held) this.#terminal.write(data);
  }

  /** Paints nothing from now on; resolves when the terminal has taken what was written to it. */
  async hold(): Promise<void> {
    this.#held = true;
    await this.#writing?.promise;
  }

  release(): void {
    this.#held = false;
    this.repaint();
  }

  /** Ends painting for good: Ink finds a destroyed stream and tears down without writing. */
  close(): void {
    this.#closed = true;
    this.#held = true;
    this.#terminal.off('resize', this.#resize);
  }

  readonly #resize = (): void => {
    const { columns, rows } = sizeOf(this.#terminal);
    this.#cells.resize(columns, rows);
    this.#resizing = true;
    void this.#showResized();
  };

  async #showResized(): Promise<void> {
    await this.#flush();
    this.#resizing = false;
    this.repaint();
  }

  /** At the end of the current turn, so that all of a frame's writes make one painting. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#paint();
    });
  }

  #paint(): void {
    if (this.#held || this.#writing || this.#resizing) return;
    const bytes = this.#painter.paint(this.#cells);
    const isShown = bytes === this.#shown;
    this.#shown = undefined;
    if (bytes === '' || isShown) return;
    const writing = Promise.withResolvers<void>();
    this.#writing = writing;
    this.#terminal.write(bytes, error => {
      this.#writing = undefined;
      writing.resolve();
      if (error) this.#options.onHangUp();
      else this.#paint();
    });
  }
}
