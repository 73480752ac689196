import { addMonths, dayCount, daysFrom, earlierDay, laterDay, parseDay } from '#model/period/day.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import { memoizeByObject } from '#text/memo.ts';

/** The days of which a website has data. The others are no zeros: they are gaps, and nothing is compared with them. */
export interface DataDays {
  /** The first one; undefined where there is none. */
  readonly from: Day | undefined;
  /** Later days without data, in order: of a website counted from logs those that none of its sources has a line of. */
  readonly gaps: readonly Period[];
  /** It could not be read: only what was counted is known to be data. */
  readonly isUnknown?: true;
  /** The first day that a filter reaches; left out, all days that have data. */
  readonly filtersFrom?: Day;
  /** The first day that has the statistics which are counted later than the others; left out, all days. */
  readonly requestsFrom?: Day;
}

const reached = memoizeByObject<DataDays>();

/** The days that a filter counts: the same where it reaches all of them. */
export function daysOfFilter(data: DataDays): DataDays {
  const { from, filtersFrom } = data;
  if (from === undefined || filtersFrom === undefined || filtersFrom <= from) return data;
  return reached(data, [], () => ({ ...data, from: filtersFrom }));
}

/** Where nothing speaks against any day. */
export const everyDay: DataDays = { from: '0001-01-01', gaps: [] };

/** A day and its count; undefined where there is no data of it. */
export interface DayCount {
  readonly day: Day;
  readonly count: number | undefined;
}

function hasData({ from, gaps }: DataDays, day: Day): boolean {
  return from !== undefined && day >= from && !gaps.some(gap => day >= gap.from && day <= gap.to);
}

export function hasDataIn(data: DataDays, { from, to }: Period): boolean {
  return data === everyDay || daysFrom(from, dayCount({ from, to })).some(day => hasData(data, day));
}

/** Without the counts of days that have no data. What was counted on a day is data, whatever is known of it. */
export function countsWithData(points: readonly SeriesPoint[], data: DataDays): readonly DayCount[] {
  if (data === everyDay) return points;
  return points.map(({ day, count }) => ({
    day,
    count: count > 0 || hasData(data, day) ? count : undefined,
  }));
}

/** The days that have data, for what takes its measure from them. */
export function daysWithData(points: readonly SeriesPoint[], data: DataDays): readonly SeriesPoint[] {
  return data === everyDay ? points : points.filter(({ day, count }) => count > 0 || hasData(data, day));
}

interface Coverage {
  readonly days: number;
  readonly total: number;
}

export interface Covered {
  readonly now: Coverage;
  readonly before: Coverage;
  /** Which of the other days have data could not be read. */
  readonly isUnknown?: true;
}

export function coveredBy(
  now: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  data: DataDays,
): Covered {
  const coverageOf = (points: readonly SeriesPoint[]) => ({
    days: daysWithData(points, data).length,
    total: points.length,
  });
  return {
    now: coverageOf(now),
    before: coverageOf(before),
    ...(data.isUnknown && { isUnknown: true }),
  };
}

/** Too few of the days of one side have data for a change to mean anything. */
export interface MissingDays extends Coverage {
  readonly side: 'now' | 'before';
  /** Perhaps they have: which days have data could not be read. */
  readonly isUnknown?: true;
}

/** Nine tenths of the days of both sides have to have data; undefined where they have. Of several websites on average. */
export function missingDaysOf(websites: readonly Covered[] = []): MissingDays | undefined {
  return missingDaysOn('before', websites) ?? missingDaysOn('now', websites);
}

function missingDaysOn(side: MissingDays['side'], websites: readonly Covered[]): MissingDays | undefined {
  const having = websites.reduce((sum, covered) => sum + covered[side].days, 0);
  const all = websites.reduce((sum, covered) => sum + covered[side].total, 0);
  if (having * 10 >= all * 9) return undefined;
  const { length } = websites;
  const isUnknown = websites.some(covered => covered.isUnknown === true);
  const missingDays = { side, days: Math.floor(having / length), total: Math.round(all / length) };
  return isUnknown ? { ...missingDays, isUnknown } : missingDays;
}

