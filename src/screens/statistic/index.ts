import type { Part } from '#components/parts.ts';
import { noDetailText } from '#model/comparison/reach.ts';
import { type ComparedRow, formatMark } from '#model/comparison/rows.ts';
import { statisticTable } from '#model/export/statisticTables.ts';
import { countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { basisText, shareText } from '#model/statistics/share.ts';
import { isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { cursorDetail, hoursChart, measureChart, pointExplained } from '#screens/chart/cursor.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { codeNote, hoursDetail, seriesDetail, titleOfWebsite } from '#screens/words.ts';
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
import { domainInView, selectedValue, tableEscape } from '#store/navigation/screenRules.ts';
import { shownPage } from '#store/navigation/table.ts';
import { numberWords, rowsWords, siteOf } from '#store/navigation/viewCommand.ts';
import { rowsPeriod, shownComparison, shownPeriod } from '#store/queries/question.ts';
import { detailSince, shownTableRows, tableBasis, tableRowsBeside } from '#store/queries/rows.ts';
import type { State } from '#store/state.ts';
import { readDomain } from '#store/websites/records.ts';
import { label, safeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';
import { statisticKeys } from './commands.ts';
import { statisticAsks } from './statisticMessage.ts';

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
  const count = safeText(`${counted(row.count, countsOf(info.name, state.capabilities))}${share}`);
  const { isUnknown } = tableRowsBeside(state);
  const days = shownComparison(state)?.before;
  if (isUnknown && days !== undefined)
    return {
      text: label`${safeText(readable)}${code}   ${safeText(noDetailText(name, days, detailSince(state, websiteId, name)))}`,
    };
  return { text: label`${safeText(readable)}${code}   ${count}${safeText(before(row.beside))}` };
}

function before(beside: ComparedRow | undefined): string {
  if (beside === undefined) return '';
  const { before: count, mark } = beside;
  return count === undefined
    ? `   ${formatMark(mark)}`
    : `   before ${groupThousands(count)}, ${formatMark(mark)}`;
}

/** The days, the hours, or the rows that are read. */
function statisticExport(state: State, websiteId: string, name: StatisticName): ExportSource | undefined {
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

function isStatisticRead(state: State, websiteId: string, name: StatisticName): boolean {
  const isWhole = isSeries(name) || isHours(name);
  return isWhole ? hasRead(state, websiteId, name) : state.statistic.list.data !== undefined;
}

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
