import type { Days } from '#server/database/counts.ts';
import { type Condition, type Filter, type FilterField, isMet } from '#model/service/filter.ts';
import { referrerGroups } from '#model/statistics/values.ts';
import type { SessionSums } from '#model/statistics/sessions.ts';
import {
  type StatisticName,
  utmNames,
  type VisitStatistic,
  visitStatistics,
} from '#model/statistics/statistics.ts';
import type { Numbers } from '#server/database/columns.ts';
import {
  aboutColumns,
  type Columns,
  type DealtColumn,
  dealtColumns,
  replacedIn,
  type ViewColumn,
  type VisitPart,
} from '#server/database/visit/VisitPart.ts';
import type { ValueField } from '#server/database/visit/visits.ts';

/** Those of a visitor, counted once a day; others but pages once for each session that has a page view which meets the conditions. */
const ofVisitor = [...aboutColumns, 'city', 'resolution'] as const;
/** Groups follow from referrers. */
type ValueStatistic = Exclude<VisitStatistic, 'referrer_group'>;
const valueStatistics = visitStatistics.filter(name => name !== 'referrer_group');

/** Nobody counts those that have none. */
const withoutNone: readonly ValueStatistic[] = ['campaign', ...utmNames, 'language', ...dealtColumns];

/** Whose texts have numbers. */
export type FilteredField = ValueField | DealtColumn;

export function fieldOf(name: ValueStatistic): FilteredField {
  return name === 'landing_page' || name === 'exit_page' ? 'page' : name;
}

export function isIn<T extends string>(names: readonly T[], name: string): name is T {
  return names.some(known => known === name);
}

export function valueStatistic(name: StatisticName | FilterField): ValueStatistic | undefined {
  return valueStatistics.find(known => known === name);
}

/** What the sessions of a day add up to; days are counted from 1970-01-01. */
export interface DaySums extends SessionSums {
  readonly day: number;
}

