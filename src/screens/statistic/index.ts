import { capitalised, keyOf, type Reason } from '#text/words.ts';
import {
  domainInView,
  hasRead,
  numberWords,
  rowsWords,
  conditionOf,
  selectedValue,
  siteOf,
  sourceOf,
  subjectOf,
  totalOf,
  linesBehind,
} from '#screens/sharing.ts';
import type { Command } from '#commands/command.ts';
import type { Part } from '#components/parts.ts';
import { type ComparedRow, formatMark } from '#model/comparison/rows.ts';
import { statisticTable } from '#model/export/statisticTables.ts';
import {
  statisticInfo,
  statisticTitle,
  whyNoPageViews,
  whyNoRowSearch,
  whyNoStatistic,
  ofService,
} from '#model/service/capabilities.ts';
import { busiestHour, weekHours } from '#model/statistics/series.ts';
import { amountOf, amountText, basisText, shareText } from '#model/statistics/summary.ts';
import { dayOfWeek } from '#model/period/day.ts';
import { type HoursName, isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { codeNote, readableValue } from '#model/statistics/values.ts';
import {
  conditionOfPoint,
  cursorCommands,
  cursorDetail,
  hoursChart,
  measureChart,
  pointExplained,
  pointUnderCursor,
  linesOfPoint,
} from '#screens/chart/cursor.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import {
  searchField,
  statsCommands,
  tableCommands,
  whySearching,
  withoutEnds,
  withRowKeys,
} from '#screens/listCommands.ts';
import {
  type KeyHint,
  clearSearch,
  hoursMessage,
  messageOf,
  nothingInPeriod,
  otherPeriods,
  previousPage,
  type ScreenMessage,
  measureMessage,
  tryAgain,
  unreadMessage,
} from '#screens/messages.ts';
import { noDataToday } from '#model/comparison/change.ts';
import { openHistory } from '#screens/history/index.ts';
import { titleOfWebsite } from '#screens/words.ts';
import { nothingRead, type ExportSource } from '#store/exporting.ts';
import { type State } from '#store/state.ts';
import { shownPage, tableEscape } from '#store/navigation/table.ts';
import { daysInOrder } from '#store/queries/rows.ts';
import {
  hasNoDataToday,
  heatMapRead,
  hoursInstead,
  shownComparisons,
  shownHours,
  shownSeries,
} from '#store/queries/series.ts';
import { knownOf, rowsPeriod, shownPeriod } from '#store/queries/question.ts';
import { rowEntry } from '#queries/rows/statistic.ts';
import { whyUnknown } from '#queries/rows/rows.ts';
import { shownTableRows, statisticOf, tableBasis, tableComparison } from '#store/queries/rows.ts';
import { hasMap } from '#store/views/rowPane.ts';
import { label, safeText } from '#text/safeText.ts';
import { hoursDetail, rowOfCursor, seriesDetail } from './days.ts';

/** The selected row whole: a long path is cut in the table, never here before the line ends. */
export function statisticDetail(state: State): Part {
  const pointed = cursorDetail(state);
  if (pointed !== undefined) return pointed;
  const { websiteId, name, position } = state.statistic;
  if (isSeries(name)) return { text: seriesDetail(state, websiteId, name) ?? label`` };
  if (isHours(name)) return { text: hoursDetail(state, websiteId, name) ?? label`` };
  const row = shownTableRows(state)[position.selected];
  const info = statisticInfo(name);
  if (row === undefined) return { text: label`` };
  const basis = tableBasis(state);
  const share =
    basis === undefined
      ? ''
      : `, ${shareText(row.count, basis)} ${basisText(name, basis, state.capabilities)}`;
  const readable = readableValue(name, row.value);
  const code = readable === row.value ? label`` : codeNote(name, row.value);
  const definition = info.definition === undefined ? '' : ` (${info.definition})`;
  const count = safeText(`${amountOf(name, row.count, state.capabilities)}${definition}${share}`);
  if (tableComparison(state).isUnknown)
    return {
      text: label`${safeText(readable)}${code}   ${safeText(whyUnknown(statisticOf(state, websiteId, name), knownOf(state)))}`,
    };
  return { text: label`${safeText(readable)}${code}   ${count}${safeText(before(name, row.compared))}` };
}

function before(name: StatisticName, compared: ComparedRow | undefined): string {
  if (compared === undefined) return '';
  const { before: count, mark } = compared;
  return count === undefined
    ? `   ${formatMark(mark)}`
    : `   before ${amountText(name, count)}, ${formatMark(mark)}`;
}

