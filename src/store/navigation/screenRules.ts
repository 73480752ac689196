import type { CursorPoint } from '#model/statistics/cursor.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { rowUrl, websiteUrl } from '#model/website/domain.ts';
import type { ExportSource } from '#store/exporting.ts';
import type { Force } from '#queries/answers.ts';
import type { WhySubject } from '#store/queries/why.ts';
import type { State } from '#store/state.ts';
import { websiteOf } from '#store/websites/records.ts';
import { isInOverlay, topRoute } from './navigation.ts';
import type { Route, ScreenName } from './route.ts';
import type { PagedTable } from './table.ts';

/** A chart with a cursor. */
export interface ShownChart {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly points: readonly CursorPoint[];
  /** The index of the point under the cursor. */
  readonly index: number | undefined;
}

/**
 * What the store has to know of a screen. It may not import the screens: they are handed to `createStore`.
 * What a screen leaves out it does not do.
 */
export interface ScreenRules<R extends Route = Route> {
  readonly screen: R['screen'];
  /** Drawn over the view it was opened from. */
  readonly overlay?: true;
  /** A form: letters are typed into it, and it has its own way to leave. */
  readonly isForm?: true;
  /**
   * Reads what the screen shows, and on `r` reads it again. With `force` also what is cached, or of that only today;
   * without, going back to it costs nothing while its numbers are fresh.
   */
  load?(state: State, route: R, force: Force): void;
  /** What Esc stops or clears before it leaves the screen, where there is something. */
  escapeTarget?(state: State): EscapeTarget | undefined;
  readonly hasPeriod?: true;
  /** Why the period's key would change nothing that is shown. */
  whyNoPeriod?(state: State, key: string): string | undefined;
  /** `R` reads today again every so often. */
  readonly autoRefreshes?: true;
  /** `u` undoes the last edit from here. */
  readonly undoes?: true;
  /** The change of its numbers that `w` explains, or why it does not now, in a sentence. */
  explained?(state: State, route: R): WhySubject | string;
  /** Its chart that the keys move along, as far as it is read; undefined also while something else has the focus. */
  chart?(state: State, route: R): ShownChart | undefined;
  /** What it shows, as exact data; undefined while there is none. */
  exported?(state: State, route: R): ExportSource | undefined;
  /** Why `exported` has nothing now. Called at every key: makes no table. */
  whyNoExport?(state: State, route: R): string | undefined;
  selected?(state: State, route: R): Selected | undefined;
  /** The words behind `sitedeck` that print what it shows, not yet quoted. */
  commandWords?(state: State, route: R): readonly string[];
}

export type ScreenOf = (name: ScreenName) => ScreenRules;

/** The rules of the view on screen, beneath menus and dialogs. */
export function viewRules({ screenOf, navigation }: Pick<State, 'screenOf' | 'navigation'>): ScreenRules {
  return screenOf(navigation.view.screen);
}

/** What Esc acts on: the innermost of these. */
export type EscapeTarget =
  | 'dialog'
  | 'cursor'
  | 'field'
  | 'marks'
  | 'attention'
  | 'row'
  | 'search'
  | 'reading'
  | 'run'
  | 'view'
  | 'root';

/** The innermost thing that can be left or cleared now. */
export function escapeTarget(state: State): EscapeTarget {
  if (isInOverlay(state))
    return state.screenOf(topRoute(state.navigation.stack).screen).escapeTarget?.(state) ?? 'dialog';
  if (hasCursor(state)) return 'cursor';
  return viewRules(state).escapeTarget?.(state) ?? (state.navigation.stack.length > 1 ? 'view' : 'root');
}

/** Whether a cursor is seen: that of a chart without the focus is not. */
function hasCursor(state: State): boolean {
  const { view } = state.navigation;
  if (!('cursor' in view) || view.cursor === undefined) return false;
  const { chart } = viewRules(state);
  return chart === undefined || chart(state, view)?.index !== undefined;
}

/** What Esc clears of a table: the search field that has the focus, then the search. */
export function tableEscape({
  searchField,
  search,
}: Pick<PagedTable<unknown, string>, 'searchField' | 'search'>): 'field' | 'search' | undefined {
  if (searchField !== undefined) return 'field';
  return search === '' ? undefined : 'search';
}

/** What the copy and open commands act on: the selected row, else the website. */
interface Selected {
  /** Raw, as the service returned it. */
  readonly value: string;
  /** Its address on the website's own domain. */
  readonly url: string | undefined;
}

export function selected(state: State): Selected | undefined {
  return viewRules(state).selected?.(state, state.navigation.view);
}

export function selectedDomain(domain: string | undefined): Selected | undefined {
  return domain === undefined || domain === '' ? undefined : { value: domain, url: websiteUrl(domain) };
}

export function domainInView(
  state: State,
  { websiteId }: { readonly websiteId: string },
): Selected | undefined {
  return selectedDomain(websiteOf(state, websiteId)?.domain);
}

/** A row of a statistic; its address where the statistic has one. */
export function selectedValue(
  state: State,
  websiteId: string,
  name: StatisticName,
  row: { readonly value: string } | undefined,
): Selected | undefined {
  if (row === undefined || row.value === '') return undefined;
  const { domain = '' } = websiteOf(state, websiteId) ?? {};
  return { value: row.value, url: rowUrl(domain, name, row.value) };
}
