import type { Api } from '#api/api.ts';
import {
  type Baseline,
  comparedPeriods,
  type ComparedPeriods,
  defaultBaseline,
  seriesPeriods,
  type SeriesPeriods,
} from '#model/comparison/periods.ts';
import { addDays } from '#model/period/day.ts';
import { type PeriodChoice, resolvePeriod } from '#model/period/period.ts';
import { exactCount } from '#model/service/paging.ts';
import type { PerPage, StatisticQuery } from '#model/service/query.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import type { SliceContext } from '#store/slice.ts';

/** What every number is compared with; one choice for all screens. */
export interface ComparisonSlice {
  /** Undefined: nothing. */
  readonly baseline: Baseline | undefined;
  choose(baseline: Baseline | undefined): void;
}

type ComparisonContext = SliceContext<
  { comparison: ComparisonSlice },
  { readonly navigation: NavigationSlice }
>;

export function createComparison({ get, patch, load, services }: ComparisonContext): ComparisonSlice {
  const saved = services.choices?.saved.baseline ?? defaultBaseline;
  return {
    baseline: saved === 'none' ? undefined : saved,
    choose(baseline) {
      patch('comparison', { baseline });
      const { view } = get().navigation;
      // The list itself does not depend on the comparison; its numbers follow by themselves.
      if (view.screen !== 'websites') load(view);
    },
  };
}

/** What the days of a view depend on. */
export interface ComparisonState {
  readonly period: { readonly choice: PeriodChoice };
  readonly comparison: { readonly baseline: Baseline | undefined };
  today(): Day;
}

/** The periods that a choice means on a given day. */
interface ShownDays {
  readonly choice: PeriodChoice;
  readonly baseline: Baseline | undefined;
  readonly today: Day;
  readonly period: Period;
  readonly compared: ComparedPeriods | undefined;
  readonly series: SeriesPeriods;
}

/** Of today, and of the day of an earlier session. */
let known: readonly ShownDays[] = [];

// Every component asks for these periods many times a key: they are computed once and keep their identity.
function shownDays({
  period: { choice },
  comparison: { baseline },
  today: clock,
}: ComparisonState): ShownDays {
  const today = clock();
  const found = known.find(
    days => days.choice === choice && days.baseline === baseline && days.today === today,
  );
  if (found !== undefined) return found;
  const period = resolvePeriod(choice, today);
  const compared = comparedPeriods(choice, baseline, today);
  const made = { choice, baseline, today, period, compared, series: seriesPeriods(choice, baseline, today) };
  known = [made, ...known.slice(0, 1)];
  return made;
}

export function shownPeriod(state: ComparisonState): Period {
  return shownDays(state).period;
}

/** The compared periods; undefined where nothing is compared, or the period is today alone. */
export function shownComparison(state: ComparisonState): ComparedPeriods | undefined {
  return shownDays(state).compared;
}

export function shownSeriesPeriods(state: ComparisonState): SeriesPeriods {
  return shownDays(state).series;
}

/** The days that rows are counted over: only whole days while they are compared. */
export function rowsPeriod(state: ComparisonState): Period {
  return shownComparison(state)?.now ?? shownPeriod(state);
}

/** The day of a period of one day, whose measures are shown hour by hour. */
export function singleDay(state: ComparisonState): Day | undefined {
  const { from, to } = shownPeriod(state);
  return from === to ? from : undefined;
}

/** The days whose hours stand beside those shown. Today is compared with nothing, but its hours with those of a whole day. */
export function daysBeside(state: ComparisonState): Period | undefined {
  const compared = shownComparison(state);
  const day = singleDay(state);
  if (compared !== undefined || day === undefined) return compared?.before;
  const choice = { kind: 'range', from: day, to: day } as const;
  return comparedPeriods(choice, state.comparison.baseline, addDays(day, 1))?.before;
}

/** Identifies a row of a statistic, whatever the period. The value is raw, as the service returned it. */
export interface RowName {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly value: string;
}

/** The count of one row in a period, as exactCount of the model. Rejects with an ApiError. */
export async function readExactCount(
  api: Api,
  row: RowName,
  period: Period,
  signal: AbortSignal,
): Promise<number | undefined> {
  return await exactCount(query => api.readStatistic(row.websiteId, query, signal), row, period);
}

/** The key of a page of rows in `stats.rows`: equal queries have equal keys. */
export function rowsKey(websiteId: string, query: StatisticQuery): string {
  const { name, period, search = '', sortBy = 'count', sort = 'desc', perPage = 10, page = 1 } = query;
  return [websiteId, name, period.from, period.to, sortBy, sort, perPage, page, search].join(' ');
}

export function countKey({ websiteId, name, value }: RowName, { from, to }: Period): string {
  return [websiteId, name, from, to, value].join(' ');
}

/** The key of a series, of hours or of a first day in `stats`. */
export function spanKey(websiteId: string, name: StatisticName, period: Period): string {
  return [websiteId, name, period.from, period.to].join(' ');
}

/** Whether a key of `spanKey` is that of a series, of any days. */
export function isSeriesOf(key: string, websiteId: string, name: StatisticName): boolean {
  return key.startsWith(`${websiteId} ${name} `);
}

/**
 * The query for the rows to compare with: the most frequent ones of the earlier days, as many as one request returns, so
 * that few of the rows shown are missing among them. Panel and table share it.
 */
export function beforeQuery(name: StatisticName, before: Period, search = ''): StatisticQuery {
  return { name, period: before, perPage: 100, ...(search === '' ? {} : { search }) };
}

/** The query of a dashboard panel: its first rows. */
export function panelQuery(name: StatisticName, period: Period, rows: number): StatisticQuery {
  const perPage: PerPage = rows > 10 ? 25 : 10;
  return { name, period, perPage };
}

/** The days the list shows, and the ones that have to be read for them. */
export interface NumberDays extends SeriesPeriods {
  readonly today: Day;
  readonly period: Period;
  /** The days compared with; undefined where nothing is compared. */
  readonly before: Period | undefined;
  /** Identifies these days. */
  readonly key: string;
}

const daysOfSeries = new WeakMap<SeriesPeriods, NumberDays>();

/** The days of the list's numbers: those of the period and of the comparison, and those to read for them. */
export function listPeriods(state: ComparisonState): NumberDays {
  const series = shownSeriesPeriods(state);
  const known = daysOfSeries.get(series);
  if (known !== undefined) return known;
  const today = state.today();
  const period = shownPeriod(state);
  const before = shownComparison(state)?.before;
  const key = [today, period.from, period.to, before?.from, before?.to].join(' ');
  const days = { today, period, before, key, ...series };
  daysOfSeries.set(series, days);
  return days;
}

/** The days of the list's numbers as they were on an earlier day. */
export function earlierDays({ period, comparison }: ComparisonState, day: Day): NumberDays {
  return listPeriods({ period, comparison, today: () => day });
}
