import { todayIn } from '#model/period/today.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Environment } from '#terminal/terminalCapabilities.ts';

/**
 * A clock in milliseconds since 1970. SITEDECK_NOW, an ISO time, stops it, so that pictures and tests of the demo are the
 * same on every day; an invalid time is ignored.
 */
export function clockOf(env: Environment): () => number {
  const fixed = Date.parse(env['SITEDECK_NOW'] ?? '');
  return Number.isNaN(fixed) ? Date.now : () => fixed;
}

/** Today in a time zone. Computed once a minute: each frame reads it many times. */
export function todayClock(timeZone: string, now: () => number): () => Day {
  let known: { readonly minute: number; readonly day: Day } | undefined;
  return () => {
    const time = now();
    const minute = Math.floor(time / 60_000);
    if (known?.minute !== minute) known = { minute, day: todayIn(timeZone, new Date(time)) };
    return known.day;
  };
}
