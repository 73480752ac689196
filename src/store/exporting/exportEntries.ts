import type { DataTable } from '#model/export/dataTable.ts';
import type { ComparedRow } from '#model/statistics/rowComparison.ts';
import type { TableEntry, TableStatistic, TableSubject } from '#model/statistics/statisticTables.ts';
import {
  hourText,
  type HoursName,
  type Period,
  type SeriesName,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { rowsPeriod, shownComparison } from '#store/statistics/comparison.ts';
import { websiteOf } from '#store/websites/records.ts';
import { hoursBefore } from '#store/statistics/shownReach.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import { wholeBasis } from '#store/statistics/shownShares.ts';
import { websiteName } from '#model/website/website.ts';
import type { State } from '#store/core/state.ts';
import { spanKey } from '#store/statistics/statsQueries.ts';
import type { ExportSource } from './exportSource.ts';

/** The facts of an exported table of a website. */
export function subjectOf(state: State, websiteId: string, period: Period): TableSubject {
  const { domain, name } = websiteOf(state, websiteId) ?? {};
  const website = { id: websiteId, domain, name };
  const { capabilities, timeZone } = state;
  return { capabilities, website, period, before: shownComparison(state)?.before, timeZone };
}

/** The days of a series with the compared counts; undefined where it was not read. */
export function dayEntries(state: State, websiteId: string, name: SeriesName): TableEntry[] | undefined {
  const { summary } = shownSeries(state, websiteId, name);
  if (summary === undefined) return undefined;
  const { points, before } = summary;
  // Today is not compared, and the earlier period may have more days.
  const days = points.filter(({ day }) => day < state.today());
  return Array.from({ length: Math.max(points.length, before.length) }, (_, place) => {
    const beside = place < days.length || place >= points.length ? before[place] : undefined;
    return {
      value: points[place]?.day,
      count: points[place]?.count,
      dayBefore: beside?.day,
      before: beside?.count,
    };
  });
}

/** The 24 hours with the compared counts; undefined where they were not read. */
export function hourEntries(state: State, websiteId: string, name: HoursName): TableEntry[] | undefined {
  const at = (period: Period) => state.stats.hours[spanKey(websiteId, name, period)]?.data;
  const before = hoursBefore(state, websiteId, name).counts;
  return at(rowsPeriod(state))?.map((count, hour) => ({
    value: hourText(hour),
    count,
    before: before?.[hour],
  }));
}

/** Rows of a statistic with the compared counts, in the order shown. */
export function rowEntries(
  rows: readonly { readonly value: string; readonly count: number }[],
  compared: readonly Pick<ComparedRow, 'value' | 'before' | 'mark'>[] | undefined,
): TableEntry[] {
  const before = new Map(
    compared?.map(row => [row.value, row.mark.kind === 'new' ? 0 : row.before] as const),
  );
  return rows.map(({ value, count }) => ({ value, count, before: before.get(value) }));
}

/** A statistic of which every entry is there: shares are of their sum. */
export function wholeOf(name: StatisticName, entries: readonly TableEntry[]): TableStatistic {
  return { name, entries, basis: wholeBasis(entries) };
}

/** A table about a website; `what` of it stands in the name of the file. */
export function sourceOf(subject: TableSubject, table: DataTable, what: string): ExportSource {
  const { id } = subject.website;
  const name = websiteName(subject.website);
  return { table, nameParts: [name === id ? `website-${id}` : name, what], period: subject.period };
}
