import type { Urgency } from '#api/api.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { lastFinalDay } from '#model/period/finalDay.ts';
import type { Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import type { StoreContext } from '#store/core/context.ts';

interface Turn {
  readonly signal: AbortSignal;
  readonly urgency?: Urgency;
}

/**
 * A series, of which only those days are asked for that are not known for good: those that are kept from one session to the
 * next, and the days after them. Rejects with an ApiError.
 */
export async function readDays(
  { get, services }: Pick<StoreContext, 'get' | 'services'>,
  websiteId: string,
  name: SeriesName,
  period: Period,
  { signal, urgency }: Turn,
): Promise<readonly SeriesPoint[]> {
  const finalTo = (readAt: number) => lastFinalDay(readAt, services.timeZone);
  const known =
    services.lastSeen === undefined ? [] : get().overview.numbers.finalDays(period, websiteId, name, finalTo);
  if (known.length === dayCount(period)) return known;
  const open = { from: addDays(period.from, known.length), to: period.to };
  return [...known, ...(await services.api.readSeries(websiteId, name, open, signal, urgency))];
}
