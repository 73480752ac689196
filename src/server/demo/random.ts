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

export function add(counts: number[], index: number, amount: number): void {
  counts[index] = (counts[index] ?? 0) + amount;
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
    add(counts, index, part);
    left -= part;
    sharesLeft -= share;
  }
}
