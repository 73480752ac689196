import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import { addDays, addMonths, earlierDay, laterDay, parseDay } from './day.ts';

interface ReadsVisitors {
  readSeries(id: string, name: 'visitors', period: Period): Promise<readonly SeriesPoint[]>;
}

/** The days of one request. */
const window = 100;
const mostMonths = 120;

/**
 * From the day a website was added, or its first visitors, to today. Visitors before it was added are imported ones, so that
 * days are read backwards from there too (from today, where the service does not say when it was added), until two windows
 * in a row are empty, at most ten years back. Rejects as readSeries does.
 */
export async function readAllTime(
  api: ReadsVisitors,
  { id, createdAt }: Pick<Website, 'id' | 'createdAt'>,
  today: Day,
): Promise<Period> {
  const oldest = addMonths(today, -mostMonths);
  const added = parseDay(createdAt ?? '');
  const start = added === undefined ? undefined : laterDay(earlierDay(added, today), oldest);
  let first = start ?? today;
  let to = start === undefined ? today : addDays(start, -1);
  for (let empty = 0; empty < 2 && to >= oldest;) {
    const from = laterDay(addDays(to, 1 - window), oldest);
    const points = await api.readSeries(id, 'visitors', { from, to });
    const earliest = points.find(({ count }) => count > 0)?.day;
    empty = earliest === undefined ? empty + 1 : 0;
    first = earliest ?? first;
    to = addDays(from, -1);
  }
  return { from: first, to: today };
}
