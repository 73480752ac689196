import type { Lack } from './dataDays.ts';

export type Change =
  /** 0.12 for twelve percent more; never zero. `isNoise`: two counts as small as these differ by as much where nothing has changed. */
  | { readonly kind: 'percent'; readonly ratio: number; readonly isNoise?: true }
  /** Of a bounce rate, in percentage points, never zero: fewer are better. `isNoise` as above. */
  | { readonly kind: 'points'; readonly points: number; readonly isNoise?: true }
  /** The earlier count is zero; `isNoise` as above. */
  | { readonly kind: 'new'; readonly isNoise?: true }
  | { readonly kind: 'same' }
  /** Both counts are zero or unknown. */
  | { readonly kind: 'none' }
  /** Too few days have data. */
  | { readonly kind: 'lack'; readonly lack: Lack };

/**
 * The relative change from `before` to `now`: (now - before) / before. The one place that says whether there is any to tell.
 * @param lack too few of the days that were counted have data
 */
export function change(now: number | undefined, before: number | undefined, lack?: Lack): Change {
  if (lack !== undefined) return { kind: 'lack', lack };
  if (now === undefined || before === undefined || !Number.isFinite(now) || !Number.isFinite(before)) {
    return { kind: 'none' };
  }
  if (before === 0) {
    if (now === 0) return { kind: 'none' };
    return isNoise(now, before) ? { kind: 'new', isNoise: true } : { kind: 'new' };
  }
  if (now === before) return { kind: 'same' };
  const ratio = (now - before) / before;
  return isNoise(now, before) ? { kind: 'percent', ratio, isNoise: true } : { kind: 'percent', ratio };
}

/** A mean, and of how many. */
export interface Mean {
  readonly mean: number;
  readonly count: number;
}

/** The relative change of page views of a visitor or a session, whose number falls off by the same factor from each view to the next. */
export function viewsChange(now: Mean | undefined, before: Mean | undefined, lack?: Lack): Change {
  if (lack !== undefined) return { kind: 'lack', lack };
  if (now === undefined || before === undefined) return { kind: 'none' };
  if (now.mean === before.mean) return { kind: 'same' };
  if (before.mean === 0) return { kind: 'none' };
  const ratio = (now.mean - before.mean) / before.mean;
  const isChance = isMeanNoise(now, before, ({ mean }) => viewsVariance(mean));
  return isChance ? { kind: 'percent', ratio, isNoise: true } : { kind: 'percent', ratio };
}

/** Of the page views of one visitor or session. */
export function viewsVariance(mean: number): number {
  return mean * Math.max(0, mean - 1);
}

/**
 * Whether two means are less than two standard deviations apart.
 * @param variance of one of those counted
 */
export function isMeanNoise(now: Mean, before: Mean, variance: (side: Mean) => number): boolean {
  const varianceOfMean = (side: Mean) => variance(side) / side.count;
  return Math.abs(now.mean - before.mean) < 2 * Math.sqrt(varianceOfMean(now) + varianceOfMean(before));
}

/** Whether two counts are less than two standard deviations of a Poisson count apart: visitors who come independently of one another vary by at least that. */
function isNoise(now: number, before: number): boolean {
  return Math.abs(now - before) < 2 * Math.sqrt(now + before);
}

/** Percentage points below this are said as less than a tenth of one, and are neither good nor bad. */
const minPoints = 0.05;

export type ChangeTone = 'good' | 'bad' | 'dim';

/** Within chance it is neither good nor bad. */
export function changeTone(change: Change): ChangeTone {
  if ('isNoise' in change) return 'dim';
  if (change.kind === 'percent') return change.ratio > 0 ? 'good' : 'bad';
  if (change.kind === 'points' && Math.abs(change.points) >= minPoints)
    return change.points < 0 ? 'good' : 'bad';
  return change.kind === 'new' ? 'good' : 'dim';
}

/** Of the difference between two counts, where both are known as above. */
export function differenceTone(row: {
  readonly now?: number | undefined;
  readonly before?: number | undefined;
  readonly change: number;
}): ChangeTone {
  const { now, before, change } = row;
  if (change === 0 || (now !== undefined && before !== undefined && isNoise(now, before))) return 'dim';
  return change < 0 ? 'bad' : 'good';
}

/**
 * "+12%", "-3%", "+0.4%", "+2pp", "new", "=", "-" where there is too little data, or nothing: at most six characters. A small change is never shown as none, and a fall
 * only as -100% where nothing is left. From eleven times on it says how many times as much: "x11", "x250k".
 */
export function formatChange(change: Change): string {
  if (change.kind === 'lack') return '-';
  if (change.kind === 'points') return formatPoints(change.points);
  const ratio = changeRatio(change);
  return ratio === undefined ? '' : formatRatio(ratio);
}

/** The same in a column of changes: "-" too where there is none to tell. */
export function changeCellText(change: Change): string {
  return formatChange(change) || '-';
}

/** "+2pp", "-0.4pp": percentage points. */
function formatPoints(points: number): string {
  const sign = points < 0 ? '-' : '+';
  const size = Math.abs(points);
  if (size < minPoints) return `${sign}<0.1pp`;
  return `${sign}${size < 9.95 ? Number(size.toFixed(1)) : Math.round(size)}pp`;
}

/** The change as a number: zero for none, infinity where the earlier count is zero; undefined where there is none to tell. */
export function changeRatio(change: Change): number | undefined {
  if (change.kind === 'percent') return change.ratio;
  if (change.kind === 'new') return Number.POSITIVE_INFINITY;
  return change.kind === 'same' ? 0 : undefined;
}

/** As formatChange, of a ratio as changeRatio gives it. */
export function formatRatio(ratio: number): string {
  if (ratio === 0) return '=';
  if (ratio === Number.POSITIVE_INFINITY) return 'new';
  const sign = ratio < 0 ? '-' : '+';
  const size = Math.abs(ratio) * 100;
  if (size > 999) return formatFactor(ratio + 1);
  if (size < 0.05) return `${sign}<0.1%`;
  if (size < 0.95) return `${sign}${size.toFixed(1)}%`;
  const rounded = Math.round(size);
  return `${sign}${ratio < 0 && size < 100 ? Math.min(rounded, 99) : rounded}%`;
}

const scales = [
  { unit: 1e12, letter: 'T' },
  { unit: 1e9, letter: 'B' },
  { unit: 1e6, letter: 'M' },
  { unit: 1e3, letter: 'k' },
] as const;

/** "x11" for eleven times as much, "x250k" for 250 thousand times; `factor` is at least ten. */
function formatFactor(factor: number): string {
  const whole = Math.round(factor);
  if (whole < 100_000) return `x${whole}`;
  const { unit, letter } = scales.find(scale => whole >= scale.unit) ?? scales[3];
  const scaled = Math.floor(whole / unit);
  return scaled > 9999 ? `>x9e15` : `x${scaled}${letter}`;
}
