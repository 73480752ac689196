import type { ApiError } from '#api/error.ts';
import type { After } from '#api/limiter.ts';
import { samePeriod } from '#model/period/period.ts';
import { hasMore } from '#model/service/paging.ts';
import { isListedSort } from '#model/service/query.ts';
import { windows } from '#model/statistics/series.ts';
import type { Day, Period, SeriesName } from '#model/statistics/statistics.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';
import { routeKey } from '#store/navigation/route.ts';
import { apiErrorOf } from '#store/queries/answers.ts';
import { isKeptFresh, isPast, readDays } from '#store/queries/freshness.ts';
import { type NumberDays, listPeriods, rowsKey, spanKey } from '#store/queries/question.ts';
import { exactVisitors } from '#store/queries/series.ts';
import { createSeriesQueue, nearestFirst, type SeriesTask, toCounts } from '#store/queries/seriesQueue.ts';
import type { Force } from '#store/queries/stats.ts';
import { createTaskPool } from '#store/queries/taskPool.ts';
import { afterDrawing } from '#store/reading.ts';
import type { State, StoreContext } from '#store/state.ts';
import { listLayout, measuresWanted } from './listLayout.ts';
import { createNumbersCache, type NumbersCache } from './numbersCache.ts';
import { type PreviewRead, previewReads } from './previewContent.ts';
import { selectedWebsite } from './websites.ts';

/** How many websites of the list have their numbers read. */
interface AccountProgress {
  readonly read: number;
  /** The number of websites, as far as it is known. */
  readonly total: number;
  readonly isReading: boolean;
  /** More requests than are sent without asking; set until the user agrees. */
  readonly asks?: number | undefined;
}

interface AccountWork {
  days(): NumberDays;
  /** The measures to read for every website, the most urgent first; empty while the list is not on screen. */
  measures(): readonly SeriesName[];
  /** False while numbers of rows on screen are still being read. */
  mayRead(): boolean;
  /** Called when there is something new to show. */
  publish(): void;
  /** Called when everything is read that can be. */
  finished(): void;
}

interface AccountReader {
  go(): void;
  /** Called when the user leaves the list: aborts the requests under way. */
  stop(): void;
  /** Failed and outdated numbers are read again. */
  restart(): void;
  /** To be called for numbers that were read elsewhere. */
  known(id: string, name: SeriesName): void;
  /** The user agrees to the number of requests. */
  confirm(): void;
  progress(): AccountProgress;
}

/** Concurrent requests, of the four that the service layer allows. */
const atOnce = 2;
/** A job that takes more requests than this waits for the user's consent. */
const mostUnasked = 300;
/** Milliseconds between two updates of the screen while numbers come in. */
const publishEvery = 1000;
const pageRows = 100;

