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

/** A measure over time, the one it is compared with over it. What is not whole, as today, is an outline. */
export function seriesChart(
  points: readonly DayCount[],
  before: readonly DayCount[],
  today: Day,
  view: {
    readonly width: number;
    readonly height: number;
    readonly notes: Notes;
    readonly cursor?: ChartCursor | undefined;
  },
): DrawnChart {
  const { width, height, notes, cursor } = view;
  return lastSeries([points, before, today, width, height, notes, isAscii(), hasTints()], () => {
    const unit = chartUnit(points.length, width);
    const { buckets, before: compared } = comparedBuckets(points, before, unit);
    return prepare(buckets, unit, today, { width, height, notes, compared });
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
  view: {
    readonly width: number;
    readonly height: number;
    readonly compared?: readonly (number | undefined)[] | undefined;
    readonly notes: Notes;
    readonly cursor?: ChartCursor | undefined;
    /** How counts are said, where they are no counts. */
    readonly said?: ((count: number) => string) | undefined;
  },
): DrawnChart {
  const { width, height, compared, notes, cursor, said } = view;
  return lastBuckets([buckets, unit, today, width, height, compared, notes, isAscii(), hasTints()], () =>
    prepare(buckets, unit, today, { width, height, compared, notes, said }),
  )(cursor);
}

function prepare(
  buckets: Parameters<typeof bucketChart>[0],
  unit: BucketUnit,
  today: Day,
  view: {
    readonly width: number;
    readonly height: number;
    readonly compared?: readonly (number | undefined)[] | undefined;
    readonly notes: Notes;
    readonly said?: ((count: number) => string) | undefined;
  },
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
