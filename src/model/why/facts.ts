import { total } from '#text/fit.ts';
import { addDays, dayOfWeek } from '#model/period/day.ts';
import { daysText, formatWeekday, hourText, runsOf } from '#model/period/format.ts';
import type { Filter } from '#model/service/filter.ts';
import { median, sum } from '#model/statistics/series.ts';
import type { Day, SeriesPoint, StatisticName } from '#model/statistics/statistics.ts';
import type { MoreErrors } from '#model/website/attention.ts';
import { noNotes, type Note, type Notes } from '#model/website/notes.ts';
import { capitalised, groupThousands, listed } from '#text/words.ts';
import {
  byStrength,
  byWay,
  deviations,
  goesBeyond,
  spreadOf,
  standsOut,
  totalScore,
  type WhyDimension,
  type WhyGroup,
  whyGroup,
  type WhyRow,
} from './groups.ts';
import { type Shape, shapeOf } from './shape.ts';

/** The visitors of a day by its hours, beside those of the day that it is compared with. */
export interface ComparedHours {
  readonly now: readonly number[];
  readonly before: readonly number[];
  readonly dayBefore: Day;
  /** So many are compared: of today those that are over. */
  readonly until: number;
  /** How many times as much as Poisson the days vary. */
  readonly spread: number;
  /** What the counts have been multiplied by. */
  readonly scale?: number | undefined;
}

/** Most of a change is more than half of it, and not so much more than all that others took it back. */
const [max, all] = [0.5, 1.25];

/** From the first to the last that chance does not explain. Undefined where there is none, or where it was so all day. */
export function hoursSentence(hours: ComparedHours): string | undefined {
  const { dayBefore, until } = hours;
  const { changes, whole, first, last } = changedHours(hours);
  if (first === undefined || last === undefined || last - first >= until - 1) return undefined;
  const change = total(changes.slice(first, last + 1));
  const when =
    first === last
      ? `at ${hourText(first)}`
      : `from ${hourText(first)} ${last === until - 1 ? 'on' : `to ${hourText(last + 1)}`}`;
  if (change / whole > max && change / whole <= all) return `Most of it ${when}.`;
  const size = `${groupThousands(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`;
  return change === 0
    ? undefined
    : `${capitalised(when)} there were ${size} than on ${formatWeekday(dayBefore)}.`;
}

/** From the first to the last that chance does not explain, of those that go the way of the day where there are any. */
function changedHours({ now, before, until, spread, scale = 1 }: Omit<ComparedHours, 'dayBefore'>) {
  const changes = now.slice(0, until).map((count, hour) => count - (before[hour] ?? 0));
  const whole = total(changes);
  const beyond = changes.flatMap((change, hour) => {
    const counted = ((now[hour] ?? 0) + (before[hour] ?? 0)) / scale;
    return standsOut({ score: totalScore(change / scale, counted, spread) }) ? [{ change, hour }] : [];
  });
  const along = beyond.filter(({ change }) => change * whole > 0);
  const shown = along.length > 0 ? along : beyond;
  return { changes, whole, first: shown[0]?.hour, last: shown.at(-1)?.hour };
}

/** What is said of an hour: "At 10:00 sessions of the campaign spring rose by 120." Foreign text. */
export function atHour(hour: number, [first = '', ...others]: readonly string[]): readonly string[] {
  return first === ''
    ? []
    : [`At ${hourText(hour)} ${first.slice(0, 1).toLowerCase()}${first.slice(1)}`, ...others];
}

/** Of an hour of which no row explains what it did. */
export function movedHour(hour: number, change: number, isUsual: boolean): string {
  const size = `${groupThousands(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`;
  return `At ${hourText(hour)} there were ${size} than ${isUsual ? 'usual' : 'before'}, and no row stands out.`;
}

interface NotedBeginning {
  readonly day: Day;
  /** Of another level; else of days that lie apart. */
  readonly isLevel: boolean;
  /** On that day, and on the day before. */
  readonly notes: Notes;
  readonly dayBefore: Notes;
}

interface HourOfDay {
  readonly day: Day;
  readonly hour: number;
}

/** Of more beginnings the first ones are named. */
const maxNamed = 2;
/** Of one. */
const maxNotes = 2;
/** With less, notes of other days explained a step too often, with more its own too seldom (docs/design/shape-errors.md). */
const likely = 0.25;

/**
 * The notes with which a change began, by the same test of chance that finds the change: a step on the likeliest of the days that
 * notes explain, days that lie apart on the first of each run. A slope begins on no day. A note of several days is about its first.
 * @param days those compared
 * @param began in which hour of a day its change began, where that is known: what was noted later that day is no reason
 */
