import xterm from '@xterm/headless';
import type { IBufferCell, Terminal as Xterm } from '@xterm/headless';

export interface Cell {
  /** Empty for the second half of a wide character. */
  readonly text: string;
  readonly width: number;
  /** 'default', 0 to 255 for a palette colour, '#rrggbb' for another. */
  readonly fg: number | string;
  readonly bg: number | string;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

/** An emulated terminal: takes bytes, shows cells. */
export class Screen {
  readonly #xterm: Xterm;
  #shown = true;

  constructor(cols: number, rows: number) {
    this.#xterm = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 });
    this.#xterm.parser.registerCsiHandler({ prefix: '?', final: 'h' }, params =>
      this.#cursorMode(params, true),
    );
    this.#xterm.parser.registerCsiHandler({ prefix: '?', final: 'l' }, params =>
      this.#cursorMode(params, false),
    );
  }

  #cursorMode(params: readonly (number | number[])[], shown: boolean): boolean {
    if (params.includes(25)) this.#shown = shown;
    return false;
  }

  /** Resolves when the data is on the screen. */
  write(data: string): Promise<void> {
    return new Promise(resolve => this.#xterm.write(data, resolve));
  }

  resize(cols: number, rows: number): void {
    this.#xterm.resize(cols, rows);
  }

  get cols(): number {
    return this.#xterm.cols;
  }

  get rows(): number {
    return this.#xterm.rows;
  }

  get alternate(): boolean {
    return this.#xterm.buffer.active.type === 'alternate';
  }

  get pasteMode(): boolean {
    return this.#xterm.modes.bracketedPasteMode;
  }

  /** What is on screen, top to bottom, without trailing blanks, written ones too. */
  lines(): string[] {
    const { viewportY } = this.#xterm.buffer.active;
    return Array.from({ length: this.rows }, (_, y) => {
      // The emulator keeps what is right of a screen that was made narrower.
      const text = this.#line(viewportY + y)?.translateToString(true, 0, this.cols) ?? '';
      // Looked for from each blank of a row it takes longer than all else that is done with the row.
      return text.replace(/(?<! ) +$/, '');
    });
  }

  #line(y: number) {
    return this.#xterm.buffer.active.getLine(y);
  }

  /** 0-based. */
  cursor(): { x: number; y: number; shown: boolean } {
    const { cursorX: x, cursorY: y } = this.#xterm.buffer.active;
    return { x, y, shown: this.#shown };
  }

  /** 0-based. */
  cell(x: number, y: number): Cell {
    const cell = this.#line(this.#xterm.buffer.active.viewportY + y)?.getCell(x);
    if (!cell) throw new Error(`no cell at ${x},${y} of ${this.cols}x${this.rows}`);
    return read(cell);
  }

  /** Every cell of every row: two screens that look the same have equal ones. */
  cells(): Cell[][] {
    return Array.from({ length: this.rows }, (_, y) => this.#cellsOf(y));
  }

  /** The line is asked for once, and each cell is read into the same object: screens have thousands. */
  #cellsOf(y: number): Cell[] {
    const { active } = this.#xterm.buffer;
    const line = active.getLine(active.viewportY + y);
    const place = active.getNullCell();
    return Array.from({ length: this.cols }, (_, x) => {
      const cell = line?.getCell(x, place);
      if (!cell) throw new Error(`no cell at ${x},${y} of ${this.cols}x${this.rows}`);
      return read(cell);
    });
  }

  /** The cell where this text starts, first occurrence. */
  find(text: string): Cell & { x: number; y: number } {
    for (let y = 0; y < this.rows; y++) {
      const row = this.#cellsOf(y);
      const line = row.map(cell => cell.text).join('');
      let at = 0;
      const starts = row.findIndex(cell => {
        const isHere = line.startsWith(text, at);
        at += cell.text.length;
        return isHere;
      });
      const cell = row[starts];
      if (cell) return { ...cell, x: starts, y };
    }
    throw new Error(`"${text}" is not on the screen:\n${this.picture()}`);
  }

  /** The screen in a frame, for messages. */
  picture(): string {
    const edge = `+${'-'.repeat(this.cols)}+`;
    return [edge, ...this.lines().map(line => `|${line}`), edge].join('\n');
  }
}

function read(cell: IBufferCell): Cell {
  const hex = (value: number) => `#${value.toString(16).padStart(6, '0')}`;
  const chars = cell.getChars();
  return {
    text: chars === '' && cell.getWidth() > 0 ? ' ' : chars,
    width: cell.getWidth(),
    fg: cell.isFgDefault() ? 'default' : cell.isFgRGB() ? hex(cell.getFgColor()) : cell.getFgColor(),
    bg: cell.isBgDefault() ? 'default' : cell.isBgRGB() ? hex(cell.getBgColor()) : cell.getBgColor(),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}
