import { change, formatChange } from '#model/comparison/change.ts';
import type { HoursSoFar, ComparedPeriods } from '#model/comparison/periods.ts';
import { dayCount, dayParts, daysFrom } from '#model/period/day.ts';
import {
  daysText,
  formatDayShort,
  hoursSoFarWords,
  describePeriod,
  runsOf,
  runText,
  usualDayWords,
} from '#model/period/format.ts';
import { type Capabilities, countsOf, hasStatistic, statisticInfo } from '#model/service/capabilities.ts';
import { filterLabel } from '#model/service/filterText.ts';
import type { Filter } from '#model/service/filter.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import { capitalised, counted, groupThousands, listed } from '#text/words.ts';
import {
  hoursSentence,
  notedSentences,
  shownTotal,
  type WhyCause,
  type WhyDay,
  type WhyFacts,
} from './facts.ts';
import { standsOut, type WhyGroup, type WhyRow } from './groups.ts';
import { firstWhyNames } from './question.ts';
import { daySentence, movingSentence, nothingSentence } from './shape.ts';

/** Of today without rows of its hours that are over: why it has none. */
export function todayLater(reason: string): string {
  return `What explains it is known tomorrow, as ${reason}.`;
}

/** "12 visitors after 13: -8% up to 10:00 against Thu 29 Oct, a usual Thursday." */
export function todaySentence(
  { hours, now, before, compared }: HoursSoFar & { readonly compared: Parameters<typeof hoursSoFarWords>[1] },
  capabilities: Capabilities,
  where: Filter = [],
  quoted: Quoted = value => value,
): string {
  const changed = formatChange(change(now, before));
  const against = hoursSoFarWords(hours, compared);
  const within = where.length === 0 ? '' : ` (${quoted(filterLabel(where))})`;
  const counts = countsOf('visitors', capabilities);
  if (now === 0 && before === 0) return `No ${counts}${within}, as before, ${against}.`;
  return `${counted(now, counts)}${within} after ${groupThousands(before)}: ${changed === '' ? 'none' : changed} ${against}.`;
}

/** All others moved hardly where they come to at most this part of what the row did. */
const hardly = 0.1;
const rowsNamed = 2;
/** Every pane reads them. */
const alwaysRead: readonly StatisticName[] = firstWhyNames.slice(0, 2);
const pathsNamed = 3;
/** Of more runs of days than these the largest are named. */
const runsNamed = 4;

/**
 * What the total did, on which days, in which rows, since when or how steadily; or that nothing stands out; last which
 * statistics moved as a whole. Foreign text: whoever shows it makes it safe, or gives a `quoted` that does.
 */
export function whySentences(
  facts: WhyFacts,
  periods: SentencePeriods,
  capabilities: Capabilities,
  quoted: Quoted = value => value,
): string[] {
  return [...visitorsSentences(facts, periods, capabilities, quoted), ...errorsSentence(facts, quoted)];
}

function visitorsSentences(
  facts: WhyFacts,
  periods: SentencePeriods,
  capabilities: Capabilities,
  quoted: Quoted,
): string[] {
  const { now, before, change } = facts.total;
  const { until: hours } = periods;
  const total =
    hours === undefined
      ? totalSentence(facts, periods, capabilities, quoted)
      : todaySentence({ hours, now, before, compared: periods }, capabilities, facts.where, quoted);
  const isOpposite = facts.exact !== undefined && shownTotal(facts).change * change <= 0;
  if (change !== 0 && before === 0) return [total, 'There is nothing before to explain it with.'];
  if (change !== 0 && now === 0) return [total, 'Nothing is left.'];
  const named = namedRows(facts);
  const rows = rowSentences(facts, named.first, capabilities, quoted);
  const further = rowSentences(facts, named.others, capabilities, quoted);
  const movement = movingSentence(
    facts.shape,
    dayParts(periods.now.to).year,
    countsOf('visitors', capabilities),
  );
  // Beside hours there is room for what the days did, not for how many came.
  const moving = facts.hours === undefined ? movement : movement?.replace(/: .*/, '.');
  const [along, ...opposite] = daysSentences(facts, periods, moving !== undefined, isOpposite);
  // Rows and days add up to what the days did, which is not what the total says.
  const sumOfDays = isOpposite && along === undefined && moving === undefined ? [sumSentence(change)] : [];
  const byHour = facts.hours && hoursSentence(facts.hours);
  const days = along === undefined ? [] : [along];
  const causes = [
    ...sumOfDays,
    ...(byHour === undefined ? [] : [byHour]),
    // Where the hours are shown, the rows say more than the days around.
    ...(facts.hours === undefined ? days : []),
    ...(named.isFurtherFirst ? further : []),
    ...rows,
    ...(facts.hours === undefined ? [] : days),
    ...(moving === undefined ? opposite : [moving]),
  ];
  const only =
    further.length === 0
      ? facts.only
      : alwaysRead.filter(name => facts.only?.includes(name) ?? hasStatistic(capabilities, name));
  // Of an hour there are no days.
  const isNothing = further.length === 0 || facts.shape !== undefined;
  // What goes on from week to week is no news of a day.
  const isOfDays = periods.now.from !== periods.now.to;
  const isOnlySlope = causes.length === 1 && facts.shape?.kind === 'slope' && !isOfDays;
  return [
    total,
    ...notedSentences(facts.noted, dayParts(periods.now.to).year, quoted),
    ...(isNothing && (causes.length === 0 || isOnlySlope)
      ? [nothingSentence(facts.shape, !standsOut(facts), only, isOfDays)]
      : []),
    ...causes,
    ...(named.isFurtherFirst ? [] : further),
    ...(isOpposite ? [] : alikeSentence(facts)),
  ];
}

