import { statisticTable } from '#model/statistics/statisticTables.ts';
import { isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import type { ExportSource } from '#store/exporting/exportSource.ts';
import {
  dayEntries,
  hourEntries,
  rowEntries,
  sourceOf,
  subjectOf,
  wholeOf,
} from '#store/exporting/exportEntries.ts';
import { hasRead } from '#store/exporting/exportSource.ts';
import { shownTableRows } from '#store/statistics/comparedTable.ts';
import { rowsPeriod, shownPeriod } from '#store/statistics/comparison.ts';
import { shownPage } from '#store/statistics/pagedTable.ts';
import { tableBasis } from '#store/statistics/shownShares.ts';
import type { State } from '#store/core/state.ts';

/** The days, the hours, or the rows that are read. */
export function statisticExport(
  state: State,
  websiteId: string,
  name: StatisticName,
): ExportSource | undefined {
  if (isSeries(name)) {
    const subject = subjectOf(state, websiteId, shownPeriod(state));
    const entries = dayEntries(state, websiteId, name);
    return entries && sourceOf(subject, statisticTable(subject, wholeOf(name, entries)), name);
  }
  if (isHours(name)) {
    const subject = subjectOf(state, websiteId, rowsPeriod(state));
    const entries = hourEntries(state, websiteId, name);
    return entries && sourceOf(subject, statisticTable(subject, wholeOf(name, entries)), name);
  }
  const { list, asked } = state.statistic;
  if (list.data === undefined || asked === undefined || asked.name !== name) return undefined;
  const { search } = asked;
  const { page, sortBy, sort, isCut } = state.statistic;
  const subject = {
    ...subjectOf(state, websiteId, asked.period),
    parameters: {
      search,
      sort_by: sortBy,
      sort,
      page,
      more_rows: isCut || shownPage(state.statistic)?.next !== 'no',
    },
  };
  const rows = shownTableRows(state);
  const entries = rowEntries(
    rows,
    rows.flatMap(({ beside }) => beside ?? []),
  );
  const basis = tableBasis(state);
  return sourceOf(subject, statisticTable(subject, { name, entries, basis }), name);
}

/** Whether there is something to export. */
export function isStatisticRead(
  { stats, statistic }: State,
  websiteId: string,
  name: StatisticName,
): boolean {
  if (isSeries(name)) return hasRead(stats.series, [websiteId, name]);
  return isHours(name) ? hasRead(stats.hours, [websiteId, name]) : statistic.list.data !== undefined;
}
