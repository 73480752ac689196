/** A value takes memory too, more than a short key. */
const valueCharacters = 100;

/** Values by texts. Emptied when its keys have too many characters, so that its size is bounded. */
export class BoundedMap<T> {
  readonly #values = new Map<string, T>();
  readonly #limit: number;
  #characters = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  /** What is known of a key; where nothing is, what is made of a copy of it, which may be kept. */
  getOrAdd(key: string, make: (key: string) => T): T {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const own = ownText(key);
    return this.add(own, make(own));
  }

  /** @param key is kept: no slice of a larger text */
  add(key: string, value: T): T {
    this.#characters += key.length + valueCharacters;
    if (this.#characters > this.#limit) {
      this.clear();
      this.#characters = key.length + valueCharacters;
    }
    this.#values.set(key, value);
    return value;
  }

  clear(): void {
    this.#values.clear();
    this.#characters = 0;
  }
}

/** A slice of a text keeps the whole text in memory: this copies it. Latin-1 only. */
export function ownText(slice: string): string {
  return Buffer.from(slice, 'latin1').toString('latin1');
}
