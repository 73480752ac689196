import type { Command, ScreenKeys } from '#commands/command.ts';
import { openHistory } from '#screens/history/open.ts';
import { searchField, tableCommands } from '#screens/tableCommands.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { shownTableRows } from '#store/statistics/comparedTable.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';
import { isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { statsCommands } from '#screens/statsCommands.ts';

const isOn = isOnTop('statistic');
const isBrowsing = (state: State) => isOn(state) && state.statistic.searchField === undefined;
/** Only rows the service pages have a search of their own: a series has one row a day. */
const hasRows = (state: State) => isBrowsing(state) && statisticInfo(state.statistic.name).kind === 'rows';

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
    when: state => hasRows(state) && selectedRow(state) !== undefined,
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
    when: state => isBrowsing(state) && !isHours(state.statistic.name),
    run: ({ state }) => state.navigation.push({ screen: 'sort' }),
  },
  {
    id: 'statistic.logScale',
    keys: ['L'],
    title: 'Bars on a logarithmic scale, or back',
    short: 'log bars',
    footerPlace: 4,
    when: hasRows,
    run: ({ state }) => state.statistic.toggleLogScale(),
  },
  {
    id: 'statistic.heatMap',
    keys: ['H'],
    title: 'Weekdays by hours',
    short: 'weekdays',
    footerPlace: 1,
    when: state => isBrowsing(state) && isHours(state.statistic.name),
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
    when: state => isBrowsing(state) && !hasRows(state),
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
    ...statsCommands('statistic', isBrowsing),
    ...tableCommands('statistic', state => state.statistic).map((command): Command => ({
      ...command,
      when: state => isOfKind(command, state.statistic.name) && (command.when?.(state) ?? true),
    })),
  ],
  focusedField: state => searchField(state.statistic),
};

/** The days of a series scroll and have an order; the hours of the day stand still. */
function isOfKind({ id }: Command, name: StatisticName): boolean {
  const { kind } = statisticInfo(name);
  if (kind === 'rows') return true;
  return kind === 'series' && /\.(up|down|halfUp|halfDown|first|last|reverse)$/.test(id);
}
