import type { CursorPoint } from '#model/statistics/cursorPoint.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import type { State } from '#store/core/state.ts';
import type { ExportSource } from '#store/exporting/exportSource.ts';
import type { Force } from '#store/statistics/stats.ts';
import type { WhySubject } from '#store/statistics/whyRead.ts';
import type { EscapeTarget } from './escape.ts';
import type { Route, ScreenName } from './route.ts';
import type { Selected } from './selected.ts';

/** A chart with a cursor. */
export interface ShownChart {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly points: readonly CursorPoint[];
  /** The index of the point under the cursor. */
  readonly place: number | undefined;
}

/**
 * What the store has to know of a screen. It may not import the screens: they are handed to `createStore`.
 * What a screen leaves out it does not do.
 */
export interface ScreenRules<R extends Route = Route> {
  /** The name of its routes. */
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
  /** Its numbers depend on the period. */
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
  /** What `y` copies and `o` opens. */
  selected?(state: State, route: R): Selected | undefined;
  /** The words behind `sitedeck` that print what it shows, not yet quoted. */
  commandWords?(state: State, route: R): readonly string[];
}

/** Finds the rules of a screen. */
export type ScreenOf = (name: ScreenName) => ScreenRules;

/** The rules of the view on screen, beneath menus and dialogs. */
export function viewRules({ screenOf, navigation }: Pick<State, 'screenOf' | 'navigation'>): ScreenRules {
  return screenOf(navigation.view.screen);
}
