import { isListedSort } from '#model/savedChoices.ts';
import { windows } from '#model/series.ts';
import type { SeriesName } from '#model/statistics.ts';
import { shownComparison, shownSeriesPeriods } from './comparison.ts';
import type { StoreContext } from './context.ts';
import { topView } from './navigation.ts';
import { routeKey } from './route.ts';
import { createSeriesQueue, nearestFirst, type SeriesTask } from './seriesQueue.ts';
import type { State } from './state.ts';
import { spanKey, type Force } from './stats.ts';
import { websiteRows } from './viewport.ts';
import { measuresOfColumns, shownColumns } from './websiteColumns.ts';

/** The numbers beside the websites. */
export interface OverviewSlice {
  /** Turned off, no statistics are read for the list: for a service that is slow. */
  readonly on: boolean;
  toggle(): void;
  /** Reads the numbers on screen again: those that are not fresh, or with `force` all. */
  restart(force: Force): void;
  /** Reads what the screen shows now, and no more what it does not. */
  follow(): void;
}

export function createOverview({ get, patch, loader, services }: StoreContext): OverviewSlice {
  let forced: Force = false;
  const queue = createSeriesQueue({
    async run({ key, websiteId, name, period }) {
      const owner = routeKey({ screen: 'websites' });
      await get().stats.readSeries(websiteId, name, period, { owner, force: forced });
      if (get().websites.attentionOnly) get().websites.arrange();
      const isRefused = get().stats.series[key]?.error?.kind === 'rateLimit';
      return !(isRefused && isPaused());
    },
    cancel: ({ key }) => loader.abort(`series:${key}`),
    isPaused: () => isPaused(),
    onFinished() {
      if (!isListedSort(get().websites.sortBy)) get().websites.arrange();
    },
  });
  const isPaused = () => services.api.activity().pausedUntil !== undefined;

  const tasks = (state: State): SeriesTask[] => {
    const { span, apart } = shownSeriesPeriods(state);
    const periods = apart === undefined ? [span] : [span, apart];
    const measures = measuresWanted(state);
    return rowsWanted(state).flatMap(({ id }) =>
      measures.flatMap(name =>
        periods.map(period => ({
          key: spanKey(id, name, period),
          websiteId: id,
          name,
          period,
          requests: windows(period).length,
        })),
      ),
    );
  };
  const look = () => {
    isDue = false;
    const state = get();
    queue.keep(key => state.stats.series[key] !== undefined);
    queue.want(topView(state.navigation.stack).screen === 'websites' ? tasks(state) : []);
  };
  let isDue = false;
  /**
   * After what is drawn now: the list is on screen before its numbers are asked for. Leaving the list is not put off: what
   * the next view reads must not be given up with what the list no longer wants.
   */
  const follow = () => {
    if (topView(get().navigation.stack).screen !== 'websites') return look();
    if (isDue) return;
    isDue = true;
    setImmediate(look);
  };

  return {
    on: services.choices?.saved.overview ?? true,
    toggle() {
      const { overview, websites } = get();
      patch('overview', { on: !overview.on });
      if (overview.on && !isListedSort(websites.sortBy))
        websites.sortRows(websites.listedBy.sortBy, websites.listedBy.sort);
    },
    restart(force) {
      forced = force;
      queue.forget();
      look();
    },
    follow,
  };
}

/** Whether a change of the state changes what the overview has to read. */
export function changesOverview(now: State, before: State): boolean {
  return (
    now.navigation.stack !== before.navigation.stack ||
    now.websites.rows !== before.websites.rows ||
    now.websites.list.data !== before.websites.list.data ||
    now.websites.position !== before.websites.position ||
    now.websites.attentionOnly !== before.websites.attentionOnly ||
    now.websites.sortBy !== before.websites.sortBy ||
    now.viewport !== before.viewport ||
    now.period.choice !== before.period.choice ||
    now.comparison.baseline !== before.comparison.baseline ||
    now.overview.on !== before.overview.on ||
    now.activity.pausedUntil !== before.activity.pausedUntil
  );
}

function measuresWanted(state: State): SeriesName[] {
  const { viewport, overview, websites } = state;
  if (!overview.on) return [];
  const shown = measuresOfColumns(shownColumns(viewport, true, shownComparison(state) !== undefined));
  const sorted: SeriesName[] = isListedSort(websites.sortBy)
    ? []
    : [websites.sortBy === 'pageviews' ? 'pageviews' : 'visitors'];
  const judged: SeriesName[] = websites.attentionOnly ? ['visitors'] : [];
  return [...new Set([...shown, ...sorted, ...judged])];
}

/** The rows on screen; all of the page where their numbers decide about what is on screen. */
function rowsWanted(state: State): readonly { readonly id: string }[] {
  const { rows, position, list, sortBy, attentionOnly } = state.websites;
  const { top, selected } = position;
  const near = nearestFirst(rows.slice(top, top + websiteRows(state.viewport)), selected - top);
  if (isListedSort(sortBy) && !attentionOnly) return near;
  const seen = new Set(near.map(({ id }) => id));
  return [...near, ...(list.data?.rows ?? []).filter(({ id }) => !seen.has(id))];
}
