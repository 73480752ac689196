import { createStore as createZustandStore, type StoreApi } from 'zustand/vanilla';
import { noFilter } from '#model/service/filter.ts';
import { withinFilter } from '#model/service/filterText.ts';
import { createAnswers, createLoader, type Force } from '#queries/answers/answers.ts';
import { createYours, shownPanels } from '#store/kept/yours.ts';
import { createHeatMap, followDataDays } from '#store/queries/series.ts';
import { dayToShow, followLastSeen, keptWebsite, followUnreadNumbers } from '#store/reading/lastSeen.ts';
import { createMarks, createSideBySide } from '#store/websites/marks.ts';
import { createPreview } from '#store/websites/previewContent.ts';
import type { Viewport } from './display.ts';
import { createDeletion } from './editing/deletion.ts';
import { createEditor } from './editing/editor.ts';
import { createBulkRun } from './editing/run.ts';
import { createUndo } from './editing/undo.ts';
import { createExporting } from './exporting.ts';
import { createFilter } from './filter.ts';
import { createGoals } from './kept/goals.ts';
import { createNotes } from './kept/notes.ts';
import { showView, viewOf } from './kept/openView.ts';
import { createSavedViews } from './kept/savedViews.ts';
import { createLines } from './lines.ts';
import { createMenu, createNavigation, createRotation } from './navigation/navigation.ts';
import { type Route, routeKey } from './navigation/route.ts';
import { createNotices } from './notices.ts';
import { choicesOf, createPeriod, sameChoices } from './period.ts';
import { createIntroduction, followHints } from './profile/introduction.ts';
import { createLogs, createNow } from './profile/ownLogs.ts';
import { createProfiles } from './profile/profiles.ts';
import type { Services } from './profile/services.ts';
import { createComparison } from './queries/question.ts';
import { followReach } from './queries/rows.ts';
import {
  createAutoRefresh,
  createRetry,
  followDay,
  followFailures,
  followOutage,
  followUsualDay,
  viewportOf,
} from './reading/refreshing.ts';
import { type ScreenOf, type Slices, type State, type StoreContext } from './state.ts';
import { viewRules } from './viewRules.ts';
import { createTheme } from './theme.ts';
import { createDashboard } from './views/dashboard.ts';
import { createDayWhy } from './views/dayWhy.ts';
import { createHistory } from './views/history.ts';
import { createRowPane } from './views/rowPane.ts';
import { createStatistic } from './views/statistic.ts';
import { createWhy } from './views/why.ts';
import { changesOverview, createOverview } from './websites/numbers.ts';
import { createRecords, readDomains } from './websites/records.ts';
import { createTags } from './websites/tags.ts';
import { createWebsites } from './websites/websites.ts';

export type Store = StoreApi<State>;

