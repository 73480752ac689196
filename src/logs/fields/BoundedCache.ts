/** With the values some 20 MB: the addresses of a busy month. */
const mostCharacters = 8_000_000;

/** Caches values computed from texts. Emptied when its keys have too many characters, so that its size is bounded. */
export class BoundedCache<T> {
  readonly #made = new Map<string, T>();
  readonly #make: (key: string) => T;
  readonly #limit: number;
  #characters = 0;

  /** @param make gets the text as a copy of its own, which it may keep */
  constructor(make: (key: string) => T, limit = mostCharacters) {
    this.#make = make;
    this.#limit = limit;
  }

  get(key: string): T {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const own = ownText(key);
    const made = this.#make(own);
    // The value takes memory too, more than a short key.
    this.#characters += own.length + 100;
    if (this.#characters > this.#limit) {
      this.#made.clear();
      this.#characters = own.length + 100;
    }
    this.#made.set(own, made);
    return made;
  }
}

/** A slice of a text keeps the whole text in memory: this copies it. Latin-1 only. */
export function ownText(slice: string): string {
  return Buffer.from(slice, 'latin1').toString('latin1');
}
