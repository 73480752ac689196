import { count } from '#api/countSchema.ts';
import { isRecord, lazy } from '#api/wireSchema.ts';
import * as z from 'zod/mini';
import type { Page } from '#model/paging/query.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { type PageRequest, toPage, unwrapList } from './paging.ts';
import { wrongShape } from '#api/error.ts';

/** Visits without a referrer, campaign ... may have a row without a value. */
const value = () =>
  z.pipe(
    z.nullish(z.union([z.string(), z.number(), z.boolean()])),
    z.transform(raw => String(raw ?? '')),
  );

const rowList = lazy(() => z.array(z.object({ value: value(), count: count() })));

function toRows(data: unknown): readonly StatisticRow[] | undefined {
  if (!Array.isArray(data) && !isRecord(data)) return undefined;
  const rows = Array.isArray(data) ? data : Object.entries(data).map(([value, count]) => ({ value, count }));
  return rowList().safeParse(rows).data;
}

/** Rows of `{value, count}`, or an object of value to count. Throws an ApiError of kind shape. */
export function decodeStatistic(body: unknown, asked: PageRequest): Page<StatisticRow> {
  const { data, position } = unwrapList(body);
  const rows = toRows(data);
  // A bare empty object could come from any program: read as "no traffic" it would show zeros for a wrong address.
  if (rows === undefined || (data === body && isRecord(body) && rows.length === 0))
    throw wrongShape('a statistic');
  return toPage(rows, position, asked);
}
