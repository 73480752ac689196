const stringEnd = /\x07|\x1b\\/;
const intermediate = /[ -/]$/;

/** Drops an escape sequence that is too long to be a key, piece by piece up to its end, without storing it. */
export class SequenceSkipper {
  readonly #isString: boolean;
  /** A last ESC, which may be the first half of the string's terminator. */
  #tail: string;
  /** Of a control sequence: an intermediate byte came, so no parameters follow. */
  #isPastParameters: boolean;

  /** @param begun the sequence so far, from its ESC on */
  constructor(begun: string) {
    this.#isString = !/^\x1b{1,2}\[/.test(begun);
    this.#tail = begun.endsWith('\x1b') ? '\x1b' : '';
    this.#isPastParameters = intermediate.test(begun);
  }

  /** The index in the piece at which the sequence ends; undefined while it goes on. */
  add(piece: string): number | undefined {
    return this.#isString ? this.#addToString(piece) : this.#addToControl(piece);
  }

  #addToString(piece: string): number | undefined {
    const end = stringEnd.exec(this.#tail + piece);
    if (end !== null) return end.index + end[0].length - this.#tail.length;
    this.#tail = piece.endsWith('\x1b') ? '\x1b' : '';
    return undefined;
  }

  /** Ends at the first byte that is no part of a control sequence. That one belongs to it only as a final byte. */
  #addToControl(piece: string): number | undefined {
    const inside = this.#isPastParameters ? /^[ -/]*/ : /^[0-?]*[ -/]*/;
    const length = inside.exec(piece)?.[0].length ?? 0;
    if (length < piece.length) return /[@-~]/.test(piece.charAt(length)) ? length + 1 : length;
    this.#isPastParameters ||= intermediate.test(piece);
    return undefined;
  }
}
