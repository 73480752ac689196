import { total } from '#text/fit.ts';
/** Days in order, without gaps: their counts, and their weekdays, Monday 0. */
export interface CountedDays {
  readonly counts: readonly number[];
  readonly weekdays: readonly number[];
}

export const modelKinds = ['level', 'slope', 'step', 'edge', 'stretch'] as const;
export type ModelKind = (typeof modelKinds)[number];

export interface Model {
  readonly kind: ModelKind;
  /** What each day is expected to have, those that are left out too. */
  readonly expected: readonly number[];
  /** Of an average day of the first level, or at the beginning of the slope. */
  readonly first: number;
  readonly parameters: number;
  /** Of a step and of a stretch where the other level begins, and the day behind its last. */
  readonly start: number;
  readonly end: number;
  /** The logarithm of how many times as much the other level is, or the end of a slope beside its beginning. */
  readonly rise: number;
  /** Where the other level may begin instead, and by how much less likely that is: twice the logarithm. */
  readonly alternatives?: readonly { readonly start: number; readonly behind: number }[];
}

/** The days that do not count towards a model, by their place. */
export type LeftOut = ReadonlySet<number>;

/** A level has at least so many days: fewer are a stretch. */
const minLevelDays = 4;
/** More days in a row than this are no stretch but two steps, of which nothing is said. */
const maxStretchDays = 21;
const stretchPart = 0.25;
/** Beside a level of nothing another is so many times as much. */
const maxRatio = 1_000;
const maxRounds = 20;

export function stretchLength(days: number): number {
  return Math.max(2, Math.min(maxStretchDays, Math.floor(days * stretchPart)));
}

export function modelOf(kind: ModelKind, days: CountedDays, left: LeftOut): Model {
  if (kind === 'level') return levelModel(days, left);
  return kind === 'slope' ? slopeModel(days, left) : otherLevelModel(kind, days, left);
}

function levelModel(days: CountedDays, left: LeftOut): Model {
  const sums = weekSums(days, day => !left.has(day));
  const all = total(sums.counts) / Math.max(1, total(sums.days));
  const usual = sums.counts.map((count, weekday) => {
    const among = sums.days[weekday] ?? 0;
    return among === 0 ? all : count / among;
  });
  const expected = days.weekdays.map(weekday => usual[weekday] ?? 0);
  return { kind: 'level', expected, first: mean(expected), parameters: 7, start: 0, end: 0, rise: 0 };
}

/** By the method of Newton: the likelihood of the slope alone has one top. */
function slopeModel({ counts, weekdays }: CountedDays, left: LeftOut): Model {
  const timeOf = (day: number) => day / (counts.length - 1) - 0.5;
  const kept = counts.flatMap((count, day) => (left.has(day) ? [] : [{ count, day }]));
  const pull = total(kept.map(({ count, day }) => count * timeOf(day)));
  let rise = 0;
  let usual: number[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const moments = Array.from({ length: 7 }, () => ({ count: 0, weight: 0, time: 0, square: 0 }));
    for (const { count, day } of kept) {
      const moment = moments[weekdays[day] ?? 0];
      if (moment === undefined) continue;
      const weight = Math.exp(rise * timeOf(day));
      moment.count += count;
      moment.weight += weight;
      moment.time += weight * timeOf(day);
      moment.square += weight * timeOf(day) ** 2;
    }
    usual = moments.map(({ count, weight }) => (weight === 0 ? 0 : count / weight));
    const some = moments.filter(({ weight }) => weight > 0);
    const force = pull - total(some.map(({ count, weight, time }) => (count * time) / weight));
    const curve = total(
      some.map(({ count, weight, time, square }) => count * (square / weight - (time / weight) ** 2)),
    );
    const step = curve <= 0 ? 0 : force / curve;
    if (Math.abs(step) < 1e-9) break;
    rise = Math.max(-Math.log(maxRatio), Math.min(Math.log(maxRatio), rise + step));
  }
  const inMiddle = weekdays.map(weekday => usual[weekday] ?? 0);
  const expected = inMiddle.map((count, day) => count * Math.exp(rise * timeOf(day)));
  const first = mean(inMiddle) * Math.exp(-rise / 2);
  return { kind: 'slope', expected, first, parameters: 8, start: 0, end: counts.length, rise };
}

