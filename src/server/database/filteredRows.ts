import { dayOfNumber } from '#model/period/day.ts';
import { hourValues } from '#model/period/format.ts';
import { type Filter, filterKey } from '#model/service/filter.ts';
import { isHours, isSeries, offeredStatistics, type StatisticName } from '#model/statistics/statistics.ts';
import { contains, type Database, integer, text } from './Database.ts';
import { countFiltered, type FilteredCounts, fieldOf, type Visits, valueStatistic } from './filtered.ts';
import { order, pageOf, type SelectedRows, type StatisticSelection, versionOf } from './statistics.ts';
import { fieldCode, valueFields } from './visits.ts';
import { inTurns } from './Yielder.ts';

/** Those of lines that are no page views know nothing of a visit. */
export function isFiltered(name: StatisticName): boolean {
  return !offeredStatistics.some(offered => offered === name);
}

interface FilteredSelection extends StatisticSelection {
  readonly where: Filter;
  /** A filter reaches back to the last day before it that has no detail. */
  readonly today: number;
}

interface KnownCounts {
  readonly version: string;
  readonly counts: Promise<FilteredCounts>;
}

const known = new WeakMap<Database, Map<string, KnownCounts>>();
/** The two periods of a dashboard, and of the one before it. */
const mostKnown = 4;

/**
 * The counts of a period are made once for all statistics: the requests of a dashboard ask for one after the other. They are
 * right until the file is written to.
 */
function countsOf(database: Database, visits: Visits, selection: FilteredSelection): Promise<FilteredCounts> {
  const { website, from, to, where, today } = selection;
  const counts = known.get(database) ?? new Map<string, KnownCounts>();
  known.set(database, counts);
  const key = JSON.stringify([website, from, to, filterKey(where)]);
  const version = versionOf(database);
  const last = counts.get(key);
  if (last?.version === version) return last.counts;
  const reach = visits.reach(today) ?? from;
  const days = { from: Math.max(from, reach), to };
  const made = { version, counts: inTurns(countFiltered(visits, days, where)) };
  made.counts.catch(() => counts.get(key) === made && counts.delete(key));
  counts.delete(key);
  counts.set(key, made);
  const [oldest] = counts.keys();
  if (counts.size > mostKnown && oldest !== undefined) counts.delete(oldest);
  return made.counts;
}

/** A page of the counts of a statistic of what meets a filter. */
export async function selectFiltered(
  database: Database,
  visits: Visits,
  selection: FilteredSelection,
): Promise<SelectedRows> {
  const counts = await countsOf(database, visits, selection);
  const { perPage: limit, page, ...query } = selection;
  const key = JSON.stringify({ ...query, where: filterKey(selection.where) });
  return await database.read(() =>
    pageOf(database, key, { limit, offset: (page - 1) * limit }, (most, offset) =>
      selectRows(database, visits, selection, counts, { most, offset }),
    ),
  );
}

interface Wanted {
  readonly most: number;
  readonly offset: number;
}

function selectRows(
  database: Database,
  visits: Visits,
  selection: FilteredSelection,
  counts: FilteredCounts,
  { most, offset }: Wanted,
): SelectedRows {
  const statistic = valueStatistic(selection.name);
  const { condition, text: searched } = contains('value', selection.search);
  const field = statistic && fieldOf(statistic);
  const stored = visits.texts ? undefined : valueFields.find(known => known === field);
  const numbers = statistic ? numbered(counts.values.get(statistic)) : undefined;
  const texts = field && visits.texts?.(field);
  const all = texts
    ? (numbers ?? []).map(([number, count]): Entry => [texts[Number(number)] ?? '', count])
    : (numbers ?? named(counts, selection.name));
  const isByCount = selection.sortBy === 'count' && selection.sort === 'desc' && condition === 'true';
  const entries = isByCount ? largest(all, most + offset) : all;
  const ofField = stored && { website: selection.website, field: fieldCode(stored) };
  const rows = ofField
    ? `select ifnull(text, '') as value, entry.value as count from json_each(:entries) as entry
       left join visit_value on website_id = :website and field = :field and number = cast(key as integer)`
    : 'select key as value, value as count from json_each(:entries)';
  const found = database
    .statement(
      `select value, count, count(*) over () as total from (${rows}) where ${condition}
       order by ${order(selection)} limit :limit offset :offset`,
    )
    .all({
      entries: JSON.stringify(Object.fromEntries(entries)),
      limit: most,
      offset,
      ...ofField,
      ...(condition === 'true' ? {} : { text: searched }),
    });
  return {
    rows: found.map(row => ({ value: text(row['value']), count: integer(row['count']) })),
    total: condition === 'true' ? all.length : integer(found[0]?.['total']),
  };
}

type Entry = readonly [key: string | number, count: number];

function numbered(counts = new Int32Array()): Entry[] {
  const entries: Entry[] = [];
  for (const [number, count] of counts.entries()) if (count > 0) entries.push([number, count]);
  return entries;
}

function named({ days, hours }: FilteredCounts, name: StatisticName): Entry[] {
  if (isSeries(name)) return days.map(sum => [dayOfNumber(sum.day), sum[name]]);
  if (!isHours(name)) return [];
  return numbered(hours[name]).map(([hour, count]) => [hourValues[Number(hour)] ?? '', count]);
}

/** Those with the largest counts, and all that have as many as the last one of them. */
function largest(entries: readonly Entry[], most: number): readonly Entry[] {
  if (entries.length <= most) return entries;
  const counts = Int32Array.from(entries, ([, count]) => count).sort();
  const least = counts[counts.length - most] ?? 0;
  return entries.filter(([, count]) => count >= least);
}
