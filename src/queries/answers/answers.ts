import type { RequestOptions } from '#api/api.ts';
import type { KeptAnswer, LastSeen } from '#config/kept/kept.ts';
import { usualDays } from '#model/comparison/periods.ts';
import { ApiError } from '#model/failure.ts';
import { addDays, dayCount, earlierDay, lastFinalDay } from '#model/period/day.ts';
import { type Filter, filterKey, noFilter } from '#model/service/filter.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import {
  type Column,
  countsIn,
  dataOfKept,
  type Entry,
  keptAnswer,
  maxAnswers,
  parseKey,
  pointsIn,
} from '#queries/rows/column.ts';
import {
  type Answer,
  answerWithin,
  type DataRequest,
  type ReadingApi,
  type DataRequestOf,
  type Data,
  dataOf,
  isAnswerTo,
  isDataDays,
  keyOf,
  type KnownAnswers,
  notLoaded,
  periodOf,
  type RequestTime,
  withFilter,
} from './request.ts';
import {
  type Clock,
  isFinal,
  isFresh,
  isKeptFresh,
  isPast,
  keptRequestTime,
  requestTime,
} from './freshness.ts';

/** What is read although it is fresh: nothing, everything, or only what is not final ('today'). */
export type Force = boolean | 'today';

export interface ReadOptions extends Omit<RequestOptions, 'signal' | 'isRetry'> {
  /** Who waits for it: a route, as a text. Once it is left the read is aborted. */
  readonly owner: string;
  readonly force?: Force;
  /** What an earlier session read within the hour is fresh, today's numbers too. */
  readonly acceptsKept?: boolean;
  /** It is a number of the list, which keeps it itself. */
  readonly isOfList?: boolean;
  /** What it is within, in place of the filter of the views. */
  readonly where?: Filter | undefined;
}

type CountsRequest = DataRequestOf<'series'> | DataRequestOf<'visitors'>;

export interface ListCounts extends Pick<Answer<unknown>, 'error' | 'isKept'> {
  /** By day; the visitors of a period are one number. The same array until they are read again. */
  readonly counts: readonly number[] | undefined;
  /** When they were requested: milliseconds since 1970. */
  readonly at: number | undefined;
  /** Read since `outdate`. */
  readonly isCurrent: boolean;
  readonly wasInBackground: boolean;
}

type KnownAnswer = { [K in DataRequest['kind']]: AnswerOf<K> }[DataRequest['kind']];

interface AnswerOf<K extends DataRequest['kind']> {
  readonly website: string;
  readonly kind: K;
  readonly name: StatisticName;
  readonly period: Period;
  /** `keyOf` of what was asked. */
  readonly key: string;
  readonly answer: Answer<Data[K]>;
}

/** Everything that was read of the statistics of a service: all views and the list share it. */
export interface Answers extends KnownAnswers {
  /** The same for the list, without a filter, which shows what an earlier session read until it is read again, whatever it is of. */
  readonly listed: KnownAnswers;
  /** The same within another filter than that of the views. */
  within(where: Filter): KnownAnswers;
  /** Reads what is not fresh; `force` reads it in any case. Settles as `Loader.load` does. */
  read(website: string, request: DataRequest, options: ReadOptions): Promise<void>;
  /** `where`: what it was read within, in place of the filter of the views. */
  abort(website: string, request: DataRequest, where?: Filter): void;
  /** Looks up once what all websites have in common, without a filter. */
  countsOf(request: CountsRequest): (website: string) => ListCounts | undefined;
  /** Another number whenever an answer of the website begins to be read, is there, or is dropped. */
  versionOf(website: string): number;
  /** Of one website, or of all. */
  known(website?: string): Iterable<KnownAnswer>;
  /** Shows what an earlier session has read of a website, as far as this one has not. */
  restore(website: string): void;
  /** The day of that. */
  keptDay(website: string): Day | undefined;
  /** The same for a number of the list, which keeps its own. */
  restoreOfList(website: string, request: CountsRequest, counts: readonly number[], at: number): void;
  /** The numbers of the list are to be read again; they are shown until then. */
  outdate(): void;
  /** What is to be kept of a website: what only the list has read is not. */
  toKeep(website: string): KeptAnswer[];
}

interface AnswersOptions {
  readonly api: ReadingApi;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly loader: Loader;
  /** What views ask of a website is within this filter. */
  where?(website: string): Filter;
  /** What an earlier session read; without it nothing is known for good either. */
  readonly lastSeen?: Pick<LastSeen, 'website' | 'list' | 'isReadAgain'> | undefined;
  /** Called when an answer is there, or begins or ends to be read. */
  changed(what: { readonly website: string; readonly answer: Answer<unknown> } & ReadOptions): void;
}

