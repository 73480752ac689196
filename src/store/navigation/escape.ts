import { isReading } from '#store/statistics/history.ts';
import { hasMarks } from '#store/websites/marks.ts';
import { isInOverlay } from './navigation.ts';
import type { State } from '#store/core/state.ts';

/** What Esc acts on: the innermost of these. */
export type EscapeTarget =
  'dialog' | 'field' | 'marks' | 'attention' | 'search' | 'reading' | 'view' | 'root';

/** The innermost thing that can be left or cleared now. */
export function escapeTarget(state: State): EscapeTarget {
  if (isInOverlay(state)) return 'dialog';
  const { stack, view: route } = state.navigation;
  const table =
    route.screen === 'websites' ? state.websites : route.screen === 'statistic' ? state.statistic : undefined;
  if (table?.searchField !== undefined) return 'field';
  if (route.screen === 'websites') {
    if (hasMarks(state)) return 'marks';
    if (state.websites.attentionOnly) return 'attention';
  }
  if (table !== undefined && table.search !== '') return 'search';
  if (route.screen === 'history' && isReading(state.history)) return 'reading';
  return stack.length > 1 ? 'view' : 'root';
}
