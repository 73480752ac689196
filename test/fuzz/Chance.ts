import { randomOf } from '../helpers/random.ts';

/** Choices that are the same for the same seed. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  /** One in so many. */
  one(many: number): boolean {
    return this.#random() * many < 1;
  }

  /** A whole number from the first to the last, both possible. */
  from(first: number, last: number): number {
    return first + Math.floor(this.#random() * (last - first + 1));
  }

  of<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.#random() * choices.length)] ?? choices[0];
  }
}

/** A seed of its own for each text under a seed (FNV-1a). */
export function seedOf(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
