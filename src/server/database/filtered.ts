import { type Condition, type Filter, type FilterField, isMet } from '#model/service/filter.ts';
import { referrerGroups } from '#model/statistics/referrerGroups.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import type { Numbers } from './columns.ts';
import type { SessionSums } from './sessionSums.ts';
import {
  type AboutColumn,
  type DealtColumn,
  dealtColumns,
  replacedIn,
  type SessionColumn,
  type VisitPart,
} from './VisitPart.ts';
import type { ValueField } from './visits.ts';

/** The statistics of a session, counted once for each session that has a page view which meets the conditions. */
const ofSession = [
  'landing_page',
  'exit_page',
  'referrer',
  'campaign',
  'utm_source',
  'utm_medium',
  'utm_term',
  'utm_content',
  'event',
] as const satisfies readonly (SessionColumn | DealtColumn)[];
/** Those of a visitor, counted once a day. */
const ofVisitor = [
  'browser',
  'os',
  'device',
  'country',
  'continent',
  'language',
  'city',
  'resolution',
] as const satisfies readonly (AboutColumn | DealtColumn)[];
type ValueStatistic = 'page' | (typeof ofSession)[number] | (typeof ofVisitor)[number];
const valueStatistics: readonly ValueStatistic[] = ['page', ...ofSession, ...ofVisitor];

/** Nobody counts those that have none. */
const withoutNone: readonly ValueStatistic[] = [
  'campaign',
  'utm_source',
  'utm_medium',
  'utm_term',
  'utm_content',
  'language',
  ...dealtColumns,
];

/** Whose texts have numbers. */
export type FilteredField = ValueField | DealtColumn;

export function fieldOf(name: ValueStatistic): FilteredField {
  return name === 'landing_page' || name === 'exit_page' ? 'page' : name;
}

function isDealt(name: ValueStatistic): name is DealtColumn {
  return dealtColumns.some(known => known === name);
}

function isOfVisitor(name: ValueStatistic): name is (typeof ofVisitor)[number] {
  return ofVisitor.some(known => known === name);
}

export function valueStatistic(name: StatisticName | FilterField): ValueStatistic | undefined {
  return valueStatistics.find(known => known === name);
}

/** What a filter counts of a period, all statistics at once. */
export interface FilteredCounts {
  readonly days: readonly (SessionSums & { readonly visitors: number })[];
  /** By the hour of the day. */
  readonly hours: Readonly<Record<'visitors_hours' | 'pageviews_hours', Numbers>>;
  /** By the numbers of their texts. */
  readonly values: ReadonlyMap<ValueStatistic, Numbers>;
}

/** Days since 1970-01-01, both counted. */
interface Days {
  readonly from: number;
  readonly to: number;
}

/** The visits of a website that a filter counts. Texts of a field are numbers; 0 for none. */
export interface Visits {
  /** The largest number of a field. */
  last(field: FilteredField): number;
  /** Undefined where the text has none. */
  number(field: FilteredField, value: string): number | undefined;
  /** Those of the texts that contain one, whatever the case of its letters. */
  containing(field: FilteredField, value: string): Generator<void, readonly number[], void>;
  /** The texts themselves by their numbers; left out where they stand in the file. */
  readonly texts?: (field: FilteredField) => readonly string[];
  /** The places in referrerGroups of the referrers, by their numbers. */
  groups(): Uint8Array;
  /** From which day on all days up to today have visits; undefined: all. */
  reach(today: number): number | undefined;
  /** Those of a period that have visits. */
  days(period: Days): Iterable<number>;
  parts(day: number): readonly VisitPart[];
  /** The same, perhaps without their detail. */
  sessions(day: number): readonly VisitPart[];
}

/** Of numbers those that meet the conditions are 1. */
type Allowed = Uint8Array;

interface Tests {
  readonly values: ReadonlyMap<ValueStatistic, Allowed>;
  readonly hours: Allowed | undefined;
  readonly weekdays: Allowed | undefined;
}

/**
 * Counts the page views of a period that meet a filter, with their sessions and visitors, in one pass. Yields every few
 * milliseconds. Days without detail are left out.
 */
export function* countFiltered(
  visits: Visits,
  period: Days,
  where: Filter,
): Generator<void, FilteredCounts, void> {
  const tests = yield* testsOf(visits, where);
  const size = (name: ValueStatistic): number => visits.last(fieldOf(name)) + 1;
  const values = new Map(valueStatistics.map(name => [name, new Int32Array(size(name))]));
  const hours = { visitors_hours: new Int32Array(24), pageviews_hours: new Int32Array(24) };
  const days: (SessionSums & { readonly visitors: number })[] = [];
  for (const day of visits.days(period)) {
    if (tests.weekdays?.[weekdayOf(day)] === 0) continue;
    const parts = visits.parts(day);
    yield;
    const sum = { day, visitors: 0, sessions: 0, bounces: 0, seconds: 0, pageviews: 0 };
    for (const [index, part] of parts.entries())
      yield* countPart(part, parts.slice(index + 1), tests, { values, hours, day: sum });
    if (sum.pageviews > 0) days.push(sum);
  }
  for (const name of withoutNone) values.get(name)?.fill(0, 0, 1);
  return { days, hours, values };
}