export function notedBeginnings(
  shape: Shape | undefined,
  allNotes: Notes,
  days: ReadonlySet<Day>,
  began?: HourOfDay,
): NotedBeginning[] {
  if (shape === undefined || allNotes.length === 0) return [];
  const notes = allNotes.filter(note => !isTooLate(note, began));
  const beginning = (day: Day, isLevel: boolean, among: Notes): NotedBeginning[] => {
    const on = among.filter(note => note.day === day).slice(0, maxNotes);
    const before = among.filter(note => note.day === addDays(day, -1));
    const dayBefore = before.slice(0, maxNotes - on.length);
    return on.length + dayBefore.length === 0 ? [] : [{ day, isLevel, notes: on, dayBefore }];
  };
  const partOn = (day: Day) => (days.has(day) ? (shape.begins.get(day) ?? 0) : 0);
  const explaining = notes.filter(({ day }) => partOn(day) + partOn(addDays(day, 1)) >= likely);
  const levels = [...shape.begins.keys()]
    .filter(day => days.has(day))
    .toSorted((a, b) => partOn(b) - partOn(a))
    .flatMap(day => beginning(day, true, explaining));
  const runs = runsOf(shape.unusual).flatMap(({ from }) =>
    days.has(from) ? beginning(from, false, notes) : [],
  );
  return [...levels.slice(0, 1), ...runs].slice(0, maxNamed);
}

function isTooLate({ day, at }: Note, began: HourOfDay | undefined): boolean {
  return began?.day === day && at !== undefined && Number(at.slice(0, 2)) > began.hour;
}

/** The shape as it is told: a step since the day with which a note explains it. */
function shapeAsNoted(shape: Shape | undefined, noted: readonly NotedBeginning[]): Shape | undefined {
  const level = noted.find(({ isLevel }) => isLevel);
  return shape === undefined || level === undefined ? shape : { ...shape, since: level.day };
}

/** 'It began on 6 Nov, when you noted "newsletter 14".' Foreign text, unless `quoted` makes it safe. */
export function notedSentences(
  beginnings: readonly NotedBeginning[],
  year: number,
  quoted: (value: string) => string,
): string[] {
  const textOf = (notes: Notes) =>
    listed(notes.map(({ text, at }) => `"${quoted(text)}"${at === undefined ? '' : ` at ${at}`}`));
  return beginnings.map(({ day, isLevel, notes, dayBefore }) => {
    const date = daysText([day], year);
    const begins = isLevel ? `It began on ${date}` : `${date} stands out`;
    if (notes.length === 0) return `${begins}, the day after you noted ${textOf(dayBefore)}.`;
    const andDayBefore = dayBefore.length === 0 ? '' : `, and the day before ${textOf(dayBefore)}`;
    return `${begins}${isLevel ? ', when' : ':'} you noted ${textOf(notes)}${andDayBefore}.`;
  });
}

interface WeekdayPair {
  readonly now: SeriesPoint;
  readonly before: SeriesPoint;
}

/** The first Monday beside the first Monday before, and so on; periods of different lengths leave days alone. */
export function weekdayPairs(now: readonly SeriesPoint[], before: readonly SeriesPoint[]): WeekdayPair[] {
  const waiting = Array.from({ length: 7 }, (): SeriesPoint[] => []);
  for (const point of before.toReversed()) waiting[dayOfWeek(point.day)]?.push(point);
  return now.flatMap(point => {
    const counterpart = waiting[dayOfWeek(point.day)]?.pop();
    return counterpart === undefined ? [] : [{ now: point, before: counterpart }];
  });
}

interface LonePair extends WeekdayPair {
  readonly alone: 'now' | 'before';
}

/** Each beside the most usual one of its weekday on the other side: the pair adds nothing up. */
function lonePairs(
  now: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  paired: readonly WeekdayPair[],
): LonePair[] {
  const taken = new Set(paired.flatMap(pair => [pair.now, pair.before]));
  return [
    ...now.flatMap((point): LonePair[] => {
      const usual = taken.has(point) ? undefined : nearestToMedian(onWeekdayOf(point, before));
      return usual === undefined ? [] : [{ now: point, before: usual, alone: 'now' }];
    }),
    ...before.flatMap((point): LonePair[] => {
      const usual = taken.has(point) ? undefined : nearestToMedian(onWeekdayOf(point, now));
      return usual === undefined ? [] : [{ now: usual, before: point, alone: 'before' }];
    }),
  ];
}

function onWeekdayOf({ day }: SeriesPoint, points: readonly SeriesPoint[]): SeriesPoint[] {
  return points.filter(point => dayOfWeek(point.day) === dayOfWeek(day));
}

