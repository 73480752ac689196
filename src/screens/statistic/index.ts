import { isHours, isSeries } from '#model/statistics/statistics.ts';
import { hoursChart, measureChart } from '#screens/chartPoints.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { pointExplained } from '#screens/pointExplained.ts';
import { titleOfWebsite } from '#screens/websiteTitle.ts';
import { nothingRead } from '#store/exporting/exportSource.ts';
import { tableEscape } from '#store/navigation/escape.ts';
import { domainInView, selectedValue } from '#store/navigation/selected.ts';
import { numberWords, rowsWords, siteOf } from '#store/navigation/viewCommand.ts';
import { shownTableRows } from '#store/statistics/comparedTable.ts';
import { readDomain } from '#store/websites/records.ts';
import { safeText } from '#terminal/safeText.ts';
import { statisticKeys } from './commands.ts';
import { statisticDetail } from './statisticDetail.ts';
import { statisticAsks } from './statisticMessage.ts';
import { isStatisticRead, statisticExport } from './statisticExport.ts';

export const statisticScreen: ScreenDefinition<'statistic'> = {
  screen: 'statistic',
  view: async () => (await import('./Screen.tsx')).StatisticScreen,
  ...statisticKeys,
  title: (state, { websiteId, name }) => [
    titleOfWebsite(state, websiteId),
    safeText(statisticInfo(name).title),
  ],
  detail: statisticDetail,
  asks: (state, { websiteId, name }) => statisticAsks(state, websiteId, name),
  load(state, route, force) {
    readDomain(state, route);
    state.statistic.open(route.websiteId, route.name, force);
  },
  chart(state, { websiteId, name, cursor }) {
    if (isSeries(name)) return measureChart(state, { websiteId, name, cursor });
    return isHours(name) ? hoursChart(state, { websiteId, name, cursor }) : undefined;
  },
  escapeTarget: ({ statistic }) => tableEscape(statistic),
  hasPeriod: true,
  autoRefreshes: true,
  explained: pointExplained,
  exported: (state, { websiteId, name }) => statisticExport(state, websiteId, name),
  whyNoExport: (state, { websiteId, name }) =>
    isStatisticRead(state, websiteId, name) ? undefined : nothingRead,
  selected(state, route) {
    if (statisticInfo(route.name).kind !== 'rows') return domainInView(state, route);
    const row = shownTableRows(state)[state.statistic.position.selected];
    return selectedValue(state, route.websiteId, route.name, row);
  },
  commandWords(state, { websiteId, name }) {
    const { statistic } = state;
    const hasRows = statistic.list.data !== undefined && statistic.name === name;
    const list = hasRows ? rowsWords(statistic) : [];
    return ['stats', siteOf(state, websiteId), name, ...numberWords(state), ...list];
  },
};
