import type { Command, ScreenKeys } from '#commands/command.ts';
import { whyNoRowSearch, whyNoStatistic } from '#model/service/whyLacking.ts';
import { openHistory } from '#screens/history/openHistory.ts';
import { searchField, tableCommands, whySearching } from '#screens/tableCommands.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { shownTableRows } from '#store/statistics/comparedTable.ts';
import type { State } from '#store/core/state.ts';
import { isHours, isSeries } from '#model/statistics/statistics.ts';
import { statsCommands } from '#screens/statsCommands.ts';

const kindOf = ({ statistic }: State) => statisticInfo(statistic.name).kind;
const whyNoRows = (state: State) =>
  kindOf(state) === 'rows' ? undefined : 'Only lists of rows have this: : finds another statistic.';

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
    short: 'sort',
    disabledReason: state => (kindOf(state) === 'hours' ? hoursInOrder : undefined),
    run: ({ state }) => state.navigation.push({ screen: 'sort' }),
  },
  {
    id: 'statistic.logScale',
    keys: ['L'],
    title: 'Bars on a logarithmic scale, or back',
    short: 'log bars',
    footerPlace: 4,
    disabledReason: whyNoRows,
    run: ({ state }) => state.statistic.toggleLogScale(),
  },
  {
    id: 'statistic.heatMap',
    keys: ['H'],
    title: 'Weekdays by hours',
    short: 'weekdays',
    footerPlace: 1,
    disabledReason: state =>
      kindOf(state) === 'hours' ? undefined : 'Only the hours of the day have this: : finds them.',
    run({ state }) {
      const { name, websiteId } = state.statistic;
      if (isHours(name)) state.navigation.push({ screen: 'heatMap', websiteId, name });
    },
  },
  {
    id: 'statistic.measure',
    keys: ['m'],
    title: 'The other measure: visitors or page views',
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

export const statisticKeys: ScreenKeys = {
  commands: [
    ...own,
    ...statsCommands('statistic'),
    ...tableCommands('statistic', state => state.statistic, whyNoRowSearch).map((command): Command => ({
      ...command,
      disabledReason: state => whyNotOfKind(command, state) ?? command.disabledReason?.(state),
    })),
  ],
  focusedField: state => searchField(state.statistic),
};

const hoursInOrder = 'Hours stand in the order of the day.';
const moving = /\.(up|down|halfUp|halfDown|first|last)$/;

/** Only rows are searched and paged by the service: the days of a series scroll and have an order, hours stand still. */
function whyNotOfKind({ id }: Command, state: State): string | undefined {
  const kind = kindOf(state);
  if (kind === 'rows') return undefined;
  const isOrder = id.endsWith('.reverse');
  if (!isOrder && !moving.test(id)) return whyNoRows(state);
  if (kind === 'series') return undefined;
  return isOrder ? hoursInOrder : 'Hours do not scroll: H shows them by weekday.';
}

function whyNoOtherMeasure({ statistic: { name }, capabilities }: State): string | undefined {
  if (isSeries(name) || isHours(name)) return whyNoStatistic(capabilities, otherMeasure[name]);
  return 'Only days and hours have this: : finds another statistic.';
}

function whyNoHistory(state: State): string | undefined {
  const { search, list } = state.statistic;
  // The history of a row is what a search finds day by day.
  const why = whyNoRows(state) ?? whyNoRowSearch(state.capabilities) ?? whySearching(state.statistic);
  if (why !== undefined || selectedRow(state) !== undefined) return why;
  if (list.loading) return 'The rows are still being read.';
  if (list.error !== undefined) return 'The rows could not be read: r tries again.';
  return search === ''
    ? 'There are no rows: t chooses other days.'
    : 'No row is found: Esc clears the search.';
}