export interface WhyInput {
  readonly now: readonly SeriesPoint[];
  readonly before: readonly SeriesPoint[];
  /** What has been read so far. */
  readonly dimensions: readonly WhyDimension[];
  /** More days, in order, to measure how much days vary by chance: where a single day is compared. */
  readonly known?: readonly SeriesPoint[] | undefined;
  /** The days whose shape is asked for (continuousDays). */
  readonly shapeDays?: readonly SeriesPoint[] | undefined;
  /** More errors than usual on the last day, and their paths. */
  readonly errors?: MoreErrors | undefined;
  /** The statistics that are read, where others might explain the change as well. */
  readonly only?: readonly StatisticName[] | undefined;
  readonly exact?: ExactSides | undefined;
  readonly notes?: Notes | undefined;
  /** Of a single day that is over, and of the one it is compared with, where they are known: when its change began. */
  readonly hours?: Pick<ComparedHours, 'now' | 'before'> | undefined;
  readonly where?: Filter | undefined;
  /** What the counts have been multiplied by. */
  readonly scale?: number | undefined;
}

export interface WhyDay extends Pick<WhyRow, 'change' | 'share' | 'score' | 'isCause'> {
  readonly day: Day;
  /** The day of the same weekday that it is compared with: of a day that stands alone the most usual one. */
  readonly dayBefore: Day;
  readonly now: number;
  readonly before: number;
  /** Which of the two days is the unusual one: farther from the median of its weekday in its own period. */
  readonly unusual: 'now' | 'before';
}

export type WhyCause =
  | { readonly kind: 'day'; readonly score: number; readonly day: WhyDay }
  | { readonly kind: 'row'; readonly score: number; readonly name: StatisticName; readonly row: WhyRow };

interface ExactSides {
  readonly now: number;
  readonly before: number;
}

export interface WhyFacts {
  readonly total: { readonly now: number; readonly before: number; readonly change: number };
  /** How far the total lies from what it was, in standard deviations of chance. */
  readonly score: number;
  /** Days with visitors, of either side, without one of their weekday on the other, that are not among `days`. */
  readonly alone: number;
  /** Days that changed, the largest change first, those that go the way of the total before the others. */
  readonly days: readonly WhyDay[];
  /** The dimension that explains best first; those without any row are left out. */
  readonly groups: readonly WhyGroup[];
  /** What stands out, the most surprising first; empty where nothing does. */
  readonly causes: readonly WhyCause[];
  /** What the days did over time; undefined where that is not known, or where nothing of it lies in what is compared. */
  readonly shape: Shape | undefined;
  /** Of a day that is shown by its hours. */
  readonly hours?: ComparedHours | undefined;
  /** What was noted when it began; none where that explains nothing. */
  readonly noted: readonly NotedBeginning[];
  readonly errors: MoreErrors | undefined;
  /** The statistics that were read, where others might explain the change as well. */
  readonly only?: readonly StatisticName[] | undefined;
  /** The visitors of both periods, everybody counted once, where they are known: the total is of days. */
  readonly exact?: ExactSides | undefined;
  readonly where?: Filter | undefined;
}

/** The visitors of both periods as they are told: everybody once where that is known, else the sums of the days. */
export function shownTotal({ total, exact }: Pick<WhyFacts, 'total' | 'exact'>): WhyFacts['total'] {
  return exact === undefined ? total : { ...exact, change: exact.now - exact.before };
}

