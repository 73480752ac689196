import type { ChartRow } from '#charts/cells.ts';
import { lineChart } from '#charts/lineChart.ts';
import { dayOfWeek, formatDayShort } from '#model/day.ts';
import { compactNumber } from '#model/number.ts';
import { bucket, bucketUnitFor } from '#model/series.ts';
import type { Day, SeriesPoint } from '#model/statistics.ts';
import { isAscii } from '#terminal/charset.ts';

/** A measure day by day, or by week or month where the days do not fit. Today is drawn as unfinished. */
export function seriesChart(
  points: readonly SeriesPoint[],
  today: Day,
  size: { readonly width: number; readonly height: number },
): ChartRow[] {
  const unit = bucketUnitFor(points.length, size.width - 8);
  const buckets = bucket(points, unit);
  return lineChart({
    points: buckets.map(({ from, to, count, partial }) => ({
      count,
      label: formatDayShort(from),
      unfinished: to >= today || (unit !== 'day' && partial && to === points.at(-1)?.day),
      weekend: unit === 'day' && dayOfWeek(from) >= 5,
      monthStart: unit !== 'month' && from.endsWith('-01'),
    })),
    width: size.width,
    height: size.height,
    ascii: isAscii(),
    formatCount: compactNumber,
  });
}
