import { hourValue, hourValues } from '#model/period/format.ts';
import { rowStatistics, type StatisticName, visitStatistics } from '#model/statistics/statistics.ts';
import { memoizeByObject } from '#text/memo.ts';

/** What a condition can be about: statistics with rows, and the time of a page view. */
export const filterFields = [...visitStatistics, 'hour', 'weekday'] as const;
export type FilterField = (typeof filterFields)[number];

export const comparisons = ['is', 'is not', 'contains'] as const;
export type Comparison = (typeof comparisons)[number];

export interface Condition {
  readonly field: FilterField;
  readonly comparison: Comparison;
  /**
   * As the service has it, "US:United States"; of an hour "00" to "23", of a weekday "1" (Monday) to "7". Of `contains`, text
   * that the value has in it, whatever the case of its letters. Foreign text.
   */
  readonly value: string;
}

/**
 * Counts what would be counted if only the page views that meet it had been made. Several `is` of one field are alternatives; all
 * else must hold together. Landing page, exit page, referrer, campaign and what is known of the visitor are those of the page view's session.
 */
export type Filter = readonly Condition[];

/** Everything is counted. */
export const noFilter: Filter = [];

export const maxConditions = 8;

/** Of the page view itself, not of a statistic with rows. */
export function isTimeField(field: FilterField): field is 'hour' | 'weekday' {
  return field === 'hour' || field === 'weekday';
}

/** Hours that are alternatives are one condition: "before 15:00" names fifteen. */
export function countConditions(filter: Filter): number {
  const hours = filter.filter(isHour);
  return filter.length - Math.max(0, hours.length - 1);
}

function isHour({ field, comparison }: Condition): boolean {
  return field === 'hour' && comparison === 'is';
}

/** The filter with only what was before an hour of the day, 1 to 24. */
export function beforeHour(filter: Filter, hour: number): Filter {
  const named = filter.filter(isHour).map(({ value }) => value);
  const left = hourValues.slice(0, hour).filter(value => named.length === 0 || named.includes(value));
  const others = filter.filter(condition => !isHour(condition));
  // Where none is left, nothing meets it: no day has an hour 24.
  const values = left.length === 0 ? ['24'] : left;
  return [...others, ...values.map(value => ({ field: 'hour', comparison: 'is', value }) as const)];
}

/** Which comparisons a service has for a field; a field that is left out cannot be filtered by. */
export type FilterCapabilities = Readonly<Partial<Record<FilterField, readonly Comparison[]>>>;

/** Of the service on the user's own logs: it has each visit with all that a line of a log says. */
export const filtersOfLogs: FilterCapabilities = filtersBy(
  filterFields.filter(field => field !== 'event' && field !== 'city' && field !== 'resolution'),
);

/** Of the demo, which knows more of a visit than a log does. */
export const filtersOfDemo: FilterCapabilities = filtersBy([
  ...rowStatistics,
  'exit_page',
  'hour',
  'weekday',
]);

function filtersBy(fields: readonly FilterField[]): FilterCapabilities {
  return Object.fromEntries(
    fields.map(field => [field, isTimeField(field) ? (['is', 'is not'] as const) : comparisons]),
  );
}

export const comparisonSigns: Readonly<Record<Comparison, string>> = {
  is: '=',
  'is not': '!=',
  contains: '~',
};

/** "country=DE", as it is typed and sent: the value is all that follows the first sign. */
export function conditionText({ field, comparison, value }: Condition): string {
  return `${field}${comparisonSigns[comparison]}${value}`;
}

/** Reads what conditionText writes; undefined for any other text. */
export function readCondition(text: string): Condition | undefined {
  const [, name, sign, value = ''] = /^([a-z_]+)(!=|=|~)(.*)$/s.exec(text) ?? [];
  const field = filterFields.find(known => known === name);
  const comparison = comparisons.find(each => comparisonSigns[each] === sign);
  return field && comparison && { field, comparison, value };
}

// A screen asks for it many times a key.
const keys = memoizeByObject<string>();

/** Equal filters have equal keys, whatever the order of their conditions; empty without conditions. */
export function filterKey(filter: Filter = []): string {
  return keys(filter, [], () =>
    [...new Set(filter.map(conditionText))]
      .toSorted()
      .map(text => JSON.stringify(text))
      .join(' '),
  );
}

/** The field of a statistic whose rows are values of it; undefined of days, and of what no filter is about. */
export function fieldOfStatistic(name: StatisticName): FilterField | undefined {
  if (name === 'visitors_hours' || name === 'pageviews_hours') return 'hour';
  return filterFields.find(field => field === name);
}

/** With one more condition; the same filter where it is there already. */
export function withCondition(filter: Filter, added: Condition): Filter {
  const key = conditionText(added);
  return filter.some(known => conditionText(known) === key) ? filter : [...filter, added];
}

/** "Is" of one field are alternatives: a row of it is in place of them. */
export function narrowed(where: Filter, row: readonly Pick<Condition, 'field' | 'value'>[]): Filter {
  const isOfRow = ({ field, comparison }: Condition) =>
    comparison === 'is' && row.some(each => each.field === field);
  return [
    ...where.filter(condition => !isOfRow(condition)),
    ...row.map(each => ({ ...each, comparison: 'is' }) as const),
  ];
}

/** Whether conditions are about more than a page view itself: then its session tells, where it is kept. */
export function asksForSessions(where: Filter): boolean {
  return where.some(({ field }) => field !== 'page' && !isTimeField(field));
}

const everyHour = Array.from({ length: 24 }, (_, hour) => hour);
const hours = memoizeByObject<readonly number[]>();

/** The hours of the day that a filter counts: all of them where it is about something else, or nothing meets it. */
export function hoursWithin(where: Filter): readonly number[] {
  return hours(where, [], () => {
    const own = where.filter(({ field }) => field === 'hour');
    const left = everyHour.filter(hour => isMet(own, hourValue(hour)));
    return left.length === 0 ? everyHour : left;
  });
}

/** 0 for Monday. */
export function weekdaysWithin(where: Filter): readonly number[] {
  return [0, 1, 2, 3, 4, 5, 6].filter(weekday => isWeekdayWithin(where, weekday));
}

/** @param weekday 0 for Monday */
export function isWeekdayWithin(where: Filter, weekday: number): boolean {
  const own = where.filter(({ field }) => field === 'weekday');
  return isMet(own, String(weekday + 1));
}

export function isMet(conditions: Filter, value: string): boolean {
  const alternatives = conditions.filter(({ comparison }) => comparison === 'is');
  if (alternatives.length > 0 && !alternatives.some(each => each.value === value)) return false;
  const lower = value.toLowerCase();
  return conditions.every(each => {
    if (each.comparison === 'is') return true;
    return each.comparison === 'contains' ? lower.includes(each.value.toLowerCase()) : each.value !== value;
  });
}
