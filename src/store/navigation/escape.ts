import type { State } from '#store/core/state.ts';
import type { PagedTable } from '#store/statistics/pagedTable.ts';
import { isInOverlay, topRoute } from './navigation.ts';
import { viewRules } from './screenRules.ts';

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
  return chart === undefined || chart(state, view)?.place !== undefined;
}

/** What Esc clears of a table: the search field that has the focus, then the search. */
export function tableEscape({
  searchField,
  search,
}: Pick<PagedTable<unknown, string>, 'searchField' | 'search'>): 'field' | 'search' | undefined {
  if (searchField !== undefined) return 'field';
  return search === '' ? undefined : 'search';
}
