import type { KeptAnswer } from '#config/kept/kept.ts';
import { daysFrom, isDay } from '#model/period/day.ts';
import type { FilteredPeriod } from '#model/service/paging.ts';
import {
  allStatistics,
  type Day,
  type Period,
  type SeriesPoint,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { type Answer, type DataRequest, notLoaded } from '#queries/answers/request.ts';

/** One question, with the answers for each website. */
export interface Column {
  readonly key: string;
  readonly kind: DataRequest['kind'];
  readonly name: StatisticName;
  readonly period: FilteredPeriod;
  readonly entries: Map<string, Entry>;
}

export interface Entry {
  /** Of a series the counts by day, which take a fraction of the memory of points. */
  answer: Answer<unknown>;
  /** The series with its days, once a view has asked for it. */
  points?: Answer<readonly SeriesPoint[]> | undefined;
  isOfList: boolean;
  wasInBackground: boolean;
  /** How often the list was outdated before it was read. */
  age: number;
}

/** A long session must not grow. A row over time takes up to 60 counts. */
export const maxAnswers = {
  rows: 300,
  series: 300,
  hours: 300,
  visitors: 300,
  sessions: 300,
  counts: 2000,
  dataDays: 20_000,
  since: 300,
} as const;
function isNumbers(data: unknown): data is readonly number[] {
  return Array.isArray(data);
}

/** The counts by day of a series; the visitors of a period as one. */
export function countsIn({ data }: Answer<unknown>): readonly number[] | undefined {
  if (typeof data === 'number') return [data];
  return isNumbers(data) ? data : undefined;
}

// The list has very many series: of those only the points of the last ones are kept. For all stores: the keys are their counts.
const maxPoints = 200;
let pointsMade = 0;
let lastPoints = new WeakMap<readonly number[], readonly SeriesPoint[]>();
let pointsBefore = lastPoints;

/** The same points as long as they are kept: what is drawn of them is made once. */
function pointsOf(counts: readonly number[], from: Day): readonly SeriesPoint[] {
  const last = lastPoints.get(counts);
  if (last !== undefined) return last;
  if ((pointsMade += 1) % maxPoints === 0) [pointsBefore, lastPoints] = [lastPoints, new WeakMap()];
  const points =
    pointsBefore.get(counts) ??
    daysFrom(from, counts.length).map((day, index) => ({ day, count: counts[index] ?? 0 }));
  lastPoints.set(counts, points);
  return points;
}

export function pointsIn(entry: Entry, { from }: Period): Answer<readonly SeriesPoint[]> {
  if (entry.points !== undefined) return entry.points;
  const counts = countsIn(entry.answer);
  const answer = { ...entry.answer, data: counts && pointsOf(counts, from) };
  if (!entry.isOfList) entry.points = answer;
  return answer;
}

/** A key as a file may have it; undefined for what asks for nothing that there is. */
export function parseKey(key: string): Pick<Column, 'key' | 'kind' | 'name' | 'period'> | undefined {
  const [kind, name, from = '', to = ''] = key.split(' ');
  const found = allStatistics.find(each => each === name);
  const isKind = (text: string | undefined): text is DataRequest['kind'] =>
    text !== undefined && Object.hasOwn(maxAnswers, text);
  if (found === undefined || !isKind(kind) || !isDay(from) || !isDay(to)) return undefined;
  return { key, kind, name: found, period: { from, to } };
}

/** An answer as it is written to disk; undefined within a filter, and for what only the list has read, which keeps its own. */
export function keptAnswer({ key, kind, period, entries }: Column, website: string): KeptAnswer | undefined {
  const { from, where = [] } = period;
  if (where.length > 0) return undefined;
  const entry = entries.get(website);
  const { data, requested } = entry?.answer ?? notLoaded;
  if (entry?.isOfList !== false || requested === undefined || data === undefined) return undefined;
  const kept = kind === 'series' ? { from, counts: data } : data;
  return { kind, key: `${website}${key.slice(kind.length)}`, at: requested.at, data: kept };
}

/** The other way round. */
export function dataOfKept({ kind, data }: KeptAnswer): unknown {
  return kind === 'series' && typeof data === 'object' && data !== null && 'counts' in data
    ? data.counts
    : data;
}
