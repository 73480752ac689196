import { total } from '#text/fit.ts';
import type { ChartRow } from '#charts/canvas.ts';
import { areaStrip, type DrawnChart, hoursChart, type Inset, prepareArea } from '#charts/chart.ts';
import type { ChartCursor } from '#charts/labels.ts';
import { chartMargins } from '#components/parts.ts';
import { type DayCount, formatChange } from '#model/comparison/change.ts';
import {
  type Bucket,
  bucketName,
  type BucketUnit,
  comparedBuckets,
  dateTicks,
} from '#model/period/bucket.ts';
import { dayCount, daysFrom, isWeekend } from '#model/period/day.ts';
import { formatDayShort, hourText } from '#model/period/format.ts';
import { type ChartPosition, type CursorPoint, ticksOfHours } from '#model/statistics/cursor.ts';
import {
  partOf,
  type SessionDay,
  type SessionMeasure,
  sessionMeasureInfo,
  sessionMeasureText,
  type SessionSums,
} from '#model/statistics/sessions.ts';
import { rowsBasis, shareText } from '#model/statistics/summary.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { isNoted, type Notes } from '#model/website/notes.ts';
import { shownSessionMeasure, type ShownSessions } from '#queries/days/sessions.ts';
import type { Size } from '#screens/layout.ts';
import { shownComparison, shownPeriod } from '#store/queries/question.ts';
import { shownSessions } from '#store/queries/series.ts';
import type { ShownChart, State } from '#store/state.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { memoizeLast } from '#text/memo.ts';
import { safeText, type SafeText } from '#text/safeText.ts';
import { compactNumber, groupThousands } from '#text/words.ts';
import { chartUnit, withPlace } from './cursor.ts';
import { notesAt } from './notes.ts';

type Prepared = ReturnType<typeof prepareArea>;

const lastSeries = memoizeLast<Prepared>();
const lastBuckets = memoizeLast<Prepared>();

interface SeriesView extends Size {
  readonly notes: Notes;
  /** Without scale and axis. */
  readonly isBare?: boolean | undefined;
}

interface BucketView extends SeriesView {
  readonly compared?: readonly (number | undefined)[] | undefined;
  /** How counts are said, where they are no counts. */
  readonly countText?: ((count: number) => string) | undefined;
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
  { width, height }: Size,
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
  { from, to, count, partial, isRead }: Parameters<typeof bucketChart>[0][number],
  unit: BucketUnit,
  today: Day,
) {
  return {
    count,
    unfinished: to >= today || (unit !== 'day' && partial),
    weekend: unit === 'day' && isWeekend(from),
    awaited: isRead === false,
  };
}

/** Days, weeks or months as an area; what is not known is a gap. */
export function bucketChart(
  buckets: readonly (Pick<Bucket, 'from' | 'to' | 'partial'> & {
    readonly count?: number | undefined;
    readonly isRead?: boolean | undefined;
  })[],
  unit: BucketUnit,
  today: Day,
  view: BucketView & { readonly cursor?: ChartCursor | undefined },
): DrawnChart {
  const { width, height, compared, notes, cursor, countText, isBare } = view;
  const keys = [buckets, unit, today, width, height, compared, notes, isBare, isAscii(), hasTints()];
  return lastBuckets(keys, () =>
    prepare(buckets, unit, today, { width, height, compared, notes, countText, isBare }),
  )(cursor);
}

function prepare(
  buckets: Parameters<typeof bucketChart>[0],
  unit: BucketUnit,
  today: Day,
  view: BucketView,
): Prepared {
  const { countText, notes, ...size } = view;
  return prepareArea({
    points: buckets.map(bucket => ({
      ...areaPoint(bucket, unit, today),
      noted: isNoted(notes, bucket),
      ...namesOf(bucket, unit, (countText ?? groupThousands)(bucket.count ?? 0)),
    })),
    ticks: view.isBare === true ? [endTicks(buckets, unit)] : dateTicks(buckets, unit),
    // Rates are not summed.
    insets: countText === undefined && view.height >= roomForParts ? partsOfPeriod(buckets) : [],
    ...size,
    ascii: isAscii(),
    hasTints: hasTints(),
    formatCount: countText ?? compactNumber,
  });
}