/** The other level where it is most likely: of a step up to the last day, else for some days. */
function otherLevelModel(kind: 'step' | 'edge' | 'stretch', days: CountedDays, left: LeftOut): Model {
  const { counts, weekdays } = days;
  const spans = spansOf[kind](counts.length);
  let best = { likelihood: -Infinity, ratio: 1, factors: [] as readonly number[], start: 0, end: 0 };
  const all: { readonly start: number; readonly likelihood: number }[] = [];
  for (const { start, end } of mostPromising(spans, days, left)) {
    const isInside = (day: number) => day >= start && day < end;
    const found = twoLevels(
      weekSums(days, day => !left.has(day) && !isInside(day)),
      weekSums(days, day => !left.has(day) && isInside(day)),
    );
    all.push({ start, likelihood: found.likelihood });
    if (found.likelihood > best.likelihood) best = { ...found, start, end };
  }
  const { ratio, factors, start, end } = best;
  const usual = weekdays.map(weekday => factors[weekday] ?? 0);
  const expected = usual.map((count, day) => count * (day >= start && day < end ? ratio : 1));
  const parameters = kind === 'step' ? 9 : 10;
  const alternatives = all.map(each => ({
    start: each.start,
    behind: 2 * (best.likelihood - each.likelihood),
  }));
  return { kind, expected, first: mean(usual), parameters, start, end, rise: Math.log(ratio), alternatives };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** So many are tried in full. */
const tried = 10;

/** Most likely as long as the weekdays keep their factors: then sums are enough, and the likelihood is never overrated. */
function mostPromising(spans: readonly Span[], days: CountedDays, left: LeftOut): Span[] {
  const { expected } = levelModel(days, left);
  const sums = [{ count: 0, expected: 0, days: 0 }];
  for (const [day, count] of days.counts.entries()) {
    const before = sums[day] ?? { count: 0, expected: 0, days: 0 };
    sums.push(
      left.has(day)
        ? before
        : {
            count: before.count + count,
            expected: before.expected + (expected[day] ?? 0),
            days: before.days + 1,
          },
    );
  }
  const whole = sums.at(-1) ?? { count: 0, expected: 0, days: 0 };
  const rated = spans.flatMap(span => {
    const [from, to] = [sums[span.start] ?? whole, sums[span.end] ?? whole];
    const inside = { count: to.count - from.count, expected: to.expected - from.expected };
    const among = to.days - from.days;
    const isAtEnd = span.end === days.counts.length;
    const endsApart = left.has(span.start) || (!isAtEnd && left.has(span.end - 1));
    if (endsApart || among < 2 || whole.days - among < (isAtEnd ? 3 : 2)) return [];
    const outside = { count: whole.count - inside.count, expected: whole.expected - inside.expected };
    return [{ span, gain: gainOf(inside) + gainOf(outside) }];
  });
  return rated
    .sort((a, b) => b.gain - a.gain)
    .slice(0, tried)
    .map(({ span }) => span);
}

function gainOf({ count, expected }: { readonly count: number; readonly expected: number }): number {
  return count <= 0 || expected <= 0 ? 0 : count * Math.log(count / expected);
}

const spansOf = { step: levelsUpToEnd, edge: edges, stretch: stretches } as const;

function levelsUpToEnd(days: number): Span[] {
  return Array.from({ length: Math.max(0, days + 1 - 2 * minLevelDays) }, (_, index) => ({
    start: index + minLevelDays,
    end: days,
  }));
}

/** The first or the last days, fewer than a level has. */
function edges(days: number): Span[] {
  const lengths = Array.from({ length: minLevelDays - 2 }, (_, index) => index + 2);
  return lengths.flatMap(length => [
    { start: 0, end: length },
    { start: days - length, end: days },
  ]);
}

/** Several days in a row between others. */
function stretches(days: number): Span[] {
  const lengths = Array.from({ length: stretchLength(days) - 1 }, (_, index) => index + 2);
  return lengths.flatMap(length =>
    Array.from({ length: days - 1 - length }, (_, index) => ({ start: index + 1, end: index + 1 + length })),
  );
}

/** Of each weekday the counts of all its days, and how many days those are. */
interface WeekSums {
  readonly counts: readonly number[];
  readonly days: readonly number[];
}

function weekSums({ counts, weekdays }: CountedDays, isIn: (day: number) => boolean): WeekSums {
  const sums = { counts: [0, 0, 0, 0, 0, 0, 0], days: [0, 0, 0, 0, 0, 0, 0] };
  for (const [day, weekday] of weekdays.entries()) {
    if (!isIn(day)) continue;
    sums.counts[weekday] = (sums.counts[weekday] ?? 0) + (counts[day] ?? 0);
    sums.days[weekday] = (sums.days[weekday] ?? 0) + 1;
  }
  return sums;
}

/** By turns until both hold still. All that a likelihood needs of the days is their sums by weekday. */
function twoLevels(outside: WeekSums, inside: WeekSums) {
  const [countOutside, countInside] = [total(outside.counts), total(inside.counts)];
  let ratio = 1;
  let factors: readonly number[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    factors = outside.counts.map((count, weekday) => {
      const days = (outside.days[weekday] ?? 0) + ratio * (inside.days[weekday] ?? 0);
      return days === 0 ? 0 : (count + (inside.counts[weekday] ?? 0)) / days;
    });
    const levelOutside = countOutside / weighted(factors, outside.days);
    const levelInside = countInside / weighted(factors, inside.days);
    const next = Math.min(maxRatio, Math.max(1 / maxRatio, levelInside / levelOutside || 1 / maxRatio));
    if (Math.abs(next - ratio) < 1e-5 * ratio) break;
    ratio = next;
  }
  let likelihood = 0;
  for (const [weekday, factor] of factors.entries()) {
    const [one, two] = [outside.counts[weekday] ?? 0, inside.counts[weekday] ?? 0];
    if (one > 0) likelihood += one * Math.log(factor);
    if (two > 0) likelihood += two * Math.log(factor * ratio);
  }
  return { likelihood, ratio, factors };
}

function weighted(factors: readonly number[], days: readonly number[]): number {
  return total(factors.map((factor, weekday) => factor * (days[weekday] ?? 0)));
}

function mean(numbers: readonly number[]): number {
  return total(numbers) / numbers.length;
}
