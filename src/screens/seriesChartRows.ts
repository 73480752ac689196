import type { ChartRow } from '#charts/cells.ts';
import { lineChart } from '#charts/lineChart.ts';
import { comparedBuckets } from '#model/period/comparedBuckets.ts';
import { dayOfWeek, dayParts, formatDayShort, monthNames } from '#model/period/day.ts';
import { compactNumber } from '#model/text/number.ts';
import { bucketUnitFor, type Bucket, type BucketUnit } from '#model/period/bucket.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import { isAscii } from '#terminal/charset.ts';

/** Columns that the scale takes of the chart's width. */
const scaleColumns = 8;

/** Days, or weeks or months where the days do not fit a chart of so many columns. */
export function chartUnit(points: readonly SeriesPoint[], width: number): BucketUnit {
  return bucketUnitFor(points.length, width - scaleColumns);
}

/** A measure over time, the one it is compared with beneath. Today is drawn as unfinished. */
export function seriesChart(
  points: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  today: Day,
  size: { readonly width: number; readonly height: number },
): ChartRow[] {
  const unit = chartUnit(points, size.width);
  const { buckets, before: compared } = comparedBuckets(points, before, unit);
  const last = points.at(-1)?.day;
  return lineChart({
    points: buckets.map(bucket => ({
      count: bucket.count,
      label: dateLabel(bucket, unit, points),
      unfinished: bucket.to >= today || (unit !== 'day' && bucket.partial && bucket.to === last),
      weekend: unit === 'day' && dayOfWeek(bucket.from) >= 5,
      monthStart: unit !== 'month' && bucket.from.endsWith('-01'),
    })),
    compared,
    width: size.width,
    height: size.height,
    ascii: isAscii(),
    formatCount: compactNumber,
  });
}

/** "3 Mar"; over more than a year "Mar 2026", and of months "Mar". */
function dateLabel({ from }: Bucket, unit: BucketUnit, points: readonly SeriesPoint[]): string {
  const { year, month } = dayParts(from);
  const name = (monthNames[month - 1] ?? '').slice(0, 3);
  if (points.length > 366) return `${name} ${year}`;
  return unit === 'month' ? name : formatDayShort(from);
}
