import type { Api } from '#api/api.ts';
import { exactCount } from '#model/statistics/exactCount.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';

/** Identifies a row of a statistic, whatever the period. The value is raw, as the service returned it. */
export interface RowName {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly value: string;
}

/** The count of one row in a period, as exactCount of the model. Rejects with an ApiError. */
export async function readExactCount(
  api: Api,
  row: RowName,
  period: Period,
  signal: AbortSignal,
): Promise<number | undefined> {
  return await exactCount(query => api.readStatistic(row.websiteId, query, signal), row, period);
}