/** The most periods whose numbers the list keeps; the ones least recently added to are dropped first. */
const maxPeriods = 12;

export function createAnswers(options: AnswersOptions): Answers {
  const { api, clock, timeZone, loader, lastSeen, changed } = options;
  /** An import into the services of this machine may have changed any day: nothing kept is fresh, or known for good. */
  const isReadAgain = lastSeen?.isReadAgain === true;
  const columns = new Map<string, Column>();
  const remembered = new Map<DataRequest['kind'], Set<string>>();
  const listed = new Set<Column>();
  const inBackground = new Set<string>();
  const keptDays = new Map<string, Day | undefined>();
  const versions = new Map<string, number>();
  let dropped = 0;
  let age = 0;
  /** Nothing was asked for again since the start. */
  let trustsKept = !isReadAgain;

  const columnOf = (key: string, { kind, name, period }: Pick<Column, 'kind' | 'name' | 'period'>) => {
    const column = columns.get(key) ?? { key, kind, name, period, entries: new Map<string, Entry>() };
    columns.set(key, column);
    return column;
  };
  const columnOfRequest = (request: DataRequest) =>
    columnOf(keyOf(request), { kind: request.kind, name: nameOf(request), period: periodOf(request) });

  /** A view has read it: the oldest others are dropped. */
  const remember = (column: Column, website: string) => {
    const keys = remembered.get(column.kind) ?? new Set<string>();
    remembered.set(column.kind, keys);
    keys.add(`${column.key}\n${website}`);
    for (const oldest of keys) {
      if (keys.size <= maxAnswers[column.kind]) return;
      keys.delete(oldest);
      const end = oldest.lastIndexOf('\n');
      columns.get(oldest.slice(0, end))?.entries.delete(oldest.slice(end + 1));
      dropped += 1;
    }
  };
  /** The list has read it. */
  const list = (column: Column) => {
    const isNew = !listed.delete(column);
    listed.add(column);
    if (!isNew) return;
    const daysOf = ({ period: { from, to } }: Column) => `${from} ${to}`;
    const last = new Set([...new Set([...listed].map(daysOf))].slice(-maxPeriods));
    for (const old of listed)
      if (!last.has(daysOf(old)) && listed.delete(old) && columns.delete(old.key)) dropped += 1;
  };
  const put = (column: Column, website: string, entry: Entry) => {
    columns.set(column.key, column);
    column.entries.set(website, entry);
    versions.set(website, (versions.get(website) ?? 0) + 1);
    if (entry.isOfList) list(column);
    else remember(column, website);
  };

  const isNeeded = (
    id: string,
    entry: Entry | undefined,
    period: Period,
    { force = false, acceptsKept = false, isOfList = false, urgency }: ReadOptions,
  ) => {
    if (force === true) return true;
    // What somebody waits for does not wait for its turn in the background.
    if (loader.isLoading(id)) return inBackground.has(id) && urgency !== 'background';
    const { data, requested, error, isKept } = entry?.answer ?? notLoaded;
    if (data === undefined || (isOfList && entry?.age !== age) || (isKept === true && isReadAgain))
      return true;
    if (force === 'today') return !isFinal(requested, period);
    if (error !== undefined) return true;
    if (isKept === true && requested !== undefined && (acceptsKept || period.to < clock.today()))
      if (isKeptFresh(requested.at, clock, timeZone)) return false;
    return (
      !isFresh(requested, period, clock) ||
      (isDataDays(data) && data.from === undefined && isBeforeWeeks(requested))
    );
  };

  /** A website that had no data then may have begun before the days that are read of it. */
  const isBeforeWeeks = (requested: RequestTime | undefined) =>
    requested !== undefined && requested.on < addDays(clock.today(), -usualDays);

  /** The first days of a period whose counts are known for good. */
  const finalDays = (website: string, { key, name, period: { from, to, where } }: Column, force: Force) => {
    let longest: readonly number[] = [];
    for (const column of columns.values()) {
      const { kind, period } = column;
      if (kind !== 'series' || column.name !== name || period.from > from || period.to < from) continue;
      if (filterKey(period.where) !== filterKey(where)) continue;
      const entry = column.entries.get(website);
      const { requested, isKept } = entry?.answer ?? {};
      if (entry === undefined || requested === undefined || requested.isOpen === true) continue;
      // Of a refresh the series itself is asked for the days that were open.
      const isOwn = force === 'today' && column.key === key;
      const isTrusted = isKept === true ? trustsKept : entry.age === age;
      if (!isOwn && (!isTrusted || lastSeen === undefined)) continue;
      const final = isOwn ? addDays(requested.on, -1) : lastFinalDay(requested.at, timeZone);
      const end = [final, period.to, to].reduce(earlierDay);
      if (end < from) continue;
      const first = dayCount({ from: period.from, to: from }) - 1;
      const counts = countsIn(entry.answer)?.slice(first, first + dayCount({ from, to: end })) ?? [];
      if (counts.length > longest.length) longest = counts;
    }
    return longest;
  };

  const readAnswer = async (
    website: string,
    request: DataRequest,
    known: readonly number[],
    options: RequestOptions,
  ): Promise<unknown> => {
    if (request.kind !== 'series') return await dataOf(api, { website, request }, clock.today(), options);
    const { period } = request;
    if (known.length === dayCount(period)) return known;
    const open = { ...period, from: addDays(period.from, known.length) };
    const points = await api.readSeries(website, request.name, open, options);
    return [...known, ...points.map(({ count }) => count)];
  };

  const restoreOne = (column: Column, website: string, at: number, data: unknown, isOfList: boolean) => {
    const known = column.entries.get(website);
    const isRead = known !== undefined && known.answer.isKept !== true;
    if (isRead || !isPast(at, clock) || (known?.answer.requested?.at ?? -Infinity) > at) return;
    const requested = {
      ...keptRequestTime(at, timeZone),
      ...(clock.countsLate?.() === true && { isOpen: true as const }),
    };
    const answer = { loading: false, data, requested, isKept: true } as const;
    put(column, website, { answer, isOfList, wasInBackground: false, age: isReadAgain ? -1 : age });
  };

  const whereOf = (website: string) => options.where?.(website) ?? noFilter;
  const find = <A extends DataRequest>(
    website: string,
    unfiltered: A,
    where: Filter,
    acceptsKept: boolean,
  ) => {
    const request = withFilter(unfiltered, where);
    const entry = columns.get(keyOf(request))?.entries.get(website);
    if (entry === undefined || (entry.answer.isKept === true && !acceptsKept)) return notLoaded;
    const answer =
      request.kind === 'series'
        ? pointsIn(entry, request.period)
        : answerWithin(request, entry.answer, where);
    return isAnswerTo(unfiltered, answer) ? answer : notLoaded;
  };

  const answers: Answers = {
    get: (website, request) => find(website, request, whereOf(website), !isReadAgain),
    listed: { get: (website, request) => find(website, request, noFilter, true) },
    within: where => ({ get: (website, request) => find(website, request, where, !isReadAgain) }),
    async read(website, unfiltered, how) {
      const { owner, force = false, isOfList = false, urgency } = how;
      // Until it is known nothing is compared: it does not wait behind the rows.
      const rank = how.rank ?? (unfiltered.kind === 'dataDays' ? () => -1 : undefined);
      const request = isOfList ? unfiltered : withFilter(unfiltered, how.where ?? whereOf(website));
      if (!isOfList) answers.restore(website);
      if (force === true && request.kind === 'series') trustsKept = false;
      const column = columnOfRequest(request);
      const old = column.entries.get(website);
      if (old?.isOfList === true && !isOfList) put(column, website, Object.assign(old, { isOfList }));
      const id = `${website} ${column.key}`;
      if (!isNeeded(id, old, column.period, how)) return;
      const known = request.kind === 'series' && force !== true ? finalDays(website, column, force) : [];
      if (urgency === 'background') inBackground.add(id);
      else inBackground.delete(id);
      await loader.load<unknown>({
        key: id,
        owner,
        read: signal => readAnswer(website, request, known, { signal, urgency, rank }),
        current: () => column.entries.get(website)?.answer,
        write(answer) {
          const before = column.entries.get(website);
          const isRead = !answer.loading && answer.data !== undefined && answer.error === undefined;
          put(column, website, {
            answer,
            isOfList: isOfList && before?.isOfList !== false,
            wasInBackground: isRead ? urgency === 'background' : before?.wasInBackground === true,
            age: isRead ? age : (before?.age ?? -1),
          });
          if (!answer.loading) inBackground.delete(id);
          changed({ website, answer, ...how });
        },
      });
    },
    abort: (website, request, where = whereOf(website)) =>
      loader.abort(`${website} ${keyOf(withFilter(request, where))}`),
    countsOf(request) {
      const column = columns.get(keyOf(request));
      return website => {
        const entry = column?.entries.get(website);
        if (entry === undefined) return undefined;
        const { answer, wasInBackground } = entry;
        const { requested, error, isKept } = answer;
        const counts = countsIn(answer);
        const isCurrent = counts !== undefined && entry.age === age;
        return { counts, at: requested?.at, isKept, error, isCurrent, wasInBackground };
      };
    },
    versionOf: website => (versions.get(website) ?? 0) + dropped,
    *known(website) {
      for (const { key, kind, name, period, entries } of columns.values())
        for (const [id, entry] of website === undefined ? entries : one(entries, website)) {
          const answer: Answer<unknown> = kind === 'series' ? pointsIn(entry, period) : entry.answer;
          const found = { website: id, key, kind, name, period, answer };
          if (isKnown(found)) yield found;
        }
    },
    restore(website) {
      if (lastSeen === undefined || keptDays.has(website)) return;
      const kept = lastSeen.website(website);
      keptDays.set(website, kept === undefined && !isReadAgain ? lastSeen.list?.day : kept?.day);
      if (kept === undefined || kept.day > clock.today()) return;
      for (const answer of kept.answers) {
        const found = parseKey(answer.kind + answer.key.slice(website.length));
        if (found !== undefined)
          restoreOne(columnOf(found.key, found), website, answer.at, dataOfKept(answer), false);
      }
    },
    keptDay: website => keptDays.get(website),
    restoreOfList: (website, request, counts, at) =>
      restoreOne(columnOfRequest(request), website, at, request.kind === 'series' ? counts : counts[0], true),
    outdate() {
      age += 1;
      trustsKept = false;
    },
    toKeep: website => [...columns.values()].flatMap(column => keptAnswer(column, website) ?? []),
  };
  return answers;
}

