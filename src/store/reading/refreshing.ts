import type { StoreApi } from 'zustand/vanilla';
import type { Activity } from '#api/api.ts';
import type { After } from '#api/limiter.ts';
import { ApiError, type ApiErrorKind } from '#model/failure.ts';
import { isTooSmall, type Viewport } from '#store/display.ts';
import { isOfService, type SeenState } from './lastSeen.ts';
import { isInOverlay, type NavigationSlice } from '#store/navigation/navigation.ts';
import { type Route, routeKey, type RouteOf, type ScreenName } from '#store/navigation/route.ts';
import type { Answers } from '#queries/answers/answers.ts';
import { keyOf } from '#queries/answers/request.ts';
import type { Clock } from '#queries/answers/freshness.ts';
import { rowsDays } from '#queries/days/today.ts';
import { hoursSoFarRequests } from '#store/queries/series.ts';
import { awaitsRows } from '#store/queries/rows.ts';
import { knownOf, shownDays, type QueryState, websiteDays } from '#store/queries/question.ts';
import { changedNumbers, type NumbersInView, numbersInView } from './reading.ts';
import type { SliceContext } from '#store/slice.ts';
import type { OverviewSlice } from '#store/websites/numbers.ts';
import type { PreviewSlice } from '#store/websites/previewContent.ts';
import { failureOf, failureSentence } from '#store/websites/listLayout.ts';
import type { WebsitesSlice } from '#store/websites/websites.ts';

/** Reads today's numbers again at intervals, while turned on. */
export interface AutoRefreshSlice {
  readonly on: boolean;
  readonly every: number;
  /** Numbers the last refresh changed, highlighted for a moment: see numberKey. */
  readonly changed: ReadonlySet<string>;
  toggle(): void;
  begin(): void;
  /** Numbers have changed: those of today, or any. Reads them again in a moment, however often this is called. */
  schedule(force: 'today' | true): void;
  end(): void;
}

const usualSeconds = 30;
const markedForMs = 4_000;
/** Between two refreshes of logs that are written all the time. */
const soonMs = 3_000;
const none: ReadonlySet<string> = new Set();

interface Needs extends NumbersInView {
  readonly activity: Activity;
  readonly navigation: NavigationSlice;
  readonly websites: WebsitesSlice;
  readonly overview: Pick<OverviewSlice, 'restart'>;
  readonly preview: Pick<PreviewSlice, 'restart'>;
  refresh(): void;
}

interface RefreshContext<Own> extends SliceContext<Own, Needs> {
  screenOf(name: ScreenName): { readonly load?: unknown; readonly autoRefreshes?: true };
}

export function createAutoRefresh(
  context: RefreshContext<{ autoRefresh: AutoRefreshSlice }>,
): AutoRefreshSlice {
  const { get, patch, load, loader, screenOf, services } = context;
  const every = services.refreshEvery ?? usualSeconds;
  let timer: NodeJS.Timeout | undefined;
  let unmark: NodeJS.Timeout | undefined;

  const mark = (changed: ReadonlySet<string>) => {
    clearTimeout(unmark);
    if (changed.size === 0) return;
    patch('autoRefresh', { changed });
    unmark = setTimeout(() => patch('autoRefresh', { changed: none }), markedForMs);
    unmark.unref();
  };

  /** Does nothing behind a menu, a dialog or a form. */
  const refresh = async (force: 'today' | true) => {
    const { stack, view } = get().navigation;
    if (isInOverlay(get()) || screenOf(view.screen).load === undefined) return;
    const before = numbersInView(get());
    services.api.forget();
    load(view, force);
    await loader.settled(routeKey(view));
    if (get().navigation.stack === stack) mark(changedNumbers(before, numbersInView(get())));
  };

  let waiting: NodeJS.Timeout | undefined;
  let wanted: 'today' | true | undefined;
  let refreshed = -Infinity;
  const later = () => {
    waiting = undefined;
    if (wanted === undefined) return;
    // A menu is left soon.
    if (isInOverlay(get())) return wait(soonMs);
    const force = wanted;
    wanted = undefined;
    refreshed = services.now();
    void refresh(force);
  };
  const wait = (milliseconds: number) => {
    waiting ??= setTimeout(later, milliseconds).unref();
  };

  const begin = () => {
    clearInterval(timer);
    if (!get().autoRefresh.on) return;
    timer = setInterval(() => void refresh('today'), every * 1000);
    timer.unref();
  };

  return {
    on: services.refreshEvery !== undefined,
    every,
    changed: none,
    toggle() {
      patch('autoRefresh', { on: !get().autoRefresh.on });
      begin();
    },
    begin,
    schedule(force) {
      wanted = wanted === true ? true : force;
      wait(Math.max(0, Math.min(soonMs, refreshed + soonMs - services.now())));
    },
    end() {
      clearInterval(timer);
      clearTimeout(waiting);
      clearTimeout(unmark);
    },
  };
}