/** The state of the application and its actions. `viewport` is the terminal's size at the start. */
export function createStore(services: Services, viewport: Viewport, screenOf: ScreenOf): Store {
  const store = createZustandStore<State>()((set, get) => {
    const clock = {
      now: () => services.now(),
      today: () => services.today(),
      countsLate: () => services.api.capabilities.countsLate === true,
    };
    const loader = createLoader(clock);
    const answers = createAnswers({
      api: services.api,
      clock,
      timeZone: services.timeZone,
      loader,
      where: () => get()?.filter.where ?? noFilter,
      lastSeen: services.lastSeen,
      changed({ website, answer, isOfList, urgency }) {
        // Those of all websites are shown once a second.
        if (urgency !== 'background') set({ answers: { ...answers } });
        if (isOfList === true || answer.loading || answer.error !== undefined) return;
        services.lastSeen?.keepWebsite(website, () => keptWebsite(answers, website, services.today()));
      },
    });
    let isLoading = false;
    /** What is read is of today, also while the view shows what was last seen on an earlier day. */
    const load = (route: Route, force: Force = false) => {
      const rules = screenOf(route.screen);
      isLoading = true;
      if (rules.load !== undefined) readDomains(get(), route);
      rules.load?.(get(), route, force);
      isLoading = false;
      if (get().lastSeen.day !== undefined) void showToday(route);
    };
    /** Once the service has answered. */
    const showToday = async (route: Route) => {
      const before = get().activity.lastAnswer;
      await loader.settled(routeKey(route));
      const { navigation, activity } = get();
      if (routeKey(navigation.view) === routeKey(route) && activity.lastAnswer !== before)
        context.patch('lastSeen', { day: undefined });
    };
    const context: StoreContext = {
      services,
      loader,
      answers,
      screenOf,
      load,
      get,
      patch: <K extends keyof Slices>(slice: K, change: Partial<Slices[K]>) =>
        // One spread in place of the library's merge, which copies name by name: a held key changes the state many
        // times a second.
        set(state => ({ ...state, [slice]: { ...state[slice], ...change } }), true),
    };
    return {
      screenOf,
      profile: services.profile,
      capabilities: services.api.capabilities,
      timeZone: services.timeZone,
      today: () => (isLoading ? undefined : get()?.lastSeen.day) ?? services.today(),
      calendarDay: services.today,
      viewport,
      terminal: viewport,
      activity: services.api.activity(),
      navigation: createNavigation(context),
      websites: createWebsites(context),
      marks: createMarks(context),
      tags: createTags(context),
      notes: createNotes(context),
      goals: createGoals(context),
      savedViews: createSavedViews(context, {
        viewOf: () => viewOf(get()),
        show: (name, view) => showView(context, name, view),
      }),
      overview: createOverview(context),
      preview: createPreview(context),
      bulkRun: createBulkRun(context),
      undo: createUndo(context),
      records: createRecords(context),
      period: createPeriod(context),
      comparison: createComparison(context),
      filter: createFilter(context),
      answers: { ...answers },
      dashboard: createDashboard(context),
      dayWhy: createDayWhy(context),
      statistic: createStatistic(context),
      heatMap: createHeatMap(context),
      rowPane: createRowPane(context),
      history: createHistory(context),
      why: createWhy(context),
      sideBySide: createSideBySide(context),
      autoRefresh: createAutoRefresh(context),
      rotation: createRotation(context),
      retry: createRetry(context),
      exporting: createExporting(context),
      editor: createEditor(context),
      deletion: createDeletion(context),
      introduction: createIntroduction(context),
      menu: createMenu(context),
      notices: createNotices(context),
      logs: createLogs(context),
      now: createNow(context),
      lines: createLines(context),
      theme: createTheme(context),
      profiles: createProfiles(context),
      lastSeen: { day: undefined },
      yours: createYours(context),
      showPreparing: preparing => set({ preparing }),
      resize(next) {
        set({ terminal: next, viewport: viewportOf({ ...get(), terminal: next }) });
        const { websites, statistic } = get();
        websites.settle();
        statistic.settle();
        const { view } = get().navigation;
        if (view.screen === 'dashboard') load(view);
      },
      refresh(force: Force = true) {
        const { navigation, websites } = get();
        if (force !== false) services.api.forget();
        // Of a service that could not be read the list says whether it is there again.
        if (force === true && navigation.view.screen !== 'websites' && websites.list.error !== undefined)
          void websites.load();
        load(navigation.view, force);
      },
    };
  });
  followCapabilities(store, services);
  followDay(store, services);
  followDataDays(store);
  followReach(store);
  followUsualDay(store);
  followFailures(store);
  followUnreadNumbers(store);
  followOutage(store);
  followHints(store, state => {
    const chart = viewRules(state).chart?.(state, state.navigation.view);
    return chart?.points.some(({ count = 0 }) => count > 0) === true;
  });
  followLastSeen(store, services);
  store.subscribe((state, before) => {
    const [panels, panelsBefore] = [shownPanels(state), shownPanels(before)];
    if (panels !== panelsBefore) state.dashboard.keepFocus(panelsBefore);
    if (state.websites.list !== before.websites.list) state.retry.follow(before.websites.list);
    if (state.activity !== before.activity) state.retry.followPause();
    const { view } = state.navigation;
    if (isOfLines(before.navigation.view) && !isOfLines(view)) state.lines.end();
    if (services.lastSeen !== undefined && view !== before.navigation.view) {
      if ('websiteId' in view && view.websiteId !== undefined) state.answers.restore(view.websiteId);
      const day = dayToShow(store.getState(), services);
      if (day !== store.getState().lastSeen.day) store.setState({ lastSeen: { day } });
    }
    if (changesOverview(state, before)) {
      state.overview.follow();
      state.preview.follow();
    }
    if (state.overview.numbers !== before.overview.numbers) state.preview.follow();
    state.rowPane.follow();
    state.dayWhy.follow();
    if (!sameChoices(state, before)) services.choices?.save(choicesOf(state));
  });
  // What was last seen has its order, and a website is selected.
  if (store.getState().websites.list.isKept === true) store.getState().websites.arrange();
  return store;
}

const isOfLines = ({ screen }: Route) => screen === 'lines' || screen === 'output';

/** What the service has, within the filter: an answer may have offered more statistics, or refused one. */
function followCapabilities(store: Store, { api }: Services): void {
  const offer = () => {
    const { capabilities: shown, filter } = store.getState();
    const capabilities = withinFilter(api.capabilities, filter.where);
    if (capabilities !== shown) store.setState({ capabilities });
  };
  let { capabilities: known } = api;
  const look = () => {
    const { capabilities } = api;
    if (capabilities === known) return;
    const knownReasons = new Set(Object.values(known.refused ?? {}));
    const reason = Object.values(capabilities.refused ?? {}).find(text => !knownReasons.has(text));
    known = capabilities;
    offer();
    if (reason !== undefined) store.getState().notices.say(reason);
  };
  api.onActivity(activity => {
    store.setState({ activity });
    look();
  });
  store.subscribe(({ filter }, before) => {
    // An answer is read after it is no activity any more. Not within this change: others would be told of both at once.
    if (api.capabilities !== known) queueMicrotask(look);
    if (filter.where !== before.filter.where) offer();
  });
}

/** Ends what goes on by itself: nothing is read any more. */
export function endStore(store: Store): void {
  const { autoRefresh, rotation, retry, now, lines, overview, preview, rowPane, dayWhy } = store.getState();
  for (const part of [autoRefresh, rotation, retry, now, lines, overview, preview, rowPane, dayWhy])
    part.end();
}
