import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** What stands in place of a chart of zeros. */
export function nothingCounted(name: StatisticName) {
  return {
    title: label`No ${safeText(statisticInfo(name).counts)} in this period`,
    tone: 'dim' as const,
    lines: [label`Press t for another period, < for an earlier one.`],
  };
}
