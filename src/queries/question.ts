import {
  type Baseline,
  comparedPeriods,
  type ComparedPeriods,
  seriesPeriods,
  type SeriesPeriods,
} from '#model/comparison/periods.ts';
import { addDays } from '#model/period/day.ts';
import { type PeriodChoice, resolvePeriod } from '#model/period/period.ts';
import type { PerPage, StatisticQuery } from '#model/service/query.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import { lastResult } from '#text/memo.ts';

/** What a view or a command is asked for, of whichever website. */
export interface Question {
  readonly choice: PeriodChoice;
  /** What every number is compared with; undefined: nothing. */
  readonly baseline: Baseline | undefined;
}

/** The days that a question means on a given day. */
export interface QuestionDays extends Question, SeriesPeriods {
  readonly today: Day;
  readonly period: Period;
  /** Undefined where nothing is compared, or the period is today alone. */
  readonly compared: ComparedPeriods | undefined;
  /** The days compared with. */
  readonly before: Period | undefined;
  /** The days that rows are counted over: only whole days while they are compared. */
  readonly rows: Period;
  /** The day of a period of one day, whose measures are shown hour by hour. */
  readonly single: Day | undefined;
  /** The days whose hours stand beside those shown. Today is compared with nothing, but its hours with those of a whole day. */
  readonly beside: Period | undefined;
  /** Identifies these days. */
  readonly key: string;
}

// Every component asks for these days many times a key: they are computed once and keep their identity. Those of today, and
// those of the day of an earlier session.
const lastDays = lastResult<QuestionDays>(2);

export function daysOf({ choice, baseline }: Question, today: Day): QuestionDays {
  return lastDays([choice, baseline, today], () => makeDays({ choice, baseline }, today));
}

function makeDays({ choice, baseline }: Question, today: Day): QuestionDays {
  const period = resolvePeriod(choice, today);
  const { from, to } = period;
  const compared = comparedPeriods(choice, baseline, today);
  const single = from === to ? from : undefined;
  const before = compared?.before;
  const besideDay = () =>
    single && comparedPeriods({ kind: 'range', from, to }, baseline, addDays(single, 1))?.before;
  return {
    choice,
    baseline,
    today,
    period,
    compared,
    before,
    rows: compared?.now ?? period,
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
