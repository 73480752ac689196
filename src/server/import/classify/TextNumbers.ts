/** With all that hangs on them some 40 MB. */
const mostCharacters = 16_000_000;

export interface JoinedTexts {
  readonly text: string;
  /** In characters, of each of them. */
  readonly lengths: Int32Array;
}

/** Numbers texts, and collects those that are new. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>();
  #fresh: string[] = [];
  #characters = 0;

  /** Whether there are so many that numbers should begin anew. */
  get isFull(): boolean {
    return this.#characters > mostCharacters;
  }

  /** @param text is kept: no slice of a larger one */
  numberOf(text: string): number {
    if (text === '') return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(text, number);
    this.#fresh.push(text);
    // It takes memory besides its characters.
    this.#characters += text.length + 100;
    return number;
  }

  /** Those that were not taken before, in the order of their numbers: one text is sent faster than many. */
  take(): JoinedTexts {
    const fresh = this.#fresh;
    this.#fresh = [];
    return { text: fresh.join(''), lengths: Int32Array.from(fresh, ({ length }) => length) };
  }

  restart(): void {
    this.#numbers.clear();
    this.#fresh = [];
    this.#characters = 0;
  }
}