/** Reads all pages of the list and then the numbers of all websites, in the background. */
function createAccountReader(
  { get, services }: Pick<StoreContext, 'get' | 'services'>,
  cache: NumbersCache,
  work: AccountWork,
): AccountReader {
  let leaving = new AbortController();
  /** The websites of each measure whose numbers are neither read nor failed, in list order. */
  let open:
    { readonly by: readonly unknown[]; readonly ids: ReadonlyMap<SeriesName, Set<string>> } | undefined;
  const underWay = new Set<string>();
  let isStopped = false;
  let isNews = false;
  let spent = { job: '', requests: 0 };
  let confirmed: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let publishedAt = 0;

  /** The periods to read for each website. */
  const periods = () => {
    const { span, apart } = work.days();
    return apart === undefined ? [span] : [span, apart];
  };
  const requestsEach = () => periods().reduce((sum, period) => sum + windows(period).length, 0);
  const isRead = (id: string, name: SeriesName) =>
    periods().every(period => cache.isCurrent(period, id, name));

  const list = () => get().websites.list.data;
  /** Identifies the job the user agreed to: another period, search or measure is another job. */
  const job = () => [work.days().key, work.measures().join(), get().websites.search].join(' ');

  // Progress is drawn at every key, so the websites are scanned only once for each change.
  const openIds = () => {
    const { key } = work.days();
    const rows = list()?.rows ?? [];
    const measures = work.measures();
    const by = [key, rows, measures.join()];
    if (open?.by.every((part, place) => part === by[place]) === true) return open.ids;
    const ids = measures.map(name => {
      const missing = rows.filter(({ id }) => !isRead(id, name));
      return [name, new Set(missing.map(({ id }) => id))] as const;
    });
    open = { by, ids: new Map(ids) };
    return open.ids;
  };
  const count = () => {
    const data = list();
    const measures = [...openIds().values()];
    const known = data?.rows.length ?? 0;
    const isMore = data !== undefined && hasMore(data);
    const all = isMore ? Math.max(known, data.total ?? 0) : known;
    // The first page to request is the one with the first row that is not read.
    const pages = isMore ? Math.max(1, Math.ceil(all / pageRows) - Math.floor(data.fresh / pageRows)) : 0;
    const series = measures.reduce((sum, { size }) => sum + size + all - known, 0);
    const missing = Math.max(0, ...measures.map(({ size }) => size));
    return {
      all,
      read: measures.length === 0 ? 0 : known - missing,
      requests: pages + series * requestsEach(),
    };
  };
  const isAsking = () => {
    if (spent.job !== job()) spent = { job: job(), requests: 0 };
    return confirmed !== job() && spent.requests + count().requests > mostUnasked;
  };
  const spend = (requests: number) => (spent = { ...spent, requests: spent.requests + requests });

  const publish = (atOnce: boolean) => {
    const wait = publishedAt + publishEvery - services.now();
    if (!atOnce && wait > 0) {
      timer ??= setTimeout(() => publish(true), wait).unref();
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    publishedAt = services.now();
    work.publish();
  };

  const known = (id: string, name: SeriesName) => {
    openIds().get(name)?.delete(id);
    isNews = true;
  };
  /**
   * Rate-limited requests are repeated, as the service layer delays them. After a failed sign-in or connection
   * nothing is.
   */
  const fails = ({ kind }: ApiError) => {
    if (kind === 'auth' || kind === 'network' || kind === 'timeout') isStopped = true;
    return kind !== 'rateLimit';
  };

  const readRecords = async () => {
    spend(1);
    const failure = await get().websites.readOn();
    if (failure !== undefined && fails(failure)) isStopped = true;
    isNews = true;
    publish(false);
  };
  const readNumbers = async (id: string, name: SeriesName) => {
    const days = work.days().key;
    const key = `${days} ${name} ${id}`;
    const { signal } = leaving;
    // The user may have chosen another period by the time they come: its numbers are still to be read.
    const isDone = () => {
      if (work.days().key === days) known(id, name);
    };
    underWay.add(key);
    const { period: shown } = work.days();
    const isExact = name === 'visitors' && hasExactVisitors(services.api.capabilities, shown);
    spend(requestsEach() + Number(isExact));
    try {
      // Before the days, which count as read only with it.
      if (isExact && !cache.isCurrent(shown, id, 'exact')) {
        const visitors = await services.api.readVisitors(id, shown, signal, 'background');
        cache.put(shown, id, 'exact', [visitors], services.now());
      }
      for (const period of periods().filter(each => !cache.isCurrent(each, id, name))) {
        const at = services.now();
        const points = await readDays({ get, services }, id, name, period, { signal, urgency: 'background' });
        cache.put(period, id, name, toCounts(points) ?? [], at);
      }
      isDone();
    } catch (error) {
      if (signal.aborted) return;
      const failure = apiErrorOf(error);
      if (failure === undefined) throw error;
      if (fails(failure)) isDone();
    } finally {
      underWay.delete(key);
    }
    publish(false);
  };

  const nextNumbers = () => {
    const { key } = work.days();
    for (const [name, ids] of openIds())
      for (const id of ids) if (!underWay.has(`${key} ${name} ${id}`)) return () => readNumbers(id, name);
    return undefined;
  };
  const next = () => {
    const { loading, data } = get().websites.list;
    if (data === undefined || loading || isStopped || !work.mayRead()) return undefined;
    if (work.measures().length === 0 || isAsking()) return undefined;
    if (!hasMore(data)) return nextNumbers();
    return tasks.running() === 0 ? readRecords : undefined;
  };
  const idle = () => {
    if (!isNews || !work.mayRead()) return;
    isNews = false;
    publish(true);
    work.finished();
  };
  const tasks = createTaskPool(atOnce, next, idle);

  return {
    go: () => tasks.start(),
    stop() {
      leaving.abort();
      leaving = new AbortController();
      get().websites.stop();
    },
    restart() {
      open = undefined;
      isStopped = false;
    },
    known,
    confirm: () => (confirmed = job()),
    progress() {
      const { all, read, requests } = count();
      // While rows on screen are being read, the count would change with each of them.
      const asks = work.mayRead() && isAsking() ? requests : undefined;
      return { read, total: all, isReading: tasks.running() > 0, asks };
    },
  };
}

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

function periodsOf({ span, apart }: NumberDays): Period[] {
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
