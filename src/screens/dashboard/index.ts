import { panelPage } from '#queries/answers/request.ts';
import { describeShown } from '#model/period/format.ts';
import {
  domainInView,
  hasRead,
  numberWords,
  conditionOf,
  selectedValue,
  siteOf,
  sourceOf,
  subjectOf,
  totalOf,
  linesBehind,
} from '#screens/sharing.ts';
import type { Command } from '#commands/command.ts';
import { dim, type Part } from '#components/parts.ts';
import { formatMark } from '#model/comparison/rows.ts';
import { statisticsTable } from '#model/export/statisticTables.ts';
import { dayCount } from '#model/period/day.ts';
import { samePeriod } from '#model/period/period.ts';
import {
  type Capabilities,
  ownMeasures,
  statisticTitle,
  whyNoDeletion,
  whyNoPageViews,
  whyNoSettings,
  whyNoStatistic,
  ofService,
} from '#model/service/capabilities.ts';
import { amountOf, basisText, shareText } from '#model/statistics/summary.ts';
import { type ChartPosition, cursorAt } from '#model/statistics/cursor.ts';
import { isSessionMeasure, sessionMeasureInfo } from '#model/statistics/sessions.ts';
import { allStatistics, isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import {
  conditionOfPoint,
  cursorCommands,
  cursorDetail,
  measureChart,
  pointExplained,
  pointUnderCursor,
  linesOfPoint,
} from '#screens/chart/cursor.ts';
import { notesAt, noteWords } from '#screens/chart/notes.ts';
import { notesIn } from '#model/website/notes.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { sessionChart, sessionDetail } from '#screens/chart/seriesChartRows.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { openHistory } from '#screens/history/index.ts';
import { hoursDetail, seriesDetail } from '#screens/statistic/days.ts';
import { titleOfWebsite, editWords } from '#screens/words.ts';
import { urgentGoal } from '#screens/goals.ts';
import { statsCommands, withoutEnds } from '#screens/listCommands.ts';
import { type KeyHint, tryAgain } from '#screens/messages.ts';
import { nothingRead, type ExportSource } from '#store/exporting.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { OpenedDays } from '#store/navigation/route.ts';
import { rowsDays } from '#queries/days/today.ts';
import { knownOf, rowsPeriod, shownPeriod, websiteDays } from '#store/queries/question.ts';
import { basisOf, rowEntry } from '#queries/rows/statistic.ts';
import { rowComparison, whyUnknown } from '#queries/rows/rows.ts';
import { statisticOf } from '#store/queries/rows.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import type { State } from '#store/state.ts';
import { type ChartMeasure, chartMeasures, chartPanel, shownMeasure } from '#store/views/dashboard.ts';
import { dashboardLayout, hasGoalLine, isSmall } from '#store/views/dashboardLayout.ts';
import { focusedPanel } from '#store/kept/yours.ts';
import { bestLines, chartMessage, nothingMessage, panelContent, panelRows } from './panels.ts';
import {
  arrangingCommands,
  focusedRow,
  hasRows,
  isFocusEmpty,
  isInside,
  moves,
  onChart,
  panelKeys,
} from './moving.ts';
import { websiteOf } from '#store/websites/records.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';

export function dashboardDetail(state: State, websiteId: string): Part {
  const pointed = cursorDetail(state);
  if (pointed !== undefined) return pointed;
  const { panel } = state.dashboard;
  const name = panel === chartPanel ? shownMeasure(state) : focusedPanel(state);
  if (name === undefined) return { text: label`` };
  const isOnChart = panel === chartPanel;
  const noted = isOnChart ? notedDay(state, websiteId) : label``;
  const goal =
    isOnChart && noted === '' && !hasGoalLine(state)
      ? urgentGoal(state, websiteId, state.viewport.columns - 2)
      : undefined;
  if (goal !== undefined) return goal;
  if (isSessionMeasure(name)) return { text: label`${noted}${sessionDetail(state, websiteId, name)}` };
  const title = safeText(statisticTitle(name, state.capabilities));
  const detail = detailOf(state, websiteId, name);
  if (detail !== undefined) return { text: label`${noted}${title}: ${detail}` };
  if (isOnChart && isOutage(state)) return { text: label`` };
  const { message } = isFocusEmpty(state) ? panelContent(state, websiteId, name, dashboardLayout(state)) : {};
  return dim(message === undefined ? title : label`${title}: ${message.text}`);
}

/** Whether the line says what stands nowhere else on the smallest screens: a note, a goal, whose days they are, or why there is nothing. */
function saysMore(state: State, websiteId: string): boolean {
  const point = pointUnderCursor(state);
  const notes = point === undefined ? [] : notesAt(shownNotes(state, websiteId), point);
  return (
    notes.length > 0 ||
    state.capabilities.countsIn !== undefined ||
    (point === undefined && notedDay(state, websiteId) !== '') ||
    (point === undefined && urgentGoal(state, websiteId, state.viewport.columns - 2) !== undefined) ||
    nothingMessage(state, websiteId, dashboardLayout(state)) !== undefined
  );
}

/** What was noted of the one day that is shown: a cursor on its hours has only what is of an hour. */
function notedDay(state: State, websiteId: string): SafeText {
  const days = shownPeriod(state);
  const notes = days.from === days.to ? notesIn(shownNotes(state, websiteId), days) : [];
  return notes.length === 0 ? label`` : label`${noteWords(notes)}   `;
}

function detailOf(state: State, websiteId: string, name: StatisticName): SafeText | undefined {
  if (isSeries(name)) return seriesDetail(state, websiteId, name);
  return isHours(name) ? hoursDetail(state, websiteId, name) : rowDetail(state, websiteId, name);
}

function rowDetail(state: State, websiteId: string, name: StatisticName): SafeText | undefined {
  const { values } = dashboardLayout(state);
  const context = knownOf(state);
  const { question, page } = panelRows(state, websiteId, name, values);
  const index = state.dashboard.row ?? 0;
  const row = page?.rows[index];
  if (page === undefined || row === undefined) return undefined;
  const basis = basisOf({ ...question, page }, context);
  const share =
    basis === undefined
      ? ''
      : `, ${shareText(row.count, basis)} ${basisText(name, basis, state.capabilities)}`;
  const { compared, isUnknown } = rowComparison({ ...question, page }, context);
  const mark = compared?.[index]?.mark;
  const change =
    mark === undefined ? '' : `   ${isUnknown ? whyUnknown(question, context) : formatMark(mark)}`;
  const count = amountOf(name, row.count, state.capabilities);
  const facts = safeText(`${count}${share}${change}`);
  return label`${safeText(readableValue(name, row.value))}   ${facts}`;
}

export function dashboardExport(state: State, websiteId: string): ExportSource | undefined {
  const days = websiteDays(state, websiteId);
  const subject = subjectOf(state, websiteId, days.rows, rowsDays(websiteId, days, knownOf(state)));
  const layout = dashboardLayout(state);
  const rows = layout.values;
  const context = knownOf(state);
  const panels = layout.panels.map(name => {
    if (isHours(name)) return totalOf(state, websiteId, name);
    const { question, page } = panelRows(state, websiteId, name, rows);
    const { compared } = rowComparison({ ...question, page }, context);
    const shown = page === undefined ? [] : panelPage(page, rows).rows;
    const entries = shown.map((row, at) => rowEntry(row, compared?.[at]));
    return { name, entries, basis: basisOf({ ...question, page }, context) };
  });
  const measures = ownMeasures(state.capabilities).map(name => totalOf(state, websiteId, name));
  const read = [...measures, ...panels].flatMap(each => (each?.entries.length ? each : []));
  return read.length === 0 ? undefined : sourceOf(subject, statisticsTable(subject, read), 'statistics');
}

function dashboardHints(state: State, websiteId: string): readonly KeyHint[] {
  const message = chartMessage(state, websiteId);
  if (message !== undefined && message.keyHints.length > 0) return message.keyHints;
  const nothing = nothingMessage(state, websiteId, dashboardLayout(state));
  if (nothing !== undefined) return nothing.keyHints;
  const hasFailed = [...state.answers.known(websiteId)].some(
    ({ kind, period, answer: { error } }) =>
      (kind === 'series' || kind === 'rows' || kind === 'hours') &&
      error !== undefined &&
      // A statistic that the service does not have is asked for without success.
      error.details.fields?.['name'] === undefined &&
      samePeriod(period, rowsPeriod(state, websiteId)),
  );
  return hasFailed ? [tryAgain] : [];
}

function openedTitle(state: State, days: OpenedDays | undefined): SafeText[] {
  const shown = shownPeriod(state);
  // Stepped from there it is still a day.
  if (days === undefined || dayCount(shown) !== dayCount(days)) return [];
  return [safeText(`${describeShown(shown)}${days.isWhole === true ? ', all visitors' : ''}`)];
}

function websiteIdOf(state: State): string | undefined {
  const route = topRoute(state.navigation.stack);
  return route.screen === 'dashboard' ? route.websiteId : undefined;
}

function openStatistic(state: State): void {
  const websiteId = websiteIdOf(state);
  const { panel } = state.dashboard;
  const name = panel === chartPanel ? shownMeasure(state) : focusedPanel(state);
  const point = panel === chartPanel ? pointUnderCursor(state) : undefined;
  if (websiteId !== undefined && name !== undefined && !isSessionMeasure(name))
    state.navigation.push({ screen: 'statistic', websiteId, name, cursor: point && cursorAt(point) });
}

export function measureTitle(measure: ChartMeasure, capabilities: Capabilities): SafeText {
  return safeText(
    isSessionMeasure(measure) ? sessionMeasureInfo[measure].title : statisticTitle(measure, capabilities),
  );
}

function nextMeasure(state: State): ChartMeasure {
  const measures = chartMeasures(state);
  return measures[(measures.indexOf(shownMeasure(state)) + 1) % measures.length] ?? 'visitors';
}

/** The days of sessions are no statistic. */
function whyNoTable(state: State): string | undefined {
  return onChart(state) && isSessionMeasure(shownMeasure(state))
    ? `Its days have no table here: ${keyOf('dashboard.measure')} charts visitors, and "sitedeck stats SITE sessions" prints them.`
    : undefined;
}

function whyNothing(state: State): string | undefined {
  const websiteId = websiteIdOf(state);
  return websiteId !== undefined &&
    isSmall(state) &&
    onChart(state) &&
    nothingMessage(state, websiteId, dashboardLayout(state)) !== undefined
    ? `Nothing is counted here: ${keyOf('period.menu')} chooses another period.`
    : undefined;
}

function isPointing(state: State): boolean {
  const span = onChart(state) ? pointUnderCursor(state)?.span : undefined;
  return span !== undefined && span.unit !== 'hour';
}

const own: readonly Command[] = [
  {
    id: 'dashboard.open',
    keys: ['Enter'],
    title: 'Open the panel or row',
    about: 'The rows of a panel, then one of them over time.',
    words: 'visit web',
    short: 'open',
    footerPlace: 1,
    isHere: state => !isPointing(state),
    disabledReason: state =>
      isInside(state) && focusedRow(state) === undefined
        ? `No rows yet: ${keyOf('dashboard.whole')} opens the whole panel.`
        : (whyNothing(state) ?? whyNoTable(state)),
    run({ state }) {
      if (!hasRows(state) || isFocusEmpty(state)) return openStatistic(state);
      if (!isInside(state)) return state.dashboard.focusRow(0);
      const found = focusedRow(state);
      if (found !== undefined) openHistory(state, found);
    },
  },
  {
    id: 'dashboard.leaveRows',
    keys: ['Esc'],
    title: 'Leave the panel',
    about: 'Back to all panels.',
    short: 'back',
    footerPlace: 4,
    isHere: isInside,
    run: ({ state }) => state.dashboard.focusRow(undefined),
  },
  {
    id: 'dashboard.whole',
    keys: ['z'],
    title: 'Show all rows',
    about: 'This statistic alone, with a search and pages.',
    short: 'all rows',
    footerPlace: state => (onChart(state) ? 3 : 1),
    disabledReason: whyNoTable,
    run: ({ state }) => openStatistic(state),
  },
  {
    id: 'dashboard.week',
    keys: ['H'],
    title: 'Show weekdays by hours',
    about: 'At which hours of which weekdays visitors come.',
    words: 'hourly grid heatmap',
    short: 'weekdays',
    footerPlace: 3,
    disabledReason: ({ capabilities }) => ofService(whyNoStatistic(capabilities, 'visitors_hours')),
    run({ state }) {
      const websiteId = websiteIdOf(state);
      if (websiteId !== undefined)
        state.navigation.push({ screen: 'heatMap', websiteId, name: 'visitors_hours' });
    },
  },
  ...moves,
  {
    id: 'dashboard.measure',
    keys: ['m'],
    title: 'Show the next measure',
    about: 'The chart shows another number, by day.',
    titleIn: state => `Show ${measureTitle(nextMeasure(state), state.capabilities).toLowerCase()}`,
    words: 'visitors page views sessions bounce rate time duration chart graph line bars',
    short: 'measure',
    disabledReason: state =>
      chartMeasures(state).length > 1 ? undefined : ofService(whyNoPageViews(state.capabilities)),
    run: ({ state }) => state.dashboard.showMeasure(nextMeasure(state)),
  },
  {
    id: 'dashboard.edit',
    keys: ['e'],
    title: 'Edit the website',
    about: 'Privacy, password, email reports, and what is not counted.',
    section: 'Edit',
    words: `${editWords} domain`,
    changes: true,
    disabledReason: state => ofService(whyNoSettings(state.capabilities)),
    run({ state }) {
      const websiteId = websiteIdOf(state);
      if (websiteId !== undefined) state.editor.edit(websiteId);
    },
  },
  {
    id: 'dashboard.delete',
    keys: ['d'],
    title: 'Delete the website',
    about: 'All its statistics go with it; its domain confirms that.',
    section: 'Edit',
    words: 'remove',
    changes: true,
    disabledReason: state =>
      ofService(whyNoDeletion(state.capabilities)) ??
      (websiteOf(state, websiteIdOf(state) ?? '') === undefined
        ? `Website not loaded yet. Press ${keyOf('refresh')} to retry.`
        : undefined),
    run({ state }) {
      const website = websiteOf(state, websiteIdOf(state) ?? '');
      if (website !== undefined) state.deletion.open([website]);
    },
  },
  ...arrangingCommands,
  ...panelKeys,
];

function chartOf(
  state: State,
  { name, ...chart }: { websiteId: string; cursor?: ChartPosition | undefined; name: ChartMeasure },
) {
  return isSessionMeasure(name)
    ? sessionChart(state, { ...chart, name })
    : measureChart(state, { ...chart, name });
}

export const dashboardScreen: ScreenDefinition<'dashboard'> = {
  screen: 'dashboard',
  view: async () => (await import('./Screen.tsx')).DashboardScreen,
  commands: [
    ...cursorCommands('dashboard', {
      isHere: onChart,
      canOpen: isPointing,
      canPlace: state => isSessionMeasure(shownMeasure(state)) && !isPointing(state),
    }),
    ...withoutEnds(own, onChart),
    ...statsCommands('dashboard'),
  ],
  title: (state, { websiteId, days }) => [titleOfWebsite(state, websiteId), ...openedTitle(state, days)],
  keyHints: (state, { websiteId }) => dashboardHints(state, websiteId),
  detail: (state, { websiteId }) => dashboardDetail(state, websiteId),
  detailRow: (state, { websiteId }) =>
    isSmall(state) && !saysMore(state, websiteId)
      ? bestLines(state, websiteId, state.viewport.columns - 2).at(-1)
      : undefined,
  load(state, route, force) {
    state.dashboard.load(route.websiteId, force);
    if (force !== false) state.dayWhy.restart(force);
  },
  chart: (state, { websiteId, cursor }) =>
    state.dashboard.panel === chartPanel &&
    nothingMessage(state, websiteId, dashboardLayout(state)) === undefined
      ? chartOf(state, { websiteId, cursor, name: shownMeasure(state) })
      : undefined,
  hasPeriod: true,
  autoRefreshes: true,
  undoes: true,
  explained: pointExplained,
  exported: (state, { websiteId }) =>
    hasRead(state, websiteId) ? () => dashboardExport(state, websiteId) : nothingRead,
  escapeTarget: ({ dashboard }) => (dashboard.row === undefined ? undefined : 'row'),
  selected(state, route) {
    const row = focusedRow(state);
    return row === undefined
      ? domainInView(state, route)
      : selectedValue(state, row.websiteId, row.name, row);
  },
  lines(state, { websiteId }) {
    const row = focusedRow(state);
    const { rows } = rowsDays(websiteId, websiteDays(state, websiteId), knownOf(state));
    if (row !== undefined) return linesBehind(state, websiteId, rows, row);
    return linesOfPoint(state, websiteId);
  },
  conditions(state) {
    const row = focusedRow(state);
    if (row !== undefined) return conditionOf(row.name, row.value);
    const into =
      state.dashboard.panel === chartPanel ? 'Tab goes to a panel, Enter into it' : 'Enter goes into a panel';
    return (
      conditionOfPoint(state) ?? `No row is selected: ${into}, then ${keyOf('filter.only')} filters by a row.`
    );
  },
  commandWords(state, { websiteId }) {
    const { table } = dashboardExport(state, websiteId) ?? {};
    // A report is no table: these are the statistics that are read.
    const read = new Set(table?.rows.map(([name]) => name));
    const names = [...read].flatMap(cell => allStatistics.find(name => name === cell) ?? []);
    if (names.length === 0) return undefined;
    const isCompared = names.some(name => statisticOf(state, websiteId, name).days.isCompared);
    return ['stats', siteOf(state, websiteId), ...names, ...numberWords(state, isCompared)];
  },
};
