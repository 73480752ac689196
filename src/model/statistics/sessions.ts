import { change, type Change } from '#model/comparison/change.ts';
import type { Lack } from '#model/comparison/dataDays.ts';
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

/** Of a day that has sessions. */
export interface SessionDay extends SessionSums {
  readonly day: Day;
}

/** The sessions of a period. */
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
    title: 'Pages a visit',
    shortTitle: 'Per visit',
    definition: 'page views divided by sessions',
  },
};

const none: SessionSums = { sessions: 0, bounces: 0, seconds: 0, pageviews: 0 };

export function sumSessions(parts: readonly SessionSums[]): SessionSums {
  return parts.reduce(
    (sum, part) => ({
      sessions: sum.sessions + part.sessions,
      bounces: sum.bounces + part.bounces,
      seconds: sum.seconds + part.seconds,
      pageviews: sum.pageviews + part.pageviews,
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

/** Of a bounce rate in percentage points, else in percent. A time of nothing is no base for percents. */
export function sessionChange(
  name: SessionMeasure,
  now: number | undefined,
  before: number | undefined,
  lack?: Lack,
): Change {
  if (lack !== undefined) return { kind: 'lack', lack };
  if (now === undefined || before === undefined) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  if (name === 'bounce_rate') return { kind: 'points', points: (now - before) * 100 };
  return before === 0 ? { kind: 'none' } : change(now, before);
}

/** As programs have it: a part of 1, seconds, page views. */
export function sessionMeasureNumber(name: SessionMeasure, value: number | undefined): number | undefined {
  const digits = { bounce_rate: 4, visit_seconds: 1, pages_per_visit: 2 };
  return value === undefined ? undefined : Number(value.toFixed(digits[name]));
}
