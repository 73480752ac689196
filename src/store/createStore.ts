import { createStore as createZustandStore, type StoreApi } from 'zustand/vanilla';
import { createAutoRefresh } from './autoRefresh.ts';
import { createComparison } from './comparison.ts';
import type { StoreContext } from './context.ts';
import { createBulkDeletion } from './bulkDeletion.ts';
import { createBulkEdit } from './bulkEdit.ts';
import { createBulkRun } from './bulkRun.ts';
import { createDashboard } from './dashboard.ts';
import { createDeletion } from './deletion.ts';
import { createEditor } from './editor.ts';
import { createExporting } from './exporting.ts';
import { followDay } from './followDay.ts';
import { createHistory } from './history.ts';
import { loadRoute } from './loadRoute.ts';
import { createMarks } from './marks.ts';
import { createHeatMap } from './heatMap.ts';
import { createMenu } from './menu.ts';
import { createMovers } from './movers.ts';
import { createNavigation, topView } from './navigation.ts';
import { createNotices } from './notices.ts';
import { changesOverview, createOverview } from './overview.ts';
import { createPeriod } from './period.ts';
import { createProfiles } from './profiles.ts';
import { createRecords } from './records.ts';
import { createLoader } from './remote.ts';
import { choicesOf, sameChoices } from './savedChoices.ts';
import type { Services } from './services.ts';
import type { Slices, State } from './state.ts';
import { followReach } from './shownReach.ts';
import { createStatistic } from './statistic.ts';
import { createStats, type Force } from './stats.ts';
import { createUndo } from './undo.ts';
import type { Viewport } from './viewport.ts';
import { createWebsites } from './websites.ts';

export type Store = StoreApi<State>;

/** Everything the screens show and everything that changes it. `viewport` is the terminal's size at the start. */
export function createStore(services: Services, viewport: Viewport): Store {
  const store = createZustandStore<State>()((set, get) => {
    const context: StoreContext = {
      services,
      loader: createLoader(services),
      get,
      patch: <K extends keyof Slices>(slice: K, change: Partial<Slices[K]>) =>
        // Copied in one go, and not name by name, as the library does: a key that is held changes a part each time.
        set(state => ({ ...state, [slice]: { ...state[slice], ...change } }), true),
    };
    services.api.onActivity(activity => set({ activity }));

    return {
      profile: services.profile,
      timeZone: services.timeZone,
      today: services.today,
      viewport,
      activity: services.api.activity(),
      navigation: createNavigation(context),
      websites: createWebsites(context),
      marks: createMarks(context),
      overview: createOverview(context),
      bulkEdit: createBulkEdit(context),
      bulkDeletion: createBulkDeletion(context),
      bulkRun: createBulkRun(context),
      undo: createUndo(context),
      records: createRecords(context),
      period: createPeriod(context),
      comparison: createComparison(context),
      stats: createStats(context),
      dashboard: createDashboard(context),
      statistic: createStatistic(context),
      heatMap: createHeatMap(context),
      history: createHistory(context),
      movers: createMovers(context),
      autoRefresh: createAutoRefresh(context),
      exporting: createExporting(context),
      editor: createEditor(context),
      deletion: createDeletion(context),
      menu: createMenu(context),
      notices: createNotices(context),
      profiles: createProfiles(context),
      showPreparing: preparing => set({ preparing }),
      resize(next) {
        set({ viewport: next });
        const { websites, statistic } = get();
        websites.settle();
        statistic.settle();
        const view = topView(get().navigation.stack);
        if (view.screen === 'dashboard') loadRoute(context, view);
      },
      refresh: (force: Force = true) => loadRoute(context, topView(get().navigation.stack), force),
    };
  });
  followDay(store);
  followReach(store);
  store.subscribe((state, before) => {
    if (changesOverview(state, before)) state.overview.follow();
    if (!sameChoices(state, before)) services.choices?.save(choicesOf(state));
  });
  return store;
}