function sumSentence(change: number): string {
  return change === 0
    ? 'The sum of daily visitors is as before.'
    : `The sum of daily visitors ${verb(change)} by ${size(change)}.`;
}

/** "There were 140 errors on 19 Nov, where 3 are usual: not found were /old (90) and /new (20); failed were /form (8)." */
function errorsSentence({ errors }: WhyFacts, quoted: Quoted): string[] {
  if (errors === undefined) return [];
  const { day, count, usual, paths: all = [] } = errors;
  const named = all.map(({ name, rows }) => {
    const paths = rows.slice(0, pathsNamed).map(row => `${quoted(row.value)} (${groupThousands(row.count)})`);
    return `${statisticInfo(name).title.toLowerCase()} were ${listed(paths)}`;
  });
  const which = named.length === 0 ? '' : `: ${named.join('; ')}`;
  return [
    `There were ${counted(count, 'errors')} on ${formatDayShort(day)}, where ${groupThousands(usual)} are usual${which}.`,
  ];
}

const tooFew = 'too few of these days to say whether it stays.';

/** How a value from the service is written in a sentence. */
export type Quoted = (value: string) => string;

type SentencePeriods = Pick<ComparedPeriods, 'now' | 'before' | 'among' | 'until'>;

/** A service that counts everybody once in a period has other numbers: they are said where known, else that it is a sum. */
function totalSentence(
  facts: WhyFacts,
  periods: SentencePeriods,
  capabilities: Capabilities,
  quoted: Quoted,
): string {
  const days = shortPeriod(periods);
  const { exact, where = [] } = facts;
  const total = shownTotal(facts);
  const isSum =
    exact === undefined &&
    [periods.now, periods.before].some(period => hasExactVisitors(capabilities, period));
  const within = where.length === 0 ? '' : ` (${quoted(filterLabel(where))})`;
  const counts = countsOf('visitors', capabilities);
  const subject = `${isSum ? `The sum of daily ${counts}` : capitalised(counts)}${within}`;
  if (total.now === 0 && total.before === 0) return `There were no ${counts}${within}, as before (${days}).`;
  if (total.change === 0 && isSum) return `${subject} is as before (${days}): ${groupThousands(total.now)}.`;
  if (total.change === 0)
    return `There were as many ${counts}${within} as before (${days}): ${groupThousands(total.now)}.`;
  const ratio = total.before === 0 ? 'from none' : `(${formatChange(change(total.now, total.before))})`;
  return `${subject} ${verb(total.change)} by ${size(total.change)} ${ratio} against ${days}.`;
}

/** "22 Sep - 21 Oct" or "Sat 31 Oct, a usual Saturday", with the year where it is another one than that of the days of now. */
function shortPeriod({ now, before, among }: SentencePeriods): string {
  if (among !== undefined) return usualDayWords({ day: before.from, among }, now.to);
  const text = describePeriod(before);
  const year = ` ${dayParts(now.to).year}`;
  return text.endsWith(year) ? text.slice(0, -year.length) : text;
}

/**
 * "Most of it on 2-5 October." where such days are more than half of the change, else how far they lie from their weekdays,
 * and then of those that go the other way. Of a step or a slope the days are no causes, but a day compared by itself may be.
 */