function statisticExport(state: State, websiteId: string, name: StatisticName): ExportSource | undefined {
  if (isSeries(name)) {
    const subject = subjectOf(state, websiteId, shownPeriod(state));
    const days = totalOf(state, websiteId, name);
    return days && sourceOf(subject, statisticTable(subject, days), name);
  }
  if (isHours(name)) {
    const subject = subjectOf(state, websiteId, rowsPeriod(state, websiteId));
    const hours = totalOf(state, websiteId, name);
    return hours && sourceOf(subject, statisticTable(subject, hours), name);
  }
  const { list, asked } = state.statistic;
  if (list.data === undefined || asked === undefined || asked.name !== name) return undefined;
  const { search } = asked;
  const { page, sortBy, sort, isCut } = state.statistic;
  const subject = {
    ...subjectOf(state, websiteId, asked.period, statisticOf(state, websiteId, name).days),
    parameters: {
      search,
      sort_by: sortBy,
      sort,
      page,
      more_rows: isCut || shownPage(state.statistic)?.next !== 'no',
    },
  };
  const entries = shownTableRows(state).map(row => rowEntry(row, row.compared));
  const basis = tableBasis(state);
  return sourceOf(subject, statisticTable(subject, { name, entries, basis }), name);
}

function isStatisticRead(state: State, websiteId: string, name: StatisticName): boolean {
  const isWhole = isSeries(name) || isHours(name);
  return isWhole ? hasRead(state, websiteId, name) : state.statistic.list.data !== undefined;
}

/** A series of one day is shown hour by hour. */
function hoursOf(state: State, name: StatisticName): HoursName | undefined {
  const shown = isSeries(name) ? hoursInstead(state, name) : name;
  return shown !== undefined && isHours(shown) ? shown : undefined;
}

function kindOf(state: State): 'rows' | 'series' | 'hours' {
  const { name } = state.statistic;
  return statisticInfo(hoursOf(state, name) ?? name).kind;
}

const whyNoRows = (state: State) =>
  kindOf(state) === 'rows'
    ? undefined
    : `Only for lists of rows. Press ${keyOf('palette')} for another statistic.`;

const whyNoOrder = (state: State) =>
  kindOf(state) === 'hours' ? 'No other order: hours are in that of the day.' : whyOfZeros(state);

/** Where a message stands in place of chart and rows. */
function whyOfZeros(state: State): string | undefined {
  const { websiteId, name } = state.statistic;
  return messageInPlace(state, websiteId, name)?.isOfZeros === true
    ? `Nothing is counted here: ${keyOf('period.menu')} chooses other days.`
    : undefined;
}

function selectedRow(state: State) {
  return shownTableRows(state)[state.statistic.position.selected];
}

const otherMeasure = {
  visitors: 'pageviews',
  pageviews: 'visitors',
  visitors_hours: 'pageviews_hours',
  pageviews_hours: 'visitors_hours',
} as const;

const own: readonly Command[] = [
  {
    id: 'statistic.history',
    keys: ['Enter'],
    title: 'Show the row over time',
    about: 'Its counts by day, week or month.',
    words: 'history trend',
    short: 'history',
    footerPlace: 1,
    disabledReason: whyNoHistory,
    run({ state }) {
      const { websiteId, name } = state.statistic;
      const row = selectedRow(state);
      if (row !== undefined) openHistory(state, { websiteId, name, value: row.value });
    },
  },
  {
    id: 'statistic.sort',
    keys: ['s'],
    title: 'Sort rows',
    about: 'By count, change or name.',
    words: 'order',
    short: 'sort',
    disabledReason: whyNoOrder,
    run: ({ state }) => state.navigation.push({ screen: 'sort' }),
  },
  {
    id: 'statistic.logScale',
    keys: ['L'],
    title: 'Toggle the log scale',
    about: 'Bars of small counts can be told apart too.',
    words: 'logarithmic',
    short: 'log bars',
    footerPlace: 4,
    disabledReason: state => whyNoRows(state) ?? whyOfZeros(state),
    run: ({ state }) => state.statistic.toggleLogScale(),
  },
  ...mapCommands(),
  {
    id: 'statistic.heatMap',
    keys: ['H'],
    title: 'Show weekdays by hours',
    about: 'At which hours of which weekdays visitors come.',
    words: 'week weekday hour grid heatmap',
    short: 'weekdays',
    footerPlace: 3,
    disabledReason: state =>
      kindOf(state) === 'hours' ? undefined : `Only for hours. Press ${keyOf('palette')} to find them.`,
    run: ({ state }) => openWeekdays(state),
  },
  {
    id: 'statistic.openHour',
    keys: ['Enter'],
    title: 'Show the hour by weekdays',
    section: 'Move',
    inPalette: false,
    short: 'weekdays',
    footerPlace: 1,
    isHere: state => hourUnderCursor(state) !== undefined,
    run: ({ state }) => openWeekdays(state, hourUnderCursor(state)),
  },
  {
    id: 'statistic.measure',
    keys: ['m'],
    title: 'Show page views or visitors',
    about: 'The other one of both numbers.',
    titleIn({ statistic: { name }, capabilities }) {
      const other = isSeries(name) || isHours(name) ? otherMeasure[name] : 'pageviews';
      return `Show ${statisticTitle(other, capabilities).toLowerCase()}`;
    },
    words: 'visitors page views chart',
    short: 'measure',
    footerPlace: 3,
    disabledReason: whyNoOtherMeasure,
    run({ state }) {
      const { name, websiteId } = state.statistic;
      if (isSeries(name) || isHours(name))
        state.navigation.replace({ screen: 'statistic', websiteId, name: otherMeasure[name] });
    },
  },
];