/** "no comparison: 2 of 28 days before have data". */
export function missingDaysText({ side, days, total, isUnknown }: MissingDays): string {
  if (isUnknown === true) return 'no comparison: which days have data could not be read';
  if (total === 1) return `no comparison: ${side === 'now' ? 'this day' : 'the day before'} has no data`;
  return `no comparison: ${days} of ${total} days${side === 'now' ? '' : ' before'} have data`;
}

export const noDataToday = 'no data today yet';
export const noDataInPeriod = 'no data in this period';

export function noDataText({ from, to }: Period, today: Day): string {
  return from === to && to === today ? noDataToday : noDataInPeriod;
}

/** Undefined where a day of a row's history has data. */
export function noDataTextOfParts(
  parts: readonly (Period & { readonly hasNoData?: boolean | undefined })[],
  today: Day,
): string | undefined {
  const [first, last] = [parts[0], parts.at(-1)];
  return first !== undefined && last !== undefined && parts.every(({ hasNoData }) => hasNoData === true)
    ? noDataText({ from: first.from, to: last.to }, today)
    : undefined;
}

/** Whether zeros may be days without data. Own logs may lack any day, a service only those before the first count. */
export function leavesOpen(
  points: readonly SeriesPoint[],
  { from, to }: Period,
  { knowsGaps }: Pick<Capabilities, 'knowsGaps'>,
): boolean {
  const first = knowsGaps === true ? undefined : firstCounted(points);
  return points.some(
    ({ day, count }) => count === 0 && day >= from && day <= to && (first === undefined || day < first),
  );
}

export function firstCounted(points: readonly SeriesPoint[]): Day | undefined {
  return points.find(({ count }) => count > 0)?.day;
}

const maxMonths = 240;

/** All days of a website: since the first with data, or the day it was added where there is none; at most twenty years, as a period. */
export function allTime(
  { from }: DataDays,
  { createdAt = '' }: Pick<Website, 'createdAt'>,
  today: Day,
): Period {
  const first = (from === everyDay.from ? undefined : from) ?? parseDay(createdAt) ?? today;
  return { from: laterDay(earlierDay(first, today), addMonths(today, -maxMonths)), to: today };
}

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
  | { readonly kind: 'missingDays'; readonly missingDays: MissingDays };

/**
 * The relative change from `before` to `now`: (now - before) / before. The one place that says whether there is any to tell.
 * @param missingDays too few of the days that were counted have data
 */
export function change(
  now: number | undefined,
  before: number | undefined,
  missingDays?: MissingDays,
): Change {
  if (missingDays !== undefined) return { kind: 'missingDays', missingDays };
  if (now === undefined || before === undefined || !Number.isFinite(now) || !Number.isFinite(before)) {
    return { kind: 'none' };
  }
  if (now === before) return { kind: before === 0 ? 'none' : 'same' };
  const found: Change = before === 0 ? { kind: 'new' } : { kind: 'percent', ratio: (now - before) / before };
  return judged(found, now, before, isNoise);
}

/** Whether chance explains that two counts of a day differ, by how much days vary. */
export type IsChance = (now: number, before: number) => boolean;

/** The same change, judged by that too where it is known. */
export function judged(
  found: Change,
  now: number | undefined,
  before: number | undefined,
  isChance: IsChance | undefined,
): Change {
  const isCounted = found.kind === 'percent' || found.kind === 'new';
  return isCounted && isChance?.(now ?? 0, before ?? 0) === true ? { ...found, isNoise: true } : found;
}

export interface Mean {
  readonly mean: number;
  readonly count: number;
}

/** The relative change of page views of a visitor or a session, whose number falls off by the same factor from each view to the next. */
export function viewsChange(
  now: Mean | undefined,
  before: Mean | undefined,
  missingDays?: MissingDays,
): Change {
  if (missingDays !== undefined) return { kind: 'missingDays', missingDays };
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
export function isNoise(now: number, before: number): boolean {
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
  if (change.kind === 'missingDays') return '-';
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