function daysSentences(
  { total, causes, shape }: WhyFacts,
  { now, until }: SentencePeriods,
  isMoving: boolean,
  isOpposite: boolean,
): string[] {
  // The total says it of today by now, and nobody knows yet how it ends.
  if (until !== undefined) return [];
  const { year } = dayParts(now.to);
  const ofDay =
    now.from === now.to
      ? daySentence(
          shape,
          now.from,
          year,
          causes.some(cause => cause.kind === 'row' && alwaysRead.includes(cause.name)),
        )
      : undefined;
  if (ofDay !== undefined) return [ofDay];
  if (now.from === now.to && shape?.unusual.includes(now.from) === true) return [];
  if (isMoving) return [];
  const days = causes.flatMap(cause => (cause.kind === 'day' ? [cause.day] : []));
  const way = days.some(({ change }) => change * total.change > 0) ? total.change : (days[0]?.change ?? 0);
  const along = days.filter(({ change }) => change * way > 0);
  const opposite = days.filter(({ change }) => change * way < 0);
  const part = sumOf(along) / total.change;
  const open = shape?.open;
  if (!isOpposite && part > 0.5 && part <= 1)
    return open !== undefined && along.every(each => unusualDay(each) >= open)
      ? [`Most of it since ${daysText([open], year)}: ${tooFew}`]
      : [`Most of it on ${largestDays(along, unusualDay, year)}.`];
  return [along, opposite].filter(side => side.length > 0).map(side => daysSentence(side, year, open));
}

function unusualDay({ unusual, day, dayBefore }: WhyDay): Day {
  return unusual === 'now' ? day : dayBefore;
}

/** "On 2-5 October there were 300 more than on the same weekdays before". Since `open` they may be another level. */
function daysSentence(days: readonly WhyDay[], year: number, open: Day | undefined): string {
  const isBefore = days.every(({ unusual }) => unusual === 'before');
  const [named, others] = isBefore ? (['dayBefore', 'day'] as const) : (['day', 'dayBefore'] as const);
  const more = sumOf(days) > 0 !== isBefore ? 'more' : 'fewer';
  const [one, ...further] = days;
  const same = isBefore ? 'the same weekdays now' : 'the same weekdays before';
  const than = one !== undefined && further.length === 0 ? daysText([one[others]], year) : same;
  const isOpen = open !== undefined && days.every(day => unusualDay(day) >= open);
  const on = isOpen ? `Since ${daysText([open], year)}` : `On ${largestDays(days, day => day[named], year)}`;
  const whether = isOpen ? `: ${tooFew}` : '.';
  return `${on} there were ${size(sumOf(days))} ${more} than on ${than}${whether}`;
}

function sumOf(days: readonly WhyDay[]): number {
  return days.reduce((sum, { change }) => sum + change, 0);
}

/** Only where the total itself moved more than chance would have it, and nothing is left to be read. */
function alikeSentence({ groups, total, score, only }: WhyFacts): string[] {
  const alike = groups.filter(({ verdict, incomplete }) => verdict === 'alike' && incomplete === undefined);
  if (alike.length === 0 || only !== undefined || !standsOut({ score })) return [];
  const names = listed(alike.map(({ name }) => statisticInfo(name).title));
  return [`${names.slice(0, 1)}${names.slice(1).toLowerCase()} all ${verb(total.change)} alike.`];
}

type RowCause = Extract<WhyCause, { kind: 'row' }>;

/**
 * What every pane knows, and, whatever that is, the first campaign that stands out; others where fewer than two are named.
 * What explains more is said first: where there is no room, the last sentences are left out.
 */
function namedRows({ causes, total }: WhyFacts) {
  const rows = causes
    .filter((cause): cause is RowCause => cause.kind === 'row')
    .sort((a, b) => byWay(total.change)(a.row, b.row));
  const rowsWhere = (isOf: (name: StatisticName) => boolean, max: number) =>
    rows.filter(({ name }) => isOf(name)).slice(0, Math.max(0, max));
  const first = rowsWhere(name => alwaysRead.includes(name), rowsNamed);
  const campaigns = rowsWhere(name => name === 'campaign', Math.max(1, rowsNamed - first.length));
  const isOther = (name: StatisticName) => !alwaysRead.includes(name) && name !== 'campaign';
  const others = [...campaigns, ...rowsWhere(isOther, rowsNamed - first.length - campaigns.length)];
  const [one, other] = [first[0], others[0]];
  const isFurtherFirst =
    one !== undefined && other !== undefined && causes.indexOf(other) < causes.indexOf(one);
  return { first, others, isFurtherFirst };
}

