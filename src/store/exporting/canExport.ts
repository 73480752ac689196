import { isHours, isSeries } from '#model/statistics/statistics.ts';
import { moversRead } from '#store/statistics/movers.ts';
import { topView } from '#store/navigation/navigation.ts';
import type { Remote } from '#store/core/remote.ts';
import type { State } from '#store/core/state.ts';

/** Whether the view has numbers to export. It is asked at every key, so it does not build the table. */
export function canExport(state: State): boolean {
  const view = topView(state.navigation.stack);
  const { series, rows, hours } = state.stats;
  switch (view.screen) {
    case 'websites':
      return state.websites.rows.length > 0;
    case 'dashboard':
      return [series, rows, hours].some(slots => hasRead(slots, [view.websiteId]));
    case 'statistic': {
      const of = [view.websiteId, view.name];
      if (isSeries(view.name)) return hasRead(series, of);
      return isHours(view.name) ? hasRead(hours, of) : state.statistic.list.data !== undefined;
    }
    case 'heatMap':
      return hasRead(hours, [view.websiteId, view.name]);
    case 'history':
      return state.history.parts.some(({ isRead }) => isRead);
    case 'movers':
      return moversRead(state).movers.length > 0;
    default:
      return false;
  }
}

/** Keys of slots begin with the website's id and the statistic's name. */
function hasRead(slots: Readonly<Record<string, Remote<unknown>>>, of: readonly string[]): boolean {
  const start = `${of.join(' ')} `;
  return Object.entries(slots).some(([key, { data }]) => data !== undefined && key.startsWith(start));
}