/** What explains the change of a total. What moved together may have other causes: it is correlation. */
export function whyFacts({
  now,
  before,
  dimensions,
  known = [],
  shapeDays = [],
  errors,
  only,
  exact,
  notes = noNotes,
  hours,
  where,
  scale = 1,
}: WhyInput): WhyFacts {
  const total = { now: sum(now), before: sum(before), change: sum(now) - sum(before) };
  const way = shownTotal({ total, exact }).change;
  const paired = weekdayPairs(now, before);
  const lone = lonePairs(now, before, paired);
  const pairs = [...paired, ...lone].map(pair => ({
    day: pair.now.day,
    dayBefore: pair.before.day,
    now: pair.now.count,
    before: pair.before.count,
    alone: 'alone' in pair ? pair.alone : undefined,
  }));
  const spread =
    known.length === 0 ? spreadOf(pairs.slice(0, paired.length), scale) : spreadOfDays(known, scale);
  const scores = deviations(pairs, spread, scale);
  const [apartNow, apartBefore] = [apartFrom(now), apartFrom(before)];
  const shape = shapeWithin(shapeDays, before[0]?.day, now.at(-1)?.day, scale);
  const unusualDays = shape && new Set(shape.unusual);
  const changed = pairs.flatMap(({ alone, ...pair }, index): Omit<WhyDay, 'share'>[] => {
    const change = pair.now - pair.before;
    const score = scores[index] ?? 0;
    const isBefore =
      unusualDays === undefined || unusualDays.has(pair.day) === unusualDays.has(pair.dayBefore)
        ? apartBefore(pair.dayBefore, pair.before) > apartNow(pair.day, pair.now)
        : unusualDays.has(pair.dayBefore);
    const unusual = isBefore ? ('before' as const) : ('now' as const);
    const isCause =
      unusualDays === undefined
        ? goesBeyond(change, score)
        : unusualDays.has(pair.day) || unusualDays.has(pair.dayBefore);
    // A day that stands alone is named where it is the cause, and else counts among the others.
    const isNamed = alone === undefined || (isCause && alone === unusual);
    return change === 0 || !isNamed ? [] : [{ ...pair, change, score, isCause, unusual }];
  });
  const moved = changed.reduce((sum, { change }) => sum + Math.abs(change), 0);
  const days = changed.map((day): WhyDay => ({ ...day, share: Math.abs(day.change) / moved }));
  const shown = new Set(paired.flatMap(pair => [pair.now, pair.before]));
  const named = new Set(days.flatMap(({ day, dayBefore }) => [day, dayBefore]));
  // Beside nothing everything is new, and nothing of it is a cause.
  const isOneSided = total.now === 0 || total.before === 0;
  const groups = dimensions
    .filter(dimension => dimension.now.rows.length + dimension.before.rows.length > 0)
    .map(dimension => whyGroup(dimension, total.change, spread, { scale, way }))
    .map(group => (isOneSided ? { ...group, verdict: 'quiet' as const } : group))
    .sort(byStrength);
  const causes: WhyCause[] = [
    ...days.filter(({ isCause }) => isCause).map(day => ({ kind: 'day' as const, score: day.score, day })),
    ...groups.flatMap(({ name, rows }) =>
      rows
        .filter(({ isCause }) => isCause)
        .map(row => ({ kind: 'row' as const, score: row.score, name, row })),
    ),
  ];
  const [day] = now;
  const hour = hours && changedHours({ ...hours, until: hours.now.length, spread, scale }).first;
  const noted = isOneSided
    ? []
    : notedBeginnings(
        shape,
        notes,
        new Set([...now, ...before].map(each => each.day)),
        day && hour !== undefined ? { day: day.day, hour } : undefined,
      );
  return {
    total,
    score: totalScore(total.change / scale, (total.now + total.before) / scale, spread),
    alone: [...now, ...before].filter(point => point.count > 0 && !shown.has(point) && !named.has(point.day))
      .length,
    days: days.sort((a, b) => byWay(a, b, way)),
    groups,
    causes: (isOneSided ? [] : causes).sort((a, b) => Math.abs(b.score) - Math.abs(a.score)),
    shape: isOneSided ? undefined : shapeAsNoted(shape, noted),
    noted,
    errors,
    only,
    exact,
    where,
  };
}

/** The shape of the days that are compared: a step before them, or after, explains nothing of them but is their level. */
function shapeWithin(
  shapeDays: readonly SeriesPoint[],
  first: Day | undefined,
  last: Day | undefined,
  scale: number,
): Shape | undefined {
  const shape = shapeOf(shapeDays, scale);
  if (shape?.since === undefined || first === undefined || last === undefined) return shape;
  if (shape.since > first && shape.since <= last) return shape;
  const level = shape.since > last ? shape.from : shape.to;
  const kind = shape.unusual.length > 0 ? 'days' : 'chance';
  return { ...shape, kind, since: undefined, begins: new Map(), from: level, to: level };
}

/** Returns how far a count of a day lies from the median of its weekday. */
function apartFrom(points: readonly SeriesPoint[]): (day: Day, count: number) => number {
  const counts = Array.from({ length: 7 }, (): number[] => []);
  for (const { day, count } of points) counts[dayOfWeek(day)]?.push(count);
  const usual = counts.map(values => median(values));
  return (day, count) => Math.abs(count - (usual[dayOfWeek(day)] ?? count));
}

/** How many times as much as Poisson days in order vary: each beside the one a week before it. */
export function spreadOfDays(points: readonly SeriesPoint[], scale = 1): number {
  const pairs = points.slice(7).map(({ count }, at) => ({ now: count, before: points[at]?.count ?? 0 }));
  return spreadOf(pairs, scale);
}

function nearestToMedian(points: readonly SeriesPoint[]): SeriesPoint | undefined {
  const middle = median(points.map(({ count }) => count)) ?? 0;
  return points.toSorted((a, b) => Math.abs(a.count - middle) - Math.abs(b.count - middle))[0];
}
