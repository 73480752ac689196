import type { LinesQuestion } from '#model/lines.ts';
import type { ChartPosition } from '#model/statistics/cursor.ts';
import type { Filter } from '#model/service/filter.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import type { Day, HoursName, Period, StatisticName } from '#model/statistics/statistics.ts';

/** A place in the application. The stack of routes is the way back; menus and dialogs are routes like any other. */
export type Route =
  | { readonly screen: 'websites' }
  | ({
      readonly screen: 'dashboard';
      readonly websiteId: string;
      readonly days?: OpenedDays | undefined;
    } & WithChart)
  | ({
      readonly screen: 'statistic';
      readonly websiteId: string;
      readonly name: StatisticName;
    } & WithChart)
  | ({ readonly screen: 'heatMap'; readonly websiteId: string; readonly name: HoursName } & WithChart)
  /** The days of the last 53 weeks, a column for each week. */
  | ({ readonly screen: 'year'; readonly websiteId: string } & WithChart)
  /** Several websites side by side, of which one is selected. */
  | ({
      readonly screen: 'sideBySide';
      readonly websiteIds: readonly string[];
      readonly websiteId: string;
    } & WithChart)
  /** What explains the change of the period, or of one day; `group`: only one group, whole. */
  | {
      readonly screen: 'why';
      readonly websiteId: string;
      readonly day?: Day | undefined;
      readonly group?: 'days' | StatisticName | undefined;
    }
  | ({
      readonly screen: 'history';
      readonly websiteId: string;
      readonly name: StatisticName;
      readonly value: string;
    } & WithChart)
  | { readonly screen: 'now'; readonly websiteId: string }
  /** The lines of the user's own logs that a number counts. */
  | { readonly screen: 'lines'; readonly websiteId: string; readonly asked: LinesQuestion }
  /** What an own command prints; `asksAgain`: it is not run again without a question. */
  | {
      readonly screen: 'output';
      readonly name: string;
      readonly run: readonly string[];
      readonly asksAgain: boolean;
    }
  /** Without an id it adds a website, or edits several. */
  | { readonly screen: 'editor'; readonly websiteId?: string }
  /** Without an id it deletes several. */
  | { readonly screen: 'delete'; readonly websiteId?: string }
  | { readonly screen: 'record'; readonly websiteId: string }
  /** What the form would change of several websites, and how it goes. */
  | { readonly screen: 'bulkReview' }
  | { readonly screen: 'bulkRun' }
  | { readonly screen: 'tags' }
  | { readonly screen: 'note' }
  | { readonly screen: 'goal' }
  | { readonly screen: 'saveView' }
  | { readonly screen: 'sort' }
  | { readonly screen: 'period' }
  | { readonly screen: 'compare' }
  | { readonly screen: 'filter' }
  | { readonly screen: 'export' }
  | { readonly screen: 'palette' }
  | { readonly screen: 'help' }
  | { readonly screen: 'profiles' }
  | { readonly screen: 'connect' }
  /** The access logs of this machine, to be counted for a website. */
  | { readonly screen: 'ownLogs' }
  | { readonly screen: 'confirm'; readonly question: Question };

interface WithChart {
  /** Where the cursor of its chart stands; none before the first key that moves it. */
  readonly cursor?: ChartPosition | undefined;
}

export interface OpenedDays extends Period {
  /** The period to come back to when the route is left. */
  readonly leftPeriod: PeriodChoice;
  /** Of a day that was opened from a row: the filter with that row, and the one to come back to. */
  readonly filters?: { readonly shown: Filter; readonly left: Filter } | undefined;
  /** They were opened from a row by which the service cannot filter: they are of the whole website. */
  readonly isWhole?: boolean;
}

export type Question =
  | 'overwriteFile'
  | 'discardEdits'
  | 'quitWithEdits'
  | 'overwriteTheirs'
  | 'endShareLinks'
  | 'deleteVisits'
  | 'undoEdit'
  | 'runCommand';

export type ScreenName = Route['screen'];

export type RouteOf<S extends ScreenName> = Extract<Route, { readonly screen: S }>;

/** The website that a route is about, of several the one selected. */
export function websiteIdOf(route: Route): string | undefined {
  return 'websiteId' in route ? route.websiteId : undefined;
}

/** Names a route in the loader: two visits to the same place own the same reads, whatever its cursor and days, and which is selected. */
export function routeKey({ screen, ...rest }: Route): string {
  const selected = 'websiteIds' in rest ? { websiteId: undefined } : {};
  const fields = Object.entries({ ...rest, ...selected, cursor: undefined, days: undefined })
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([screen, ...fields.flat()]);
}
