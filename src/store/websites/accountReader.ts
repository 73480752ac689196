import { noFilter } from '#model/service/filter.ts';
import { hasMore } from '#model/service/paging.ts';
import { windows } from '#model/statistics/series.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import type { Answer, WebsiteRequest, QueryContext, QuestionDays } from '#queries/answers/request.ts';
import { measureRequests, reasonRequests } from '#queries/overview.ts';
import { openDataRequests } from '#queries/days/series.ts';
import type { SliceContext } from '#store/slice.ts';
import type { ListCounts } from '#queries/answers/answers.ts';
import type { PagedTableActions } from '#store/navigation/table.ts';
import type { WebsitesTable } from './listLayout.ts';

export interface AccountProgress {
  readonly read: number;
  /** The number of websites, as far as it is known. */
  readonly total: number;
  readonly isReading: boolean;
  /** More requests than are sent without asking; set until the user agrees. */
  readonly requests?: number | undefined;
}

interface AccountWork {
  days(): QuestionDays;
  knowledge(): QueryContext;
  /** The measures to read for every website, the most urgent first; empty while the list is not on screen. */
  measures(): readonly SeriesName[];
  goalRequests(website: string): readonly WebsiteRequest[];
  /** False while numbers of rows on screen are still being read. */
  mayRead(): boolean;
  /** False for what an earlier session read too long ago. */
  isRead(counts: ListCounts | undefined): boolean;
  publish(): void;
  finished(): void;
}

/** Websites that are read at once, of the four requests that a service is sent. */
const lanes = 2;
/** More requests than this wait for consent, and a website without counts is asked for its first day only on screen. */
const maxUnasked = 300;
/** Milliseconds between two updates of the screen while numbers come in. */
const publishEvery = 1000;
const pageRows = 100;
const owner = 'all websites';

type AccountContext = Pick<
  SliceContext<
    object,
    { readonly websites: WebsitesTable & Pick<PagedTableActions<never>, 'readOn' | 'stop'> }
  >,
  'get' | 'services' | 'answers' | 'loader'
>;

/** Reads all pages of the list and then the numbers of all websites, in the background. */
export function createAccountReader({ get, services, answers, loader }: AccountContext, work: AccountWork) {
  /** The websites of each measure whose numbers are neither read nor failed, in list order. */
  let open:
    { readonly by: readonly unknown[]; readonly ids: ReadonlyMap<SeriesName, Set<string>> } | undefined;
  const underWay = new Set<string>();
  /** Of these not all was read, since the user left the list. */
  const cut = new Set<string>();
  let running = 0;
  /** How often the user has left the list. */
  let left = 0;
  let isStopped = false;
  let isNews = false;
  let spent = { job: '', requests: 0 };
  let confirmed: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let publishedAt = 0;

  const asksOf = (name: SeriesName) => measureRequests(name, work.days(), services.api.capabilities);
  const requestsEach = () => {
    const { span, apart } = work.days();
    return windows(span).length + (apart === undefined ? 0 : windows(apart).length);
  };

  const list = () => get().websites.list.data;
  /** Identifies the job the user agreed to: another period, search or measure is another job. */
  const job = () => [work.days().key, work.measures().join(), get().websites.search].join(' ');

  // Progress is drawn at every key, so the websites are scanned only once for each change.
  const openIds = () => {
    const { key } = work.days();
    const rows = list()?.rows ?? [];
    const measures = work.measures();
    const by = [key, rows, measures.join()];
    if (open?.by.every((part, index) => part === by[index]) === true) return open.ids;
    const ids = measures.map(name => {
      const readers = asksOf(name)
        .filter(({ kind }) => kind === 'series')
        .map(answers.countsOf);
      const isRead = (id: string) =>
        !cut.has(`${key} ${name} ${id}`) && readers.every(countsOf => work.isRead(countsOf(id)));
      const missing = rows.filter(({ id }) => !isRead(id));
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
    return confirmed !== job() && spent.requests + count().requests > maxUnasked;
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
    cut.delete(`${work.days().key} ${name} ${id}`);
    openIds().get(name)?.delete(id);
    isNews = true;
  };
  /** Rate-limited requests are repeated, as the service layer delays them. After a failed sign-in or connection nothing is. */
  const fails = ({ kind }: NonNullable<Answer<unknown>['error']>) => {
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
    const before = left;
    underWay.add(key);
    cut.delete(key);
    const requests = asksOf(name);
    spend(requestsEach() + requests.filter(({ kind }) => kind === 'visitors').length);
    let error: Answer<unknown>['error'];
    for (const request of requests) {
      if (error !== undefined || left !== before || work.isRead(answers.countsOf(request)(id))) continue;
      await answers.read(id, request, { owner, isOfList: true, urgency: 'background' });
      error = answers.countsOf(request)(id)?.error;
    }
    const isRead = error === undefined && left === before;
    const isEmpty = requests.every(
      request =>
        answers
          .countsOf(request)(id)
          ?.counts?.some(count => count > 0) !== true,
    );
    const asksData = isRead && !(isEmpty && spent.requests >= maxUnasked);
    const readFurther = async (further: readonly WebsiteRequest[]) => {
      for (const { request } of further) {
        spend(1);
        const isOfList = request.kind === 'rows';
        await answers.read(id, request, { owner, isOfList, urgency: 'background', where: noFilter });
      }
    };
    if (asksData) await readFurther(openDataRequests(id, [name], work.days(), work.knowledge()));
    if (isRead && name === 'visitors') {
      const knowledge = { ...work.knowledge(), answers: answers.listed };
      await readFurther(reasonRequests(id, work.days(), knowledge));
      await readFurther(work.goalRequests(id));
    }
    underWay.delete(key);
    if (left !== before) {
      cut.add(key);
      open = undefined;
      return;
    }
    // The user may have chosen another period by the time they come: its numbers are still to be read.
    if ((error === undefined || fails(error)) && work.days().key === days) known(id, name);
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
    return running === 0 ? readRecords : undefined;
  };
  const go = () => {
    while (running < lanes) {
      const read = next();
      if (read === undefined) break;
      running += 1;
      void read().finally(() => {
        running -= 1;
        go();
      });
    }
    if (running > 0 || !isNews || !work.mayRead()) return;
    isNews = false;
    publish(true);
    work.finished();
  };

  return {
    go,
    /** Called when the user leaves the list: aborts the requests under way. */
    stop() {
      left += 1;
      loader.abortOwner(owner);
      get().websites.stop();
    },
    /** Failed and outdated numbers are read again. */
    restart() {
      open = undefined;
      isStopped = false;
    },
    /** Of other days: they are finished too where nothing has to be read. */
    begin: () => (isNews = true),
    /** To be called for numbers that were read elsewhere. */
    known,
    /** The user agrees to the number of requests. */
    confirm: () => (confirmed = job()),
    progress(): AccountProgress {
      const { all, read, requests } = count();
      // While rows on screen are being read, the count would change with each of them.
      const isWaiting = work.mayRead() && isAsking();
      return { read, total: all, isReading: running > 0, requests: isWaiting ? requests : undefined };
    },
  };
}
