import type { Activity } from '#api/api.ts';
import { noFilter } from '#model/service/filter.ts';
import { isListedSort } from '#model/own/choices.ts';
import type { Day, SeriesName } from '#model/statistics/statistics.ts';
import type { Force, ListCounts } from '#queries/answers/answers.ts';
import { request, type WebsiteRequest, daysOf, keyOf } from '#queries/answers/request.ts';
import { isKeptFresh, isPast } from '#queries/answers/freshness.ts';
import { measureRequests, reasonRequests } from '#queries/overview.ts';
import { openDataRequests, websiteDaysOf } from '#queries/days/series.ts';
import { todayRequests } from '#queries/days/today.ts';
import { type GoalsState, shownGoalRequests } from '#store/kept/goals.ts';
import { routeKey } from '#store/navigation/route.ts';
import { afterDrawing } from '#store/reading/reading.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import type { SliceContext } from '#store/slice.ts';
import type { QueryState } from '#store/queries/question.ts';
import type { WebsitesSlice } from './websites.ts';
import { type AccountProgress, createAccountReader } from './accountReader.ts';
import { listLayout, type ListState, measuresWanted, readsToday } from './listLayout.ts';

/** The numbers in the list: rows on screen first, then all other websites in the background. */
export interface OverviewSlice {
  /** When false, no statistics are read for the list: for slow services. */
  readonly on: boolean;
  /** Set by the view of the list alone. */
  readonly isOfZeros?: boolean;
  /** Another object whenever more numbers are read. */
  readonly numbers: object;
  /** The day that an earlier session's numbers are for, where that is not today: shown where today's are not read yet. */
  readonly earlierDay: Day | undefined;
  readonly progress: AccountProgress;
  /** When an earlier session read them, as long as they are to be read again; undefined for what is up to date. */
  asOf(numbers: ListCounts | undefined): number | undefined;
  toggle(): void;
  /** Reads outdated numbers again, all of them with `force`: first the rows on screen, then the others. */
  restart(force: Force): void;
  /** Reads the numbers of the rows on screen and aborts reads of rows that have left it. */
  follow(): void;
  /** Reads the numbers of all websites, whatever number of requests that takes. */
  readAll(): void;
  /** The session switches to another service: aborts all reads. */
  end(): void;
}

/** The list, and the view it may be shown in. */
export interface ShownList extends ListState {
  readonly navigation: NavigationSlice;
  readonly websites: WebsitesSlice;
}

type OverviewContext = SliceContext<{ overview: OverviewSlice }, ShownList & QueryState & GoalsState>;
type OverviewState = ReturnType<OverviewContext['get']>;

