/** How many cases the suite has. */
const usual = 500;

const wanted = process.env['SITEDECK_FUZZ'];
const first = process.env['SITEDECK_FUZZ_SEED'];

/** The first seed: that of the suite is always the same, one by hand is new each time unless it is said. */
const start = first !== undefined ? Number(first) : wanted === undefined ? 1 : Date.now() % 1e9;

/**
 * Seeds for a share of all cases. `SITEDECK_FUZZ=20000` asks for so many in all, and `SITEDECK_FUZZ_SEED=123` for the ones
 * from that seed on.
 */
export function seeds(share: number): number[] {
  const count = Math.ceil((wanted === undefined ? usual : Number(wanted)) * share);
  if (wanted !== undefined) process.stderr.write(`seeds ${start} to ${start + count - 1}\n`);
  return Array.from({ length: count }, (_, at) => start + at);
}

/** How to see a case again. */
export function again(seed: number, file: string): string {
  return `seed ${seed}: SITEDECK_FUZZ=1 SITEDECK_FUZZ_SEED=${seed} npx vitest run test/fuzz/${file}`;
}

/** Milliseconds for as many cases. */
export function timeFor(cases: readonly unknown[], each: number): number {
  return 30_000 + cases.length * each;
}
