import { addDays } from '#model/period/day.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';

export const plantedKinds = ['chance', 'step', 'slope', 'days', 'begun'] as const;
export type PlantedKind = (typeof plantedKinds)[number];

/** One day that lies apart from all of it. */
export const apartPlaces = ['nowhere', 'first', 'last', 'inside'] as const;
export type ApartPlace = (typeof apartPlaces)[number];

/**
 * What the visitors of a series did, as it was made. `ratio`: how many times as many, of a slope at its end beside its beginning.
 * `begun` is a step of which there are one to three days.
 */
export type Planted =
  | { readonly kind: 'chance' }
  | { readonly kind: 'slope'; readonly ratio: number }
  | { readonly kind: 'step' | 'days' | 'begun'; readonly ratio: number; readonly place: number };

export interface RandomSeries {
  readonly points: readonly SeriesPoint[];
  readonly planted: Planted;
  readonly level: number;
  /** The place of the day that lies apart. */
  readonly apart: number | undefined;
}

type Random = () => number;

const firstDay: Day = '2026-09-28';

/** Visitors of an average day. */
const levels = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
/** By weekday, Monday first: of a shop, of people at work, of a leisure website, and nearly none. */
export const rhythms: readonly (readonly number[])[] = [
  [1.1, 1.05, 1, 0.95, 0.9, 0.9, 1.1],
  [1.25, 1.3, 1.3, 1.25, 1.1, 0.4, 0.4],
  [0.8, 0.8, 0.85, 0.9, 1.1, 1.35, 1.2],
  [1, 1, 1, 1, 1, 1, 1],
];

/**
 * What somebody would want to be told: the more visitors there are, the less has to happen. Of a day with few visitors only a
 * rise: nobody wonders about 3 in place of 9.
 */
function planted(
  kind: PlantedKind,
  level: number,
  rhythm: readonly number[],
  days: number,
  random: Random,
): Planted {
  const more = 1 + random() * 0.8;
  const least =
    level < 40
      ? { step: 1.8, slope: 2.4 }
      : level < 150
        ? { step: 1.5, slope: 1.8 }
        : { step: 1.35, slope: 1.6 };
  const falls = random() < 0.5;
  if (kind === 'step' || kind === 'slope') {
    const size = least[kind] * more;
    const ratio = falls ? 1 / size : size;
    return kind === 'slope'
      ? { kind, ratio }
      : { kind, ratio, place: 7 + Math.floor(random() * (days - 13)) };
  }
  if (kind === 'chance') return { kind };
  const place = kind === 'begun' ? days - 1 - Math.floor(random() * 3) : Math.floor(random() * days);
  return { kind, place, ratio: ratioOfDay(level * (rhythm[place % 7] ?? 1), more, falls) };
}

function ratioOfDay(usual: number, more: number, falls: boolean): number {
  const size = (usual < 6 ? 5 : usual < 15 ? 3.5 : usual < 60 ? 2.8 : usual < 150 ? 2.1 : 1.7) * more;
  return falls && usual >= 40 ? 1 / size : size;
}

function effectOn(planted: Planted, day: number, days: number): number {
  if (planted.kind === 'step' || planted.kind === 'begun') return day < planted.place ? 1 : planted.ratio;
  if (planted.kind === 'slope') return planted.ratio ** (day / (days - 1) - 0.5);
  return planted.kind === 'days' && day === planted.place ? planted.ratio : 1;
}

/** Of a day that lies apart from both levels: one on the other level would make another course of it. */
function ratioApart(usual: number, planted: Planted, random: Random): number {
  const levels = planted.kind === 'chance' ? [1] : [1, planted.ratio];
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const [more, falls] = [1 + random() * 0.8, random() < 0.5];
  const ratio = ratioOfDay(usual * low, more, falls);
  return ratio < 1 ? low * ratio : high * ratio;
}

/** What is planted, and by what part of the level each day has more or less. */
function plan(
  kind: PlantedKind,
  where: ApartPlace,
  days: number,
  random: Random,
  among: readonly (readonly number[])[],
) {
  const level = pick(levels, random);
  const rhythm = pick(among, random);
  const effect = planted(kind, level, rhythm, days, random);
  const apart = { nowhere: undefined, first: 0, last: days - 1, inside: Math.floor(random() * (days - 3)) }[
    where
  ];
  const rhythmOf = (day: number) => rhythm[(day + 7) % 7] ?? 1;
  const ratio = apart === undefined ? 1 : ratioApart(level * rhythmOf(apart), effect, random);
  const effectOf = (day: number) => (day === apart ? ratio : effectOn(effect, day, days));
  return { level, effect, apart, rhythmOf, effectOf };
}

/** `among`: the rhythms of the week that it may have. */
type Generate = (
  kind: PlantedKind,
  where: ApartPlace,
  days: number,
  random: Random,
  among?: readonly (readonly number[])[],
) => RandomSeries;

/** Good and bad days, each by itself, and Poisson on top. */
const moods: Generate = (kind, where, days, random, among = rhythms) => {
  const { level, effect, apart, rhythmOf, effectOf } = plan(kind, where, days, random, among);
  const mood = random() * 0.1;
  const points = Array.from({ length: days }, (_, day) => {
    const mean = level * rhythmOf(day) * effectOf(day);
    return { day: addDays(firstDay, day), count: poisson(mean * gamma(mood, random), random) };
  });
  return { points, planted: effect, level, apart };
};

/**
 * Made of people: regular visitors who each come or stay away, those from search engines, whose number drifts from day to day,
 * and those who follow a shared link, who come in bursts that take some days to fade.
 */
const people: Generate = (kind, where, days, random, among = rhythms) => {
  const { level, effect, apart, rhythmOf, effectOf } = plan(kind, where, days, random, among);
  const shared = 0.05 + random() * 0.1;
  const burst = 1 + level / 60;
  const regulars = level * 0.4 * 2.5;
  let drift = normal(random) * 0.04;
  let following = 0;
  const lead = 7;
  const points = Array.from({ length: days + lead }, (_, index) => {
    const day = index - lead;
    const factor = rhythmOf(day) * effectOf(day);
    drift = drift * 0.4 + normal(random) * 0.04;
    following *= 0.5;
    for (let links = poisson((level * shared * 0.5) / burst, random); links > 0; links -= 1)
      following += -Math.log(1 - random()) * burst;
    const comes = Math.min(0.97, 0.4 * factor);
    const pool = Math.round((regulars * (0.4 * factor)) / comes);
    const came =
      poisson(factor * level * (0.6 - shared) * Math.exp(drift), random) +
      poisson(factor === 0 ? 0 : following * effectOf(day), random) +
      binomial(pool, comes, random);
    return { day: addDays(firstDay, day), count: came };
  });
  return { points: points.slice(lead), planted: effect, level, apart };
};

export const generators = { moods, people } as const;

/** How many of so many come. */
function binomial(pool: number, part: number, random: Random): number {
  if (pool > 1_000) return Math.round(pool * part + normal(random) * Math.sqrt(pool * part * (1 - part)));
  let came = 0;
  for (let person = 0; person < pool; person += 1) if (random() < part) came += 1;
  return came;
}

function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('Nothing to pick from');
  return found;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** With mean 1 and that standard deviation: nearly a gamma distribution (Wilson and Hilferty). */
function gamma(deviation: number, random: Random): number {
  const part = deviation ** 2 / 9;
  return Math.max(0, 1 - part + normal(random) * Math.sqrt(part)) ** 3;
}

export function poisson(mean: number, random: Random): number {
  if (mean > 60) return Math.max(0, Math.round(mean + normal(random) * Math.sqrt(mean)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
