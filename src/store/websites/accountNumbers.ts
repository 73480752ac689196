import type { ApiError } from '#api/error.ts';
import { goesOn } from '#model/paging/rowsSoFar.ts';
import { windows } from '#model/statistics/series.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import type { StoreContext } from '#store/core/context.ts';
import { createLanes } from '#store/core/lanes.ts';
import type { NumbersLedger } from './numbersLedger.ts';
import { toCounts, type NumberDays } from './overviewNumbers.ts';
import { apiErrorOf } from '#store/core/remote.ts';

/** How far the numbers of all websites of the list are read. */
export interface AccountProgress {
  /** Websites whose numbers were read. */
  readonly read: number;
  /** Of so many, as far as that is known. */
  readonly of: number;
  readonly isReading: boolean;
  /** It would take so many requests more, which nobody has agreed to. */
  readonly asks?: number | undefined;
}

export interface AccountWork {
  days(): NumberDays;
  /** What to read of every website, the most urgent first; nothing while the list is not on screen. */
  measures(): readonly SeriesName[];
  /** Nothing that is on screen waits to be read. */
  mayRead(): boolean;
  /** There is something new to show. */
  publish(): void;
  /** All was read that can be. */
  finished(): void;
}

export interface AccountNumbers {
  go(): void;
  /** The list is left: what is under way is given up. */
  stop(): void;
  /** What failed is tried again, and what is old. */
  restart(): void;
  /** Read by someone else. */
  known(id: string, name: SeriesName): void;
  /** Whatever number of requests it takes. */
  confirm(): void;
  progress(): AccountProgress;
}

/** Of the four places that the service layer has. */
const atOnce = 2;
/** More requests than these are not sent without asking. */
const mostUnasked = 300;
/** The screen is drawn anew once in so many milliseconds while numbers come in. */
const publishEvery = 1000;
const pageRows = 100;

/** Reads the records of all websites of the list and then their numbers, in the background. */
export function createAccountNumbers(
  { get, services }: StoreContext,
  ledger: NumbersLedger,
  work: AccountWork,
): AccountNumbers {
  let leaving = new AbortController();
  /** Of a measure, the websites whose numbers are not read and have not failed, in the order of the list. */
  let open:
    { readonly by: readonly unknown[]; readonly ids: ReadonlyMap<SeriesName, Set<string>> } | undefined;
  const underWay = new Set<string>();
  let isStopped = false;
  let isNews = false;
  let spent = { job: '', requests: 0 };
  let confirmed: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let publishedAt = 0;

  /** The stretches of days that are read of a website. */
  const periods = () => {
    const { span, apart } = work.days();
    return apart === undefined ? [span] : [span, apart];
  };
  const requestsEach = () => periods().reduce((sum, period) => sum + windows(period).length, 0);
  const isRead = (id: string, name: SeriesName) =>
    periods().every(period => ledger.isCurrent(period, id, name));

  const list = () => get().websites.list.data;
  /** The question that was asked, and agreed to: another period, search or measure is another one. */
  const job = () => [work.days().of, work.measures().join(), get().websites.search].join(' ');

  // Every key asks how far it is: the websites are looked through once.
  const openIds = () => {
    const { of } = work.days();
    const rows = list()?.rows ?? [];
    const measures = work.measures();
    const by = [of, rows, measures.join()];
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
    const isMore = data !== undefined && goesOn(data);
    const all = isMore ? Math.max(known, data.total ?? 0) : known;
    // The page that holds the first rows that are not read is the first of them.
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
  /** What is refused is asked again: the service layer holds it back for long enough. Without a service nothing goes on. */
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
    const { of } = work.days();
    const key = `${of} ${name} ${id}`;
    const { signal } = leaving;
    underWay.add(key);
    spend(requestsEach());
    try {
      for (const period of periods().filter(each => !ledger.isCurrent(each, id, name))) {
        const points = await services.api.readSeries(id, name, period, signal, 'background');
        ledger.put(period, id, name, toCounts(points) ?? []);
      }
      known(id, name);
    } catch (error) {
      if (signal.aborted) return;
      const failure = apiErrorOf(error);
      if (failure === undefined) throw error;
      if (fails(failure)) known(id, name);
    } finally {
      underWay.delete(key);
    }
    publish(false);
  };

  const nextNumbers = () => {
    const { of } = work.days();
    for (const [name, ids] of openIds())
      for (const id of ids) if (!underWay.has(`${of} ${name} ${id}`)) return () => readNumbers(id, name);
    return undefined;
  };
  const next = () => {
    const { loading, data } = get().websites.list;
    if (data === undefined || loading || isStopped || !work.mayRead()) return undefined;
    if (work.measures().length === 0 || isAsking()) return undefined;
    if (!goesOn(data)) return nextNumbers();
    return lanes.busy() === 0 ? readRecords : undefined;
  };
  const idle = () => {
    if (!isNews || !work.mayRead()) return;
    isNews = false;
    publish(true);
    work.finished();
  };
  const lanes = createLanes(atOnce, next, idle);

  return {
    go: () => lanes.go(),
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
      // While rows on screen are read the number would change with each of them.
      const asks = work.mayRead() && isAsking() ? requests : undefined;
      return { read, of: all, isReading: lanes.busy() > 0, asks };
    },
  };
}
