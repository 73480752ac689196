import type { SeriesPeriods } from '#model/comparison/periods.ts';
import type { Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import type { State } from '#store/state.ts';
import type { Answer } from '#queries/ask.ts';
import { spanKey } from './question.ts';

const places = 4;

/** A series to be read for a row. */
export interface SeriesTask {
  /** Identifies the query: tasks with equal keys are the same. */
  readonly key: string;
  readonly websiteId: string;
  readonly name: SeriesName;
  readonly period: Period;
  /** How many requests the task takes: one for every 100 days. */
  readonly requests: number;
}

interface SeriesWork {
  /** Resolves to false where the task has to be repeated after the pause. */
  run(task: SeriesTask): Promise<boolean>;
  cancel(task: SeriesTask): void;
  /** True while the service asks for a pause (429): nothing is started. */
  isPaused(): boolean;
  /** Called when every wanted task has succeeded or failed. */
  onFinished(): void;
}

interface SeriesQueue {
  /** Sets the wanted tasks, the most urgent first. Running tasks that are no longer wanted are aborted. */
  want(tasks: readonly SeriesTask[]): void;
  isIdle(): boolean;
  resume(): void;
  /** Done tasks count as not done. */
  forget(): void;
  /** Forgets tasks that are no longer needed. */
  keep(isOfUse: (key: string) => boolean): void;
}

/**
 * Runs reads of series, a few at a time and the most urgent first. Each task runs once, whether it succeeds or fails.
 */
export function createSeriesQueue(work: SeriesWork): SeriesQueue {
  let wanted: readonly SeriesTask[] = [];
  const running = new Map<string, SeriesTask>();
  const done = new Set<string>();

  const isOpen = ({ key }: SeriesTask) => !done.has(key) && !running.has(key);
  const hasRoom = (task: SeriesTask) => {
    const busy = [...running.values()].reduce((sum, { requests }) => sum + requests, 0);
    return busy === 0 || busy + task.requests <= places;
  };
  const start = async (asked: SeriesTask) => {
    const task = { ...asked };
    running.set(task.key, task);
    const isDone = await work.run(task);
    if (running.get(task.key) !== task) return;
    running.delete(task.key);
    if (isDone) done.add(task.key);
    pump();
    if (running.size === 0 && !wanted.some(isOpen)) work.onFinished();
  };
  const pump = () => {
    for (;;) {
      const next = work.isPaused() ? undefined : wanted.find(isOpen);
      if (next === undefined || !hasRoom(next)) return;
      void start(next);
    }
  };

  return {
    want(tasks) {
      wanted = tasks;
      const keys = new Set(tasks.map(({ key }) => key));
      for (const task of [...running.values()].filter(({ key }) => !keys.has(key))) {
        running.delete(task.key);
        work.cancel(task);
      }
      pump();
    },
    isIdle: () => running.size === 0 && !wanted.some(isOpen),
    resume: () => pump(),
    forget: () => done.clear(),
    keep(isOfUse) {
      for (const key of done) if (!isOfUse(key)) done.delete(key);
    },
  };
}

/** The rows by distance from the selected one, the one below before the one above. */
export function nearestFirst<T>(rows: readonly T[], selected: number): T[] {
  return rows
    .map((row, index) => ({ row, index, distance: Math.abs(index - selected) }))
    .sort((a, b) => a.distance - b.distance || b.index - a.index)
    .map(({ row }) => row);
}

/** The daily counts of a website that are read, and those of the earlier days where those are read separately. */
export interface ReadCounts {
  readonly counts: readonly number[] | undefined;
  readonly beside: readonly number[] | undefined;
}

/** The same arrays as long as nothing is read again. */
export function readCounts(
  state: Pick<State, 'stats' | 'overview'>,
  days: SeriesPeriods,
  websiteId: string,
  name: SeriesName,
): ReadCounts {
  return countsReader(state, days, name)(websiteId);
}

/** Looks up once what all websites have in common. */
export function countsReader(
  state: Pick<State, 'stats' | 'overview'>,
  { span, apart }: SeriesPeriods,
  name: SeriesName,
): (websiteId: string) => ReadCounts {
  const { numbers } = state.overview;
  const readerOf = (period: Period) => {
    const slots = slotsOf(state, name, period);
    // Series that another view has read count as well.
    return (id: string) => numbers.get(period, id, name) ?? toCounts(slots.get(id)?.data);
  };
  const [countsOf, besideOf] = [readerOf(span), apart && readerOf(apart)];
  return id => ({ counts: countsOf(id), beside: besideOf?.(id) });
}

type SeriesSlots = State['stats']['series'];
const slotsBySpan = new WeakMap<
  SeriesSlots,
  Map<string, ReadonlyMap<string, Answer<readonly SeriesPoint[]>>>
>();

/** The series in `stats` of a measure over a period, by website: those of few websites, and no keys are made for all others. */
export function slotsOf(
  { stats: { series } }: Pick<State, 'stats'>,
  name: SeriesName,
  period: Period,
): ReadonlyMap<string, Answer<readonly SeriesPoint[]>> {
  const known =
    slotsBySpan.get(series) ?? new Map<string, ReadonlyMap<string, Answer<readonly SeriesPoint[]>>>();
  slotsBySpan.set(series, known);
  const ofSpan = spanKey('', name, period);
  const found = known.get(ofSpan);
  if (found !== undefined) return found;
  const slots = new Map<string, Answer<readonly SeriesPoint[]>>();
  for (const [key, slot] of Object.entries(series))
    if (key.endsWith(ofSpan)) slots.set(key.slice(0, -ofSpan.length), slot);
  known.set(ofSpan, slots);
  return slots;
}

const countsOfPoints = new WeakMap<readonly SeriesPoint[], readonly number[]>();

/** The counts of a series in order; undefined where it was not read. */
export function toCounts(points: readonly SeriesPoint[] | undefined): readonly number[] | undefined {
  if (points === undefined) return undefined;
  const counts = countsOfPoints.get(points) ?? points.map(({ count }) => count);
  countsOfPoints.set(points, counts);
  return counts;
}
