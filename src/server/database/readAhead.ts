import type { StatisticRow } from '#model/statistics/statistics.ts';
import { integer } from './columnValues.ts';
import type { Database } from './Database.ts';

/** Rows of an answer, and how many there are in all. */
export interface SelectedRows {
  readonly rows: StatisticRow[];
  readonly total: number;
}

/** Rows from an offset on, of one version of the file. */
interface CachedRows extends SelectedRows {
  readonly version: string;
  readonly offset: number;
}

/** Rows read ahead for the following pages: sorting all rows once costs as much as for one page. */
const rowsAhead = 10_000;
/** The limit of the cache in characters of values, for one query and so for all. */
const mostCharacters = 2_000_000;
/** Queries cached at a time: several statistics with their compared periods may be paged in turns. */
const mostQueries = 8;

const caches = new WeakMap<Database, Map<string, CachedRows>>();

/**
 * A page of the rows of a query, which `key` identifies. Later pages come from the cache as long as the file has not been
 * written to. `select` reads rows from an offset on.
 */
export function pageOf(
  database: Database,
  key: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  select: (limit: number, offset: number) => SelectedRows,
): SelectedRows {
  // Most queries ask for their first page only.
  if (offset === 0) return select(limit, offset);
  const cache = caches.get(database) ?? new Map<string, CachedRows>();
  caches.set(database, cache);
  const version = versionOf(database);
  const known = cache.get(key);
  const cached =
    known?.version === version && holds(known, offset, limit)
      ? known
      : { ...bounded(select(rowsAhead, offset), limit), version, offset };
  cache.delete(key);
  cache.set(key, cached);
  const [oldest] = cache.keys();
  if (cache.size > mostQueries && oldest !== undefined) cache.delete(oldest);
  const from = offset - cached.offset;
  return { rows: cached.rows.slice(from, from + limit), total: cached.total };
}

function holds({ offset: from, rows, total }: CachedRows, offset: number, limit: number): boolean {
  return offset >= from && Math.min(offset + limit, total) <= from + rows.length;
}

/** At least one page, then as many rows as fit into the limit. */
function bounded({ rows, total }: SelectedRows, page: number): SelectedRows {
  let characters = 0;
  const end = rows.findIndex(({ value }, at) => (characters += value.length) > mostCharacters && at >= page);
  return { rows: end === -1 ? rows : rows.slice(0, end), total };
}

/** Changes with every write, by this connection or another one. */
function versionOf(database: Database): string {
  const row = database
    .statement('select total_changes() as own, data_version as others from pragma_data_version')
    .get();
  return `${integer(row?.own)} ${integer(row?.others)}`;
}
