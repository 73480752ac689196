import type { DataTable } from '#model/export/dataTable.ts';
import { moversTable } from '#model/statistics/moversTable.ts';
import { panelOrder } from '#model/statistics/statisticCatalogue.ts';
import {
  historyTable,
  hourText,
  statisticsTable,
  statisticTable,
  type TableEntry,
  type TableStatistic,
  type TableSubject,
} from '#model/statistics/statisticTables.ts';
import { websiteNumbersTable } from '#model/website/websitesTable.ts';
import {
  isHours,
  isSeries,
  type HoursName,
  type Period,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { rowsBeside, shownTableRows } from '#store/statistics/comparedTable.ts';
import { rowsPeriod, shownComparison, shownPeriod } from '#store/statistics/comparison.ts';
import { dayEntries, hourEntries, rowEntries, subjectOf } from './exportEntries.ts';
import { heatMapRead } from '#store/statistics/heatMap.ts';
import { historyChange } from '#store/statistics/history.ts';
import { moversRead } from '#store/statistics/movers.ts';
import { topView } from '#store/navigation/navigation.ts';
import { shownPage } from '#store/statistics/pagedTable.ts';
import { numbersReader } from '#store/websites/overviewNumbers.ts';
import { rowsBasis, tableBasis, wholeBasis } from '#store/statistics/shownShares.ts';
import type { State } from '#store/core/state.ts';
import { panelQuery, rowsKey } from '#store/statistics/stats.ts';
import { dashboardLayout } from '#store/statistics/dashboardLayout.ts';

/** The data of the view, exact. */
export interface ExportSource {
  readonly table: DataTable;
  /** Parts of the file name: the website, and the statistic or view. */
  readonly nameParts: readonly string[];
  readonly period: Period;
}

/** Undefined where the view has no numbers, or none yet. */
export function exportSource(state: State): ExportSource | undefined {
  const view = topView(state.navigation.stack);
  switch (view.screen) {
    case 'websites':
      return websites(state);
    case 'dashboard':
      return dashboard(state, view.websiteId);
    case 'statistic':
      return statistic(state, view.websiteId, view.name);
    case 'heatMap':
      return heatMap(state, view.websiteId, view.name);
    case 'history':
      return history(state);
    case 'movers':
      return movers(state, view.websiteId);
    default:
      return undefined;
  }
}

function websites(state: State): ExportSource | undefined {
  const { rows, page, search, sortBy, sort } = state.websites;
  if (rows.length === 0) return undefined;
  const period = shownPeriod(state);
  const numbersOf = numbersReader(state);
  const parameters = {
    search,
    sort_by: sortBy,
    sort,
    page,
    more_rows: shownPage(state.websites)?.next !== 'no',
  };
  const compared = shownComparison(state);
  const table = websiteNumbersTable(rows, {
    // Whole days are compared with whole days.
    period: compared?.now ?? period,
    before: compared?.before,
    timeZone: state.timeZone,
    parameters,
    of(website) {
      const { visitors, pageviews } = numbersOf(website);
      return { visitors: visitors?.count, visitorsBefore: visitors?.before, pageviews: pageviews?.count };
    },
  });
  return { table, nameParts: ['websites'], period };
}

function dashboard(state: State, websiteId: string): ExportSource | undefined {
  const subject = subjectOf(state, websiteId, rowsPeriod(state));
  const rows = dashboardLayout(state.viewport).panelHeight - 1;
  const panels = panelOrder.map(name => {
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

function statistic(state: State, websiteId: string, name: StatisticName): ExportSource | undefined {
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

function wholeOf(name: StatisticName, entries: readonly TableEntry[]): TableStatistic {
  return { name, entries, basis: wholeBasis(entries) };
}

function heatMap(state: State, websiteId: string, name: HoursName): ExportSource | undefined {
  const { days, period } = heatMapRead(state, websiteId, name);
  const entries = days.flatMap(({ day, hours }) =>
    (hours ?? []).map((count, hour): TableEntry => ({ value: `${day} ${hourText(hour)}`, count })),
  );
  if (entries.length === 0) return undefined;
  const subject = { ...subjectOf(state, websiteId, period), before: undefined };
  return sourceOf(subject, statisticTable(subject, { name, entries }), `${name} by day`);
}

function history(state: State): ExportSource | undefined {
  const { websiteId, name, value, parts } = state.history;
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || !parts.some(({ isRead }) => isRead)) return undefined;
  // The days of the history itself: at midnight those of the period may have moved.
  const days = { from: first.from, to: last.to };
  const compared = shownComparison(state);
  const { sides } = state.history;
  const parameters = {
    compared_from: compared?.now.from,
    compared_to: compared?.now.to,
    count_compared: compared && sides.now,
    count_before: historyChange(state) === 'unknown' ? undefined : sides.before,
  };
  const subject = { ...subjectOf(state, websiteId, days), parameters };
  return sourceOf(subject, historyTable(subject, name, value, parts), `${name} ${value}`);
}

function movers(state: State, websiteId: string): ExportSource | undefined {
  const periods = shownComparison(state);
  const { movers: found, cut } = moversRead(state);
  if (periods === undefined || found.length === 0) return undefined;
  const subject = {
    ...subjectOf(state, websiteId, periods.now),
    before: periods.before,
    parameters: { first_100_rows_of: cut.join(' ') || undefined },
  };
  return sourceOf(subject, moversTable(subject, found), 'movers');
}

function sourceOf(subject: TableSubject, table: DataTable, what: string): ExportSource {
  const { id, domain = `website-${id}` } = subject.website;
  return { table, nameParts: [domain, what], period: subject.period };
}
