import { total } from '#text/fit.ts';
import {
  type Change,
  isMeanNoise,
  type MissingDays,
  type Mean,
  viewsVariance,
} from '#model/comparison/change.ts';
import { percent, ratioText, timeText } from '#text/words.ts';
import type { Day } from './statistics.ts';

/** What sessions add up to: the measures below are made of these parts, and never added up or averaged themselves. */
export interface SessionSums {
  readonly sessions: number;
  /** Sessions with one page view. */
  readonly bounces: number;
  /** From the first page view of each session to its last one. */
  readonly seconds: number;
  readonly pageviews: number;
}

export interface SessionDay extends SessionSums {
  readonly day: Day;
}

export interface Sessions {
  readonly sums: SessionSums;
  /** In order, without days that have none; left out where the service tells only the sums. */
  readonly days?: readonly SessionDay[] | undefined;
  /** The first day of which they are known, where that is behind the first one of the period. */
  readonly from?: Day | undefined;
}

/** What is told of a session on average, by the name that commands and exports have for it. */
export const sessionMeasures = ['bounce_rate', 'visit_seconds', 'pages_per_visit'] as const;
export type SessionMeasure = (typeof sessionMeasures)[number];

interface SessionMeasureInfo {
  readonly title: string;
  readonly shortTitle: string;
  /** In a sentence. */
  readonly definition: string;
}

export const sessionMeasureInfo: Readonly<Record<SessionMeasure, SessionMeasureInfo>> = {
  bounce_rate: {
    title: 'Bounce rate',
    shortTitle: 'Bounces',
    definition: 'sessions with one page view, of all',
  },
  visit_seconds: {
    title: 'Time on website',
    shortTitle: 'Time a visit',
    definition: 'from the first page view of a session to its last, on average',
  },
  pages_per_visit: {
    title: 'Pages per visit',
    shortTitle: 'Per visit',
    definition: 'page views divided by sessions',
  },
};

const none: SessionSums = { sessions: 0, bounces: 0, seconds: 0, pageviews: 0 };

/** @param scale multiplies all parts: their measures stay as they are */
export function sumSessions(parts: readonly SessionSums[], scale = 1): SessionSums {
  return parts.reduce(
    (sum, part) => ({
      sessions: sum.sessions + part.sessions * scale,
      bounces: sum.bounces + part.bounces * scale,
      seconds: sum.seconds + part.seconds * scale,
      pageviews: sum.pageviews + part.pageviews * scale,
    }),
    none,
  );
}

export function isSessionMeasure(name: string): name is SessionMeasure {
  return sessionMeasures.some(known => known === name);
}

/** Bounces of all sessions (0.25 for a quarter), seconds, or page views of a session; undefined where there was none. */
export function measureOfSessions(name: SessionMeasure, sums: SessionSums | undefined): number | undefined {
  if (sums === undefined || sums.sessions === 0) return undefined;
  return partOf(name, sums) / sums.sessions;
}

/** What is divided by the sessions. */
export function partOf(name: SessionMeasure, { bounces, seconds, pageviews }: SessionSums): number {
  return { bounce_rate: bounces, visit_seconds: seconds, pages_per_visit: pageviews }[name];
}

/** "34%", "1m 23s", "2.4"; "-" where there was no session. */
export function sessionMeasureText(name: SessionMeasure, value: number | undefined): string {
  if (value === undefined) return '-';
  if (name === 'bounce_rate') return percent(value, 1);
  return name === 'visit_seconds' ? timeText(value) : ratioText(value, 1);
}

/** The sums of two sides, those of each of their days where they are told, and what all were multiplied by where an index is shown. */
export interface SessionSides {
  readonly scale?: number | undefined;
  readonly now: SessionSums | undefined;
  readonly before: SessionSums | undefined;
  readonly days?: readonly SessionSums[] | undefined;
  readonly daysBefore?: readonly SessionSums[] | undefined;
}

/** Of a bounce rate in percentage points, else in percent. A time of nothing is no base for percents. */
export function sessionChange(name: SessionMeasure, sides: SessionSides, missingDays?: MissingDays): Change {
  if (missingDays !== undefined) return { kind: 'missingDays', missingDays };
  const [now, before] = [sides.now, sides.before].map(sums => measureOfSessions(name, sums));
  if (now === undefined || before === undefined) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  if (before === 0 && name !== 'bounce_rate') return { kind: 'none' };
  const noise = isSessionNoise(name, sides) ? ({ isNoise: true } as const) : {};
  return name === 'bounce_rate'
    ? { kind: 'points', points: (now - before) * 100, ...noise }
    : { kind: 'percent', ratio: (now - before) / before, ...noise };
}

/** Whether chance alone moves a measure as far: as its days tell, or, where these are few, as sessions that are independent of each other. */
function isSessionNoise(
  name: SessionMeasure,
  { now, before, days = [], daysBefore = [], scale = 1 }: SessionSides,
): boolean {
  const score = rateScore(name, { now: days, before: daysBefore });
  if (score !== undefined) return Math.abs(score) < outstanding;
  const [one, other] = [now, before].map((sums): Mean => ({
    mean: measureOfSessions(name, sums) ?? 0,
    count: (sums?.sessions ?? 0) / scale,
  }));
  return (
    one !== undefined && other !== undefined && isMeanNoise(one, other, side => varianceOf(name, side.mean))
  );
}

/** Of one session. Most times are short and few are long: they vary by about twice their mean. */
function varianceOf(name: SessionMeasure, mean: number): number {
  if (name === 'bounce_rate') return mean * (1 - mean);
  return name === 'pages_per_visit' ? viewsVariance(mean) : 4 * mean ** 2;
}

/** Of three measures and a dozen days chance alone reaches it once in thirty times. */
export const outstanding = 3;
/** Fewer days tell nothing about how much they vary. */
const enough = 6;

/**
 * How far a measure has moved, in standard deviations of chance. How much the sessions of a side vary is told by its days, as each
 * lies apart from the whole: sessions of a day are alike, and weekdays differ. Undefined where days are too few.
 */
export function rateScore(
  name: SessionMeasure,
  days: { readonly now: readonly SessionSums[]; readonly before: readonly SessionSums[] },
): number | undefined {
  const sides = [days.now, days.before].map(all => {
    const known = all.filter(({ sessions }) => sessions > 0);
    const { sessions } = sumSessions(known);
    const mean = measureOfSessions(name, sumSessions(known)) ?? 0;
    const squares = known.map(day => day.sessions * ((measureOfSessions(name, day) ?? 0) - mean) ** 2);
    return { sessions, mean, squares: total(squares), free: known.length - 1 };
  });
  const [now, before] = sides;
  if (now === undefined || before === undefined || Math.min(now.free, before.free) < 1) return undefined;
  const free = now.free + before.free;
  if (free < enough) return undefined;
  const variance = ((now.squares + before.squares) / free) * (1 / now.sessions + 1 / before.sessions);
  return now.mean === before.mean ? 0 : (now.mean - before.mean) / Math.sqrt(variance);
}

/** As programs have it: a part of 1, seconds, page views. */
export function sessionMeasureNumber(name: SessionMeasure, value: number | undefined): number | undefined {
  const digits = { bounce_rate: 4, visit_seconds: 1, pages_per_visit: 2 };
  return value === undefined ? undefined : Number(value.toFixed(digits[name]));
}
