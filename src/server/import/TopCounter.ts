import { ownText } from '#server/import/fields/BoundedCache.ts';

const mostTexts = 1_000;

/**
 * Counts texts chosen by visitors in bounded memory, to find the most frequent ones. Exact for up to a thousand different
 * texts; beyond that the rarer half is dropped, so that the counts of frequent ones are slightly low at most.
 */
export class TopCounter {
  total = 0;
  #counts = new Map<string, number>();

  add(text: string): void {
    this.total++;
    const before = this.#counts.get(text);
    if (before !== undefined) return void this.#counts.set(text, before + 1);
    if (this.#counts.size >= mostTexts) this.#counts = new Map(this.top(mostTexts / 2));
    this.#counts.set(ownText(text), 1);
  }

  /** The most frequent ones first. */
  top(most: number): (readonly [text: string, count: number])[] {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a).slice(0, most);
  }
}
