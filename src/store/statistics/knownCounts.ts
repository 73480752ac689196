import type { Services } from '#store/core/services.ts';
import { isFinal, isFresh, requestTime, type RequestTime } from '#store/refreshing/freshness.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { readExactCount, type RowName } from './exactCount.ts';
import type { Force } from './stats.ts';

interface KnownCount {
  /** Undefined where the row is not among those that the service returned. */
  readonly count: number | undefined;
  readonly requested: RequestTime;
}

export interface KnownCounts {
  /** As it was read last. */
  get(row: RowName, period: Period): KnownCount | undefined;
  /** The same, unless it has to be read again. */
  kept(row: RowName, period: Period, force: Force): KnownCount | undefined;
  /** Reads it and keeps it. Rejects with an ApiError. */
  read(row: RowName, period: Period, signal: AbortSignal): Promise<number | undefined>;
}

const mostKept = 2000;

/** Counts of single rows over periods, the last ones that were read. */
export function createKnownCounts(services: Services): KnownCounts {
  const known = new Map<string, KnownCount>();
  const keyOf = ({ websiteId, name, value }: RowName, { from, to }: Period) =>
    JSON.stringify([websiteId, name, value, from, to]);
  const get = (row: RowName, period: Period) => known.get(keyOf(row, period));
  return {
    get,
    kept(row, period, force) {
      const found = get(row, period);
      if (found === undefined || force === true) return undefined;
      const isKept =
        force === 'today' ? isFinal(found.requested, period) : isFresh(found.requested, period, services);
      return isKept ? found : undefined;
    },
    async read(row, period, signal) {
      const requested = requestTime(services);
      const count = await readExactCount(services.api, row, period, signal);
      const key = keyOf(row, period);
      known.delete(key);
      known.set(key, { count, requested });
      const [oldest] = known.keys();
      if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
      return count;
    },
  };
}