/** Hours over those beside them, or the days that have the only one, as bars. */
export function hourBars(
  points: readonly CursorPoint[],
  {
    notes,
    ...view
  }: SeriesView & {
    readonly cursor?: ChartCursor | undefined;
    readonly insets?: readonly Inset[] | undefined;
  },
): readonly ChartRow[] {
  const days = points.flatMap(({ span }) => (span.unit === 'hour' ? [] : [span]));
  const hours = points.flatMap(({ span }) => (span.unit === 'hour' ? [span.hour] : []));
  return hoursChart({
    points: points.map(point => ({
      count: point.count,
      unfinished: point.isOpen,
      noted: notesAt(notes, point).length > 0,
      weekend: point.span.unit === 'day' && isWeekend(point.span.from),
    })),
    ticks: days.length === 0 ? ticksOfHours(hours) : dateTicks(days, 'day'),
    compared: points.map(({ before }) => before?.count),
    ...view,
    ascii: isAscii(),
    hasTints: hasTints(),
    formatCount: compactNumber,
  }).rows;
}

/** What the highest one is named, and shorter: the axis says of which day it is. */
function namesOf({ from }: Pick<Bucket, 'from'>, unit: BucketUnit, count: string) {
  const days = unit === 'day' ? [`${formatDayShort(from)} ${count}`] : [];
  return { name: `${bucketName(from, unit)} ${count}`, shortNames: [...days, count] };
}

/** The first and the last day; of months these. */
function endTicks(buckets: readonly Pick<Bucket, 'from' | 'to'>[], unit: BucketUnit) {
  const nameOf = (day: Day) => (unit === 'month' ? bucketName(day, unit) : formatDayShort(day));
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ends = [
    { index: 0, text: nameOf(first.from) },
    { index: buckets.length - 1, text: nameOf(last.to) },
  ];
  return buckets.length === 1 ? ends.slice(0, 1) : ends;
}

/** In fewer rows a chart is not empty. */
const roomForParts = 12;
const periodParts = 4;

interface PartOfSum {
  readonly name: string;
  /** Where there is more room. */
  readonly longName?: string;
  /** Undefined where there is no data. */
  readonly count: number | undefined;
}

/** Each part with its count and its share; with less room without counts. None where none has anything. */
function partForms(parts: readonly PartOfSum[]): string[][] {
  if (parts.every(({ count = 0 }) => count === 0)) return [];
  const basis = rowsBasis(parts.map(({ count = 0 }) => ({ count })));
  const cells = parts.map(({ name, longName = name, count }) => ({
    name,
    longName,
    share: count === undefined ? '-' : shareText(count, basis),
    count: count === undefined ? 'no data' : groupThousands(count),
  }));
  const widest = (key: keyof (typeof cells)[number]) => Math.max(...cells.map(cell => cell[key].length));
  return [
    cells.map(
      ({ longName, count, share }) =>
        `${longName.padEnd(widest('longName'))}${count.padStart(widest('count') + 3)}  ${share.padStart(4)}`,
    ),
    cells.map(({ name, share }) => name.padEnd(widest('name')) + share.padStart(widest('share') + 1)),
  ];
}

/** "26 Nov - 22 Feb   1,840   12%", each quarter of a period. */
export function partsOfPeriod(
  buckets: readonly (Pick<Bucket, 'from' | 'to'> & { readonly count?: number | undefined })[],
): string[][] {
  if (buckets.length < 2 * periodParts) return [];
  const place = (part: number) => Math.round((part * buckets.length) / periodParts);
  return partForms(
    Array.from({ length: periodParts }, (_, at): PartOfSum => {
      const own = buckets.slice(place(at), place(at + 1));
      const [first, last] = [own[0], own.at(-1)];
      const isKnown = own.some(({ count }) => count !== undefined);
      return {
        name: first && last ? `${formatDayShort(first.from)} - ${formatDayShort(last.to)}` : '',
        count: isKnown ? own.reduce((sum, { count = 0 }) => sum + count, 0) : undefined,
      };
    }),
  );
}

const dayParts = ['night', 'morning', 'afternoon', 'evening'] as const;
const partHours = 6;

