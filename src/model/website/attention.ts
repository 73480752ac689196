import { addDays, daysBetween } from '#model/period/day.ts';
import { formatDayShort, formatWeekday, shortWeekday } from '#model/period/format.ts';
import { farFromUsual, usualCount } from '#model/comparison/periods.ts';
import { missedDays, robustDeviation, sum } from '#model/statistics/series.ts';
import type { Day, SeriesPoint, StatisticRow } from '#model/statistics/statistics.ts';
import { counted, groupThousands } from '#text/words.ts';
import { endWords, type GoalStanding, soFarWords } from './goal.ts';
import type { Website } from './website.ts';
import { type Counted, statisticInfo } from '#model/service/capabilities.ts';
import { cutEnd } from '#text/fit.ts';
import { safeText } from '#text/safeText.ts';

export type Attention =
  /** The last complete day is far from its usual one, which had `usual` visitors. */
  | ({
      readonly kind: 'unusual';
      readonly day: Day;
      readonly count: number;
      readonly usual: number;
    } & Counting)
  /** It had visitors and then none: since this day, for this many days, some of weekdays that have visitors as a rule. */
  | ({ readonly kind: 'silent'; readonly since: Day; readonly days: number } & Counting)
  | MoreErrors
  /** A goal of its month or week will be missed. */
  | { readonly kind: 'goal'; readonly standing: GoalStanding }
  /** Its statistics are public, and include bots. */
  | { readonly kind: 'botsCounted' };

interface Counting {
  /** What the service counts in place of visitors. */
  readonly counts?: Counted | undefined;
}

/** Of the days on which somebody comes as a rule. */
const silentDays = 3;

/**
 * The reasons why a website needs attention, the most urgent first. `visitors` are its daily visitors, in order, where
 * they were read; `lastDay` is the last complete day, `scale` what the counts have been multiplied by.
 */
export function attentionOf(
  website: Pick<Website, 'privacy' | 'excludeBots'>,
  visitors: readonly SeriesPoint[] | undefined,
  lastDay: Day,
  scale = 1,
  errors?: readonly SeriesPoint[],
  counts?: Counted,
): Attention[] {
  const found =
    visitors === undefined ? undefined : (silence(visitors, lastDay) ?? unusualDay(visitors, lastDay, scale));
  const more = moreErrors(visitors ?? [], errors, lastDay, scale);
  const botsCounted = website.privacy === 'public' && website.excludeBots === false;
  return [
    ...(found === undefined ? [] : [{ ...found, counts }]),
    ...(more === undefined ? [] : [more]),
    ...(botsCounted ? [{ kind: 'botsCounted' } as const] : []),
  ];
}

/** No visitors on the last days, after some on earlier days, and not for the weekdays alone. */
function silence(visitors: readonly SeriesPoint[], lastDay: Day) {
  const over = visitors.filter(({ day }) => day <= lastDay);
  const lastWithVisitors = over.findLast(({ count }) => count > 0);
  if (lastWithVisitors === undefined || over.at(-1)?.day !== lastDay) return undefined;
  if (missedDays(over).length < silentDays) return undefined;
  const since = addDays(lastWithVisitors.day, 1);
  return { kind: 'silent', since, days: daysBetween(since, lastDay) + 1 } as const;
}

function unusualDay(visitors: readonly SeriesPoint[], lastDay: Day, scale: number) {
  const count = visitors.find(({ day }) => day === lastDay)?.count;
  const known = usualCount(visitors, lastDay);
  if (count === undefined || known === undefined) return undefined;
  const { usual, counts } = known;
  return Math.abs(count - usual) > farFromUsual * deviation(counts, usual, scale)
    ? ({ kind: 'unusual', day: lastDay, count, usual } as const)
    : undefined;
}

/** Counts scatter by their square root, and a tenth, or two visitors, is not worth a warning. */
function deviation(counts: readonly number[], usual: number, scale: number): number {
  const min = Math.max(Math.sqrt(usual / scale), 2) * scale;
  return Math.max(robustDeviation(counts, usual), min, usual / 10);
}

