import { hasStatistic } from '#model/service/capabilities.ts';
import type { StatisticQuery } from '#model/paging/query.ts';
import { windows } from '#model/statistics/series.ts';
import type { HoursName, Period, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import { rowsPeriod, shownComparison } from '#store/statistics/comparison.ts';
import { whyQuery } from '#model/why/whyPlan.ts';
import { measuresWanted, type ListState } from './measuresWanted.ts';
import { numberDays } from './numberDays.ts';

/** What the pane reads of a website beside what the list has read. */
export type PreviewRead =
  | { readonly kind: 'series'; readonly name: SeriesName; readonly period: Period }
  | { readonly kind: 'rows'; readonly query: StatisticQuery }
  /** How a day's visitors spread over its hours: what is usual by now. */
  | { readonly kind: 'hours'; readonly name: HoursName; readonly period: Period };

/** A page more of a list takes as many. */
const mostRequests = 6;

/** The statistics that explain a change, the one that does most often first. */
const names = ['referrer', 'page', 'campaign'] as const satisfies readonly StatisticName[];

/** Those that the service has and that the requests are enough for. */
export function paneWhyNames(state: ListState): readonly StatisticName[] {
  const room = mostRequests - readsBeside(state).length;
  return names.filter(name => hasStatistic(state.capabilities, name)).slice(0, Math.floor(room / 2));
}

/**
 * At most six requests: the hours beside today, the page views where no row of the list shows them, then of each statistic
 * the rows of both periods, campaigns where two requests are left.
 */
export function previewReads(state: ListState): PreviewRead[] {
  const compared = shownComparison(state);
  const rows = paneWhyNames(state).flatMap((name): PreviewRead[] =>
    compared === undefined
      ? []
      : [
          { kind: 'rows', query: whyQuery(name, compared.now) },
          { kind: 'rows', query: whyQuery(name, compared.before) },
        ],
  );
  return [...readsBeside(state), ...rows];
}

/**
 * Of one request each. A series of more than a hundred days takes several: its page views are left out, and so are those of
 * earlier days that stand apart.
 */
function readsBeside(state: ListState): PreviewRead[] {
  const { span } = numberDays(state);
  const isShort = windows(span).length === 1 && !measuresWanted(state).includes('pageviews');
  return [
    ...hoursRead(state),
    ...(isShort ? [{ kind: 'series', name: 'pageviews', period: span } as const] : []),
  ];
}

/** None where today is not among the days. */
function hoursRead(state: ListState): PreviewRead[] {
  const hasHours = hasStatistic(state.capabilities, 'visitors_hours');
  const isToday = numberDays(state).span.to >= state.today();
  return hasHours && isToday ? [{ kind: 'hours', name: 'visitors_hours', period: rowsPeriod(state) }] : [];
}
