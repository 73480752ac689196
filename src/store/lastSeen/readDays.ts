import type { Urgency } from '#api/api.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { lastFinalDay } from '#model/period/finalDay.ts';
import type { Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { State } from '#store/core/state.ts';
import { isSeriesOf } from '#store/statistics/statsQueries.ts';

interface Turn {
  readonly signal: AbortSignal;
  readonly urgency?: Urgency;
  /** Whether what an earlier session read for other periods counts as known. */
  readonly trustsKept?: boolean;
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
  { signal, urgency, trustsKept = true }: Turn,
): Promise<readonly SeriesPoint[]> {
  const finalTo = (readAt: number) => lastFinalDay(readAt, services.timeZone);
  const { overview, stats } = get();
  const known =
    services.lastSeen === undefined
      ? []
      : longer(
          overview.numbers.finalDays(period, websiteId, name, finalTo),
          trustsKept && overview.numbers.trustsKept() ? keptDays(stats.series, websiteId, name, period) : [],
        );
  if (known.length === dayCount(period)) return known;
  const open = { from: addDays(period.from, known.length), to: period.to };
  return [...known, ...(await services.api.readSeries(websiteId, name, open, signal, urgency))];
}

type Series = State['stats']['series'];

/** The first days of a period that an earlier session read for another one, once they were final. */
function keptDays(series: Series, websiteId: string, name: SeriesName, { from, to }: Period) {
  return Object.entries(series)
    .filter(([key, { isKept }]) => isKept === true && isSeriesOf(key, websiteId, name))
    .map(([, { data = [], requested }]) =>
      data.filter(({ day }) => from <= day && day <= to && requested !== undefined && day < requested.on),
    )
    .filter(([first]) => first?.day === from)
    .reduce<readonly SeriesPoint[]>(longer, []);
}

function longer(one: readonly SeriesPoint[], other: readonly SeriesPoint[]): readonly SeriesPoint[] {
  return other.length > one.length ? other : one;
}
