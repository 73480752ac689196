import { addDays } from '#model/period/day.ts';
import { zoneTime } from '#model/period/zoneTime.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

const minute = 60_000;

/** What every statistic is asked with: the first and the last millisecond, both included. Seconds would give zeros. */
export function rangeOf({ from, to }: Period, timeZone: string): { startAt: string; endAt: string } {
  const startAt = startOf(from, timeZone);
  const endAt = startOf(addDays(to, 1), timeZone) - 1;
  return { startAt: String(startAt), endAt: String(endAt) };
}

/** When a day begins in a time zone, in milliseconds since 1970: usually at midnight, else where the clock goes on. */
function startOf(day: Day, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // An offset is whole minutes; those of both sides of a clock change are tried, the earlier time first.
  const times = [-1, 1].map(side => midnight - offsetAt(timeZone, midnight + side * 24 * 60 * minute));
  const starts = times.filter(time => time + offsetAt(timeZone, time) === midnight);
  // No midnight: the clock skipped it, and the day begins where the offset before it puts midnight.
  return Math.min(...(starts.length === 0 ? times.slice(0, 1) : starts));
}

/** Milliseconds that the clock of a zone is ahead of UTC. */
function offsetAt(timeZone: string, time: number): number {
  const { year, month, date, hour, minute: minutes } = zoneTime(timeZone, time);
  const shown = Date.UTC(year, month - 1, date, hour, minutes);
  return shown - Math.floor(time / minute) * minute;
}

/**
 * The name to send for a time zone: "UTC" in capitals, since others give labels of another form, and an IANA name in
 * place of an offset, which is refused or read with the wrong sign. Undefined where there is none.
 */
export function zoneName(timeZone: string): string | undefined {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(timeZone) ?? [];
  if (sign === undefined) return /^(?:Etc\/)?UTC$/i.test(timeZone) ? 'UTC' : timeZone;
  if (Number(hours) === 0 && Number(minutes) === 0) return 'UTC';
  // The signs of these names are the other way round.
  return minutes === '00' ? `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}` : undefined;
}
