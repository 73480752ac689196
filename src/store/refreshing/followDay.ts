import type { StoreApi } from 'zustand/vanilla';
import type { State } from '#store/core/state.ts';
import type { Clock } from './freshness.ts';

const quarter = 900_000;

/**
 * Reads the screen again when the day changes: the dates move, and yesterday now has all its counts. Checked whenever the
 * state changes, and every quarter of an hour (watchDay).
 */
export function followDay(store: StoreApi<State>, { today }: Pick<Clock, 'today'>): void {
  let day = today();
  store.subscribe(({ refresh }) => {
    if (today() === day) return;
    day = today();
    refresh(false);
  });
}

/** Makes an idle screen follow the day as well. Returns a function that stops it. */
export function watchDay(store: StoreApi<State>, now: () => number): () => void {
  // An empty change: it makes the subscribers check the day.
  return everyQuarterHour(now, () => store.setState({}));
}

/**
 * Calls `look` after every quarter of an hour: midnight of every time zone is one. Returns a function that stops it. The
 * timer does not keep the process alive.
 */
function everyQuarterHour(now: () => number, look: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    // With a stopped clock, or one slightly ahead of the timer, it must not spin.
    timer = setTimeout(next, Math.max(1_000, quarter - (now() % quarter))).unref();
  };
  const next = () => {
    look();
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}
