import type { ChartRow } from '#charts/canvas.ts';
import { areaStrip, type DrawnChart, prepareArea } from '#charts/chart.ts';
import type { ChartCursor } from '#charts/labels.ts';
import type { DayCount } from '#model/comparison/dataDays.ts';
import {
  type Bucket,
  bucketName,
  type BucketUnit,
  comparedBuckets,
  dateTicks,
} from '#model/period/bucket.ts';
import { isWeekend } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { isNoted, type Notes } from '#model/website/notes.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { lastResult } from '#text/memo.ts';
import { compactNumber, groupThousands } from '#text/words.ts';
import { chartUnit } from './cursor.ts';

type Prepared = ReturnType<typeof prepareArea>;

const lastSeries = lastResult<Prepared>();
const lastBuckets = lastResult<Prepared>();

interface SeriesView {
  readonly width: number;
  readonly height: number;
  readonly notes: Notes;
  /** Without scale and axis. */
  readonly isBare?: boolean | undefined;
}

interface BucketView extends SeriesView {
  readonly compared?: readonly (number | undefined)[] | undefined;
  /** How counts are said, where they are no counts. */
  readonly said?: ((count: number) => string) | undefined;
}

/** A measure over time, the one it is compared with over it. What is not whole, as today, is an outline. */
export function seriesChart(
  points: readonly DayCount[],
  before: readonly DayCount[],
  today: Day,
  view: SeriesView & { readonly cursor?: ChartCursor | undefined },
): DrawnChart {
  const { width, height, notes, cursor, isBare } = view;
  return lastSeries([points, before, today, width, height, notes, isBare, isAscii(), hasTints()], () => {
    const unit = chartUnit(points.length, width);
    const { buckets, before: compared } = comparedBuckets(points, before, unit);
    return prepare(buckets, unit, today, { width, height, notes, isBare, compared });
  })(cursor);
}

/** The same without scale, axis and names, for one of many. */
export function seriesStrip(
  points: readonly DayCount[],
  before: readonly DayCount[],
  today: Day,
  { width, height }: { readonly width: number; readonly height: number },
): readonly ChartRow[] {
  const unit = chartUnit(points.length, width);
  const { buckets, before: compared } = comparedBuckets(points, before, unit);
  return areaStrip({
    points: buckets.map(bucket => areaPoint(bucket, unit, today)),
    compared,
    width,
    height,
    ascii: isAscii(),
    hasTints: hasTints(),
  });
}

function areaPoint(
  { from, to, count, partial }: Parameters<typeof bucketChart>[0][number],
  unit: BucketUnit,
  today: Day,
) {
  return {
    count,
    unfinished: to >= today || (unit !== 'day' && partial),
    weekend: unit === 'day' && isWeekend(from),
  };
}

/** Days, weeks or months as an area; what is not known is a gap. */
export function bucketChart(
  buckets: readonly (Pick<Bucket, 'from' | 'to' | 'partial'> & { readonly count?: number | undefined })[],
  unit: BucketUnit,
  today: Day,
  view: BucketView & { readonly cursor?: ChartCursor | undefined },
): DrawnChart {
  const { width, height, compared, notes, cursor, said, isBare } = view;
  const keys = [buckets, unit, today, width, height, compared, notes, isBare, isAscii(), hasTints()];
  return lastBuckets(keys, () =>
    prepare(buckets, unit, today, { width, height, compared, notes, said, isBare }),
  )(cursor);
}

function prepare(
  buckets: Parameters<typeof bucketChart>[0],
  unit: BucketUnit,
  today: Day,
  view: BucketView,
): Prepared {
  const { said, notes, ...size } = view;
  return prepareArea({
    points: buckets.map(bucket => ({
      ...areaPoint(bucket, unit, today),
      noted: isNoted(notes, bucket),
      name: `${bucketName(bucket.from, unit)} ${(said ?? groupThousands)(bucket.count ?? 0)}`,
    })),
    ticks: dateTicks(buckets, unit),
    ...size,
    ascii: isAscii(),
    hasTints: hasTints(),
    formatCount: said ?? compactNumber,
  });
}
