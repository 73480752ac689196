import {
  type Baseline,
  comparedPeriods,
  type ComparedPeriods,
  completeDays,
  dayOfUsual,
  seriesPeriods,
  type SeriesPeriods,
  type UsualDay,
  usualDay,
} from '#model/comparison/periods.ts';
import { type DataDays, daysWithData, everyDay } from '#model/comparison/dataDays.ts';
import { addDays } from '#model/period/day.ts';
import { type PeriodChoice, resolvePeriod } from '#model/period/period.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { FilteredPeriod, Page, PerPage, StatisticQuery } from '#model/service/paging.ts';
import { measureOf } from '#model/statistics/summary.ts';
import type { Day, Period, SeriesPoint, StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import { lastResult, resultOfEach } from '#text/memo.ts';

export interface Question {
  readonly choice: PeriodChoice;
  /** What every number is compared with; undefined: nothing. */
  readonly baseline: Baseline | undefined;
}

export interface QuestionDays extends Question, SeriesPeriods {
  readonly today: Day;
  readonly period: Period;
  /** The day whose usual day these are compared with: another one for each website. */
  readonly usualOf: Day | undefined;
  /** That day; 'unread' while the visitors of the website are, 'none' where it has none. Undefined without usualOf. */
  readonly usual: UsualDay | 'unread' | 'none' | undefined;
  /** Undefined where nothing is compared, the period is today alone, or its usual day is not known. */
  readonly compared: ComparedPeriods | undefined;
  /** Whether numbers have changes, perhaps once the usual day is known. */
  readonly isCompared: boolean;
  readonly before: FilteredPeriod | undefined;
  /** The days that rows are counted over: only whole days while they are compared. */
  readonly rows: FilteredPeriod;
  /** The day of a period of one day, whose measures are shown hour by hour. */
  readonly single: Day | undefined;
  /** The days whose hours stand beside those shown, of today as well. */
  readonly beside: Period | undefined;
  readonly key: string;
}

// Every component asks for these days many times a key: they are computed once and keep their identity. Those of today, and
// those of the day of an earlier session; the menu of comparisons asks for each.
const lastDays = lastResult<QuestionDays>(8);

/** Of no website: which day is usual is not known. */
export function daysOf({ choice, baseline }: Question, today: Day): QuestionDays {
  return lastDays([choice, baseline, today], () => {
    const usualOf = dayOfUsual(choice, baseline, today);
    return makeDays({ choice, baseline }, today, usualOf === undefined ? undefined : 'unread');
  });
}

const usualDays = resultOfEach<UsualDay | 'none'>();
// Of a day there are four that may be its usual one, each among one to four.
const daysOfWebsites = resultOfEach<QuestionDays>(12);

/**
 * The same of a website.
 * @param visitors of the days of `span`; undefined while they are not read
 * @param data which of them have any
 */
export function daysOfWebsite(
  days: QuestionDays,
  visitors: readonly SeriesPoint[] | undefined,
  data: DataDays = everyDay,
): QuestionDays {
  const { usualOf, today } = days;
  if (usualOf === undefined || visitors === undefined) return days;
  const usual = usualDays(
    visitors,
    [usualOf, data],
    () => usualDay(daysWithData(visitors, data), usualOf) ?? 'none',
  );
  const keys = usual === 'none' ? [usual] : [usual.day, usual.among];
  return daysOfWebsites(days, keys, () => makeDays(days, today, usual));
}

function makeDays({ choice, baseline }: Question, today: Day, usual: QuestionDays['usual']): QuestionDays {
  const period = resolvePeriod(choice, today);
  const { from, to } = period;
  const known = typeof usual === 'object' ? usual : undefined;
  const compared = comparedPeriods(choice, baseline, today, known);
  const single = from === to ? from : undefined;
  const before = compared?.before;
  // As if today were over.
  const besideDay = () =>
    single && comparedPeriods({ kind: 'range', from, to }, baseline, addDays(single, 1), known)?.before;
  const whole = completeDays(period, today);
  const isCompared = whole !== undefined && (compared !== undefined || usual === 'unread');
  return {
    choice,
    baseline,
    today,
    period,
    usualOf: dayOfUsual(choice, baseline, today),
    usual,
    compared,
    isCompared,
    before,
    rows: isCompared ? whole : period,
    single,
    beside: before ?? besideDay(),
    key: [today, from, to, before?.from, before?.to].join(' '),
    ...seriesPeriods(choice, baseline, today),
  };
}

/** Identifies a row of a statistic, whatever the period. The value is raw, as the service returned it. */
export interface RowName {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly value: string;
}

/** The most frequent rows of some days, as many as one request returns: what rows are compared with, and shares are parts of. */
export function firstQuery(name: StatisticName, period: FilteredPeriod, search = ''): StatisticQuery {
  return { name, period, perPage: 100, ...(search === '' ? {} : { search }) };
}

/** The query of a dashboard panel: its first rows, or as many as one request returns where only they say what shares are of. */
export function panelQuery(
  name: StatisticName,
  period: FilteredPeriod,
  rows: number,
  capabilities: Capabilities,
): StatisticQuery {
  if (measureOf(name, capabilities) === undefined) return firstQuery(name, period);
  return { name, period, perPage: panelRows(rows) };
}

/** As a request for a panel of so many rows would have returned them. */
export function panelPage(page: Page<StatisticRow>, rows: number): Page<StatisticRow> {
  const count = panelRows(rows);
  return page.rows.length <= count ? page : { ...page, rows: page.rows.slice(0, count), next: 'yes' };
}

function panelRows(rows: number): PerPage {
  return rows > 10 ? 25 : 10;
}
