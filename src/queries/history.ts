import { type DataDays, hasDataIn } from '#model/comparison/change.ts';
import { type HistoryPart, historyParts } from '#model/period/bucket.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { type Day, isTime, type Period, type StatisticName } from '#model/statistics/statistics.ts';
import {
  type Answer,
  request,
  type WebsiteRequest,
  type QueryContext,
  type RowName,
} from '#queries/answers/request.ts';
import { dataDaysOf } from '#queries/days/series.ts';
import type { Query } from './answers/query.ts';

interface HistoryQuestion extends RowName {
  readonly period: Period;
}

export interface History {
  readonly parts: readonly HistoryPart[];
  /** The first day with a count; undefined where there is none. */
  readonly first: Day | undefined;
  /** The first day that has data, where that was asked for. */
  readonly dataFrom: Day | undefined;
}

/** A row over the parts of a period: a request for each, then the first day, by halves of the first part that has any. */
export const rowHistory: Query<HistoryQuestion, History> = {
  requests(question, context) {
    const { websiteId: website } = question;
    const { open } = firstDay(question, context);
    return [
      ...historyParts(question.period).parts.map(part => countRequest(question, part, question.period)),
      ...dataRequests(question, context).map(each => ({ website, request: each })),
      ...(open === undefined ? [] : [countRequest(question, open, question.period)]),
    ];
  },
  result(question, context) {
    const [dataRequest] = dataRequests(question, context);
    const data = dataDaysOf(question.websiteId, [], dataRequest, context);
    const parts = historyParts(question.period).parts.map(part =>
      countedPart(question.name, part, countOf(question, part, context), data),
    );
    return { parts, first: firstDay(question, context).first, dataFrom: data?.from };
  },
};

function countRequest(row: RowName, period: Period, span: Period): WebsiteRequest {
  return { website: row.websiteId, request: request.counts(row, period, span) };
}

export function countOf(row: RowName, period: Period, { answers }: Pick<QueryContext, 'answers'>) {
  const slot: Answer<number | 'unknown'> = answers.get(row.websiteId, request.counts(row, period));
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
function dataRequests(question: HistoryQuestion, context: QueryContext) {
  const isEmpty = historyParts(question.period).parts.some(
    part => countOf(question, part, context).count === 0,
  );
  return isEmpty ? [request.dataDays(context.capabilities, context.today)] : [];
}

/** The first day with a count, once all is read; until then the days whose count says where to look on. */
function firstDay(
  row: HistoryQuestion,
  context: QueryContext,
): { readonly first?: Day | undefined; readonly open?: Period | undefined } {
  const { parts } = historyParts(row.period);
  const isAllRead = parts.every(part => countOf(row, part, context).isRead);
  const begun = parts.find(part => (countOf(row, part, context).count ?? 0) > 0);
  if (!isAllRead || begun === undefined) return {};
  let { from, to } = begun;
  while (from < to) {
    const middle = addDays(from, Math.ceil(dayCount({ from, to }) / 2) - 1);
    const { isRead, count = 0 } = countOf(row, { from, to: middle }, context);
    if (!isRead) return { open: { from, to: middle } };
    if (count > 0) to = middle;
    else from = addDays(middle, 1);
  }
  return { first: from };
}
