import { ownText } from '#server/import/fields/BoundedCache.ts';

const mostTexts = 1_000;
const fewestNumbers = 1_024;

/**
 * Counts texts chosen by visitors in bounded memory, to find the most frequent ones. Exact for up to a thousand different
 * texts; beyond that the rarer half is dropped, so that the counts of frequent ones are slightly low at most.
 */
export class TopCounter {
  total = 0;
  #counts = new Map<string, number>();

  add(text: string, count: number): void {
    this.total += count;
    const before = this.#counts.get(text);
    if (before !== undefined) return void this.#counts.set(text, before + count);
    if (this.#counts.size >= mostTexts) this.#counts = new Map(this.top(mostTexts / 2));
    this.#counts.set(ownText(text), count);
  }

  /** The most frequent ones first. */
  top(most: number): (readonly [text: string, count: number])[] {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a).slice(0, most);
  }
}

/** Counts texts by their numbers. */
export class NumberCounter {
  #counts = new Uint32Array(fewestNumbers);

  add(number: number): void {
    if (number >= this.#counts.length) {
      const before = this.#counts;
      this.#counts = new Uint32Array(number * 2);
      this.#counts.set(before);
    }
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
  }

  /** Passes the counts on, and begins anew. */
  flush(texts: readonly string[], into: TopCounter): void {
    for (const [number, count] of this.#counts.entries()) if (count > 0) into.add(texts[number] ?? '', count);
    this.#counts.fill(0);
  }
}
