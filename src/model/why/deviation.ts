import { median } from '#model/statistics/series.ts';

export interface CountPair {
  readonly now: number;
  readonly before: number;
}

/** The median of the square of a normal number. */
const medianSquare = 0.455;
/** Fewer than these tell nothing about how much chance there is among them. */
const enough = 5;
/** Counts below this are left out when the spread is estimated: theirs are steps. */
const fewest = 5;

/**
 * For each pair how far it lies from what most did, in standard deviations of chance; negative for fewer. Counts are sums of
 * visits, so chance alone moves them by about the root of their size (Poisson). Visits come in bursts, so it moves them more: by a factor that is measured on the counts themselves, as the
 * median of their squared residuals over what Poisson expects, so that the one count looked for does not hide in it. What
 * all did alike is taken out first (the median of the ratios, weighted by the root of the size): where every country fell
 * by a tenth no country is the cause. Of a few rows half may have causes: they do not vary more by chance than days do.
 * @param spread the factor of the days, at least 1: the largest there can be, and the one where there are too few counts
 * @param scale what the counts have been multiplied by
 */
export function deviations(scaled: readonly CountPair[], spread: number, scale = 1): number[] {
  const pairs = counted(scaled, scale);
  const common = commonRatio(pairs);
  const squares = squaresOf(pairs, common);
  const measured = (median(squares) ?? medianSquare) / medianSquare;
  const factor = Math.max(1, squares.length < enough ? spread : Math.min(measured, spread));
  return pairs.map(pair => residual(pair, common) / Math.sqrt(factor));
}

/** How many times as much as Poisson the counts of days vary: the `spread` for the few rows of the same days. */
export function spreadOf(scaled: readonly CountPair[], scale = 1): number {
  const pairs = counted(scaled, scale);
  const squares = squaresOf(pairs, commonRatio(pairs));
  return Math.max(1, squares.length < enough ? 1 : (median(squares) ?? 0) / medianSquare);
}

/** Among some two hundred rows and days chance alone reaches 3.7 once in twenty times; the rest is for the spread. */
const outstanding = 4.2;

export function standsOut({ score }: { readonly score: number }): boolean {
  return Math.abs(score) >= outstanding;
}

/** Whether a count stands out for what it did itself: one that only stayed behind when all others rose has not fallen. */
export function goesBeyond(change: number, score: number): boolean {
  return standsOut({ score }) && change * score > 0;
}

/** How far a sum of counts has moved, in standard deviations of chance. `counted`: both sides added up. */
export function totalScore(change: number, counted: number, spread: number): number {
  return change / Math.sqrt(counted * spread + 1);
}

/** The counts themselves: chance moves them by the root of their size, whatever they were multiplied by since. */
function counted(pairs: readonly CountPair[], scale: number): readonly CountPair[] {
  return scale === 1 ? pairs : pairs.map(({ now, before }) => ({ now: now / scale, before: before / scale }));
}

function squaresOf(pairs: readonly CountPair[], common: number): number[] {
  const large = pairs.filter(({ now, before }) => now + before >= fewest);
  return large.map(pair => residual(pair, common) ** 2);
}

/** One is added to the variance: beside nothing, one or two are no surprise. */
function residual({ now, before }: CountPair, common: number): number {
  return (now - common * before) / Math.sqrt(now + common * common * before + 1);
}

/** From this many roots of its size on a count is an exception to what the others did. */
const exception = 3;

/**
 * The median of the ratios, weighted by the root of the size; 1 where that leaves fewer exceptions, of a few rows where
 * it leaves no more: the middle one may itself be the exception.
 */
function commonRatio(pairs: readonly CountPair[]): number {
  const exceptions = (ratio: number) =>
    pairs.filter(pair => Math.abs(residual(pair, ratio)) >= exception).length;
  const middle = middleRatio(pairs);
  const saved = exceptions(middle) - exceptions(1);
  return saved > 0 || (saved === 0 && pairs.length < enough) ? 1 : middle;
}

function middleRatio(pairs: readonly CountPair[]): number {
  const ratios = pairs
    .filter(({ before }) => before > 0)
    .map(({ now, before }) => ({ ratio: now / before, weight: Math.sqrt(now + before) }))
    .sort((a, b) => a.ratio - b.ratio);
  let left = ratios.reduce((total, { weight }) => total + weight, 0) / 2;
  for (const { ratio, weight } of ratios) {
    left -= weight;
    if (left <= 0) return ratio;
  }
  return 1;
}
