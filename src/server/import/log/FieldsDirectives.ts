const hash = 35;
const lineFeed = 10;
const name = '#Fields:';
/** A directive is shorter. */
const mostBytes = 8_192;

/** Finds the "#Fields:" lines in the bytes of a log that begins with such lines, also in parts that are not read again. */
export class FieldsDirectives {
  #isOn: boolean | undefined;
  #length = 0;
  readonly #found: { readonly at: number; readonly line: string }[] = [];

  /** @param bytes whole lines */
  look(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#isOn ??= bytes[0] === hash;
    if (this.#isOn)
      for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1))
        if (at === 0 || bytes[at - 1] === lineFeed) this.#add(bytes, at);
    this.#length += bytes.length;
  }

  /** The last one of those that begin before a place of the log. */
  before(place: number): string | undefined {
    return this.#found.findLast(({ at }) => at < place)?.line;
  }

  #add(bytes: Buffer, at: number): void {
    const end = bytes.indexOf(lineFeed, at);
    const line = bytes
      .toString('latin1', at, Math.min(end < 0 ? bytes.length : end, at + mostBytes))
      .trimEnd();
    // Servers repeat it with every start.
    if (line !== this.#found.at(-1)?.line) this.#found.push({ at: this.#length + at, line });
  }
}
