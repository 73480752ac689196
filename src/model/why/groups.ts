import { compareRows, oncePerValue, type ReadRows } from '#model/comparison/rows.ts';
import { median } from '#model/statistics/series.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';

interface CountPair {
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

export interface WhyDimension {
  readonly name: StatisticName;
  readonly now: ReadRows;
  readonly before: ReadRows;
  /** Whether the earlier rows are of all the earlier days (rowsReach). */
  readonly reaches: boolean;
  /** Its rows count everybody once in the period, unlike the total, which is of days. */
  readonly isDistinct?: boolean | undefined;
}

export interface WhyRow {
  /** As the service sent it: foreign text. */
  readonly value: string;
  /** Undefined where the row is not among those read. */
  readonly now: number | undefined;
  readonly before: number | undefined;
  /** How many more, negative for fewer; never zero. */
  readonly change: number;
  /** The row was not read on one side, where it may have some: the change is at least that. */
  readonly isAtLeast: boolean;
  readonly kind: 'changed' | 'new' | 'gone' | 'notInTop';
  /** 0 to 1: of all rises and falls of its dimension. */
  readonly share: number;
  /** How far it lies from what the other rows did, in standard deviations of chance. */
  readonly score: number;
  /** It stands out, and is no small part of the change. */
  readonly isCause: boolean;
}

export interface WhyGroup {
  readonly name: StatisticName;
  /** What goes the way of the total first, then the others, each from the largest change down. */
  readonly rows: readonly WhyRow[];
  /** How many rows were compared: those of `rows` and those that did not change. */
  readonly compared: number;
  readonly change: number;
  /** Rises and falls added up without their signs. */
  readonly moved: number;
  /** The largest score without its sign. */
  readonly strength: number;
  /** Whether a row is a cause, or all did as the total did, or neither. */
  readonly verdict: 'explains' | 'alike' | 'quiet';
  /** Why its rows cannot be compared, or not all of them. */
  readonly incomplete: 'noEarlierRows' | 'notReadToEnd' | undefined;
}

/** A row explains nothing of a change of which it is a smaller part. */
const material = 0.1;
/** Rows moved alike where what they did beside their sum comes to at most this part of its change. */
const alike = 0.3;

/**
 * @param total by how much the visitors changed, negative for a fall
 * @param spread how many times as much as Poisson the days vary (spreadOf)
 * @param scale what the counts have been multiplied by
 * @param way by how much the visitors are told to have changed, where they are counted once and not by the day
 */
export function whyGroup(
  dimension: WhyDimension,
  total: number,
  spread: number,
  { scale = 1, way = total }: { readonly scale?: number; readonly way?: number } = {},
): WhyGroup {
  const { name, now, before, reaches, isDistinct = false } = dimension;
  const compared = reaches
    ? compareRows({ ...now, rows: oncePerValue(now.rows) }, before)
    : { rows: [], missing: [] };
  const max = { now: maxUnread(now), before: maxUnread(before) };
  const rows = [...compared.rows, ...compared.missing].map(({ value, count, before: earlier, mark }) => ({
    value,
    now: count,
    before: earlier,
    kind: mark.kind === 'change' || mark.kind === 'unknown' ? ('changed' as const) : mark.kind,
    isAtLeast: (count === undefined ? max.now : earlier === undefined ? max.before : 0) > 0,
    // A row may be as great as the smallest one read on the side where it is not known.
    pair: {
      now: count ?? Math.min(max.now, earlier ?? 0),
      before: earlier ?? Math.min(max.before, count ?? 0),
    },
  }));
  const scores = deviations(
    rows.map(({ pair }) => pair),
    spread,
    scale,
  );
  const moved = rows.reduce((sum, { pair }) => sum + Math.abs(pair.now - pair.before), 0);
  const net = rows.reduce((sum, { pair }) => sum + pair.now - pair.before, 0);
  const whole = Math.abs(isDistinct ? net : total);
  const changed = rows.flatMap(({ pair, ...row }, index): WhyRow[] => {
    const change = pair.now - pair.before;
    const score = scores[index] ?? 0;
    const isCause = goesBeyond(change, score) && Math.abs(change) >= material * whole;
    return change === 0 ? [] : [{ ...row, change, share: Math.abs(change) / moved, score, isCause }];
  });
  const change = changed.reduce((sum, row) => sum + row.change, 0);
  const isAlike = change * total > 0 && movedAlike(rows.map(({ pair }) => pair));
  return {
    name,
    rows: changed.sort((a, b) => byWay(a, b, way) || (a.value < b.value ? -1 : 1)),
    compared: rows.length,
    change,
    moved,
    strength: changed.reduce((max, { score }) => Math.max(max, Math.abs(score)), 0),
    verdict: changed.some(({ isCause }) => isCause) ? 'explains' : isAlike ? 'alike' : 'quiet',
    incomplete: !reaches ? 'noEarlierRows' : now.readToEnd && before.readToEnd ? undefined : 'notReadToEnd',
  };
}

/** Its rows explain nothing: none stands out, nor does what all of them did alike. @param isChance the total does not */
export function isQuiet({ verdict }: Pick<WhyGroup, 'verdict'>, isChance: boolean): boolean {
  return verdict === 'quiet' || (verdict === 'alike' && isChance);
}

function movedAlike(pairs: readonly CountPair[]): boolean {
  const now = pairs.reduce((sum, pair) => sum + pair.now, 0);
  const before = pairs.reduce((sum, pair) => sum + pair.before, 0);
  if (pairs.length < 2 || before === 0) return false;
  const apart = pairs.reduce((sum, pair) => sum + Math.abs(pair.now - (pair.before * now) / before), 0);
  return apart <= alike * Math.abs(now - before);
}

/** So many of those that moved most, either way, in their order. */
export function mostMoved<T extends Moved>(all: readonly T[], count: number): T[] {
  const bySize = all.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const chosen = new Set(bySize.slice(0, count));
  return all.filter(each => chosen.has(each));
}

type Strength = Pick<WhyGroup, 'strength' | 'verdict' | 'incomplete'>;

/** Those with a cause first, by how surprising it is; those that cannot be compared last. */
export function byStrength(a: Strength, b: Strength): number {
  const incompleteReasons = ['notReadToEnd', 'noEarlierRows'];
  const rank = ({ incomplete }: Strength) =>
    incomplete === undefined ? -1 : incompleteReasons.indexOf(incomplete);
  const hasNone = ({ verdict }: Strength) => Number(verdict !== 'explains');
  return rank(a) - rank(b) || hasNone(a) - hasNone(b) || b.strength - a.strength;
}

interface Moved {
  readonly change: number;
}

/** What goes the way of the total first, each way from the largest change down. */
export function byWay(a: Moved, b: Moved, way: number): number {
  const against = ({ change }: Moved) => Number(way < 0 ? change > 0 : change < 0);
  return against(a) - against(b) || Math.abs(b.change) - Math.abs(a.change);
}

/** The most that a row can have which was not read. */
function maxUnread({ rows, readToEnd }: ReadRows): number {
  return readToEnd || rows.length === 0 ? 0 : Math.min(...rows.map(({ count }) => count));
}
