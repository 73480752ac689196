import { total } from '#text/fit.ts';
import { addDays, dayCount, dayOfWeek, daysBetween } from '#model/period/day.ts';
import type { Day, SeriesPoint, StatisticName } from '#model/statistics/statistics.ts';
import { openDays } from '#model/statistics/series.ts';
import {
  type CountedDays,
  type LeftOut,
  type Model,
  type ModelKind,
  modelKinds,
  modelOf,
  stretchLength,
} from './shapeModels.ts';
import { daysText, runsOf, runText } from '#model/period/format.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import { capitalised, counted, groupThousands, listed, percent } from '#text/words.ts';

/** What the visitors of consecutive days did, the rhythm of the week taken out: docs/design/shape.md. */
export interface Shape {
  /** `step`: another level from `since` on. `slope`: a little more, or less, each week. `days`: one level but for some days. */
  readonly kind: 'step' | 'slope' | 'days' | 'chance';
  /** Of a step. */
  readonly since: Day | undefined;
  /** Of a step: how likely it began on each day, 0 to 1, of those next to `since`. */
  readonly begins: ReadonlyMap<Day, number>;
  /** Visitors of an average day on both sides of a step, and at both ends of a slope. */
  readonly from: number;
  readonly to: number;
  /** Of a slope by what part it rises each week, 0.04 for four percent; negative where it falls, else 0. */
  readonly perWeek: number;
  /** Days that lie apart from it, in order. */
  readonly unusual: readonly Day[];
  /** Beside them those that are not as usual either, of which chance may be the reason. */
  readonly unlike: readonly Day[];
  /** Of `unusual` the first of those up to the last day, which are too few to say whether they are another level. */
  readonly open: Day | undefined;
  /** By what part the other days lie apart from what is expected of them, on average: 0.09 for nine percent. */
  readonly varies: number;
}

/** Fewer days have no shape: each weekday has to be there three times. Of more than a year nothing is one shape. */
const minDays = 21;
const maxDays = 400;
/** The same of those on weekdays that have visitors at all. */
const minOpen = 8;
/** At most this part of all days is left out. */
const maxLeftOut = 0.2;
/** Twice the gain of the log likelihood, in units of chance. What may begin on any day comes about by chance more often. */
const bounds: Readonly<Record<ModelKind, (days: number) => number>> = {
  level: () => 0,
  slope: () => 12,
  step: days => 8 + 2 * Math.log(days),
  edge: days => 8 + 2 * Math.log(days),
  stretch: days => 12 + 2 * Math.log(days * stretchLength(days)),
};
/** The same for one day that is left out. */
const boundOfDay = (days: number) => 7 + 2 * Math.log(days);
/** Less than this, as a part of the level and of a day, nobody wants to be told. */
const material = { level: 0.2, day: 0.25 } as const;
/** A day this far from what is expected is as usual, or as many times as far as days are on average. */
const asUsual = { part: 0.1, times: 2 } as const;
/** So many last days without a visitor are where the days end: no slope or step is told that leaves them out. */
const zerosAtEnd = 3;
/** A step that began more days before or after the likeliest one is another one. */
const nextTo = 2;
/** So that one visitor where nobody ever came is a surprise, but no impossible one. */
const minExpected = 0.05;
/** Of squares of normal numbers the mean of the smaller four fifths: the day that is looked for does not hide in it. */
const trimmed = { part: 0.8, mean: 0.438 } as const;

/**
 * @param points consecutive days, in order, without gaps
 * @param scale what the counts have been multiplied by
 * @returns undefined for too few days, and too many
 */
export function shapeOf(points: readonly SeriesPoint[], scale = 1): Shape | undefined {
  if (points.length < minDays || points.length > maxDays) return undefined;
  const { open, closed } = openDays(points);
  if (open.length < minOpen) return undefined;
  const days = {
    counts: open.map(({ count }) => count / scale),
    weekdays: open.map(({ day }) => dayOfWeek(day)),
  };
  const fits = modelKinds.map(kind => fitted(kind, days));
  // Another level may fit itself to a day that lies apart: it is tried without those that one level leaves out, too.
  const apart = fits.find(({ model }) => model.kind === 'level')?.left ?? new Set();
  if (apart.size > 0) fits.push(...modelKinds.map(kind => fitted(kind, days, apart)));
  const spread = Math.max(1, Math.min(...fits.map(fit => fit.spread)));
  const memory = Math.min(0.8, Math.max(0, Math.min(...fits.map(fit => fit.memory))));
  // Where a good day is followed by another, there are fewer days to learn from than there are.
  const bursts = (1 + memory) / (1 - memory);
  const cost = ({ model, left, deviance }: Fit) =>
    deviance / spread + boundOfDay(open.length) * left.size + bounds[model.kind](open.length) * bursts;
  const cheapest = (among: readonly Fit[]) => among.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  const endsInZeros = days.counts.slice(-zerosAtEnd).every(count => count === 0);
  const found = cheapest(
    fits.filter(({ model, left }) => !endsInZeros || !isMoving(model) || !left.has(open.length - 1)),
  );
  const best = isMaterial(found)
    ? found
    : cheapest(fits.filter(fit => !isMoving(fit.model) && isMaterial(fit)));
  const visited = closed.filter(({ count, usual }) => {
    const square = residual(count / scale, usual / scale) ** 2;
    return count > usual && square > boundOfDay(points.length) * spread;
  });
  return described(points, { open, visited }, days, { ...best, spread }, scale);
}