const quarter = 900_000;

/** The dates move, and yesterday has all its counts. Checked at each change, and every quarter of an hour (watchDay). */
export function followDay(
  store: Pick<StoreApi<{ refresh(force: boolean): void }>, 'subscribe'>,
  { today }: Pick<Clock, 'today'>,
): void {
  let day = today();
  store.subscribe(({ refresh }) => {
    if (today() === day) return;
    day = today();
    refresh(false);
  });
}

interface ComparedView extends QueryState {
  readonly navigation: NavigationSlice;
  readonly statistic: { readCompared(): void };
  refresh(force: boolean): void;
}

/** Once it is known with which day the website in view is compared, what was not asked for without it is read. */
export function followUsualDay(store: Pick<StoreApi<ComparedView>, 'subscribe'>): void {
  let last: { readonly asked: string; readonly days: string; readonly awaits: boolean } | undefined;
  store.subscribe(state => {
    const { view } = state.navigation;
    if (!isComparedView(view)) return;
    const { usual, key } = websiteDays(state, view.websiteId);
    const today =
      view.screen === 'dashboard' ? hoursSoFarRequests(state, view.websiteId).map(keyOf).join(' ') : '';
    const { until } = rowsDays(view.websiteId, websiteDays(state, view.websiteId), knownOf(state)).rows;
    const awaits = awaitsRows(state, view.websiteId);
    const asked = [routeKey(view), shownDays(state).key, state.comparison.baseline].join(' ');
    const now = { asked, days: [usual === 'unread', key, today, until, awaits].join(' '), awaits };
    const before = last;
    last = now;
    if (before?.asked !== now.asked || before.days === now.days) return;
    if (usual === 'unread' && before.awaits === awaits) return;
    if (view.screen === 'statistic') state.statistic.readCompared();
    else state.refresh(false);
  });
}

function isComparedView(view: Route): view is RouteOf<'dashboard' | 'statistic' | 'history' | 'why'> {
  return ['dashboard', 'statistic', 'history', 'why'].includes(view.screen);
}

