import type { Terminal } from '../../helpers/terminal.ts';

/** A text field, by the cell where the cursor stands while it is empty. */
export class Field {
  readonly terminal: Terminal;
  readonly x: number;
  readonly y: number;
  readonly width: number;

  constructor(terminal: Terminal, width: number) {
    this.terminal = terminal;
    ({ x: this.x, y: this.y } = terminal.screen.cursor());
    this.width = width;
  }

  /** What a line of it shows. */
  text(line = 0): string {
    return Array.from(
      { length: this.width },
      (_, at) => this.terminal.screen.cell(this.x + at, this.y + line).text,
    )
      .join('')
      .trimEnd();
  }

  caret(): { column: number; line: number } {
    const { x, y } = this.terminal.screen.cursor();
    return { column: x - this.x, line: y - this.y };
  }

  /** The terminal's cursor stands there, and the line shows that. */
  async shows(text: string, column: number, line = 0): Promise<void> {
    const holds = () => {
      const caret = this.caret();
      return this.text(line) === text && caret.column === column && caret.line === line;
    };
    await this.terminal.waitFor(holds, 5000).catch((error: unknown) => {
      const { column: at, line: on } = this.caret();
      const seen = `"${this.text(line)}", caret at ${at} of line ${on}`;
      throw new Error(`expected "${text}", caret at ${column} of line ${line}; there is ${seen}`, {
        cause: error,
      });
    });
  }
}
