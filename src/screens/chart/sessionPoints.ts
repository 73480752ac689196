import { chartMargins } from '#components/parts.ts';
import { formatChange } from '#model/comparison/change.ts';
import type { DayCount } from '#model/comparison/dataDays.ts';
import { bucketName, type BucketUnit, comparedBuckets } from '#model/period/bucket.ts';
import { dayCount, daysFrom } from '#model/period/day.ts';
import { type ChartPlace, type CursorPoint, placeOf } from '#model/statistics/cursor.ts';
import {
  partOf,
  type SessionDay,
  type SessionMeasure,
  sessionMeasureInfo,
  sessionMeasureText,
  type SessionSums,
} from '#model/statistics/sessions.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { type ShownSessions, sessionsTold } from '#queries/days/sessions.ts';
import { shownComparison, shownPeriod } from '#store/queries/question.ts';
import { shownSessions } from '#store/queries/series.ts';
import type { ShownChart, State } from '#store/state.ts';
import { lastResult } from '#text/memo.ts';
import { safeText, type SafeText } from '#text/safeText.ts';
import { chartUnit } from './cursor.ts';

/** Charts are of whole numbers: a rate is in percent, pages a visit in tenths. */
const scale = { bounce_rate: 100, visit_seconds: 1, pages_per_visit: 10 } as const;

/** A measure as a chart has it. */
export const saidOf = (name: SessionMeasure) => (count: number) =>
  sessionMeasureText(name, count / scale[name]);

interface Asked {
  readonly period: Period;
  readonly before: Period | undefined;
  readonly today: Day;
  readonly unit: BucketUnit;
}

const lastPoints = lastResult<readonly CursorPoint[]>();

/** A measure of each day, week or month, beside the days at its place before: made of their sums. */
export function sessionPoints(
  name: SessionMeasure,
  read: ShownSessions,
  { period, before, today, unit }: Asked,
): readonly CursorPoint[] {
  return lastPoints([name, read, period.from, period.to, before?.from, unit, today], () => {
    const of = (valueOf: (sums: SessionSums) => number) =>
      comparedBuckets(
        daysOf(read.days ?? [], period, read.from, valueOf),
        before === undefined ? [] : daysOf(read.daysBefore ?? [], before, undefined, valueOf),
        unit,
      );
    const [parts, sessions] = [of(sums => partOf(name, sums)), of(sums => sums.sessions)];
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
        said: saidOf(name),
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
  readonly cursor?: ChartPlace | undefined;
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
  const points = pointsShown(state, chart, state.viewport.columns - chartMargins);
  const { websiteId, name, cursor } = chart;
  return points.length === 0 ? undefined : { websiteId, name, points, index: placeOf(points, cursor) };
}

/** "Bounce rate: 45%, 39% before: +6.1pp   the part of the sessions that has one page view". */
export function sessionDetail(state: State, websiteId: string, name: SessionMeasure): SafeText {
  const { value, before, change } = sessionsTold(name, shownSessions(state, websiteId));
  const by = change.kind === 'lack' ? '' : formatChange(change);
  const earlier = by === '' ? '' : `, ${sessionMeasureText(name, before)} before: ${by}`;
  const { title, definition } = sessionMeasureInfo[name];
  return safeText(`${title}: ${sessionMeasureText(name, value)}${earlier}   ${definition}`);
}