/** "night      00:00 - 06:00   478    7%", each part of the day. */
export function partsOfDay(counts: readonly number[]): string[][] {
  return partForms(
    dayParts.map((name, at) => ({
      name,
      longName: `${name.padEnd(11)}${hourText(at * partHours)} - ${hourText((at + 1) * partHours)}`,
      count: total(counts.slice(at * partHours, (at + 1) * partHours)),
    })),
  );
}

/** Charts are of whole numbers: a rate is in percent, pages per visit in tenths. */
const scale = { bounce_rate: 100, visit_seconds: 1, pages_per_visit: 10 } as const;

export const countTextOf = (name: SessionMeasure) => (count: number) =>
  sessionMeasureText(name, count / scale[name]);

interface SessionChartInput {
  readonly period: Period;
  readonly before: Period | undefined;
  readonly today: Day;
  readonly unit: BucketUnit;
}

const lastPoints = memoizeLast<readonly CursorPoint[]>();

/** A measure of each day, week or month, beside the days at its place before: made of their sums. */
export function sessionPoints(
  name: SessionMeasure,
  read: ShownSessions,
  { period, before, today, unit }: SessionChartInput,
): readonly CursorPoint[] {
  return lastPoints([name, read, period.from, period.to, before?.from, unit, today], () => {
    const bucketsOf = (valueOf: (sums: SessionSums) => number) =>
      comparedBuckets(
        daysOf(read.days ?? [], period, read.from, valueOf),
        before === undefined ? [] : daysOf(read.daysBefore ?? [], before, undefined, valueOf),
        unit,
      );
    const [parts, sessions] = [bucketsOf(sums => partOf(name, sums)), bucketsOf(sums => sums.sessions)];
    const value = (part: number | undefined, among: number | undefined) =>
      part === undefined || among === undefined || among === 0 ? undefined : (part / among) * scale[name];
    let first = 0;
    return parts.buckets.map(({ from, to, count, days }, index): CursorPoint => {
      const day = before && daysFrom(before.from, first + 1).at(-1);
      first += days;
      const earlier = value(parts.before[index], sessions.before[index]);
      return {
        span: { unit, from, to },
        count: value(count, sessions.buckets[index]?.count),
        hasNoData: true,
        countText: countTextOf(name),
        isOpen: to >= today,
        before:
          day === undefined || earlier === undefined
            ? undefined
            : { count: earlier, name: unit === 'month' ? '' : bucketName(day, unit) },
      };
    });
  });
}

/** Days without a session are 0; those before the first one that is known have no data. */
function daysOf(
  known: readonly SessionDay[],
  period: Period,
  first: Day | undefined,
  valueOf: (sums: SessionSums) => number,
): DayCount[] {
  const values = new Map(known.map(each => [each.day, valueOf(each)]));
  return daysFrom(period.from, dayCount(period)).map(day => ({
    day,
    count: first !== undefined && day < first ? undefined : (values.get(day) ?? 0),
  }));
}

export interface Placed {
  readonly websiteId: string;
  readonly name: SessionMeasure;
  readonly cursor?: ChartPosition | undefined;
}

/** Empty until they are read. */
export function pointsShown(
  state: State,
  { websiteId, name }: Placed,
  width: number,
): readonly CursorPoint[] {
  const read = shownSessions(state, websiteId);
  const period = shownPeriod(state);
  if (read?.days === undefined) return [];
  return sessionPoints(name, read, {
    period,
    before: shownComparison(state, websiteId)?.before,
    today: state.today(),
    unit: chartUnit(dayCount(period), width),
  });
}

export function sessionChart(state: State, chart: Placed): ShownChart | undefined {
  return withPlace(chart, pointsShown(state, chart, state.viewport.columns - chartMargins));
}

/** "Bounce rate: 45%, 39% before: +6.1pp   the part of the sessions that has one page view". */
export function sessionDetail(state: State, websiteId: string, name: SessionMeasure): SafeText {
  const { value, before, change } = shownSessionMeasure(name, shownSessions(state, websiteId));
  const by = change.kind === 'missingDays' ? '' : formatChange(change);
  const earlier = by === '' ? '' : `, ${sessionMeasureText(name, before)} before: ${by}`;
  const { title, definition } = sessionMeasureInfo[name];
  return safeText(`${title}: ${sessionMeasureText(name, value)}${earlier}   ${definition}`);
}