export function createOverview(context: OverviewContext): OverviewSlice {
  const { get, patch, services, answers } = context;
  const owner = routeKey({ screen: 'websites' });
  const kept = services.lastSeen?.list;
  for (const { from, to, name, byWebsite } of kept?.numbers ?? []) {
    const ofList = name === 'exact' ? request.visitors({ from, to }) : request.series(name, { from, to });
    for (const [id, { at, counts }] of Object.entries(byWebsite))
      if (isPast(at, services)) answers.restoreOfList(id, ofList, counts, at);
  }
  const isReadAgain = services.lastSeen?.isReadAgain === true;
  let forced: Force = false;
  /** Those of today, also while a view shows an earlier day. */
  const days = () => {
    const { period, comparison } = get();
    return daysOf({ choice: period.choice, baseline: comparison.baseline }, services.today());
  };
  const knowledge = () => {
    const { capabilities } = get();
    return { answers, capabilities, timeZone: services.timeZone, today: services.today() };
  };
  const isFreshAt = (at: number) => !isReadAgain && isKeptFresh(at, services, services.timeZone);
  const isStale = ({ isKept, at }: ListCounts) => isKept === true && !(at !== undefined && isFreshAt(at));
  const isPaused = () => services.api.activity().pausedUntil !== undefined;
  const publish = () => {
    patch('overview', { numbers: {}, progress: account.progress() });
    if (get().websites.attentionOnly) get().websites.arrange();
  };

  let isEnded = false;
  const isOnList = () => !isEnded && get().navigation.view.screen === 'websites';
  const account = createAccountReader(context, {
    days,
    knowledge,
    measures: () => (isOnList() ? measuresWanted(get()) : []),
    goalRequests: website => shownGoalRequests(get(), website),
    mayRead: () => !isDue && isIdle() && isConfirmed(get()),
    isRead: counts => counts?.isCurrent === true && !isStale(counts),
    publish,
    finished: () => get().websites.settleOrder(),
  });

  /** What the rows on screen ask for, the nearest to the selection first. */
  let wanted: ReadonlyMap<string, NumberTask> = new Map();
  const running = new Map<string, NumberTask>();
  /** Each is read once, whether that succeeds or fails, until the list is read again. */
  const done = new Set<string>();
  const isOpen = (key: string) => !done.has(key) && !running.has(key);
  const isIdle = () => running.size === 0 && ![...wanted.keys()].some(isOpen);

  const tasks = (state: OverviewState) => {
    const requests = measuresWanted(state).flatMap(name =>
      measureRequests(name, days(), state.capabilities).map(request => ({
        name,
        request,
        countsOf: answers.countsOf(request),
      })),
    );
    const websites = rowsOnScreen(state);
    const own = websites.flatMap(website =>
      requests.flatMap(({ name, request, countsOf }): readonly NumberTask[] => {
        const counts = countsOf(website);
        // Those of an earlier session are read again after an hour; what was read in the background is not requested again.
        const isKnown = counts?.isKept === true ? !isStale(counts) : counts?.wasInBackground === true;
        const isOpen = forced === 'today' || counts?.isCurrent !== true || !isKnown;
        return isOpen ? [{ website, request, name }] : [];
      }),
    );
    // Also while they are read, and where the list was left meanwhile.
    const ofData = websites.flatMap(website =>
      measuresWanted(state).flatMap(name => (isRead(website, name) ? dataTasks(website, name) : [])),
    );
    return byKey([...own, ...ofData, ...websites.flatMap(furtherTasks)]);
  };
  const byKey = (all: readonly NumberTask[]) =>
    new Map(all.map(task => [`${keyOf(task.request)} ${task.website}`, task]));
  /** Once its days are read. */
  const dataTasks = (website: string, name: SeriesName): NumberTask[] =>
    openDataRequests(website, [name], days(), knowledge()).map(each => ({ ...each, name }));
  /**
   * What today's visitors are compared by, once their usual day is known, what makes a website need attention, once its numbers
   * are, and its goals: a pane shows how far they are, too.
   */
  const furtherTasks = (website: string): NumberTask[] => {
    const known = { ...knowledge(), answers: answers.listed };
    const own = websiteDaysOf(website, days(), known);
    const isRead = answers.countsOf(request.series('visitors', own.span))(website)?.isCurrent === true;
    const ofToday = readsToday(get()) && isRead ? todayRequests(website, 'visitors', own, known) : [];
    const further = { name: 'visitors', isFurther: true } as const;
    const goals = measuresWanted(get()).includes('visitors') ? shownGoalRequests(get(), website) : [];
    return [
      ...[...ofToday, ...reasonRequests(website, days(), known)].map(each => ({ ...each, ...further })),
      ...goals.map(each => ({ ...each, ...further, isOfGoal: true })),
    ];
  };
  const isRead = (website: string, name: SeriesName) =>
    measureRequests(name, days(), get().capabilities).every(
      request => request.kind === 'visitors' || answers.countsOf(request)(website)?.isCurrent === true,
    );
  const rankOf = (website: string) => {
    const { rows, position } = get().websites;
    const index = rows
      .slice(position.top, position.top + listLayout(get()).rows)
      .findIndex(({ id }) => id === website);
    return index === -1 ? Infinity : Math.abs(index + position.top - position.selected);
  };
  const read = async (key: string, task: NumberTask) => {
    const { website, request, name } = task;
    running.set(key, task);
    const rank = () => rankOf(website);
    const isOfList = request.kind !== 'dataDays' && task.isOfGoal !== true;
    await answers.read(website, request, { owner, force: forced, isOfList, rank, where: noFilter });
    // It was aborted, and perhaps wanted again.
    if (running.get(key) !== task) return;
    running.delete(key);
    const error = errorOf(website, task);
    if (error?.kind !== 'rateLimit' || !isPaused()) done.add(key);
    if (isRead(website, name)) readFurther(website, name);
    if (isRead(website, name) && !task.isFurther) account.known(website, name);
    publish();
    if (isIdle()) account.go();
  };
  const errorOf = (website: string, { request, isOfGoal }: NumberTask) =>
    isOfGoal !== true && (request.kind === 'series' || request.kind === 'visitors')
      ? answers.countsOf(request)(website)?.error
      : answers.listed.get(website, request).error;
  const readFurther = (website: string, name: SeriesName) => {
    for (const [key, task] of byKey([...dataTasks(website, name), ...furtherTasks(website)])) {
      wanted = new Map([...wanted, [key, task]]);
      if (isOpen(key)) void read(key, task);
    }
  };
  const want = (next: ReadonlyMap<string, NumberTask>) => {
    wanted = next;
    const gone = [...running].filter(([key]) => !wanted.has(key));
    for (const [key] of gone) running.delete(key);
    const end = () => {
      for (const [key, { website, request }] of gone)
        if (!running.has(key)) answers.abort(website, request, noFilter);
    };
    if (!isOnList()) return end();
    if (!isPaused()) for (const [key, task] of wanted) if (isOpen(key)) void read(key, task);
    // Once the new ones are in the queue, so that the places of those that end are for the nearest of them.
    setImmediate(() => isOnList() && end());
  };
  const look = () => {
    isDue = false;
    const { key } = days();
    if (key !== shownOf) {
      get().websites.forgetOrder();
      account.begin();
    }
    shownOf = key;
    want(isOnList() && isConfirmed(get()) ? tasks(get()) : new Map());
    if (isOnList()) account.go();
    else account.stop();
    showProgress();
  };
  const showProgress = () => {
    const progress = account.progress();
    if (!sameProgress(progress, get().overview.progress)) patch('overview', { progress });
  };
  let isDue = false;
  let shownOf: string | undefined;
  /** Deferred, so that the list is drawn first. Leaving is not: it must not abort what the next view reads. */
  const follow = () => {
    if (!isOnList()) return look();
    // The first frame has it, which may show what an earlier session read.
    if (!isConfirmed(get())) showProgress();
    if (isDue) return;
    isDue = true;
    afterDrawing(look);
  };

  return {
    on: services.choices?.saved.overview ?? true,
    numbers: {},
    earlierDay: kept !== undefined && kept.day < services.today() ? kept.day : undefined,
    progress: { read: 0, total: 0, isReading: false },
    asOf(numbers) {
      if (numbers?.isKept !== true || numbers.at === undefined) return undefined;
      return isConfirmed(get()) && isFreshAt(numbers.at) ? undefined : numbers.at;
    },
    toggle() {
      const { overview, websites } = get();
      patch('overview', { on: !overview.on });
      if (overview.on && !isListedSort(websites.sortBy))
        websites.sortRows(websites.listedBy.sortBy, websites.listedBy.sort);
    },
    restart(force) {
      forced = force;
      if (force === true) answers.outdate();
      done.clear();
      account.restart();
      look();
    },
    follow,
    readAll() {
      account.confirm();
      account.go();
    },
    end() {
      isEnded = true;
      look();
    },
  };
}

