export const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const overlap = pasteEnd.length - 1;

/** Collects a paste that arrives in pieces, up to a number of UTF-16 units; the rest of it is swallowed. */
export class PasteCollector {
  readonly #limit: number;
  readonly #parts: string[] = [];
  #size = 0;
  /** The last characters, in which the end mark may have begun. */
  #tail = '';

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Where in the piece the paste has ended, after its end mark; undefined while it goes on. */
  add(piece: string): number | undefined {
    const window = this.#tail + piece;
    const end = window.indexOf(pasteEnd);
    if (end < 0) {
      const settled = Math.max(0, window.length - overlap);
      this.#keep(window.slice(0, settled));
      this.#tail = window.slice(settled);
      return undefined;
    }
    const after = end + pasteEnd.length - this.#tail.length;
    this.#keep(window.slice(0, end));
    this.#tail = '';
    return after;
  }

  /** What was pasted so far, every line break a \n. */
  text(): string {
    this.#keep(this.#tail);
    this.#tail = '';
    return this.#parts.join('').replaceAll(pasteStart, '').replace(/\r\n?/g, '\n').toWellFormed();
  }

  #keep(part: string): void {
    if (this.#size < this.#limit) this.#parts.push(part.slice(0, this.#limit - this.#size));
    this.#size += part.length;
  }
}
