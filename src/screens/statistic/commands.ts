import type { Command, ScreenKeys } from '#commands/command.ts';
import { searchField, tableCommands } from '#screens/tableCommands.ts';
import { statisticInfo } from '#model/statisticCatalogue.ts';
import { isHours, isSeries } from '#store/dashboard.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';

const isOn = (state: State) => topRoute(state.navigation.stack).screen === 'statistic';
const isBrowsing = (state: State) => isOn(state) && state.statistic.searchField === undefined;
/** Only rows the service pages have a search and an order of their own: a series has one row a day. */
const hasRows = (state: State) => isBrowsing(state) && statisticInfo(state.statistic.name).kind === 'rows';

/** The same statistic of the other measure: visitors and page views, by day and by hour. */
const otherMeasure = {
  visitors: 'pageviews',
  pageviews: 'visitors',
  visitors_hours: 'pageviews_hours',
  pageviews_hours: 'visitors_hours',
} as const;

const own: readonly Command[] = [
  {
    id: 'statistic.sort',
    keys: ['s'],
    title: 'Sort',
    short: 'sort',
    when: hasRows,
    run: ({ state }) => state.navigation.push({ screen: 'sort' }),
  },
  {
    id: 'statistic.logScale',
    keys: ['L'],
    title: 'Bars on a logarithmic scale, or back',
    short: 'log bars',
    when: hasRows,
    run: ({ state }) => state.statistic.toggleLogScale(),
  },
  {
    id: 'statistic.measure',
    keys: ['m'],
    title: 'The other measure: visitors or page views',
    short: 'measure',
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
    ...tableCommands('statistic', state => state.statistic).map((command): Command => ({
      ...command,
      when: state =>
        (statisticInfo(state.statistic.name).kind === 'rows' || isMove(command)) &&
        (command.when?.(state) ?? true),
    })),
  ],
  focusedField: state => searchField(state.statistic),
};

function isMove({ id }: Command): boolean {
  return /\.(up|down|halfUp|halfDown|first|last)$/.test(id);
}
