const mostTexts = 1_000;

/**
 * Counts texts chosen by visitors, in bounded memory. Exact for up to a thousand different texts; beyond that the rarest
 * are dropped, so that common ones lose almost nothing.
 */
export class CommonTexts {
  total = 0;
  #counts = new Map<string, number>();

  /** @param text is kept */
  add(text: string): void {
    this.total++;
    const before = this.#counts.get(text);
    if (before === undefined && this.#counts.size >= mostTexts)
      this.#counts = new Map(this.top(mostTexts / 2));
    this.#counts.set(text, (before ?? 0) + 1);
  }

  /** The most common ones, each with its count. */
  top(most: number): (readonly [text: string, count: number])[] {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a).slice(0, most);
  }
}
