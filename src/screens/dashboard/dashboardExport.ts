import { statisticsTable } from '#model/statistics/statisticTables.ts';
import { isHours } from '#model/statistics/statistics.ts';
import type { ExportSource } from '#store/exporting/exportSource.ts';
import {
  dayEntries,
  hourEntries,
  rowEntries,
  sourceOf,
  subjectOf,
  wholeOf,
} from '#store/exporting/exportEntries.ts';
import { rowsBeside } from '#store/statistics/comparedTable.ts';
import { rowsPeriod } from '#store/statistics/comparison.ts';
import { dashboardLayout } from '#store/statistics/dashboardLayout.ts';
import { rowsBasis } from '#store/statistics/shownShares.ts';
import { panelQuery, rowsKey } from '#store/statistics/statsQueries.ts';
import type { State } from '#store/core/state.ts';

/** Both measures day by day, and the rows of every panel that was read. */
export function dashboardExport(state: State, websiteId: string): ExportSource | undefined {
  const subject = subjectOf(state, websiteId, rowsPeriod(state));
  const layout = dashboardLayout(state);
  const rows = layout.values;
  const panels = layout.panels.map(name => {
    if (isHours(name)) return wholeOf(name, hourEntries(state, websiteId, name) ?? []);
    const page = state.stats.rows[rowsKey(websiteId, panelQuery(name, subject.period, rows))]?.data;
    const entries = rowEntries(page?.rows ?? [], rowsBeside(state, websiteId, name, page).compared);
    return { name, entries, basis: page && rowsBasis(state, websiteId, name, page) };
  });
  const measures = (['visitors', 'pageviews'] as const).map(name =>
    wholeOf(name, dayEntries(state, websiteId, name) ?? []),
  );
  const read = [...measures, ...panels].filter(({ entries }) => entries.length > 0);
  return read.length === 0 ? undefined : sourceOf(subject, statisticsTable(subject, read), 'statistics');
}
