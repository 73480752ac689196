import type { After } from '#api/limiter.ts';
import { samePeriod } from '#model/period/period.ts';
import { isListedSort } from '#model/service/query.ts';
import { windows } from '#model/statistics/series.ts';
import type { Day, Period, SeriesName } from '#model/statistics/statistics.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';
import { routeKey } from '#store/navigation/route.ts';
import { isKeptFresh, isPast } from '#store/queries/freshness.ts';
import type { QuestionDays } from '#queries/question.ts';
import { listPeriods, rowsKey, spanKey } from '#store/queries/question.ts';
import { exactVisitors } from '#store/queries/series.ts';
import { createSeriesQueue, nearestFirst, type SeriesTask, toCounts } from '#store/queries/seriesQueue.ts';
import type { Force } from '#store/queries/answers.ts';
import { createTaskPool } from '#store/queries/taskPool.ts';
import { afterDrawing } from '#store/reading.ts';
import type { State, StoreContext } from '#store/state.ts';
import { type AccountProgress, atOnce, createAccountReader } from './accountReader.ts';
import { listLayout, measuresWanted } from './listLayout.ts';
import { createNumbersCache, type NumbersCache } from './numbersCache.ts';
import { type PreviewRead, previewReads } from './previewContent.ts';
import { selectedWebsite } from './websites.ts';

/** The numbers read so far; a new object whenever more are read. */
interface KnownNumbers extends Pick<NumbersCache, 'get' | 'readAt' | 'finalDays' | 'trustsKept'> {
  /** When an earlier session read what is shown, as long as it is to be read again; undefined for what is up to date. */
  asOf(...of: Parameters<NumbersCache['keptAt']>): number | undefined;
}