function hourUnderCursor(state: State) {
  const span = pointUnderCursor(state)?.span;
  return span?.unit === 'hour' ? span : undefined;
}

/** With a cursor on an hour: of its own day, else of the weekday that has most then. */
function openWeekdays(state: State, { day, hour }: Partial<ReturnType<typeof hourUnderCursor>> = {}): void {
  const { name, websiteId } = state.statistic;
  const hours = hoursOf(state, name);
  if (hours === undefined) return;
  const then = weekHours(heatMapRead(state, websiteId, hours).days).map(counts => [counts[hour ?? 0]]);
  const weekday = day === undefined ? (busiestHour(then)?.weekday ?? 0) : dayOfWeek(day);
  const cursor = hour === undefined ? undefined : weekday * 24 + hour;
  state.navigation.push({ screen: 'heatMap', websiteId, name: hours, cursor });
}

/** V: its word in the footer says what it would show. */
function mapCommands(): Command[] {
  const ways: readonly Pick<Command, 'id' | 'title' | 'about' | 'short' | 'isHere'>[] = [
    {
      id: 'map',
      title: 'Show the map',
      about: 'Countries, the more visitors the brighter.',
      short: 'map',
      isHere: ({ statistic }) => !statistic.showsMap,
    },
    {
      id: 'rows',
      title: 'Show the rows',
      about: 'The table in place of the map.',
      short: 'rows',
      isHere: ({ statistic }) => statistic.showsMap,
    },
  ];
  return ways.map(({ id, ...way }) => ({
    ...way,
    id: `statistic.${id}`,
    keys: ['V'],
    words: 'world map countries',
    footerPlace: 2,
    disabledReason: whyNoMap,
    run: ({ state }) => state.statistic.toggleMap(),
  }));
}

function whyNoMap(state: State): string | undefined {
  if (state.statistic.name !== 'country')
    return `Only for countries. Press ${keyOf('palette')} to find them.`;
  if (state.statistic.list.data === undefined) return `Not read: ${keyOf('refresh')} tries again.`;
  return hasMap(state) ? 'Beside the rows already.' : undefined;
}

const hasChart = (state: State) => kindOf(state) !== 'rows';

const cursor = cursorCommands('statistic', {
  isHere: hasChart,
  moved(state) {
    const { statistic } = state;
    const { websiteId, name } = statistic;
    if (!isSeries(name)) return;
    const { summary } = shownSeries(state, websiteId, name);
    const comparisons = shownComparisons(state, websiteId, name);
    const row = summary && rowOfCursor(state, daysInOrder(summary, statistic, comparisons, state.today()));
    if (row !== undefined) statistic.showDay(row);
  },
});

function whyNoOtherMeasure({ statistic: { name }, capabilities }: State): Reason | undefined {
  if (isSeries(name) || isHours(name))
    return ofService(whyNoPageViews(capabilities) ?? whyNoStatistic(capabilities, otherMeasure[name]));
  return `Only for days and hours. Press ${keyOf('palette')} for another statistic.`;
}

function whyNoHistory(state: State): Reason | undefined {
  const { search, list } = state.statistic;
  // The history of a row is what a search finds day by day.
  const why =
    whyNoRows(state) ?? ofService(whyNoRowSearch(state.capabilities)) ?? whySearching(state.statistic);
  if (why !== undefined || selectedRow(state) !== undefined) return why;
  if (list.loading) return 'Rows still loading.';
  if (list.error !== undefined) return `Rows not loaded. Press ${keyOf('refresh')} to retry.`;
  return search === ''
    ? `There are no rows: ${keyOf('period.menu')} chooses other days.`
    : 'No row is found: Esc clears the search.';
}

/** In place of what there is nothing of. */
function messageInPlace(state: State, websiteId: string, name: StatisticName): ScreenMessage | undefined {
  if (isHours(name)) return hoursMessage(shownHours(state, websiteId, name), name, state);
  if (isSeries(name)) return measureMessage(state, websiteId, name);
  return shownTableRows(state).length === 0 ? rowsMessage(state) : undefined;
}