interface Fit {
  readonly model: Model;
  readonly left: LeftOut;
  readonly deviance: number;
  /** How many times as much as Poisson the days vary. */
  readonly spread: number;
  /** How much of its distance from the model a day hands on to the next. */
  readonly memory: number;
}

function isMaterial({ model }: Fit): boolean {
  if (model.kind === 'level') return true;
  return Math.abs(model.rise) >= Math.log(1 + (isMoving(model) ? material.level : material.day));
}

/** Whether the days end on another level than they began. */
export function isMoving(shape: { readonly kind: ModelKind | Shape['kind'] } | undefined): boolean {
  return shape?.kind === 'step' || shape?.kind === 'slope';
}

/** The model of the days without those that lie apart from it, the farthest left out first. */
function fitted(kind: ModelKind, days: CountedDays, without: LeftOut = new Set()): Fit {
  const all = days.counts.length;
  const left = new Set(without);
  for (;;) {
    const model = modelOf(kind, days, left);
    const residuals = days.counts.map((count, day) => residual(count, model.expected[day] ?? 0));
    const kept = residuals.filter((_, day) => !left.has(day));
    const freedom = Math.max(1, kept.length - model.parameters);
    const squares = kept.map(each => each ** 2).sort((a, b) => a - b);
    const inner = squares.slice(0, Math.ceil(squares.length * trimmed.part));
    const usual = Math.max(1, (total(inner) / inner.length / trimmed.mean) * (kept.length / freedom));
    const farthest = farthestDay(days, model, residuals, left);
    if (farthest.square > boundOfDay(all) * usual && left.size < Math.floor(all * maxLeftOut)) {
      left.add(farthest.day);
      continue;
    }
    const deviance = total(squares);
    return { model, left, deviance, spread: deviance / freedom, memory: autocorrelation(kept) };
  }
}

/** The signed root of what a count adds to the deviance of Poisson. */
function residual(count: number, expected: number): number {
  const usual = Math.max(minExpected, expected);
  const part = count === 0 ? 0 : count * Math.log(count / usual);
  return Math.sign(count - usual) * Math.sqrt(Math.max(0, 2 * (part - (count - usual))));
}

/** The kept day farthest from the model, as far as it were if it did not draw what is usual on its weekday towards itself. */
function farthestDay(
  { counts, weekdays }: CountedDays,
  { expected }: Model,
  residuals: readonly number[],
  left: LeftOut,
) {
  const sums = [0, 0, 0, 0, 0, 0, 0];
  for (const [day, weekday] of weekdays.entries())
    if (!left.has(day)) sums[weekday] = (sums[weekday] ?? 0) + (expected[day] ?? 0);
  let farthest = { day: -1, square: 0 };
  for (const [day, count] of counts.entries()) {
    const usual = expected[day] ?? 0;
    if (left.has(day)) continue;
    const part = Math.min(0.8, usual / Math.max(1e-9, sums[weekdays[day] ?? 0] ?? 0));
    const apart = (count - usual) / (1 - part);
    if (Math.abs(apart) < material.day * (count - apart)) continue;
    const square = (residuals[day] ?? 0) ** 2 / (1 - part);
    if (square > farthest.square) farthest = { day, square };
  }
  return farthest;
}

/** Chance moves each by one at least. */
function autocorrelation(residuals: readonly number[]): number {
  const products = residuals.slice(1).map((each, index) => each * (residuals[index] ?? 0));
  return total(products) / Math.max(residuals.length, total(residuals.map(each => each ** 2)));
}

function described(
  points: readonly SeriesPoint[],
  { open, visited }: { readonly open: readonly SeriesPoint[]; readonly visited: readonly SeriesPoint[] },
  { counts }: CountedDays,
  { model, left, spread }: Fit,
  scale: number,
): Shape {
  const { kind, start, end, rise, first, expected } = model;
  const isUnusual = (index: number) => left.has(index) || (!isMoving(model) && index >= start && index < end);
  const apart = [...open.filter((_, index) => isUnusual(index)), ...visited].map(({ day }) => day).sort();
  const kept = counts.flatMap((count, index) =>
    left.has(index) ? [] : [{ day: open[index]?.day, count, usual: expected[index] ?? 0 }],
  );
  const distance = total(kept.map(({ count, usual }) => Math.abs(count - usual)));
  const varies = distance / Math.max(1, total(kept.map(({ usual }) => usual)));
  const max = Math.max(asUsual.part, asUsual.times * varies);
  const isNobodyLeft = kind === 'step' && counts.slice(start).every(count => count === 0);
  // The other days have nobody.
  const average = (first * scale * open.length) / points.length;
  return {
    kind: kind === 'step' || kind === 'slope' ? kind : apart.length > 0 ? 'days' : 'chance',
    since: kind === 'step' ? open[start]?.day : undefined,
    begins: kind === 'step' ? beginsOf(model, open, spread) : new Map(),
    from: average,
    to: isNobodyLeft ? 0 : isMoving(model) ? average * Math.exp(rise) : average,
    perWeek: kind === 'slope' ? Math.exp((rise * 7) / spanOf(open)) - 1 : 0,
    unusual: apart,
    open: lastApart([...open, ...visited].map(({ day }) => day).sort(), apart),
    unlike: kept.flatMap(({ day, count, usual }) =>
      day !== undefined && Math.abs(count - usual) > max * usual ? [day] : [],
    ),
    varies,
  };
}