/** What the days of a website show that is no reason to worry. */
export type Notable =
  /** A day of at least twice its usual one, which had `usual`. */
  | { readonly kind: 'high'; readonly day: Day; readonly count: number; readonly usual: number }
  /** Each of the last weeks had more than the one before, or each had fewer. */
  | { readonly kind: 'weeks'; readonly weeks: readonly [number, ...number[]] };

/** So many whole weeks are compared. */
const weeksInRow = 4;
/** The last one differs by so much from the first. */
const leastDrift = 0.15;

/**
 * The most telling of what the days of a period show, with how far it lies from what is usual.
 * @param days whole days, in order
 * @param visitors all that is read, those before included
 */
export function notableOf(
  days: readonly SeriesPoint[],
  visitors: readonly SeriesPoint[],
  scale = 1,
): { readonly notable: Notable; readonly strength: number } | undefined {
  const high = days.flatMap(({ day, count }) => {
    const known = usualCount(visitors, day);
    if (known === undefined || count < 2 * known.usual) return [];
    const strength = (count - known.usual) / deviation(known.counts, known.usual, scale);
    const notable = { kind: 'high', day, count, usual: known.usual } as const;
    return strength > farFromUsual ? [{ notable, strength }] : [];
  });
  const [first] = high.toSorted((a, b) => b.strength - a.strength);
  return first ?? driftOf(days, scale);
}

function driftOf(days: readonly SeriesPoint[], scale: number) {
  const counted = days.slice(-7 * weeksInRow);
  if (counted.length < 7 * weeksInRow) return undefined;
  const sums = Array.from({ length: weeksInRow }, (_, week) => sum(counted.slice(week * 7, (week + 1) * 7)));
  const [from = 0, ...later] = sums;
  const to = later.at(-1) ?? from;
  const isOneWay = later.every((count, at) => (count - (sums[at] ?? 0)) * (to - from) > 0);
  const strength = Math.abs(to - from) / Math.sqrt((from + to + 1) * scale);
  const isFar = Math.abs(to - from) >= leastDrift * from && strength > farFromUsual;
  return isOneWay && isFar
    ? { notable: { kind: 'weeks', weeks: [from, ...later] } as const, strength }
    : undefined;
}

/** "had 1,757 visitors on Sat 14 Nov, where 240 are usual.", "grows every week: 210, 400, 520, 760." */
export function notableSentence(notable: Notable, counts: Counted, noted?: string): string {
  if (notable.kind === 'weeks') {
    const { weeks } = notable;
    const verb = (weeks.at(-1) ?? 0) > weeks[0] ? 'grows' : 'falls';
    return `${verb} every week: ${weeks.map(groupThousands).join(', ')} ${counts}.`;
  }
  const { day, count, usual } = notable;
  const when = noted === undefined ? '' : `, when you noted "${noted}"`;
  return `had ${counted(count, counts)} on ${formatWeekday(day)}, where ${groupThousands(usual)} are usual${when}.`;
}

/** "; failed: /form 80", of errors whose paths are read. */
function pathsOf({ paths = [] }: MoreErrors, quoted?: (value: string) => string): string {
  return paths.length === 0 ? '' : `; ${pathsText(paths, quoted)}`;
}

export function countsIn({ counts = 'visitors' }: Counting): Counted {
  return counts;
}

/**
 * The reason as a sentence.
 * @param quoted writes a path, which is foreign text
 */
export function attentionSentence(attention: Attention, quoted?: (value: string) => string): string {
  switch (attention.kind) {
    case 'unusual':
      return `${counted(attention.count, countsIn(attention))} on ${formatWeekday(attention.day)}, where ${groupThousands(attention.usual)} are usual.`;
    case 'errors':
      return `${counted(attention.count, 'errors')} on ${formatWeekday(attention.day)}, where ${groupThousands(attention.usual)} are usual${pathsOf(attention, quoted)}.`;
    case 'silent':
      return `No ${countsIn(attention)} since ${formatDayShort(attention.since)}: ${counted(attention.days, 'days')} without any.`;
    case 'goal':
      return `The goal will be missed: ${soFarWords(attention.standing, quoted)}; ${endWords(attention.standing)}.`;
    case 'botsCounted':
      return 'Its statistics are public, and bots are counted.';
  }
}

