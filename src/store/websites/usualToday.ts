import { zoneTime } from '#model/period/zoneTime.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import { usualSoFar } from '#model/statistics/usualSoFar.ts';
import { usualOn } from '#model/website/attention.ts';
import { isOffline } from '#store/lastSeen/lastSeen.ts';
import type { State } from '#store/core/state.ts';
import { spanKey } from '#store/statistics/statsQueries.ts';
import type { NumberDays } from './numberDays.ts';
import { previewReads } from './previewPlan.ts';

/**
 * What is usual by the time that today's visitors were read at, as the dashboard says it; of the whole weekday, where the
 * service has no hours or they could not be read.
 */
export type UsualToday = { readonly by: 'now' | 'weekday'; readonly count: number } | 'unread';

export interface HoursBeside {
  /** Undefined while they are not read. */
  readonly counts: readonly number[] | undefined;
  readonly isFailed: boolean;
  /** Of day, in hours: when today's visitors were requested. */
  readonly time: number;
}

/** The hours of the period, where the pane reads them. */
export function hoursBeside(state: State, websiteId: string, { span }: NumberDays): HoursBeside | undefined {
  const read = previewReads(state).find(({ kind }) => kind === 'hours');
  if (read?.kind !== 'hours') return undefined;
  const slot = state.stats.hours[spanKey(websiteId, read.name, read.period)];
  const at =
    state.overview.numbers.readAt(span, websiteId, 'visitors') ??
    state.stats.series[spanKey(websiteId, 'visitors', span)]?.requested?.at;
  if (at === undefined) return undefined;
  const { hour, minute } = zoneTime(state.timeZone, at);
  return {
    counts: slot?.data,
    isFailed: slot?.error !== undefined || isOffline(state),
    time: hour + minute / 60,
  };
}

export function usualToday(
  points: readonly SeriesPoint[],
  byHour: HoursBeside | undefined,
  today: Day,
): UsualToday | undefined {
  if (byHour !== undefined && byHour.counts === undefined && !byHour.isFailed) return 'unread';
  const counts = byHour?.counts;
  const byNow = counts && usualSoFar(points, today, counts, byHour?.time ?? 0);
  if (byNow !== undefined) return { by: 'now', count: byNow };
  const count = usualOn(points, today);
  return count === undefined ? undefined : { by: 'weekday', count };
}
