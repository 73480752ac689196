import { areaChart, type DrawnChart } from '#charts/areaChart.ts';
import type { ChartCursor } from '#charts/cursor.ts';
import type { Bucket, BucketUnit } from '#model/period/bucket.ts';
import { comparedBuckets } from '#model/period/comparedBuckets.ts';
import { dateTicks } from '#model/period/dateTicks.ts';
import { bucketName } from '#model/period/bucketName.ts';
import { isWeekend } from '#model/period/day.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import { compactNumber, groupThousands } from '#model/text/number.ts';
import { isAscii } from '#terminal/charset.ts';
import { chartUnit } from './chartPoints.ts';

/** A measure over time, the one it is compared with over it. What is not whole, as today, is an outline. */
export function seriesChart(
  points: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  today: Day,
  view: { readonly width: number; readonly height: number; readonly cursor?: ChartCursor | undefined },
): DrawnChart {
  const unit = chartUnit(points.length, view.width);
  const { buckets, before: compared } = comparedBuckets(points, before, unit);
  return bucketChart(buckets, unit, today, { ...view, compared });
}

/** Days, weeks or months as an area; what is not known is a gap. */
export function bucketChart(
  buckets: readonly (Pick<Bucket, 'from' | 'to' | 'partial'> & { readonly count?: number | undefined })[],
  unit: BucketUnit,
  today: Day,
  view: {
    readonly width: number;
    readonly height: number;
    readonly compared?: readonly (number | undefined)[] | undefined;
    readonly cursor?: ChartCursor | undefined;
  },
): DrawnChart {
  return areaChart({
    points: buckets.map(({ from, to, count, partial }) => ({
      count,
      unfinished: to >= today || (unit !== 'day' && partial),
      weekend: unit === 'day' && isWeekend(from),
      name: `${bucketName(from, unit)} ${groupThousands(count ?? 0)}`,
    })),
    ticks: dateTicks(buckets, unit),
    ...view,
    ascii: isAscii(),
    formatCount: compactNumber,
  });
}
