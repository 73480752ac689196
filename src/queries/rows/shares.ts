import { sum } from '#model/statistics/series.ts';
import { measureBasis, measureOf, mostShared, rowsBasis, type ShareBasis } from '#model/statistics/share.ts';
import { isTime } from '#model/statistics/statistics.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';
import { type Asked, ask, type Known } from '#queries/answers/ask.ts';
import { firstQuery } from '#queries/answers/question.ts';
import {
  asRead,
  isFirst,
  isLast,
  mostPagesRead,
  ofPage,
  pagesRead,
  type RowsOf,
  type StatisticOf,
} from './rows.ts';
import { seriesAsks, shownSeries } from '#queries/days/series.ts';

/** What tells the total that shares are parts of: the measure that the rows count, else the rows of the statistic. */
export function basisAsks(of: RowsOf, known: Known): Asked[] {
  const { website, name, days, page } = of;
  if (isTime(name)) return [];
  const measure = totalMeasure(of, known);
  if (measure === undefined) {
    if (page === undefined || rowsAtHand(of) !== undefined) return [];
    const query = firstQuery(name, days.rows);
    const pages = pagesRead(website, query, known);
    const last = pages.at(-1);
    const isKnown = last !== undefined && (isLast(last) || last.sum !== undefined);
    const count = isKnown ? pages.length : Math.min(pages.length + 1, mostPagesRead);
    return Array.from({ length: count }, (_, at) => ({ website, ask: ask.rows({ ...query, page: at + 1 }) }));
  }
  const isExact = measure === 'visitors' && hasExactVisitors(known.capabilities, days.rows);
  return [
    ...seriesAsks(website, [measure], days),
    ...(isExact ? [{ website, ask: ask.visitors(days.rows) }] : []),
  ];
}

/** Undefined while it is read, so that no share is shown that would change a moment later. */
export function basisOf(of: RowsOf, known: Known): ShareBasis | undefined {
  const { website, name, days, page } = of;
  // Times are parts of nothing.
  if (page === undefined || isTime(name)) return undefined;
  const measure = totalMeasure(of, known);
  if (measure !== undefined) {
    const { summary, loading } = shownSeries(website, measure, days, known);
    if (summary === undefined && loading) return undefined;
    const { from, to } = days.rows;
    const exact =
      measure === 'visitors' ? known.answers.get(website, ask.visitors({ from, to })).data : undefined;
    const total = exact ?? (summary && sum(summary.points.filter(({ day }) => day >= from && day <= to)));
    const isSum = measure === 'visitors' && exact === undefined && from !== to;
    const basis = measureBasis(page.rows, total, isSum);
    if (basis !== undefined) return basis;
  }
  const own = rowsAtHand(of);
  if (own !== undefined) return own;
  const query = firstQuery(name, days.rows);
  const pages = pagesRead(website, query, known);
  const next = known.answers.get(website, ask.rows({ ...query, page: pages.length + 1 }));
  const last = pages.at(-1);
  if (last?.sum !== undefined) return { kind: 'statistic', total: last.sum };
  if (next.loading && (last === undefined || !isLast(last))) return undefined;
  if (last === undefined) return isFirst(page, of.query) ? rowsBasis(page.rows, false) : undefined;
  const { rows, readToEnd } = asRead(pages);
  return rowsBasis(rows, readToEnd);
}

/** The measure whose total shares are parts of; undefined where there is none, as of sessions, or of the hours of a part of a day. */
export function totalMeasure({ name, days }: StatisticOf, { capabilities }: Known) {
  return days.rows.until === undefined ? measureOf(name, capabilities) : undefined;
}

/** The same where the rows that are shown say it: all of them, or so many that no more are read for it. */
function rowsAtHand({ page, query }: RowsOf): ShareBasis | undefined {
  if (page?.sum !== undefined) return { kind: 'statistic', total: page.sum };
  if (page === undefined || !isSearchedForNothing(query)) return undefined;
  const { rows, readToEnd } = ofPage(page);
  if (readToEnd) return rowsBasis(rows);
  return isFirst(page, query) && rows.length >= mostShared ? rowsBasis(rows, false) : undefined;
}

function isSearchedForNothing({ search = '' }: RowsOf['query'] = {}): boolean {
  return search.trim() === '';
}
