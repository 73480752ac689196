import type { Command, ScreenKeys } from '#commands/command.ts';
import { statisticInfo, whyNoRowSearch, whyNoStatistic } from '#model/service/capabilities.ts';
import { isHours, isSeries } from '#model/statistics/statistics.ts';
import { cursorCommands } from '#screens/chart/cursor.ts';
import {
  searchField,
  statsCommands,
  tableCommands,
  whySearching,
  withoutEnds,
} from '#screens/listCommands.ts';
import { openHistory } from '#screens/words.ts';
import { seriesLayout } from '#store/display.ts';
import { hoursInstead } from '#store/queries/hours.ts';
import { shownTableRows } from '#store/queries/rows.ts';
import { shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { daysInOrder, rowOfCursor } from './days.ts';

/** A series of one day is shown hour by hour. */
function kindOf(state: State): 'rows' | 'series' | 'hours' {
  const { name } = state.statistic;
  return statisticInfo((isSeries(name) && hoursInstead(state, name)) || name).kind;
}

const whyNoRows = (state: State) =>
  kindOf(state) === 'rows' ? undefined : 'Only lists of rows have this: : finds another statistic.';

const whyNoOrder = (state: State) =>
  kindOf(state) === 'hours' ? 'Hours stand in the order of the day.' : undefined;

function selectedRow(state: State) {
  return shownTableRows(state)[state.statistic.position.selected];
}

/** The same statistic of the other measure: visitors and page views, by day and by hour. */
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
    title: 'The row over time',
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
    title: 'Sort',
    words: 'order',
    short: 'sort',
    disabledReason: whyNoOrder,
    run: ({ state }) => state.navigation.push({ screen: 'sort' }),
  },
  {
    id: 'statistic.logScale',
    keys: ['L'],
    title: 'Bars on a logarithmic scale, or back',
    words: 'logarithmic',
    short: 'log bars',
    footerPlace: 4,
    disabledReason: whyNoRows,
    run: ({ state }) => state.statistic.toggleLogScale(),
  },
  {
    id: 'statistic.heatMap',
    keys: ['H'],
    title: 'Weekdays by hours',
    words: 'week weekday hour grid heat map',
    short: 'weekdays',
    footerPlace: 1,
    disabledReason: state =>
      kindOf(state) === 'hours' ? undefined : 'Only the hours of the day have this: : finds them.',
    run({ state }) {
      const { name, websiteId } = state.statistic;
      const hours = isSeries(name) ? hoursInstead(state, name) : name;
      if (hours !== undefined && isHours(hours))
        state.navigation.push({ screen: 'heatMap', websiteId, name: hours });
    },
  },
  {
    id: 'statistic.measure',
    keys: ['m'],
    title: 'The other measure: visitors or page views',
    words: 'visitors page views chart',
    short: 'measure',
    footerPlace: 1,
    disabledReason: whyNoOtherMeasure,
    run({ state }) {
      const { name, websiteId } = state.statistic;
      if (isSeries(name) || isHours(name))
        state.navigation.replace({ screen: 'statistic', websiteId, name: otherMeasure[name] });
    },
  },
];

const hasChart = (state: State) => kindOf(state) !== 'rows';

const cursor = cursorCommands('statistic', {
  isHere: hasChart,
  whyNone(state) {
    const isSmall = kindOf(state) === 'series' && seriesLayout(state.viewport).chart === 0;
    return isSmall ? 'There is no room for the chart: make the terminal higher.' : undefined;
  },
  moved(state) {
    const { statistic } = state;
    const { summary } = isSeries(statistic.name)
      ? shownSeries(state, statistic.websiteId, statistic.name)
      : { summary: undefined };
    const row = summary && rowOfCursor(state, daysInOrder(summary, statistic, state.today()));
    if (row !== undefined) statistic.showDay(row);
  },
});

export const statisticKeys: ScreenKeys = {
  commands: [
    ...cursor,
    ...own,
    ...statsCommands('statistic'),
    ...withoutEnds(
      tableCommands('statistic', {
        tableOf: state => state.statistic,
        whyNotSearched: whyNoRowSearch,
        whyNotMoved: state =>
          kindOf(state) === 'hours' ? 'Hours do not scroll: H shows them by weekday.' : undefined,
        whyNotReversed: whyNoOrder,
        whyNoPages: whyNoRows,
      }),
      hasChart,
    ),
  ],
  focusedField: state => searchField(state.statistic),
};

function whyNoOtherMeasure({ statistic: { name }, capabilities }: State): string | undefined {
  if (isSeries(name) || isHours(name)) return whyNoStatistic(capabilities, otherMeasure[name]);
  return 'Only days and hours have this: : finds another statistic.';
}

function whyNoHistory(state: State): string | undefined {
  const { search, list } = state.statistic;
  // The history of a row is what a search finds day by day.
  const why = whyNoRows(state) ?? whyNoRowSearch(state.capabilities) ?? whySearching(state.statistic);
  if (why !== undefined || selectedRow(state) !== undefined) return why;
  if (list.loading) return 'The rows are still loading.';
  if (list.error !== undefined) return 'The rows could not be loaded. Press r to retry.';
  return search === ''
    ? 'There are no rows: t chooses other days.'
    : 'No row is found: Esc clears the search.';
}
