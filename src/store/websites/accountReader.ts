import type { ApiError } from '#model/failure.ts';
import { hasMore } from '#model/service/paging.ts';
import { windows } from '#model/statistics/series.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';
import { apiErrorOf } from '#store/queries/answers.ts';
import { readDays } from '#store/queries/freshness.ts';
import type { QuestionDays } from '#queries/question.ts';
import { toCounts } from '#store/queries/seriesQueue.ts';
import { createTaskPool } from '#store/queries/taskPool.ts';
import type { StoreContext } from '#store/state.ts';
import type { NumbersCache } from './numbersCache.ts';

/** How many websites of the list have their numbers read. */
export interface AccountProgress {
  readonly read: number;
  /** The number of websites, as far as it is known. */
  readonly total: number;
  readonly isReading: boolean;
  /** More requests than are sent without asking; set until the user agrees. */
  readonly asks?: number | undefined;
}

interface AccountWork {
  days(): QuestionDays;
  /** The measures to read for every website, the most urgent first; empty while the list is not on screen. */
  measures(): readonly SeriesName[];
  /** False while numbers of rows on screen are still being read. */
  mayRead(): boolean;
  /** Called when there is something new to show. */
  publish(): void;
  /** Called when everything is read that can be. */
  finished(): void;
}

export interface AccountReader {
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
export const atOnce = 2;
/** A job that takes more requests than this waits for the user's consent. */
const mostUnasked = 300;
/** Milliseconds between two updates of the screen while numbers come in. */
const publishEvery = 1000;
const pageRows = 100;

/** Reads all pages of the list and then the numbers of all websites, in the background. */
export function createAccountReader(
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