export function nameOf(request: DataRequest): StatisticName {
  if (request.kind === 'rows') return request.query.name;
  if (!('name' in request)) return 'visitors';
  return request.name === 'errors' ? 'status' : request.name;
}

function isKnown(found: Record<keyof KnownAnswer, unknown>): found is KnownAnswer {
  return found.answer !== undefined;
}

function one(entries: ReadonlyMap<string, Entry>, website: string): readonly (readonly [string, Entry])[] {
  const entry = entries.get(website);
  return entry === undefined ? [] : [[website, entry]];
}

interface ReadRequest<T> {
  /** Identifies the slot: a second read with the same key replaces the first, whose response is discarded. */
  readonly key: string;
  /** The route that owns it: leaving the route aborts the read. */
  readonly owner: string;
  read(signal: AbortSignal): Promise<T>;
  current(): Answer<T> | undefined;
  write(state: Answer<T>): void;
}

export interface Loader {
  /** Settles when the read has succeeded, failed (both are written to the slot) or was aborted (the slot is restored). */
  load<T>(request: ReadRequest<T>): Promise<void>;
  isLoading(key: string): boolean;
  /** Resolves once no read of the route is under way. */
  settled(owner: string): Promise<void>;
  abort(key: string): void;
  abortOwner(owner: string): void;
}