/** Monday is 0. */
export function weekdayOf(day: number): number {
  return (day + 3) % 7;
}

function* testsOf(visits: Visits, where: Filter): Generator<void, Tests, void> {
  const byField = Map.groupBy(where, ({ field }) => field);
  const values = new Map<ValueStatistic, Allowed>();
  for (const [field, conditions] of byField) {
    const name = valueStatistic(field);
    if (name !== undefined) values.set(name, yield* allowedValues(visits, fieldOf(name), conditions));
  }
  const ofGroups = byField.get('referrer_group');
  if (ofGroups) values.set('referrer', allowedGroups(visits, ofGroups, values.get('referrer')));
  const times = (field: FilterField, first: number, count: number): Allowed | undefined => {
    const conditions = byField.get(field);
    if (!conditions) return undefined;
    const numbers = (value: string): number[] => [Number(value) - first];
    return allowedOf(conditions, count, numbers);
  };
  return { values, hours: times('hour', 0, 24), weekdays: times('weekday', 1, 7) };
}

/** The referrers that are of a group that meets conditions, and meet those on themselves. */
function allowedGroups(visits: Visits, conditions: readonly Condition[], own: Allowed | undefined): Allowed {
  const allowed = new Uint8Array(referrerGroups.map(group => Number(isMet(conditions, group))));
  return visits.groups().map((group, number) => (allowed[group] ?? 0) & (own?.[number] ?? 1));
}

