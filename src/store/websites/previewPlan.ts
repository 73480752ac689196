import type { State } from '#store/core/state.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import type { StatisticQuery } from '#model/paging/query.ts';
import { windows } from '#model/statistics/series.ts';
import type { Period, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { whyQuery } from '#model/why/whyPlan.ts';
import { measuresWanted, type ListState } from './overview.ts';
import { numberDays } from './overviewNumbers.ts';

/** What the pane reads of a website beside what the list has read. */
export type PreviewRead =
  | { readonly kind: 'series'; readonly name: SeriesName; readonly period: Period }
  | { readonly kind: 'rows'; readonly query: StatisticQuery };

/** A page more of a list takes as many. */
const mostRequests = 6;

/** The statistics that explain a change, the one that does most often first. */
const names = ['referrer', 'page', 'campaign'] as const satisfies readonly StatisticName[];

/** Those that the service has. */
export function paneWhyNames({ capabilities }: Pick<State, 'capabilities'>): readonly StatisticName[] {
  return names.filter(name => hasStatistic(capabilities, name));
}

/**
 * At most six requests: the page views where no row of the list shows them, then of each statistic the rows of both
 * periods. A series of more than a hundred days takes several requests: its page views are left out.
 */
export function previewReads(state: ListState): PreviewRead[] {
  const { span, apart } = numberDays(state);
  const periods = apart === undefined ? [span] : [span, apart];
  const needed = periods.reduce((sum, period) => sum + windows(period).length, 0);
  const isShort = needed <= 2 && !measuresWanted(state).includes('pageviews');
  const series = isShort
    ? periods.map(period => ({ kind: 'series', name: 'pageviews', period }) as const)
    : [];
  const compared = shownComparison(state);
  const rows = paneWhyNames(state).flatMap((name): PreviewRead[] =>
    compared === undefined
      ? []
      : [
          { kind: 'rows', query: whyQuery(name, compared.now) },
          { kind: 'rows', query: whyQuery(name, compared.before) },
        ],
  );
  const room = mostRequests - series.length;
  return [...series, ...rows.slice(0, room - (room % 2))];
}
