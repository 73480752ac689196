import { shellQuote } from '#text/words.ts';
import type { CursorPoint } from '#model/statistics/cursor.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import type { ExportSource } from '#store/exporting.ts';
import type { Force } from '#queries/answers.ts';
import type { State } from '#store/state.ts';
import type { WhySubject } from '#store/views/why.ts';
import { isInOverlay, topRoute } from './navigation.ts';
import type { Route, ScreenName } from './route.ts';
import type { PagedTable } from './table.ts';

export interface ShownChart {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly points: readonly CursorPoint[];
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
  /** What makes exact data of what it shows, or why there is none now, in a sentence. Every key asks: the data is made by the call. */
  exported?(state: State, route: R): (() => ExportSource | undefined) | string;
  selected?(state: State, route: R): Selected | undefined;
  /** The words behind `sitedeck` that print what it shows, not yet quoted. */
  commandWords?(state: State, route: R): readonly string[];
}

export interface Selected {
  /** Raw, as the service returned it. */
  readonly value: string;
  /** Its address on the website's own domain. */
  readonly url: string | undefined;
}

export type ScreenOf = (name: ScreenName) => ScreenRules;

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

export function selected(state: State): Selected | undefined {
  return viewRules(state).selected?.(state, state.navigation.view);
}

/** What the view shows, as data; undefined where it has no numbers, or none yet. */
export function exportSource(state: State): ExportSource | undefined {
  const found = viewRules(state).exported?.(state, state.navigation.view);
  return typeof found === 'function' ? found() : undefined;
}

/** The command line that prints what the view shows, quoted for a shell; undefined where no subcommand does. */
export function viewCommand(state: State): string | undefined {
  const words = viewRules(state).commandWords?.(state, state.navigation.view);
  return words === undefined ? undefined : commandOf(state, words);
}

/** A command line for the service in use, quoted for a shell. */
export function commandOf({ profile }: Pick<State, 'profile'>, words: readonly string[]): string {
  const service = profile.fromEnvironment === true ? [] : ['--profile', profile.name];
  return ['sitedeck', ...service, ...words].map(shellQuote).join(' ');
}
