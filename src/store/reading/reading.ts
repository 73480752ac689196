import type { After } from '#api/limiter.ts';
import type { Filter } from '#model/service/filter.ts';
import type { Day, SeriesName, StatisticRow } from '#model/statistics/statistics.ts';
import type { Answers, Force } from '#queries/answers/answers.ts';
import { type DataRequest, keyOf, withFilter } from '#queries/answers/request.ts';
import type { Route } from '#store/navigation/route.ts';
import type { Services } from '#store/profile/services.ts';
import type { StatisticTable } from '#store/queries/rows.ts';

/** Once the frame of what happens now is drawn: that is done in the next turn of the event loop. */
export function afterDrawing(work: () => void): void {
  setImmediate(() => setImmediate(work));
}

/** Identifies a number on screen by what was asked, see `numbersOf`, and its day, hour or value. */
export function numberKey(request: string, point: string | number): string {
  return `${request} ${point}`;
}

export function numbersOf(websiteId: string, request: DataRequest): string {
  return `${websiteId} ${keyOf(request)}`;
}

/** Those of the statistic opened as a table. */
export const ofTable = 'table';

type Numbers = ReadonlyMap<string, ReadonlyMap<string | number, number>>;

export interface NumbersInView {
  readonly answers: Answers;
  readonly statistic: Pick<StatisticTable, 'list'>;
  readonly navigation: { readonly view: Route };
}

/** The numbers of the website in view that change, by what was asked, and by their day, hour or value. */
export function numbersInView({ answers, statistic, navigation: { view } }: NumbersInView): Numbers {
  const numbers = new Map<string, ReadonlyMap<string | number, number>>();
  if (statistic.list.data !== undefined) numbers.set(ofTable, countsOfRows(statistic.list.data));
  if (!('websiteId' in view) || view.websiteId === undefined) return numbers;
  for (const { website, key, kind, answer } of answers.known(view.websiteId)) {
    if (answer.data === undefined) continue;
    const asked = `${website} ${key}`;
    if (kind === 'series') numbers.set(asked, new Map(answer.data.map(({ day, count }) => [day, count])));
    if (kind === 'rows') numbers.set(asked, countsOfRows(answer.data));
    if (kind === 'hours') numbers.set(asked, new Map(answer.data.map((count, hour) => [hour, count])));
  }
  return numbers;
}

function countsOfRows({ rows }: { readonly rows: readonly StatisticRow[] }): ReadonlyMap<string, number> {
  return new Map(rows.map(({ value, count }) => [value, count]));
}

/** The numbers that have changed. A number that was not there before is new, not changed. */
export function changedNumbers(before: Numbers, now: Numbers): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const [key, counts] of now)
    for (const [point, count] of counts)
      if ((before.get(key)?.get(point) ?? count) !== count) changed.add(numberKey(key, point));
  return changed;
}

export function isTodayChanged(
  { autoRefresh, today }: { readonly autoRefresh: { readonly changed: ReadonlySet<string> }; today(): Day },
  websiteId: string,
  name: SeriesName,
): boolean {
  if (autoRefresh.changed.size === 0) return false;
  const day = ` ${today()}`;
  return [...autoRefresh.changed].some(
    key => key.startsWith(`${websiteId} series ${name} `) && key.endsWith(day),
  );
}

/** Longer than between two keys of a held one, and than a frame takes: scrolling draws no pane. */
export const shownAfterMs = 150;
export const readAfterMs = 200;

/** Of the four requests that a service is sent two are left to the rows. */
const maxLanes = 2;

export interface PaneSubject {
  readonly websiteId: string;
  /** What its reads depend on: with another one they begin again. */
  readonly key: string;
}

/** A request within another filter than that of the views. */
export interface PaneRequest {
  readonly request: DataRequest;
  readonly where?: Filter | undefined;
}

export interface PaneProgress {
  readonly asked: number;
  /** Or failed. */
  readonly answered: number;
}

export const nothingAsked: PaneProgress = { asked: 0, answered: 0 };

interface Pane<T extends PaneSubject> {
  readonly owner: string;
  /** What the selection is on; undefined where there is no pane. */
  wanted(): T | undefined;
  /** Whether it shows anything yet: what is drawn over nothing is drawn at once. */
  isEmpty(): boolean;
  show(subject: T): void;
  /** What it needs, the most urgent first: more once answers say what depends on them. */
  requests(subject: T): readonly PaneRequest[];
  progress(read: PaneProgress): void;
}

export interface DebouncedReads {
  /** Follows the selection: once it rests the pane shows it, and a moment later reads what it lacks. */
  follow(): void;
  /** Reads again what is outdated, with `force` everything, once the selection rests. */
  restart(force: Force): void;
  end(): void;
}

interface Running<T> {
  readonly subject: T;
  readonly requests: Set<PaneRequest>;
  readonly next: PaneRequest[];
  readonly begun: Set<string>;
  answered: number;
  lanes: number;
}

/** What a pane beside a list reads of the selected row: nothing while one moves, and what was left is aborted. */
export function createDebouncedReads<T extends PaneSubject>(
  { services, answers }: { services: Pick<Services, 'after'>; answers: Answers },
  pane: Pane<T>,
): DebouncedReads {
  let forced: Force = false;
  let isEnded = false;
  let followed: string | undefined;
  let timers: readonly ReturnType<After>[] = [];
  let running: Running<T> | undefined;

  const stop = () => {
    for (const timer of timers) timer.stop();
    timers = [];
    const left = running;
    running = undefined;
    for (const { request, where } of left?.requests ?? [])
      answers.abort(left?.subject.websiteId ?? '', request, where);
  };
  const lane = async (own: Running<T>) => {
    own.lanes += 1;
    for (let paneRequest = own.next.shift(); paneRequest !== undefined; paneRequest = own.next.shift()) {
      const { request, where } = paneRequest;
      own.requests.add(paneRequest);
      const options = { owner: pane.owner, force: forced, acceptsKept: true, where };
      await answers.read(own.subject.websiteId, request, options);
      if (own !== running) return;
      own.requests.delete(paneRequest);
      own.answered += 1;
      pane.progress({ asked: own.begun.size, answered: own.answered });
    }
    own.lanes -= 1;
  };
  /** Asks for what is not asked for yet: what depends on an answer is known once that is there. */
  const readOn = () => {
    if (running === undefined) return;
    const own = running;
    const { size } = own.begun;
    for (const paneRequest of pane.requests(own.subject)) {
      const key = keyOf(withFilter(paneRequest.request, paneRequest.where ?? []));
      if (own.begun.has(key)) continue;
      own.begun.add(key);
      own.next.push(paneRequest);
    }
    if (own.begun.size !== size) pane.progress({ asked: own.begun.size, answered: own.answered });
    for (let { lanes } = own; lanes < maxLanes && own.next.length > 0; lanes += 1) void lane(own);
  };
  const read = (subject: T) => {
    running = { subject, requests: new Set(), next: [], begun: new Set(), answered: 0, lanes: 0 };
    pane.progress(nothingAsked);
    readOn();
  };
  const rest = () => {
    const wanted = isEnded ? undefined : pane.wanted();
    if (wanted?.key === followed) return;
    stop();
    followed = wanted?.key;
    if (wanted === undefined) return;
    if (pane.isEmpty()) pane.show(wanted);
    timers = [
      services.after(shownAfterMs, () => pane.show(wanted)),
      services.after(readAfterMs, () => read(wanted)),
    ];
    for (const timer of timers) timer.unref();
  };

  return {
    follow() {
      const before = followed;
      rest();
      if (before !== followed) forced = false;
      else readOn();
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
