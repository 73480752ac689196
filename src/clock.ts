import type { Environment } from '#terminal/capabilities.ts';
import { todayIn } from '#model/period/today.ts';
import type { Day } from '#model/statistics/statistics.ts';

/**
 * Milliseconds since 1970. SITEDECK_NOW, an ISO time, lets the clock stand still: pictures and tests of the demo then
 * come out the same on every day. A time that cannot be read is no time.
 */
export function clockOf(env: Environment): () => number {
  const fixed = Date.parse(env['SITEDECK_NOW'] ?? '');
  return Number.isNaN(fixed) ? Date.now : () => fixed;
}

/** The day a time zone has, asked many times for a frame: made anew when the minute is another. */
export function todayClock(timeZone: string, now: () => number): () => Day {
  let known: { readonly minute: number; readonly day: Day } | undefined;
  return () => {
    const time = now();
    const minute = Math.floor(time / 60_000);
    if (known?.minute !== minute) known = { minute, day: todayIn(timeZone, new Date(time)) };
    return known.day;
  };
}
