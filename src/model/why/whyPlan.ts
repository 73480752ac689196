import { attentionDays, usualDayBefore } from '#model/website/attention.ts';
import { comparedPeriods, type Baseline, type ComparedPeriods } from '#model/period/comparedPeriods.ts';
import { addDays } from '#model/period/day.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import type { StatisticQuery } from '#model/paging/query.ts';
import { hasStatistic, type Capabilities } from '#model/service/capabilities.ts';
import { seriesPeriods, type SeriesPeriods } from '#model/statistics/seriesSpan.ts';
import type { Day, Period, SeriesPoint, StatisticName } from '#model/statistics/statistics.ts';

/** A period against another one, or a day against a usual one of its weekday. */
export type WhyQuestion =
  | { readonly kind: 'period'; readonly choice: PeriodChoice; readonly baseline: Baseline }
  | { readonly kind: 'day'; readonly day: Day };

/** Both sides of a change. */
export interface WhyPeriods extends ComparedPeriods {
  /** Of a day compared with a usual one: among how many earlier days of its weekday that one was chosen. */
  readonly weekdays?: number | undefined;
}

/** The statistics whose rows may explain a change of the visitors. */
const dimensions = [
  'referrer',
  'campaign',
  'page',
  'landing_page',
  'country',
  'device',
  'event',
] as const satisfies readonly StatisticName[];

/** Those that the service has. */
export function whyNames(capabilities: Capabilities): readonly StatisticName[] {
  return dimensions.filter(name => hasStatistic(capabilities, name));
}

/** The days to read of the visitors and of the page views: for a day also the weeks before, to find a usual one. */
export function whySeriesPeriods(question: WhyQuestion, today: Day): SeriesPeriods {
  if (question.kind === 'period') return seriesPeriods(question.choice, question.baseline, today);
  const { day } = question;
  return { span: { from: addDays(day, -attentionDays), to: day }, apart: undefined };
}

/**
 * The days that are compared. A day is compared with that one of the five earlier days of its weekday whose visitors are
 * nearest to their median: one real day, so that its rows take one request for each statistic. A website without visitors
 * on those is compared with the week before.
 * @param visitors of the days of whySeriesPeriods, once read
 * @returns undefined for today alone, which is not over, and for a day before its visitors are read
 */
export function whyPeriods(
  question: WhyQuestion,
  today: Day,
  visitors: readonly SeriesPoint[] | undefined,
): WhyPeriods | undefined {
  if (question.kind === 'period') return comparedPeriods(question.choice, question.baseline, today);
  const { day } = question;
  if (day >= today || visitors === undefined) return undefined;
  const usual = usualDayBefore(visitors, day);
  const before = usual?.day ?? addDays(day, -7);
  return {
    now: { from: day, to: day },
    before: { from: before, to: before },
    rest: undefined,
    weekdays: usual?.among,
  };
}

/** One request for each statistic and side, with as many rows as one may have. */
export function whyQuery(name: StatisticName, period: Period): StatisticQuery {
  return { name, period, perPage: 100 };
}