/** The only loader of the store: abort, order and errors are the same for every read. */
export function createLoader(clock: Clock): Loader {
  const reads = new Map<string, { owner: string; controller: AbortController; ended: Promise<void> }>();

  const abort = (key: string) => {
    const read = reads.get(key);
    reads.delete(key);
    read?.controller.abort();
  };

  return {
    async load<T>({ key, owner, read, current, write }: ReadRequest<T>) {
      abort(key);
      const controller = new AbortController();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      reads.set(key, { owner, controller, ended });
      const isCurrent = () => reads.get(key)?.controller === controller;
      const keepWith = (change: Partial<Answer<T>>): Answer<T> => ({
        data: current()?.data,
        requested: current()?.requested,
        ...(current()?.isKept === true && { isKept: true as const }),
        loading: false,
        ...change,
      });
      const requested = requestTime(clock);
      write(keepWith({ loading: true, error: current()?.error }));
      try {
        const data = await read(controller.signal);
        if (isCurrent()) write({ loading: false, data, requested });
        // It was aborted, but had already finished.
        else if (!reads.has(key)) write(keepWith({ error: current()?.error }));
      } catch (error) {
        const replaced = reads.has(key) && !isCurrent();
        if (replaced) return;
        if (controller.signal.aborted) return write(keepWith({ error: current()?.error }));
        // Anything else is a bug, which must not look like an error of the service.
        if (!(error instanceof ApiError)) throw error;
        write(keepWith({ error }));
      } finally {
        if (isCurrent()) reads.delete(key);
        end();
      }
    },
    isLoading: key => reads.has(key),
    async settled(owner) {
      for (;;) {
        const own = [...reads.values()].filter(read => read.owner === owner);
        if (own.length === 0) return;
        await Promise.all(own.map(({ ended }) => ended));
        // A response may start further reads; let them start first.
        await new Promise(resolve => setImmediate(resolve));
      }
    },
    abort,
    abortOwner(owner) {
      for (const [key, read] of reads) if (read.owner === owner) abort(key);
    },
  };
}