/** By their likelihood, where each day may be the first one as well as any other. */
function beginsOf({ start, alternatives = [] }: Model, open: readonly SeriesPoint[], spread: number) {
  const likely = alternatives.map(each => ({ ...each, weight: Math.exp(-each.behind / 2 / spread) }));
  const all = total(likely.map(({ weight }) => weight));
  const since = open[start]?.day;
  return new Map(
    likely.flatMap(({ start: index, weight }) => {
      const day = open[index]?.day;
      const isNext = day && since && Math.abs(daysBetween(since, day)) <= nextTo;
      return isNext ? [[day, weight / all] as const] : [];
    }),
  );
}

function spanOf(days: readonly SeriesPoint[]): number {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return first === undefined || last === undefined ? 1 : daysBetween(first, last);
}

/** The first of the days that lie apart up to the last one. */
function lastApart(days: readonly Day[], apart: readonly Day[]): Day | undefined {
  return days[days.findLastIndex(day => !apart.includes(day)) + 1];
}

/** From so much a week on it is not little. */
const little = 0.1;
/** Fewer visitors a day are no level to say percents of. */
const fewest = 5;

/** "Since 28 October one level higher: ...", "Visitors grow a little each week, ...: ..."; undefined for days and chance. */
export function movingSentence(shape: Shape | undefined, year: number, counts: string): string | undefined {
  if (shape === undefined || !isMoving(shape)) return undefined;
  const { since, from, to, perWeek } = shape;
  if (since !== undefined && to === 0)
    return `No ${counts} since ${daysText([since], year)}: about ${groupThousands(roughly(from))} on an average day before.`;
  if (since !== undefined)
    return `Since ${daysText([since], year)} one level ${to > from ? 'higher' : 'lower'}: about ${counted(roughly(to), counts)} on an average day, ${groupThousands(roughly(from))} before.`;
  const verb = `${perWeek > 0 ? 'grow' : 'fall'}${Math.abs(perWeek) < little ? ' a little' : ''}`;
  return `${capitalised(counts)} ${verb} each week, by about ${percent(Math.abs(perWeek), 1)}: about ${groupThousands(roughly(to))} on an average day at the end, ${groupThousands(roughly(from))} at the beginning.`;
}

/**
 * Of a day that is unusual: whether it is alone, one of several in a row, or among the last, of which nobody knows yet.
 * @param isByRow a row explains it: nobody knows whether that was alone as well
 */
export function daySentence(
  shape: Shape | undefined,
  day: Day,
  year: number,
  isByRow: boolean,
): string | undefined {
  const run = runsOf(shape?.unusual ?? []).find(({ from, to }) => from <= day && day <= to);
  if (run === undefined) return undefined;
  if (run.from === shape?.open)
    return `Since ${daysText([run.from], year)}: too few days to say whether it stays.`;
  const days = dayCount(run);
  if (days > 1) return `One of ${days} unusual days in a row, ${runText(run, year)}.`;
  const isUnlike = (step: number) => shape?.unlike.includes(addDays(day, step)) === true;
  if (isUnlike(-1) && isUnlike(1)) return 'The days beside it are not as usual either.';
  if (isUnlike(-1) || isUnlike(1))
    return `The day ${isUnlike(1) ? 'after' : 'before'} it is not as usual either.`;
  return isByRow ? undefined : 'Only on that day: the days around it are as usual.';
}

/**
 * Where nothing is found; how much days vary is said where that explains the total too.
 * @param only the statistics that are read, where others are not
 * @param isOfDays several days are compared
 */
export function nothingSentence(
  shape: Shape | undefined,
  isTotalUsual: boolean,
  only: readonly StatisticName[] | undefined,
  isOfDays = true,
): string {
  const titles = only?.map(name => statisticInfo(name).title.toLowerCase()) ?? [];
  const where = only === undefined ? [] : isOfDays ? ['days', ...titles] : titles;
  const nothing = `Nothing stands out${where.length === 0 ? '' : ` in ${listed(where)}`}`;
  return shape?.kind === 'chance' && isTotalUsual && shape.from >= fewest && shape.varies >= 0.01
    ? `${nothing}: days vary by about ${percent(shape.varies, 1)} anyway.`
    : `${nothing}.`;
}

/** With two figures: it is what an average day would have, not a count. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / unit) * unit;
}