/** Makes an idle screen follow the day as well: midnight of every time zone is a quarter of an hour. Returns what stops it. */
export function watchDay(store: { setState(change: object): void }, now: () => number): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    // With a stopped clock, or one slightly ahead of the timer, it must not spin.
    timer = setTimeout(next, Math.max(1_000, quarter - (now() % quarter))).unref();
  };
  const next = () => {
    // An empty change: it makes the subscribers check the day.
    store.setState({});
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

type List = WebsitesSlice['list'];

/** Seconds of a wait. Where they are many, also when it ends: milliseconds since 1970. */
interface Wait {
  readonly left: number;
  readonly total: number;
  readonly until?: number;
}

/** Of more seconds is said when they are over. */
export const longWait = 120;

/** How often the list of websites was read by itself without success, and when it is next: what somebody asks for between makes no wait longer. */
export interface RetrySlice {
  /** 0 once it was read. */
  readonly failures: number;
  /** When the first of them was: milliseconds since 1970. */
  readonly since: number | undefined;
  /** Until the next try; undefined while one is under way, and where another would fail alike. */
  readonly seconds: Wait | undefined;
  /** Since when the first list of all is waited for, and for how long; undefined within the first second, and once it was answered. */
  readonly waited:
    | {
        readonly since: number;
        readonly seconds: number;
        /** Seconds until it is asked again where it asks to wait, 0 while it is; undefined where it has not answered. */
        readonly pause?: number | undefined;
      }
    | undefined;
  /** Why no statistics in view are read, although the list is. */
  readonly numbers?: List['error'];
  /** What is asked waits because the service asks to: why, and for how many seconds more, 0 while it is asked again. */
  readonly paused?: (Wait & { readonly error: ApiError }) | undefined;
  /** To be called where requests begin to wait. */
  followPause(): void;
  /** To be called where that is another one, undefined once some are read. */
  followNumbers(error: List['error']): void;
  /** To be called where the list is another one. */
  follow(before: List): void;
  end(): void;
}

/** Before the second try, and at most: each wait is twice the one before. */
const firstWait = 15;
const maxWaitSeconds = 60;

/** In place of a service something else answers for a while, as long as it is renewed. */
const passing: ReadonlySet<ApiErrorKind> = new Set(['network', 'timeout', 'server', 'shape']);

/** Where it asks for no more than requests wait for by themselves. */
export const asksToWait = new ApiError(
  'rateLimit',
  'The service has had too many requests and asks to wait.',
  { status: 429 },
);
/** So many seconds of a wait are nothing to speak of. */
const shortPause = 2;

export const isPassing = (error: NonNullable<List['error']>) => waitAfter(error, 1) !== undefined;

/** Seconds until the next try; undefined where it would fail again, or run a command that may ask for something. */
export function waitAfter(
  { kind, details }: NonNullable<List['error']>,
  failures: number,
): number | undefined {
  if (details.staysWrong === true || details.isUnread === true) return undefined;
  if (kind === 'rateLimit') return Math.ceil(details.retryAfter ?? maxWaitSeconds);
  if (!passing.has(kind)) return undefined;
  return Math.min(maxWaitSeconds, firstWait * 2 ** (failures - 1));
}

export function createRetry({ get, patch, services }: RefreshContext<{ retry: RetrySlice }>): RetrySlice {
  let timer: ReturnType<After> | undefined;
  let isOver = false;
  let isByItself = false;
  let areNumbersTried = false;
  /** The wait that somebody's own asking has broken off. */
  let broken: Wait | undefined;

  /** Asking for more neither restarts a wait nor makes one longer; only the service says how long its own is. */
  const waitOf = ({ kind }: ApiError, total: number, before?: Wait): Wait => {
    if (kind !== 'rateLimit') return { left: Math.min(total, before?.left ?? total), total };
    const until = total > longWait ? { until: services.now() + total * 1_000 } : {};
    return { left: total, total: Math.max(total, before?.total ?? 0), ...until };
  };
  const inOneSecond = (work: () => void) => {
    timer?.stop();
    timer = services.after(1_000, work);
    timer.unref();
  };
  const tick = () => {
    const { seconds } = get().retry;
    if (seconds === undefined || isOver) return;
    if (seconds.left <= 1 && get().retry.numbers !== undefined && get().websites.list.error === undefined) {
      areNumbersTried = true;
      patch('retry', { seconds: undefined });
      return get().refresh();
    }
    if (seconds.left <= 1) {
      isByItself = true;
      return void get().websites.load();
    }
    patch('retry', { seconds: { ...seconds, left: seconds.left - 1 } });
    inOneSecond(tick);
  };
  let asked: number | undefined;
  const count = () => {
    if (asked === undefined || isOver) return;
    const { retry, activity } = get();
    const { seconds = 0, pause } = retry.waited ?? {};
    const until = activity.pausedUntil;
    const left = until === undefined ? pause && 0 : Math.max(0, Math.ceil((until - services.now()) / 1_000));
    patch('retry', { waited: { since: asked, seconds: seconds + 1, pause: left } });
    inOneSecond(count);
  };
  let pause: { readonly since: number; until: number } | undefined;
  let pauseTimer: ReturnType<After> | undefined;
  const countPause = () => {
    if (isOver || pause === undefined) return;
    const { pausedUntil, queued, inFlight, lastAnswer = 0 } = get().activity;
    const isPaused = pausedUntil !== undefined;
    if (!isPaused && (lastAnswer > pause.until || queued + inFlight === 0)) {
      pause = undefined;
      return patch('retry', { paused: undefined });
    }
    pause.until = pausedUntil ?? pause.until;
    const { since, until } = pause;
    const secondsFrom = (start: number) => Math.max(0, Math.ceil((until - start) / 1_000));
    if (services.now() - since >= shortPause * 1_000)
      patch('retry', {
        paused: { error: asksToWait, left: secondsFrom(services.now()), total: secondsFrom(since), until },
      });
    pauseTimer = services.after(1_000, countPause);
    pauseTimer.unref();
  };
  /** The service is there again: what could not be read meanwhile is read. */
  const succeed = () => {
    patch('retry', { failures: 0, since: undefined, seconds: undefined, numbers: undefined });
    // The list itself was read just now.
    const { navigation, overview, preview } = get();
    if (navigation.view.screen === 'websites') {
      overview.restart(false);
      preview.restart(false);
    } else if (!isInOverlay(get())) get().refresh();
  };

  return {
    failures: 0,
    since: undefined,
    seconds: undefined,
    waited: undefined,
    follow(before) {
      const { retry, websites } = get();
      const { loading, error, data } = websites.list;
      const areNumbers = retry.numbers !== undefined && before.error === undefined;
      if (isOver || (areNumbers && error === undefined)) return;
      if (loading && data === undefined && error === undefined) {
        asked ??= services.now();
        return inOneSecond(count);
      }
      asked = undefined;
      if (retry.waited !== undefined) patch('retry', { waited: undefined });
      if (loading) {
        timer?.stop();
        if (retry.seconds === undefined) return;
        broken = isByItself ? undefined : retry.seconds;
        patch('retry', { seconds: undefined });
      } else if (error === undefined) {
        isByItself = false;
        if (retry.failures > 0) succeed();
      } else if (error !== before.error || before.loading) {
        const isTry = isByItself || retry.failures === 0;
        isByItself = false;
        const failures = retry.failures + (isTry ? 1 : 0);
        const total = waitAfter(error, failures);
        const since = retry.since ?? services.now();
        const seconds = total === undefined ? undefined : waitOf(error, total, isTry ? undefined : broken);
        patch('retry', { failures, since, seconds });
        if (seconds !== undefined) inOneSecond(tick);
      }
    },
    followNumbers(error) {
      const { retry, websites } = get();
      if (isOver || websites.list.error !== undefined) return;
      if (error === retry.numbers && (error === undefined || !areNumbersTried)) return;
      // Those of another view or row are no further try.
      const isTry = areNumbersTried || retry.failures === 0;
      if (error !== undefined && !isTry) return patch('retry', { numbers: error });
      areNumbersTried = false;
      timer?.stop();
      const failures = error === undefined ? 0 : retry.failures + 1;
      const since = error && (retry.since ?? services.now());
      const total = error && waitAfter(error, failures);
      const seconds = error && total !== undefined ? waitOf(error, total) : undefined;
      patch('retry', { numbers: error, failures, since, seconds });
      if (seconds !== undefined) inOneSecond(tick);
    },
    followPause() {
      const { activity, websites } = get();
      const { pausedUntil, queued } = activity;
      if (isOver || pause !== undefined || pausedUntil === undefined || queued === 0) return;
      // Without a list its own box says so, and what is written says it in its form.
      if (websites.list.data === undefined || isInOverlay(get())) return;
      pause = { since: services.now(), until: pausedUntil };
      countPause();
    },
    end() {
      isOver = true;
      timer?.stop();
      pauseTimer?.stop();
    },
  };
}

interface FailingView {
  readonly answers: Answers;
  readonly websites: WebsitesSlice;
  readonly navigation: { readonly view: Route };
}

/** Where a view is not answered, the list is read: it fails too and is tried again, or the service is there. */
export function followFailures(store: Pick<StoreApi<FailingView>, 'getState' | 'subscribe'>): void {
  let last: unknown;
  store.subscribe(({ answers, navigation: { view }, websites }, before) => {
    if (answers === before.answers || !('websiteId' in view) || view.websiteId === undefined) return;
    if (websites.list.loading || websites.list.error !== undefined) return;
    const failed = Array.from(answers.known(view.websiteId), ({ answer }) => answer.error).find(isOfService);
    if (failed === undefined || failed === last) return;
    last = failed;
    void websites.load();
  });
}

type FailingService = SeenState & {
  readonly retry: RetrySlice;
  readonly viewport: Viewport;
  readonly terminal: Viewport;
};

/** The service does not answer any more, whichever way: every view says so, also above what an earlier session saw. */
export function isOutage(state: FailingService): boolean {
  return failureOf(state) !== undefined;
}

/** The service has asked to wait, and nothing is sent until then, whoever asks. */
export function mustWait({ retry, websites }: Pick<FailingService, 'retry' | 'websites'>): boolean {
  const { seconds, waited, paused } = retry;
  const isAsked = (websites.list.error ?? retry.numbers)?.kind === 'rateLimit';
  return (waited?.pause ?? ((isAsked ? seconds : undefined) ?? paused)?.left ?? 0) > 0;
}

/** Lines of the box that says so, and the least height of a terminal that has room for it above a view: below it stands the sentence alone. */
const outageRows = 6;
const roomForOutage = 20;
/** These leave out days without a line of each weekday. */
const wholeViews: ReadonlySet<ScreenName> = new Set(['year', 'heatMap']);

/** What views are left with: the list says by itself why it is not read. */
export function viewportOf(state: FailingService): Viewport {
  const { terminal, navigation } = state;
  const error = failureOf(state);
  if (error === undefined || navigation.view.screen === 'websites') return terminal;
  if (terminal.rows >= roomForOutage) return { ...terminal, rows: terminal.rows - outageRows };
  // A menu or a form needs all there is.
  const needsAll = isInOverlay(state) || wholeViews.has(navigation.view.screen);
  if (isTooSmall(terminal) || needsAll) return terminal;
  return { ...terminal, rows: terminal.rows - failureSentence(error, terminal.columns).length };
}

export function showsOutage({ viewport, terminal }: Pick<FailingService, 'viewport' | 'terminal'>): boolean {
  return viewport.rows < terminal.rows;
}

/** Once it is said, or not any more, views have another height. */
export function followOutage(
  store: Pick<
    StoreApi<FailingService & { readonly statistic: { settle(): void } }>,
    'setState' | 'subscribe'
  >,
): void {
  store.subscribe(state => {
    const viewport = viewportOf(state);
    if (viewport.rows === state.viewport.rows && viewport.columns === state.viewport.columns) return;
    store.setState({ viewport });
    if (state.navigation.view.screen === 'statistic') state.statistic.settle();
  });
}