/** The numbers in the list: rows on screen first, then all other websites in the background. */
export interface OverviewSlice {
  /** When false, no statistics are read for the list: for slow services. */
  readonly on: boolean;
  readonly numbers: KnownNumbers;
  /** The day that an earlier session's numbers are for, where that is not today: shown where today's are not read yet. */
  readonly earlierDay: Day | undefined;
  /** How many websites have their numbers. */
  readonly progress: AccountProgress;
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

export function createOverview(context: StoreContext): OverviewSlice {
  const { get, patch, loader, services } = context;
  const cache = createNumbersCache();
  const kept = services.lastSeen?.list;
  for (const { from, to, name, of } of kept?.numbers ?? [])
    for (const [id, { at, counts }] of Object.entries(of))
      if (isPast(at, services)) cache.restore({ from, to }, id, name, counts, at);
  const isReadAgain = services.lastSeen?.isReadAgain === true;
  if (isReadAgain) cache.invalidate();
  let forced: Force = false;
  /** Those of today, also while a view shows an earlier day. */
  const days = () => {
    const { period, comparison } = get();
    return listPeriods({ period, comparison, today: services.today });
  };
  const isFreshAt = (at: number) => !isReadAgain && isKeptFresh(at, services, services.timeZone);
  /** Of the websites that an earlier session saw no numbers are asked for before the service has answered. */
  const isConfirmed = () => get().websites.list.isKept !== true;
  /** Publishes new numbers; sorts by them where needed. */
  const numbers = (): KnownNumbers => ({
    get: cache.get,
    readAt: cache.readAt,
    finalDays: cache.finalDays,
    trustsKept: cache.trustsKept,
    asOf(...of) {
      const at = cache.keptAt(...of);
      return at === undefined || (isConfirmed() && isFreshAt(at)) ? undefined : at;
    },
  });
  const publish = () => {
    patch('overview', { numbers: numbers(), progress: account.progress() });
    if (get().websites.attentionOnly) get().websites.arrange();
  };

  const queue = createSeriesQueue({
    async run({ key, websiteId, name, period }) {
      const owner = routeKey({ screen: 'websites' });
      const before = get().stats.series[key]?.data;
      await Promise.all([
        get().stats.readSeries(websiteId, name, period, { owner, force: forced, isOfList: true }),
        name === 'visitors' && samePeriod(period, days().span) ? readExact(websiteId, owner) : undefined,
      ]);
      const { data, error, requested } = get().stats.series[key] ?? {};
      const counts = toCounts(data);
      const isOld = error !== undefined || (forced === true && data === before);
      if (counts !== undefined && !isOld) {
        cache.put(period, websiteId, name, counts, requested?.at ?? services.now());
        if (isRead(websiteId, name)) account.known(websiteId, name);
        publish();
      }
      return !(error?.kind === 'rateLimit' && isPaused());
    },
    cancel: ({ key }) => loader.abort(`series:${key}`),
    isPaused: () => isPaused(),
    onFinished: () => account.go(),
  });
  const readExact = async (websiteId: string, owner: string) => {
    const { period } = days();
    if (!hasExactVisitors(get().capabilities, period)) return;
    await get().stats.readVisitors(websiteId, period, { owner, force: forced, isOfList: true });
    const { data, error } = exactVisitors(get(), websiteId, period) ?? {};
    if (data === undefined && error === undefined) return;
    cache.put(period, websiteId, 'exact', data === undefined ? [] : [data], services.now());
  };
  const isPaused = () => services.api.activity().pausedUntil !== undefined;

  const isRead = (websiteId: string, name: SeriesName) =>
    periodsOf(days()).every(period => cache.isCurrent(period, websiteId, name));

  let isEnded = false;
  const isOnList = () => !isEnded && get().navigation.view.screen === 'websites';
  const account = createAccountReader(context, cache, {
    days,
    measures: () => (isOnList() ? measuresWanted(get()) : []),
    mayRead: () => !isDue && queue.isIdle() && isConfirmed(),
    publish,
    finished: () => get().websites.settleOrder(),
  });

  const tasks = (state: State): SeriesTask[] => {
    const names = measuresWanted(state);
    const periods = periodsOf(days()).map(period => ({ period, requests: windows(period).length }));
    const isWanted = ({ key, websiteId, name, period }: SeriesTask) => {
      if (forced === 'today' || !cache.isCurrent(period, websiteId, name)) return true;
      // Of those of an earlier session the rows on screen have them read again after an hour.
      const at = cache.keptAt(period, websiteId, name);
      // Numbers read in the background are cached and not requested again.
      return at === undefined ? state.stats.series[key] !== undefined : !isFreshAt(at);
    };
    const wanted: SeriesTask[] = [];
    for (const { id } of rowsOnScreen(state))
      for (const name of names)
        for (const { period, requests } of periods) {
          const task = { key: spanKey(id, name, period), websiteId: id, name, period, requests };
          if (isWanted(task)) wanted.push(task);
        }
    return wanted;
  };
  const look = () => {
    isDue = false;
    const { key } = days();
    if (key !== shownOf) get().websites.forgetOrder();
    shownOf = key;
    const state = get();
    queue.keep(key => state.stats.series[key] !== undefined);
    queue.want(isOnList() && isConfirmed() ? tasks(state) : []);
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
  /**
   * Deferred, so that the list is drawn before its numbers are requested. Leaving the list is not deferred: it must not abort
   * what the next view has started to read.
   */
  const follow = () => {
    if (!isOnList()) return look();
    // The first frame has it, which may show what an earlier session read.
    if (!isConfirmed()) showProgress();
    if (isDue) return;
    isDue = true;
    afterDrawing(look);
  };

  return {
    on: services.choices?.saved.overview ?? true,
    numbers: numbers(),
    earlierDay: kept !== undefined && kept.day < services.today() ? kept.day : undefined,
    progress: { read: 0, total: 0, isReading: false },
    toggle() {
      const { overview, websites } = get();
      patch('overview', { on: !overview.on });
      if (overview.on && !isListedSort(websites.sortBy))
        websites.sortRows(websites.listedBy.sortBy, websites.listedBy.sort);
    },
    restart(force) {
      forced = force;
      if (force === true) cache.invalidate();
      queue.forget();
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

function sameProgress(a: AccountProgress, b: AccountProgress): boolean {
  return a.read === b.read && a.total === b.total && a.isReading === b.isReading && a.asks === b.asks;
}

/** Whether a state change affects what the overview has to read. */
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

function periodsOf({ span, apart }: QuestionDays): Period[] {
  return apart === undefined ? [span] : [span, apart];
}

/** Sorted by distance from the selection. */
function rowsOnScreen(state: State): readonly { readonly id: string }[] {
  const { rows, position } = state.websites;
  const { top, selected } = position;
  return nearestFirst(rows.slice(top, top + listLayout(state).rows), selected - top);
}

/** The pane beside the list: which website it shows, and what it reads of it. */
export interface PreviewSlice {
  /** The website selected when the selection last came to rest; undefined before there is one. */
  readonly websiteId: string | undefined;
  /** Requests of the pane, and those that are answered or have failed. */
  readonly asked: number;
  readonly answered: number;
  /** Follows the selection: once it rests the pane shows it, and a moment later reads what it lacks. */
  follow(): void;
  /** Reads again what is outdated, with `force` everything, once the selection rests. */
  restart(force: Force): void;
  /** The session switches to another service: aborts all reads. */
  end(): void;
}

/** Longer than between two keys of a held one, and than a frame takes: scrolling draws no pane. */
export const shownAfterMs = 150;
export const askedAfterMs = 200;

export function createPreview(context: StoreContext): PreviewSlice {
  const { get, patch, loader, services } = context;
  const owner = routeKey({ screen: 'websites' });
  let forced: Force = false;
  let isEnded = false;
  let followed: string | undefined;
  let timers: readonly ReturnType<After>[] = [];
  let open: (() => Promise<void>)[] = [];
  let running = new Set<string>();

  const finish = (asked: number) => patch('preview', { asked, answered: asked - open.length - running.size });
  const tasks = createTaskPool(
    atOnce,
    () => open.shift(),
    () => undefined,
  );

  const stop = () => {
    for (const timer of timers) timer.stop();
    timers = [];
    open = [];
    const left = running;
    running = new Set();
    for (const key of left) loader.abort(key);
  };
  const taskOf = (websiteId: string, read: PreviewRead, asked: number) => async () => {
    const key = slotKey(websiteId, read);
    const own = running;
    own.add(key);
    const options = { owner, force: forced, acceptsKept: true };
    const { stats } = get();
    if (read.kind === 'series') await stats.readSeries(websiteId, read.name, read.period, options);
    else if (read.kind === 'hours') await stats.readHours(websiteId, read.name, read.period, options);
    else await stats.readRows(websiteId, read.query, options);
    own.delete(key);
    if (own === running) finish(asked);
  };
  const ask = (websiteId: string) => {
    if (!isConfirmed(get())) return;
    const reads = previewReads(get());
    open = reads.map(read => taskOf(websiteId, read, reads.length));
    finish(reads.length);
    tasks.start();
  };
  const show = (websiteId: string) => {
    get().stats.restore(websiteId);
    if (get().preview.websiteId !== websiteId) patch('preview', { websiteId, asked: 0, answered: 0 });
  };
  const rest = () => {
    const wanted = isEnded ? undefined : wantedOf(get());
    if (wanted?.of === followed) return;
    stop();
    followed = wanted?.of;
    if (wanted === undefined) return;
    const { id } = wanted;
    // There is nothing to be drawn over yet.
    if (get().preview.websiteId === undefined) show(id);
    timers = [services.after(shownAfterMs, () => show(id)), services.after(askedAfterMs, () => ask(id))];
    for (const timer of timers) timer.unref();
  };

  return {
    websiteId: undefined,
    asked: 0,
    answered: 0,
    follow() {
      const before = followed;
      rest();
      if (before !== followed) forced = false;
    },
    restart(force) {
      stop();
      followed = undefined;
      forced = force;
      rest();
    },
    end() {
      isEnded = true;
      rest();
    },
  };
}

/** The website that the pane is for and what its reads depend on; undefined where there is no pane. */
function wantedOf(state: State): { readonly id: string; readonly of: string } | undefined {
  const { view } = state.navigation;
  const website = selectedWebsite(state.websites);
  if (view.screen !== 'websites' || website === undefined || listLayout(state).pane === 0) return undefined;
  const days = isConfirmed(state) ? listPeriods(state).key : 'none yet';
  const of = [website.id, days, ...measuresWanted(state)].join(' ');
  return { id: website.id, of };
}

/** The service has answered since an earlier session saw the list. */
function isConfirmed({ websites }: State): boolean {
  return websites.list.isKept !== true;
}

function slotKey(websiteId: string, read: PreviewRead): string {
  return read.kind === 'rows'
    ? `rows:${rowsKey(websiteId, read.query)}`
    : `${read.kind}:${spanKey(websiteId, read.name, read.period)}`;
}
