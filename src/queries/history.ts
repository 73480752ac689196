import { type DataDays, hasDataIn } from '#model/comparison/change.ts';
import { type HistoryPart, historyParts } from '#model/period/bucket.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { type Day, isTime, type Period, type StatisticName } from '#model/statistics/statistics.ts';
import { type Answer, ask, type Asked, type Known, type RowName } from '#queries/answers/ask.ts';
import { dataDaysOf } from '#queries/days/series.ts';
import type { Query } from './answers/query.ts';

interface HistoryAsked extends RowName {
  readonly period: Period;
}

export interface History {
  readonly parts: readonly HistoryPart[];
  /** The first day with a count; undefined where there is none. */
  readonly first: Day | undefined;
}

/** A row over the parts of a period: a request for each, then the first day, by halves of the first part that has any. */
export const rowHistory: Query<HistoryAsked, History> = {
  requests(asked, known) {
    const { websiteId: website } = asked;
    const { open } = firstDay(asked, known);
    return [
      ...historyParts(asked.period).parts.map(part => countAsk(asked, part, asked.period)),
      ...dataAsks(asked, known).map(each => ({ website, ask: each })),
      ...(open === undefined ? [] : [countAsk(asked, open, asked.period)]),
    ];
  },
  result(asked, known) {
    const [dataAsk] = dataAsks(asked, known);
    const data = dataDaysOf(asked.websiteId, [], dataAsk, known);
    const parts = historyParts(asked.period).parts.map(part =>
      countedPart(asked.name, part, countOf(asked, part, known), data),
    );
    return { parts, first: firstDay(asked, known).first };
  },
};

function countAsk(row: RowName, period: Period, span: Period): Asked {
  return { website: row.websiteId, ask: ask.counts(row, period, span) };
}

export function countOf(row: RowName, period: Period, { answers }: Pick<Known, 'answers'>) {
  const slot: Answer<number | 'unknown'> = answers.get(row.websiteId, ask.counts(row, period));
  return { slot, isRead: slot.data !== undefined, count: slot.data === 'unknown' ? undefined : slot.data };
}

/** A part without any data has no count; `data` is undefined until it is known. Of a time there is none without a request. */
export function countedPart(
  name: StatisticName,
  part: HistoryPart,
  { count, isRead }: Pick<ReturnType<typeof countOf>, 'count' | 'isRead'>,
  data: DataDays | undefined,
): HistoryPart {
  const hasNoData = count === 0 && (isTime(name) || (data !== undefined && !hasDataIn(data, part)));
  return { ...part, count: hasNoData ? undefined : count, isRead, hasNoData };
}

/** Where no part is empty all have data. */
function dataAsks(asked: HistoryAsked, known: Known) {
  const isEmpty = historyParts(asked.period).parts.some(part => countOf(asked, part, known).count === 0);
  return isEmpty ? [ask.dataDays(known.capabilities, known.today)] : [];
}

/** The first day with a count, once all is read; until then the days whose count says where to look on. */
function firstDay(
  row: HistoryAsked,
  known: Known,
): { readonly first?: Day | undefined; readonly open?: Period | undefined } {
  const { parts } = historyParts(row.period);
  const isAllRead = parts.every(part => countOf(row, part, known).isRead);
  const begun = parts.find(part => (countOf(row, part, known).count ?? 0) > 0);
  if (!isAllRead || begun === undefined) return {};
  let { from, to } = begun;
  while (from < to) {
    const middle = addDays(from, Math.ceil(dayCount({ from, to }) / 2) - 1);
    const { isRead, count = 0 } = countOf(row, { from, to: middle }, known);
    if (!isRead) return { open: { from, to: middle } };
    if (count > 0) to = middle;
    else from = addDays(middle, 1);
  }
  return { first: from };
}
