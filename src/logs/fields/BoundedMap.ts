/** A value takes memory too, more than a short key. */
const valueCharacters = 100;

/** Values by texts. Emptied when its keys have too many characters, so that its size is bounded. */
export class BoundedMap<T> extends Map<string, T> {
  readonly #limit: number;
  #characters = 0;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  /** Of a key of which nothing is known: what is made of a copy of it, which may be kept. */
  make(key: string, value: (key: string) => T): T {
    const own = ownText(key);
    return this.add(own, value(own));
  }

  /** @param key is kept: no slice of a larger text */
  add(key: string, value: T): T {
    this.#characters += key.length + valueCharacters;
    if (this.#characters > this.#limit) {
      this.clear();
      this.#characters = key.length + valueCharacters;
    }
    this.set(key, value);
    return value;
  }

  override clear(): void {
    super.clear();
    this.#characters = 0;
  }
}

/** A slice of a text keeps the whole text in memory: this copies it. Latin-1 only. */
export function ownText(slice: string): string {
  return Buffer.from(slice, 'latin1').toString('latin1');
}