/** How often each group was counted, by the numbers of referrers. */
export function groupCounts(visits: Visits, referrers: Numbers = new Int32Array()): Map<string, number> {
  const counts = new Map<string, number>();
  const groups = visits.groups();
  for (const [number, count] of referrers.entries()) {
    const group = referrerGroups[groups[number] ?? 0] ?? 'direct';
    if (count > 0) counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return counts;
}

/** Several "is" are alternatives, all else holds together. */
function allowedOf(
  conditions: readonly Condition[],
  count: number,
  numbersOf: (value: string, comparison: Condition['comparison']) => readonly number[],
): Allowed {
  const isOneOf = conditions.some(({ comparison }) => comparison === 'is');
  const allowed = new Uint8Array(count).fill(isOneOf ? 0 : 1);
  for (const { comparison, value } of conditions)
    if (comparison === 'is') for (const number of numbersOf(value, comparison)) allowed[number] = 1;
  for (const { comparison, value } of conditions) {
    if (comparison === 'is') continue;
    const found = numbersOf(value, comparison);
    if (comparison === 'is not') for (const number of found) allowed[number] = 0;
    if (comparison !== 'contains') continue;
    const contained = new Uint8Array(count);
    for (const number of found) contained[number] = 1;
    for (let number = 0; number < count; number++) if (contained[number] === 0) allowed[number] = 0;
  }
  return allowed;
}

function* allowedValues(
  visits: Visits,
  field: FilteredField,
  conditions: readonly Condition[],
): Generator<void, Allowed, void> {
  const containing = new Map<string, readonly number[]>();
  for (const { comparison, value } of conditions)
    if (comparison === 'contains') containing.set(value, yield* visits.containing(field, value));
  return allowedOf(conditions, visits.last(field) + 1, (value, comparison) => {
    if (comparison === 'contains') return containing.get(value) ?? [];
    return [visits.number(field, value) ?? []].flat();
  });
}

type DaySums = Omit<SessionSums, 'day'> & { readonly visitors: number };

/** Of each session of a part; undefined of the page, and where it is not kept. */
export function sessionColumn(part: VisitPart, name: ValueStatistic): Numbers | undefined {
  if (name === 'page') return undefined;
  if (isDealt(name)) return part.dealt?.of(name);
  return isOfVisitor(name) ? part.detail?.about.of(name) : part.sessions.of(name);
}

interface Sums {
  readonly day: { -readonly [name in keyof DaySums]: number };
  readonly values: ReadonlyMap<ValueStatistic, Numbers>;
  readonly hours: FilteredCounts['hours'];
}

/** Column after column: loops over one column are several times as fast as one over all of them. */
function* countPart(
  part: VisitPart,
  later: readonly VisitPart[],
  tests: Tests,
  sums: Sums,
): Generator<void, void, void> {
  const { sessions, detail, viewStarts } = part;
  if (!detail) return;
  // 0 for sessions that cannot meet the conditions.
  const mask = new Uint8Array(sessions.rows).fill(1);
  if (later.length > 0) for (const [at, is] of replacedIn(part, later).entries()) mask[at] = 1 - is;
  for (const [name, allowed] of tests.values) {
    const column = sessionColumn(part, name);
    if (column) keepAllowed(mask, column, allowed);
    yield;
  }
  const [page, hour] = [detail.views.of('page'), detail.views.of('hour')];
  yield;
  const allowedPages = tests.values.get('page');
  const views = allowedPages || tests.hours ? new Uint8Array(page.length).fill(1) : undefined;
  if (views && allowedPages) keepAllowed(views, page, allowedPages);
  if (views && tests.hours) keepAllowed(views, hour, tests.hours);
  yield;
  const met = metSessions(mask, viewStarts, views);
  const pages = sums.values.get('page') ?? new Int32Array();
  sums.day.pageviews += countViews(page, pages, met, views);
  yield;
  const { bounces, seconds } = lengthsOf(detail.views.of('second'), met, views);
  sums.day.sessions += met.sessions.length;
  sums.day.bounces += bounces;
  sums.day.seconds += seconds;
  yield;
  countViews(hour, sums.hours.pageviews_hours, met, views);
  yield;
  for (const name of ofSession) {
    countRows(sessionColumn(part, name), sums.values.get(name), met.sessions);
    yield;
  }
  const arrivals = arrivalsOf(part, met.sessions);
  countRows(
    hour,
    sums.hours.visitors_hours,
    arrivals.map(at => met.first[at] ?? 0),
  );
  const visitors = arrivals.map(at => met.sessions[at] ?? 0);
  for (const name of ofVisitor) {
    countRows(sessionColumn(part, name), sums.values.get(name), visitors);
    yield;
  }
  sums.day.visitors += visitors.length;
}

function keepAllowed(mask: Uint8Array, column: Numbers, allowed: Allowed): void {
  // What a visitor's country is where nobody knows countries is -1: as none.
  const none = allowed[0] ?? 0;
  for (let at = 0; at < mask.length; at++) mask[at] = (mask[at] ?? 0) & (allowed[column[at] ?? 0] ?? none);
}

/** Sessions with a view that meets the conditions, with the first such view of each and where its views end. */
interface MetSessions {
  readonly sessions: Numbers;
  readonly first: Numbers;
  readonly ends: Numbers;
}

function metSessions(mask: Uint8Array, starts: Numbers, views: Uint8Array | undefined): MetSessions {
  const [sessions, first, ends] = [0, 1, 2].map(() => new Int32Array(mask.length));
  if (!sessions || !first || !ends) throw new Error('no columns');
  let count = 0;
  for (let session = 0; session < mask.length; session++) {
    if (mask[session] === 0) continue;
    let view = starts[session] ?? 0;
    const end = starts[session + 1] ?? 0;
    if (views) while (view < end && views[view] === 0) view++;
    if (view === end) continue;
    sessions[count] = session;
    first[count] = view;
    ends[count++] = end;
  }
  const met = (column: Numbers): Numbers => column.subarray(0, count);
  return { sessions: met(sessions), first: met(first), ends: met(ends) };
}

/** How many of those sessions have one view that meets the conditions, and the seconds from the first to the last one of each. */
function lengthsOf(
  second: Numbers,
  { first, ends }: MetSessions,
  views: Uint8Array | undefined,
): Pick<SessionSums, 'bounces' | 'seconds'> {
  let [bounces, seconds] = [0, 0];
  for (let at = 0; at < first.length; at++) {
    const from = first[at] ?? 0;
    let last = (ends[at] ?? 0) - 1;
    if (views) while (last > from && views[last] === 0) last--;
    if (last === from) bounces++;
    else seconds += (second[last] ?? 0) - (second[from] ?? 0);
  }
  return { bounces, seconds };
}

/** How many views of those sessions meet the conditions. */
function countViews(
  column: Numbers,
  counts: Numbers,
  { first, ends }: MetSessions,
  views: Uint8Array | undefined,
): number {
  let sum = 0;
  for (let at = 0; at < first.length; at++) {
    const end = ends[at] ?? 0;
    for (let view = first[at] ?? 0; view < end; view++) {
      if (views && views[view] === 0) continue;
      const number = column[view] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
      sum++;
    }
  }
  return sum;
}

/** A number that has no place, -1, is not counted. */
function countRows(column: Numbers | undefined, counts: Numbers | undefined, rows: Numbers): void {
  if (!column || !counts) return;
  for (let at = 0; at < rows.length; at++) {
    const number = column[rows[at] ?? 0] ?? -1;
    if (number >= 0) counts[number] = (counts[number] ?? 0) + 1;
  }
}

/** The places of the first session of each visitor. */
function arrivalsOf(part: VisitPart, sessions: Numbers): Numbers {
  const arrivals = new Int32Array(sessions.length);
  let count = 0;
  for (let at = 0; at < sessions.length; at++)
    if (at === 0 || !part.isSameVisitor(sessions[at - 1] ?? 0, sessions[at] ?? 0)) arrivals[count++] = at;
  return arrivals.subarray(0, count);
}
