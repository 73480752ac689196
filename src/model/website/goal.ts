import {
  addDays,
  addMonths,
  dayCount,
  earlierDay,
  startOfMonth,
  startOfWeek,
  wholeMonths,
} from '#model/period/day.ts';
import { describePeriod } from '#model/period/format.ts';
import type { Counted } from '#model/service/capabilities.ts';
import {
  type Day,
  isHours,
  isSeries,
  isTime,
  type Period,
  type SeriesPoint,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { groupThousands, percent } from '#text/words.ts';
import { normaliseDomain, type Website } from './website.ts';

export const goalUnits = ['month', 'week'] as const;
export type GoalUnit = (typeof goalUnits)[number];

/** What a goal counts: a measure, or one row of a statistic, whose value is raw. */
export interface GoalSubject {
  readonly name: StatisticName;
  readonly value?: string | undefined;
  readonly per: GoalUnit;
}

/** How much a website is to count in each month or week: kept on this machine. */
export interface Goal extends GoalSubject {
  readonly id: string;
  /** That the website had then: of one with another domain it is none. */
  readonly domain: string;
  readonly count: number;
}

export type Goals = readonly Goal[];

export const noGoals: Goals = [];

export const maxOfGoal = 1_000_000_000_000;
export const goalCountRule = 'a whole number from 1 on, such as 50000';

/** "50000" or "50,000"; undefined for what is no goal. */
export function asGoalCount(text: string): number | undefined {
  const digits = text.trim().replace(/^(\d{1,3}(?:[,_]\d{3})+)$/, grouped => grouped.replaceAll(/[,_]/g, ''));
  const count = /^\d{1,13}$/.test(digits) ? Number(digits) : 0;
  return count >= 1 && count <= maxOfGoal ? count : undefined;
}

const maxValueLength = 2000;

type Named = Pick<Website, 'id' | 'domain'>;

export function canBeGoal(name: StatisticName): boolean {
  return !isHours(name) && !isTime(name);
}

export function isGoalValue(name: StatisticName, value: string | undefined): boolean {
  return isSeries(name) ? value === undefined : value !== undefined && value.length <= maxValueLength;
}

export function goalsOf(goals: Goals, website: Named): Goals {
  return goals.length === 0 ? goals : goals.filter(goal => isOf(goal, website));
}

function isOf({ id, domain }: Pick<Goal, 'id' | 'domain'>, website: Named): boolean {
  return id === website.id && normaliseDomain(domain) === normaliseDomain(website.domain ?? '');
}

export function isSameSubject(one: GoalSubject, other: GoalSubject): boolean {
  return one.name === other.name && one.value === other.value && one.per === other.per;
}

export function goalAt(goals: Goals, website: Named, subject: GoalSubject): Goal | undefined {
  return goalsOf(goals, website).find(goal => isSameSubject(goal, subject));
}

/** In place of the one that counts the same of the same website; of one that had another domain it is in its place too. */
export function setGoal(goals: Goals, goal: Goal): Goals {
  const others = goals.filter(
    each => each.id !== goal.id || (isOf(each, goal) && !isSameSubject(each, goal)),
  );
  const before = goals.find(each => isOf(each, goal) && isSameSubject(each, goal));
  return before?.count === goal.count ? goals : [...others, goal];
}

export function withoutGoals(goals: Goals, gone: Goals): Goals {
  return gone.length === 0 ? goals : goals.filter(goal => !gone.includes(goal));
}

/** What was counted in a period, on how many of its days there is data. */
interface Counts {
  readonly count: number;
  readonly days: number;
}

/** Undefined for what is not known. */
export type CountIn = (period: Period) => Counts | undefined;

/** @param points days with data, in order */
export function countsOfDays(points: readonly SeriesPoint[]): CountIn {
  const sums = [0];
  for (const { count } of points) sums.push((sums.at(-1) ?? 0) + count);
  // Forecasts of past periods ask for hundreds of periods of the same days.
  const before = (isBefore: (day: Day) => boolean): number => {
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const day = points[middle]?.day;
      if (day !== undefined && isBefore(day)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return ({ from, to }) => {
    const [first, end] = [before(day => day < from), before(day => day <= to)];
    return { count: (sums[end] ?? 0) - (sums[first] ?? 0), days: Math.max(0, end - first) };
  };
}

/** The weeks whose weekdays the rest is taken from. */
const weeks = 4;
/** Forecasts whose errors make the range; of fewer than the latter there is none. */
const pastForecasts = 12;
const minForecasts = 5;

export function goalPeriod(per: GoalUnit, day: Day): Period {
  if (per === 'month') return wholeMonths(startOfMonth(day), 1);
  const from = startOfWeek(day);
  return { from, to: addDays(from, 6) };
}

/** Those that are told beside the numbers of a period: it reaches to yesterday, or into their month or week. */
export function currentGoals(goals: Goals, { to }: Period, today: Day): Goals {
  const isCurrent = ({ per }: Goal) => to >= earlierDay(goalPeriod(per, today).from, addDays(today, -1));
  return goals.every(isCurrent) ? goals : goals.filter(isCurrent);
}

/** A period, and the day in it on which it was looked at. */
interface Moment {
  readonly period: Period;
  readonly day: Day;
}

/** The periods before this one on the same day of them, the last day of one that is shorter; the latest first. */
export function pastMoments(per: GoalUnit, today: Day): Moment[] {
  const now = goalPeriod(per, today);
  const over = dayCount({ from: now.from, to: today }) - 1;
  return Array.from({ length: pastForecasts }, (_, index) => {
    const back = index + 1;
    const start = per === 'month' ? addMonths(now.from, -back) : addDays(now.from, -7 * back);
    const period = goalPeriod(per, start);
    return { period, day: earlierDay(addDays(period.from, over), period.to) };
  });
}

/** The first day that any of it is asked for. */
export function longestReach(per: GoalUnit, today: Day): Day {
  const first = pastMoments(per, today).at(-1)?.period.from ?? today;
  return addDays(first, -7 * weeks);
}

function forecastDays({ period, day }: Moment) {
  const left = dayCount({ from: day, to: period.to });
  const oddDays = left % 7;
  const back = (week: number) => addDays(day, -7 * week);
  return {
    /** The days that are over; undefined on the first. */
    over: period.from < day ? { from: period.from, to: addDays(day, -1) } : undefined,
    weeks: { from: back(weeks), to: addDays(day, -1) },
    /** Today and the days behind it that make no whole week, in each of the weeks before. */
    odd: Array.from({ length: oddDays === 0 ? 0 : weeks }, (_, week) => ({
      from: back(week + 1),
      to: addDays(back(week + 1), oddDays - 1),
    })),
    oddDays,
    wholeDays: left - oddDays,
  };
}

export function forecastPeriods(moment: Moment): Period[] {
  const { over, weeks: all, odd } = forecastDays(moment);
  return [...(over === undefined ? [] : [over]), all, ...odd];
}

/** What the days over have, and for each further day the mean of its weekday in four weeks. Undefined where too few have data. */
export function forecast(moment: Moment, countIn: CountIn): number | undefined {
  const days = forecastDays(moment);
  const over = days.over === undefined ? { count: 0, days: 0 } : countIn(days.over);
  const all = countIn(days.weeks);
  const runs = days.odd.map(countIn);
  const wholeRuns = runs.filter(run => run?.days === days.oddDays);
  const odd = added(wholeRuns.length > 0 ? wholeRuns : runs);
  if (over === undefined || all === undefined || odd === undefined) return undefined;
  if (all.days < 7 || odd.days < days.oddDays) return undefined;
  const rest = days.oddDays === 0 ? 0 : (days.oddDays * odd.count) / odd.days;
  return over.count + (days.wholeDays * all.count) / all.days + rest;
}

function added(all: readonly (Counts | undefined)[]): Counts | undefined {
  let [count, days] = [0, 0];
  for (const each of all) {
    if (each === undefined) return undefined;
    count += each.count;
    days += each.days;
  }
  return { count, days };
}

/** What past periods had as a part of what was forecast on the same day of them; only of those whose days all have data. */
export function pastErrors(per: GoalUnit, today: Day, countIn: CountIn): number[] {
  return pastMoments(per, today).flatMap(moment => {
    const had = countIn(moment.period);
    const expected = forecast(moment, countIn);
    const isWhole = had !== undefined && had.days === dayCount(moment.period);
    return isWhole && expected !== undefined && expected > 0 ? [had.count / expected] : [];
  });
}

export interface GoalStanding {
  readonly goal: Goal;
  /** What it counts, as the service calls it. */
  readonly counts: Counted;
  readonly period: Period;
  readonly soFar: number;
  /** Where the period will end; undefined where too little is known. */
  readonly end: number | undefined;
  /** Where it would end with the errors of so many of the last forecasts. */
  readonly range: (Readonly<Record<'from' | 'to', number>> & { readonly forecasts: number }) | undefined;
  readonly state: 'reached' | 'ahead' | 'open' | 'missed';
}

/** Undefined where what was counted so far is not known. */
export function goalStanding(
  goal: Goal,
  counts: Counted,
  today: Day,
  countIn: CountIn,
): GoalStanding | undefined {
  const period = goalPeriod(goal.per, today);
  const soFar = countIn({ from: period.from, to: today })?.count;
  if (soFar === undefined) return undefined;
  const expected = forecast({ period, day: today }, countIn);
  const end = expected && Math.max(expected, soFar);
  const errors = end === undefined ? [] : pastErrors(goal.per, today, countIn);
  const range =
    end === undefined || errors.length < minForecasts
      ? undefined
      : {
          from: Math.max(soFar, end * Math.min(1, ...errors)),
          to: end * Math.max(1, ...errors),
          forecasts: errors.length,
        };
  const isLate = dayCount({ from: period.from, to: today }) * 2 > dayCount(period);
  const isMissed =
    range === undefined ? isLate && end !== undefined && end < goal.count : range.to < goal.count;
  const isAhead = range !== undefined && range.from >= goal.count;
  const state = soFar >= goal.count ? 'reached' : isMissed ? 'missed' : isAhead ? 'ahead' : 'open';
  return { goal, counts, period, soFar, end, range, state };
}

type Quoted = (text: string) => string;
const asIs: Quoted = text => text;

/** "visitors", "events of checkout". @param quoted writes the value, which is foreign text */
export function subjectWords(subject: GoalSubject, counts: string, quoted = asIs): string {
  const { name, value } = subject;
  return value === undefined ? counts : `${counts} of ${quoted(readableValue(name, value))}`;
}

/** "50,000 visitors a month". */
export function goalWords(goal: Goal, counts: string): string {
  return `${groupThousands(goal.count)} ${subjectWords(goal, counts)} a ${goal.per}`;
}

/** "31,204 of 50,000 visitors in November 2026, 62%". */
export function soFarWords({ goal, counts, period, soFar }: GoalStanding, quoted?: Quoted): string {
  const { count } = goal;
  return `${groupThousands(soFar)} of ${groupThousands(count)} ${subjectWords(goal, counts, quoted)} in ${describePeriod(period)}, ${percent(soFar, count)}`;
}

/** "about 47,300 at its end (44,900 to 49,800)". */
export function endWords({ end, range }: Pick<GoalStanding, 'end' | 'range'>): string {
  if (end === undefined) return 'too few days to tell its end';
  const estimate = `about ${groupThousands(end)} at its end`;
  return range === undefined
    ? estimate
    : `${estimate} (${groupThousands(range.from)} to ${groupThousands(range.to)})`;
}

export const goalStates: Readonly<Record<GoalStanding['state'], string>> = {
  reached: 'reached',
  ahead: 'will be reached',
  open: 'open',
  missed: 'will be missed',
};

/** All of it, and ever less of it, in words without a line's end: the longest first. Foreign text. */
export function goalForms(standing: GoalStanding): string[] {
  const { goal, counts, soFar, end, range } = standing;
  const subject = subjectWords(goal, counts);
  const [all, part] = [groupThousands(goal.count), percent(soFar, goal.count)];
  const ends = end === undefined ? '' : `; end ${groupThousands(end)}`;
  const within = range === undefined ? '' : ` (${groupThousands(range.from)} to ${groupThousands(range.to)})`;
  return [
    goalSentence(standing),
    `Goal: ${groupThousands(soFar)} of ${all} ${subject}, ${part}; ${endWords(standing)}`,
    `Goal: ${part} of ${all} ${subject} a ${goal.per}${ends}${within}`,
    `Goal: ${part} of ${all} ${subject}${ends}`,
    `Goal: ${part} of ${all}${ends}`,
    `Goal: ${part} of ${all}`,
  ];
}

const urgency: readonly GoalStanding['state'][] = ['missed', 'open', 'ahead', 'reached'];

/** Those that need something done first. */
export function byUrgency(standings: readonly GoalStanding[]): GoalStanding[] {
  return urgency.flatMap(state => standings.filter(standing => standing.state === state));
}

export function goalSentence(standing: GoalStanding, quoted?: Quoted): string {
  const { state } = standing;
  const verdict = state === 'open' ? '' : `: ${goalStates[state]}`;
  return `Goal: ${soFarWords(standing, quoted)}; ${endWords(standing)}${verdict}.`;
}
