import { type DataDays, everyDay, firstCounted, hasDataIn, leavesOpen } from '#model/comparison/dataDays.ts';
import { lastWholeDay, usualDays } from '#model/comparison/periods.ts';
import { addDays, earlierDay, laterDay } from '#model/period/day.ts';
import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';
import { resultOfEach } from '#text/memo.ts';
import { type AskOf, ask, isDataDays, type Known } from '#queries/answers/ask.ts';
import type { Query } from '#queries/answers/query.ts';
import type { QuestionDays } from '#queries/answers/question.ts';

type AskedDays = Pick<QuestionDays, 'today' | 'period' | 'before'>;

/**
 * What to ask a service to know which of these days have data; undefined where the counts tell it.
 * @param read the days that are read, in order
 */
export function dataDaysAsk(
  read: readonly SeriesPoint[],
  { period, before, today }: AskedDays,
  { capabilities }: Pick<Known, 'capabilities'>,
): AskOf<'dataDays'> | undefined {
  // Each day has a usual one in the four weeks before it, the last whole day also where the period is today alone.
  const weeks = addDays(earlierDay(period.from, lastWholeDay(period, today)), -usualDays);
  // Of own logs today may have no line yet.
  const days = { from: earlierDay(before?.from ?? weeks, weeks), to: laterDay(period.to, today) };
  return leavesOpen(read, days, capabilities) ? ask.dataDays(capabilities, today) : undefined;
}

/** What tells whether hours that are all zero are data: hours of a day, or of the days of a period. */
export function hoursDataAsks(
  hours: readonly number[] | undefined,
  { capabilities, today }: Pick<Known, 'capabilities' | 'today'>,
): AskOf<'dataDays'>[] {
  return hours?.every(count => count === 0) === true ? [ask.dataDays(capabilities, today)] : [];
}

/** Undefined where the days have no data. */
export function hoursWithData(
  website: string,
  hours: readonly number[] | undefined,
  period: Period,
  known: Known,
): readonly number[] | undefined {
  const [asked] = hoursDataAsks(hours, known);
  const data = asked && known.answers.get(website, asked).data;
  return data === undefined || hasDataIn(data, period) ? hours : undefined;
}

/** Whether no day of a period has data: of own logs, which may lack any day. */
export const lacksData: Query<{ readonly website: string; readonly period: Period }, boolean> = {
  asks: ({ website }, { capabilities, today }) =>
    capabilities.knowsGaps === true ? [{ website, ask: ask.dataDays(capabilities, today) }] : [],
  result(asked, known) {
    const [found] = lacksData.asks(asked, known);
    const data = found && known.answers.get(found.website, found.ask).data;
    return isDataDays(data) && !hasDataIn(data, asked.period);
  },
};

/** The first day that the filter counts of all websites, where that is not before the others of the period; undefined where it counts all. */
export const filterBegins: Query<
  { readonly websites: readonly string[]; readonly period: Period },
  Day | undefined
> = {
  asks: ({ websites }, { capabilities, today, where = [] }) =>
    where.length === 0 || capabilities.knowsGaps !== true
      ? []
      : websites.map(website => ({ website, ask: ask.dataDays(capabilities, today) })),
  result(asked, known) {
    const begins = filterBegins.asks(asked, known).flatMap(({ website, ask }) => {
      const { data } = known.answers.get(website, ask);
      return isDataDays(data) ? (data.filtersFrom ?? []) : [];
    });
    const latest = begins.toSorted().at(-1);
    return latest !== undefined && latest > asked.period.from ? latest : undefined;
  },
};

const unknownOf = resultOfEach<DataDays>();
const begunOf = resultOfEach<DataDays>();

/**
 * The days that have data: undefined until it is known. Where it could not be read nothing but counts speaks for a day.
 * @param read the days that are read, in order
 * @param asked what `dataDaysAsk` asks of them
 */
export function dataDaysOf(
  website: string,
  read: readonly SeriesPoint[],
  asked: AskOf<'dataDays'> | undefined,
  { answers, capabilities }: Pick<Known, 'answers' | 'capabilities'>,
): DataDays | undefined {
  if (asked === undefined) return everyDay;
  const { data, error } = answers.get(website, asked);
  // A service has no gaps: all days since one with counts have data, also where there was none when it was asked.
  const from = capabilities.knowsGaps === true ? undefined : firstCounted(read);
  if (data !== undefined)
    return from === undefined || data.from !== undefined
      ? data
      : begunOf(data, [from], () => ({ ...data, from }));
  return error && unknownOf(error, [from], () => ({ from, gaps: [], isUnknown: true }));
}
