import type { Urgency } from '#api/api.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { lastFinalDay, todayIn } from '#model/period/zone.ts';
import type { Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import type { Services } from '#store/services.ts';
import type { Answer, RequestTime } from '#queries/ask.ts';
import type { Clock } from './answers.ts';
import type { NumbersCache } from '#store/websites/numbersCache.ts';
import { isSeriesOf } from './question.ts';

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
  { get, services }: { get(): KnownDays; readonly services: Services },
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

type Series = Readonly<Record<string, Answer<readonly SeriesPoint[]>>>;

interface KnownDays {
  readonly overview: { readonly numbers: Pick<NumbersCache, 'finalDays' | 'trustsKept'> };
  readonly stats: { readonly series: Series };
}

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

/** How long numbers that may still change are shown without another request. */
const freshForMs = 60_000;
/** The same for those that an earlier session read. */
const keptFreshForMs = 3_600_000;

/**
 * The time of a request of an earlier session, by which only those days had ended that were final then: the days of the
 * service may be others.
 */
export function keptRequestTime(at: number, timeZone: string): RequestTime {
  return { at, on: addDays(lastFinalDay(at, timeZone), 1) };
}

/** Whether an earlier session requested it before now. If not, a clock was wrong, and nobody knows which days had ended. */
export function isPast(at: number, { now }: Pick<Clock, 'now'>): boolean {
  return at <= now();
}

/** Whether what an earlier session requested on this day is shown without another request. */
export function isKeptFresh(at: number, { now, today }: Clock, timeZone: string): boolean {
  const age = now() - at;
  return age >= 0 && age < keptFreshForMs && todayIn(timeZone, new Date(at)) === today();
}

/** Whether all days of the period had ended when they were requested: their counts no longer change. */
export function isFinal(requested: RequestTime | undefined, { to }: Period): boolean {
  return requested !== undefined && to < requested.on;
}

/** Final counts stay fresh until `r`; others for a minute, and never into the next day. */
export function isFresh(requested: RequestTime | undefined, period: Period, { now, today }: Clock): boolean {
  if (requested === undefined) return false;
  return isFinal(requested, period) || (requested.on === today() && now() - requested.at < freshForMs);
}