function rowSentences(
  { groups }: WhyFacts,
  causes: readonly RowCause[],
  capabilities: Capabilities,
  quoted: Quoted,
): string[] {
  return causes.map(({ name, row }) => {
    const group = groups.find(each => each.name === name);
    const rest = group && movedAlone(group, row) ? ', all others hardly' : '';
    return `${subject(name, row.value, capabilities, quoted)} ${rowVerb(row)}${rest}.`;
  });
}

/** What goes the way of the total before what goes against it. */
function byWay(way: number) {
  return (a: { readonly change: number }, b: { readonly change: number }) =>
    Number(a.change * way < 0) - Number(b.change * way < 0);
}

/** Said only where all the others are known. */
function movedAlone({ moved, compared, incomplete }: WhyGroup, { change }: WhyRow): boolean {
  const others = moved - Math.abs(change);
  return compared > 1 && incomplete === undefined && others <= hardly * Math.abs(change);
}

function rowVerb({ kind, change, now, before, isAtLeast }: WhyRow): string {
  if (kind === 'new') return `are new: ${groupThousands(now ?? 0)}`;
  if (kind === 'gone') return `are gone: ${groupThousands(before ?? 0)} before`;
  return `${verb(change)} by ${isAtLeast ? 'at least ' : ''}${size(change)}`;
}

/** "Sessions from example.com": in the plural, whatever the number. */
function subject(name: StatisticName, value: string, capabilities: Capabilities, quoted: Quoted): string {
  const text = quoted(readableValue(name, value));
  const { singular } = statisticInfo(name);
  const counts = countsOf(name, capabilities);
  const words = capitalised(counts);
  if (name === 'referrer' && value.trim() === '') return 'Direct visits';
  if (name === 'referrer' || name === 'country') return `${words} from ${text}`;
  return name === 'event' ? `Events ${text}` : `${words} of the ${singular} ${text}`;
}

function verb(change: number): string {
  return change < 0 ? 'fell' : 'rose';
}

function size(change: number): string {
  return groupThousands(Math.abs(change));
}

/** The days with the largest changes, in order of time; of the others only how many there are. */
function largestDays(days: readonly WhyDay[], dayOf: (day: WhyDay) => Day, year: number): string {
  const changes = new Map(days.map(day => [dayOf(day), Math.abs(day.change)]));
  const runs = runsOf([...changes.keys()]);
  if (runs.length <= runsNamed) return daysText([...changes.keys()], year);
  const changeOf = (run: Period) =>
    daysFrom(run.from, dayCount(run)).reduce((sum, day) => sum + (changes.get(day) ?? 0), 0);
  const largest = runs.toSorted((a, b) => changeOf(b) - changeOf(a)).slice(0, runsNamed - 1);
  const rest = days.length - largest.reduce((count, run) => count + dayCount(run), 0);
  const named = runs.filter(run => largest.includes(run)).map(run => runText(run, year));
  return listed([...named, counted(rest, 'other days')]);
}

/** What everybody who reads the numbers has to know. */
export const caution = 'What moved together may have other causes: correlation, not cause.';
/** The same where there is no room for it. */
export const shortCaution = 'Correlation, not cause.';

interface NotedGroup extends Pick<WhyGroup, 'incomplete' | 'verdict'> {
  readonly rows: readonly unknown[];
}

/** How well a statistic explains the change, or why it cannot; empty where one of its rows stands out. */
export function groupNote({ incomplete, rows, verdict }: NotedGroup): string {
  if (incomplete === 'noEarlierRows') return 'no or not all rows before: cannot be compared';
  if (incomplete === 'notReadToEnd') return 'only the first 100 rows are read';
  if (rows.length === 0) return 'nothing changed';
  if (verdict === 'alike') return 'all alike';
  return verdict === 'quiet' ? 'nothing stands out' : '';
}

/** "+1,234" or "-3"; ">+1,234" where it may be more. */
export function signedText(count: number, isAtLeast = false): string {
  return `${isAtLeast ? '>' : ''}${count < 0 ? '-' : '+'}${groupThousands(Math.abs(count))}`;
}

/** "new", "gone", "+12%"; empty where one side is not known. */
export function rowMark({ kind, now, before }: Pick<WhyRow, 'kind' | 'now' | 'before'>): string {
  if (kind === 'changed') return formatChange(change(now, before));
  return kind === 'notInTop' ? '' : kind;
}