interface NumberTask extends WebsiteRequest {
  readonly name: SeriesName;
  /** What today is compared by, or paths of errors: no number of its own. */
  readonly isFurther?: boolean;
  /** Of the goals of the website: no number of the list. */
  readonly isOfGoal?: boolean;
}

function sameProgress(a: AccountProgress, b: AccountProgress): boolean {
  return a.read === b.read && a.total === b.total && a.isReading === b.isReading && a.requests === b.requests;
}

/** The service has answered since an earlier session saw the list: of its websites nothing is asked before. */
export function isConfirmed({ websites }: Pick<ShownList, 'websites'>): boolean {
  return websites.list.isKept !== true;
}

type Followed = OverviewState & { readonly activity: Activity };

/** Whether a state change affects what the overview has to read. */
export function changesOverview(now: Followed, before: Followed): boolean {
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
    now.yours !== before.yours ||
    now.activity.pausedUntil !== before.activity.pausedUntil
  );
}

/** Sorted by distance from the selection, the one below before the one above. Below a search without matches stands the whole list. */
function rowsOnScreen(state: OverviewState): readonly string[] {
  const { rows, position, whole, search } = state.websites;
  const hasNoMatch = rows.length === 0 && search !== '' && whole !== undefined;
  const { top, selected } = hasNoMatch ? { top: 0, selected: 0 } : position;
  return (hasNoMatch ? whole.rows : rows)
    .slice(top, top + listLayout(state).rows)
    .map(({ id }, index) => ({ id, below: index + top - selected }))
    .sort((a, b) => Math.abs(a.below) - Math.abs(b.below) || b.below - a.below)
    .map(({ id }) => id);
}