function statisticHints(state: State, websiteId: string, name: StatisticName): readonly KeyHint[] {
  const message = messageInPlace(state, websiteId, name);
  if (message !== undefined) return message.keyHints;
  const hours = hoursOf(state, name);
  const isOld = () => {
    if (hours !== undefined) {
      const { slot, before } = shownHours(state, websiteId, hours);
      return slot?.error !== undefined || before.error !== undefined;
    }
    if (isSeries(name)) return shownSeries(state, websiteId, name).error !== undefined;
    return state.statistic.list.error !== undefined || tableComparison(state).error !== undefined;
  };
  return isOld() ? [tryAgain] : [];
}

export function rowsMessage(state: State): ScreenMessage {
  const { list, search, page, name } = state.statistic;
  if (list.error !== undefined || list.data === undefined)
    return unreadMessage(state, list.error, label`rows`);
  if (search !== '') {
    const among = list.data.isCut === true ? label` among those that the service gives` : label``;
    return messageOf({ title: label`No row matches "${safeText(search)}"${among}`, keyHints: [clearSearch] });
  }
  if (hasNoDataToday(state, state.statistic.websiteId))
    return messageOf({ title: safeText(capitalised(noDataToday)), tone: 'dim', keyHints: otherPeriods });
  return page > 1
    ? messageOf({ title: label`No more rows`, keyHints: [previousPage] })
    : nothingInPeriod(name, state);
}

export const statisticScreen: ScreenDefinition<'statistic'> = {
  screen: 'statistic',
  view: async () => (await import('./Screen.tsx')).StatisticScreen,
  commands: [
    ...cursor,
    ...own,
    ...statsCommands('statistic'),
    ...withRowKeys(
      withoutEnds(
        tableCommands('statistic', {
          tableOf: state => state.statistic,
          whyNotSearched: whyNoRowSearch,
          whyNotMoved: state =>
            kindOf(state) === 'hours'
              ? `Hours do not scroll: ${keyOf('statistic.heatMap')} shows them by weekday.`
              : whyOfZeros(state),
          whyNotReversed: whyNoOrder,
          whyNoPages: whyNoRows,
          whyNothing: whyOfZeros,
        }),
        hasChart,
      ),
    ),
  ],
  focusedField: state => searchField(state.statistic),
  title: (state, { websiteId, name }) => [
    titleOfWebsite(state, websiteId),
    safeText(statisticTitle(name, state.capabilities)),
  ],
  detail: statisticDetail,
  keyHints: (state, { websiteId, name }) => statisticHints(state, websiteId, name),
  load(state, route, force) {
    state.statistic.open(route.websiteId, route.name, force);
    if (force === false) return;
    state.rowPane.restart(force);
    state.dayWhy.restart(force);
  },
  chart(state, { websiteId, name, cursor }) {
    if (isSeries(name)) return measureChart(state, { websiteId, name, cursor });
    return isHours(name) ? hoursChart(state, { websiteId, name, cursor }) : undefined;
  },
  escapeTarget: ({ statistic }) => tableEscape(statistic),
  hasPeriod: true,
  autoRefreshes: true,
  explained: pointExplained,
  exported: (state, { websiteId, name }) =>
    isStatisticRead(state, websiteId, name) ? () => statisticExport(state, websiteId, name) : nothingRead,
  selected(state, route) {
    if (statisticInfo(route.name).kind !== 'rows') return domainInView(state, route);
    const row = shownTableRows(state)[state.statistic.position.selected];
    return selectedValue(state, route.websiteId, route.name, row);
  },
  lines(state, { websiteId, name }) {
    if (kindOf(state) !== 'rows') return linesOfPoint(state, websiteId);
    const row = selectedRow(state);
    if (row === undefined) return 'No row is selected: only rows and days have lines.';
    const period = state.statistic.asked?.period ?? rowsPeriod(state, websiteId);
    return linesBehind(state, websiteId, period, { name, value: row.value });
  },
  conditions(state, { name }) {
    if (kindOf(state) === 'hours')
      return conditionOfPoint(state) ?? 'No hour is selected: Left and Right go to one.';
    if (kindOf(state) === 'series') return `Days are no condition: ${keyOf('filter.menu')} adds one.`;
    const row = selectedRow(state);
    return row === undefined ? 'No row is selected to filter by.' : conditionOf(name, row.value);
  },
  commandWords(state, { websiteId, name }) {
    const { statistic } = state;
    const hasRows = statistic.list.data !== undefined && statistic.name === name;
    const list = hasRows ? rowsWords(statistic) : [];
    const { isCompared } = statisticOf(state, websiteId, name).days;
    return ['stats', siteOf(state, websiteId), name, ...numberWords(state, isCompared), ...list];
  },
};
