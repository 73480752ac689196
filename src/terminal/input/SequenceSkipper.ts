const stringEnd = /\x07|\x1b\\/;
const intermediate = /[ -/]$/;

/** An escape sequence too long to be one that matters: dropped as it comes, up to its end, with nothing of it kept. */
export class SequenceSkipper {
  readonly #isString: boolean;
  /** The last character, where the end of a string may have begun with it. */
  #tail: string;
  /** Of a control sequence: its parameters are over. */
  #isPastParameters: boolean;

  /** @param begun all of it that has come, from its ESC on */
  constructor(begun: string) {
    this.#isString = !/^\x1b{1,2}\[/.test(begun);
    this.#tail = begun.endsWith('\x1b') ? '\x1b' : '';
    this.#isPastParameters = intermediate.test(begun);
  }

  /** Where in the piece it has ended; undefined while it goes on. */
  add(piece: string): number | undefined {
    return this.#isString ? this.#addToString(piece) : this.#addToControl(piece);
  }

  #addToString(piece: string): number | undefined {
    const end = stringEnd.exec(this.#tail + piece);
    if (end !== null) return end.index + end[0].length - this.#tail.length;
    this.#tail = piece.endsWith('\x1b') ? '\x1b' : '';
    return undefined;
  }

  /** What is no character of it ends it, and is read afresh unless it is a final byte. */
  #addToControl(piece: string): number | undefined {
    const inside = this.#isPastParameters ? /^[ -/]*/ : /^[0-?]*[ -/]*/;
    const length = inside.exec(piece)?.[0].length ?? 0;
    if (length < piece.length) return /[@-~]/.test(piece.charAt(length)) ? length + 1 : length;
    this.#isPastParameters ||= intermediate.test(piece);
    return undefined;
  }
}