/**
 * The reason in a few words.
 * @param ofGoal writes the counts of a goal, which may be long ones
 */
export function shortAttention(
  attention: Attention,
  ofGoal: (count: number) => string = groupThousands,
): string {
  switch (attention.kind) {
    case 'unusual':
      return `${groupThousands(attention.count)} on ${shortWeekday(attention.day)}, usually ${groupThousands(attention.usual)}`;
    case 'errors':
      return `${counted(attention.count, 'errors')} on ${shortWeekday(attention.day)}, usually ${groupThousands(attention.usual)}${pathsOf(attention)}`;
    case 'silent':
      return `no ${countsIn(attention)} since ${formatDayShort(attention.since)}`;
    case 'goal': {
      const { goal, end = 0 } = attention.standing;
      return `goal: about ${ofGoal(end)} of ${ofGoal(goal.count)}`;
    }
    case 'botsCounted':
      return 'public, bots counted';
  }
}

/** The most urgent kind first. */
export const attentionUrgency: readonly Attention['kind'][] = [
  'silent',
  'errors',
  'unusual',
  'goal',
  'botsCounted',
];

/** More answers with an error on a day than on its usual one, by more than chance. */
export interface MoreErrors {
  readonly kind: 'errors';
  readonly day: Day;
  readonly count: number;
  readonly usual: number;
  /** As far as they are read. */
  readonly paths?: ErrorPaths;
}

/** The paths of most errors: those that were not found, and those that failed. */
export type ErrorPaths = readonly {
  readonly name: 'not_found' | 'failed';
  readonly rows: readonly StatisticRow[];
}[];

const pathsNamed = 3;
/** The widest a path gets, in columns. */
const maxPathLength = 60;

/**
 * "failed: /form 80; not found: /old 9, /x 2", that with most first; empty for none.
 * @param quoted writes a path, which is foreign text
 */
export function pathsText(paths: ErrorPaths, quoted: (value: string) => string = value => value): string {
  const highest = ({ rows }: ErrorPaths[number]) => rows[0]?.count ?? 0;
  return paths
    .toSorted((a, b) => highest(b) - highest(a))
    .map(({ name, rows }) => {
      const named = rows
        .slice(0, pathsNamed)
        .map(
          ({ value, count }) =>
            `${quoted(cutEnd(safeText(value, 300), maxPathLength))} ${groupThousands(count)}`,
        );
      return `${statisticInfo(name).title.toLowerCase()}: ${named.join(', ')}`;
    })
    .join('; ');
}

/** So many more at least: three errors in place of one are nothing to look at. */
const minMore = 20;
/** And so many times as many: twice the visitors ask for twice as many pages that are gone. */
const minRatio = 2;

/**
 * Whether a website answered with more errors (a status from 500 on, or 404) on a day than is usual. The usual day is that of the
 * same weekday in the four weeks before which is the middle one by errors; only days that have data count.
 * @param visitors of the days that have data
 * @param errors by day, zero where there are none; undefined where they are not known
 * @param scale what the counts have been multiplied by
 */
export function moreErrors(
  visitors: readonly SeriesPoint[],
  errors: readonly SeriesPoint[] | undefined,
  day: Day,
  scale = 1,
): MoreErrors | undefined {
  const count = errors?.find(point => point.day === day)?.count;
  if (errors === undefined || count === undefined) return undefined;
  const days = new Set(visitors.map(point => point.day));
  const known = usualCount(
    errors.filter(point => days.has(point.day)),
    day,
  );
  if (known === undefined) return undefined;
  const { usual, counts } = known;
  const apart = Math.max(robustDeviation(counts, usual), Math.sqrt(usual * scale));
  const min = Math.max(minMore * scale, farFromUsual * apart, (minRatio - 1) * usual);
  return count - usual >= min ? { kind: 'errors', day, count, usual } : undefined;
}