/** What a filter counts of a period, all statistics at once. */
export interface FilteredCounts {
  readonly days: readonly (DaySums & { readonly visitors: number })[];
  /** By the hour of the day. */
  readonly hours: Readonly<Record<'visitors_hours' | 'pageviews_hours', Numbers>>;
  /** By the numbers of their texts. */
  readonly values: ReadonlyMap<ValueStatistic, Numbers>;
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

/** In one pass. Yields every few milliseconds. Days without detail are left out. */
export function* countFiltered(
  visits: Visits,
  period: Days,
  where: Filter,
): Generator<void, FilteredCounts, void> {
  const tests = yield* testsOf(visits, where);
  const values = new Map<ValueStatistic, Numbers>();
  for (const name of valueStatistics) {
    const last = visits.last(fieldOf(name));
    if (last > 0 || !withoutNone.includes(name)) values.set(name, new Int32Array(last + 1));
  }
  const hours = { visitors_hours: new Int32Array(24), pageviews_hours: new Int32Array(24) };
  const days: (DaySums & { readonly visitors: number })[] = [];
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

/** Of each session of a part; undefined of the page, and where it is not kept. */
export function sessionColumn(part: VisitPart, name: ValueStatistic): Numbers | undefined {
  if (name === 'page') return undefined;
  if (isIn(dealtColumns, name)) return part.dealt?.get(name);
  return isIn(ofVisitor, name) ? part.detail?.about.get(name) : part.sessions.get(name);
}

interface Sums {
  readonly day: { -readonly [name in keyof SessionSums | 'visitors']: number };
  readonly values: ReadonlyMap<ValueStatistic, Numbers>;
  readonly hours: FilteredCounts['hours'];
}

/** 1 for what meets the conditions. */
interface Met {
  readonly sessions: Uint8Array;
  readonly views: Uint8Array;
  /** The first session of each visitor. */
  readonly arrivals: Uint8Array;
}

/** Column after column: loops over one column are several times as fast as one over all of them. */
function* countPart(
  part: VisitPart,
  later: readonly VisitPart[],
  tests: Tests,
  sums: Sums,
): Generator<void, void, void> {
  const { sessions, detail } = part;
  if (!detail) return;
  const met: Met = {
    sessions: new Uint8Array(sessions.rows).fill(1),
    views: new Uint8Array(detail.views.rows).fill(1),
    arrivals: new Uint8Array(sessions.rows),
  };
  if (later.length > 0) for (const [at, is] of replacedIn(part, later).entries()) met.sessions[at] = 1 - is;
  for (const [name, allowed] of tests.values) {
    const column = sessionColumn(part, name);
    if (column) keepAllowed(met.sessions, column, allowed);
    yield;
  }
  const [page, hour] = [detail.views.get('page'), detail.views.get('hour')];
  yield;
  const allowedPages = tests.values.get('page');
  if (allowedPages) keepAllowed(met.views, page, allowedPages);
  if (tests.hours) keepAllowed(met.views, hour, tests.hours);
  yield;
  joinMet(part, met);
  yield;
  countLengths(part, detail.views, met, sums);
  sums.day.visitors += sumOf(met.arrivals);
  sums.day.sessions += sumOf(met.sessions);
  sums.day.pageviews += sumOf(met.views);
  yield;
  countRows(hour, sums.hours.pageviews_hours, met.views);
  yield;
  for (const [name, counts] of sums.values) {
    if (name === 'page') countRows(page, counts, met.views);
    else countRows(sessionColumn(part, name), counts, isIn(ofVisitor, name) ? met.arrivals : met.sessions);
    yield;
  }
}

function keepAllowed(mask: Uint8Array, column: Numbers, allowed: Allowed): void {
  // What a visitor's country is where nobody knows countries is -1: as none.
  const none = allowed[0] ?? 0;
  for (let at = 0; at < mask.length; at++) mask[at] = (mask[at] ?? 0) & (allowed[column[at] ?? 0] ?? none);
}

/** Drops sessions without a view that meets the conditions, and views of other sessions; finds the first session of each visitor. */
function joinMet(part: VisitPart, { sessions, views, arrivals }: Met): void {
  const count = part.sessions.get('views');
  let isArrived = false;
  for (let session = 0, start = 0, end = 0; session < count.length; session++, start = end) {
    end += count[session] ?? 0;
    if (!part.isSameVisitor(session)) isArrived = false;
    let view = start;
    if (sessions[session] === 1) while (view < end && views[view] === 0) view++;
    else while (view < end) views[view++] = 0;
    if (view === end) sessions[session] = 0;
    else if (!isArrived) {
      arrivals[session] = 1;
      isArrived = true;
    }
  }
}

/** Counts bounces, seconds from the first view to the last one, and the hours in which visitors came. */
function countLengths(
  part: VisitPart,
  columns: Columns<ViewColumn>,
  { sessions, views, arrivals }: Met,
  { day, hours: { visitors_hours: hours } }: Sums,
): void {
  const count = part.sessions.get('views');
  const second = columns.get('second');
  const hour = columns.get('hour');
  for (let session = 0, start = 0, end = 0; session < count.length; session++, start = end) {
    end += count[session] ?? 0;
    if (sessions[session] === 0) continue;
    let first = start;
    let last = end - 1;
    while (views[first] === 0) first++;
    while (views[last] === 0) last--;
    if (first === last) day.bounces++;
    else day.seconds += (second[last] ?? 0) - (second[first] ?? 0);
    const came = hour[first] ?? 0;
    if (arrivals[session] === 1) hours[came] = (hours[came] ?? 0) + 1;
  }
}

function sumOf(mask: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < mask.length; at++) sum += mask[at] ?? 0;
  return sum;
}

/** Branches take longer than adding 0. A number that has no place, -1, is not counted. */
function countRows(column: Numbers | undefined, counts: Numbers, mask: Uint8Array): void {
  if (!column) return;
  for (let at = 0; at < mask.length; at++) {
    const number = column[at] ?? -1;
    if (number >= 0) counts[number] = (counts[number] ?? 0) + (mask[at] ?? 0);
  }
}
