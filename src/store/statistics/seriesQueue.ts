import type { Period, SeriesName } from '#model/statistics/statistics.ts';

/** The requests that may be under way at once. */
const places = 4;

/** A series to be read for a row. */
export interface SeriesTask {
  /** Names what is read: equal keys are the same question. */
  readonly key: string;
  readonly websiteId: string;
  readonly name: SeriesName;
  readonly period: Period;
  /** How many requests it takes: one for every 100 days. */
  readonly requests: number;
}

export interface SeriesWork {
  /** Resolves to false where the task has to be done again once the pause is over. */
  run(task: SeriesTask): Promise<boolean>;
  cancel(task: SeriesTask): void;
  /** The service has asked for patience: nothing is started. */
  isPaused(): boolean;
  /** All that is wanted has been read, or has failed. */
  onFinished(): void;
}

export interface SeriesQueue {
  /** What is wanted from now on, the most urgent first. What is under way and no longer wanted is cancelled. */
  want(tasks: readonly SeriesTask[]): void;
  /** Nothing that is wanted is under way or waits. */
  isIdle(): boolean;
  /** Goes on, after a pause. */
  resume(): void;
  /** Done tasks count as not done. */
  forget(): void;
  /** Drops what it knows of tasks that are of no use any more. */
  keep(isOfUse: (key: string) => boolean): void;
}

/** Reads series a few at a time, always the most urgent next. A task is done once, whether it succeeded or failed. */
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

/** The rows in the order of their distance from the selected one, the one below before the one above. */
export function nearestFirst<T>(rows: readonly T[], selected: number): T[] {
  return rows
    .map((row, index) => ({ row, index, distance: Math.abs(index - selected) }))
    .sort((a, b) => a.distance - b.distance || b.index - a.index)
    .map(({ row }) => row);
}
