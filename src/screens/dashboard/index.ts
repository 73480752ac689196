import { ask } from '#queries/ask.ts';
import type { Part } from '#components/parts.ts';
import { noDetailText } from '#model/comparison/reach.ts';
import { formatMark } from '#model/comparison/rows.ts';
import { statisticsTable } from '#model/export/statisticTables.ts';
import { samePeriod } from '#model/period/period.ts';
import { describePeriod } from '#model/period/format.ts';
import { countsOf, panelsOf, statisticInfo } from '#model/service/capabilities.ts';
import { basisText, shareText } from '#model/statistics/share.ts';
import { isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { cursorDetail, measureChart, pointExplained } from '#screens/chart/cursor.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { type AskedKey, hoursMessage, seriesMessage, tryAgain } from '#screens/messages.ts';
import { hoursDetail, seriesDetail, titleOfWebsite } from '#screens/words.ts';
import {
  dayEntries,
  type ExportSource,
  hasRead,
  hourEntries,
  nothingRead,
  rowEntries,
  sourceOf,
  subjectOf,
  wholeOf,
} from '#store/exporting.ts';
import type { OpenedDays } from '#store/navigation/route.ts';
import { domainInView, selectedValue } from '#store/navigation/screenRules.ts';
import { numberWords, siteOf } from '#store/navigation/viewCommand.ts';
import { hoursInstead, shownHours } from '#store/queries/hours.ts';
import { panelQuery } from '#queries/question.ts';
import { rowsPeriod, shownComparison, shownPeriod } from '#store/queries/question.ts';
import { detailSince, rowsBasis, rowsBeside } from '#store/queries/rows.ts';
import { shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { chartPanel } from '#store/views/dashboard.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { readDomain } from '#store/websites/records.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { dashboardKeys, focusedRow } from './commands.ts';

export function dashboardDetail(state: State, websiteId: string): Part {
  const pointed = cursorDetail(state);
  if (pointed !== undefined) return pointed;
  const { panel, measure } = state.dashboard;
  const name = panel === chartPanel ? measure : panelsOf(state.capabilities)[panel];
  if (name === undefined) return { text: label`` };
  const title = safeText(statisticInfo(name).title);
  const said = detailOf(state, websiteId, name);
  return said === undefined ? { text: title, tone: 'dim' } : { text: label`${title}: ${said}` };
}

function detailOf(state: State, websiteId: string, name: StatisticName): SafeText | undefined {
  if (isSeries(name)) return seriesDetail(state, websiteId, name);
  return isHours(name) ? hoursDetail(state, websiteId, name) : rowDetail(state, websiteId, name);
}

function rowDetail(state: State, websiteId: string, name: StatisticName): SafeText | undefined {
  const { values } = dashboardLayout(state);
  const page = state.answers.get(websiteId, ask.rows(panelQuery(name, rowsPeriod(state), values))).data;
  const place = state.dashboard.row ?? 0;
  const row = page?.rows[place];
  if (page === undefined || row === undefined) return undefined;
  const basis = rowsBasis(state, websiteId, name, page);
  const share =
    basis === undefined
      ? ''
      : `, ${shareText(row.count, basis)} ${basisText(name, basis, state.capabilities)}`;
  const { compared, isUnknown } = rowsBeside(state, websiteId, name, page);
  const mark = compared?.[place]?.mark;
  const before = shownComparison(state)?.before;
  const change =
    mark === undefined
      ? ''
      : `   ${isUnknown && before !== undefined ? noDetailText(name, before, detailSince(state, websiteId, name)) : formatMark(mark)}`;
  const count = counted(row.count, countsOf(name, state.capabilities));
  const facts = safeText(`${count}${share}${change}`);
  return label`${safeText(readableValue(name, row.value))}   ${facts}`;
}

/** Both measures day by day, and the rows of every panel that was read. */
export function dashboardExport(state: State, websiteId: string): ExportSource | undefined {
  const subject = subjectOf(state, websiteId, rowsPeriod(state));
  const layout = dashboardLayout(state);
  const rows = layout.values;
  const panels = layout.panels.map(name => {
    if (isHours(name)) return wholeOf(name, hourEntries(state, websiteId, name) ?? []);
    const page = state.answers.get(websiteId, ask.rows(panelQuery(name, subject.period, rows))).data;
    const entries = rowEntries(page?.rows ?? [], rowsBeside(state, websiteId, name, page).compared);
    return { name, entries, basis: page && rowsBasis(state, websiteId, name, page) };
  });
  const measures = (['visitors', 'pageviews'] as const).map(name =>
    wholeOf(name, dayEntries(state, websiteId, name) ?? []),
  );
  const read = [...measures, ...panels].filter(({ entries }) => entries.length > 0);
  return read.length === 0 ? undefined : sourceOf(subject, statisticsTable(subject, read), 'statistics');
}

export const dashboardScreen: ScreenDefinition<'dashboard'> = {
  screen: 'dashboard',
  view: async () => (await import('./Screen.tsx')).DashboardScreen,
  ...dashboardKeys,
  title: (state, { websiteId, days }) => [titleOfWebsite(state, websiteId), ...openedTitle(state, days)],
  asks: (state, { websiteId }) => dashboardAsks(state, websiteId),
  detail: (state, { websiteId }) => dashboardDetail(state, websiteId),
  load(state, route, force) {
    readDomain(state, route);
    state.dashboard.load(route.websiteId, force);
  },
  chart: (state, { websiteId, cursor }) =>
    state.dashboard.panel === chartPanel
      ? measureChart(state, { websiteId, cursor, name: state.dashboard.measure })
      : undefined,
  hasPeriod: true,
  autoRefreshes: true,
  undoes: true,
  explained: pointExplained,
  exported: (state, { websiteId }) => dashboardExport(state, websiteId),
  whyNoExport: (state, { websiteId }) => (hasRead(state, websiteId) ? undefined : nothingRead),
  escapeTarget: ({ dashboard }) => (dashboard.row === undefined ? undefined : 'row'),
  selected(state, route) {
    const row = focusedRow(state);
    return row === undefined
      ? domainInView(state, route)
      : selectedValue(state, row.websiteId, row.name, row);
  },
  commandWords: (state, { websiteId }) => ['report', siteOf(state, websiteId), ...numberWords(state)],
};

/** What the chart's message asks for; else to try again, where something on screen could not be read. */
function dashboardAsks(state: State, websiteId: string): readonly AskedKey[] {
  const { measure } = state.dashboard;
  const hours = hoursInstead(state, measure);
  const message =
    hours === undefined
      ? seriesMessage(
          shownSeries(state, websiteId, measure),
          measure,
          shownComparison(state) !== undefined,
          state,
        )
      : hoursMessage(shownHours(state, websiteId, hours), hours, state);
  if (message !== undefined && message.asks.length > 0) return message.asks;
  const hasFailed = [...state.answers.known(websiteId)].some(
    ({ kind, period, answer: { error } }) =>
      (kind === 'series' || kind === 'rows' || kind === 'hours') &&
      error !== undefined &&
      // A statistic that the service does not have is asked for in vain.
      error.details.fields?.['name'] === undefined &&
      samePeriod(period, rowsPeriod(state)),
  );
  return hasFailed ? [tryAgain] : [];
}

/** The days it was opened for, unless another period was chosen since. */
function openedTitle(state: State, days: OpenedDays | undefined): SafeText[] {
  return days !== undefined && samePeriod(shownPeriod(state), days) ? [safeText(describePeriod(days))] : [];
}
