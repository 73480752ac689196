/** A number from 0 up to, and never, 1. */
export type Random = () => number;

/** The same numbers in the same order for the same keys, on every machine: integer arithmetic only (mulberry32). */
export function seeded(...keys: readonly number[]): Random {
  let state = 0x9e37_79b9;
  for (const key of keys) state = mix(state ^ mix(key + 0x85eb_ca6b));
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    return mix(state) / 4_294_967_296;
  };
}

/** A 32-bit number that stands for the text (FNV-1a). */
export function textKey(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  return hash >>> 0;
}

/** Rounds so that many roundings add up to the exact sum: 0.3 becomes 1 three times in ten. */
export function roundByChance(amount: number, random: Random): number {
  return Math.floor(amount + random());
}

function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

/** Values with their shares, which rise and fall over the months, so that statistics show changes. */
export class Mix {
  /** Each once, in the order of the primary key. */
  readonly values: readonly string[];
  readonly #shares: readonly number[];
  readonly #waves: readonly { readonly period: number; readonly phase: number }[];
  readonly #swing: number;

  /**
   * @param shares relative to each other
   * @param swing how far a share moves around its middle: 0.4 is 40% up and down, above 1 it is gone for a while
   */
  constructor(shares: Readonly<Record<string, number>>, swing: number) {
    this.values = Object.keys(shares).sort();
    this.#shares = this.values.map(value => shares[value] ?? 0);
    this.#swing = swing;
    this.#waves = this.values.map(value => {
      const random = seeded(textKey(value));
      return { period: 80 + Math.floor(random() * 200), phase: Math.floor(random() * 280) };
    });
  }

  /** The shares of a day (since 1970-01-01), in the order of the values. */
  sharesOn(day: number): number[] {
    return this.#shares.map((share, index) => {
      const wave = this.#waves[index];
      return wave ? share * Math.max(0, 1 + this.#swing * triangle(day + wave.phase, wave.period)) : share;
    });
  }
}

/** Adds the total to the counts, split about as the shares say, with random deviations. The parts sum to the total. */
export function distribute(total: number, shares: readonly number[], random: Random, counts: number[]): void {
  let left = total;
  let sharesLeft = 0;
  for (const share of shares) sharesLeft += share;
  for (let index = 0; index < shares.length && left > 0; index++) {
    const share = shares[index] ?? 0;
    if (share === 0) continue;
    const isLast = sharesLeft - share < 1e-9 * share;
    const noise = 0.85 + 0.3 * random();
    const part = isLast ? left : Math.min(left, roundByChance((left * share * noise) / sharesLeft, random));
    counts[index] = (counts[index] ?? 0) + part;
    left -= part;
    sharesLeft -= share;
  }
}

/** From -1 to 1 and back within the period. */
function triangle(position: number, period: number): number {
  const phase = (position % period) / period;
  return 1 - 4 * Math.abs(phase - 0.5);
}
