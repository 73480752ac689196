import {
  conditionOf,
  linesBehind,
  periodWords,
  selectedValue,
  siteOf,
  sourceOf,
  subjectOf,
  whereWords,
} from '#screens/sharing.ts';
import type { Part } from '#components/parts.ts';
import { historyTable } from '#model/export/statisticTables.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import { readableValue } from '#model/statistics/values.ts';
import {
  cursorCommands,
  cursorDetail,
  partsChart,
  pointExplained,
  shownChart,
  pointUnderCursor,
} from '#screens/chart/cursor.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { moveCommands, statsCommands, withoutEnds } from '#screens/listCommands.ts';
import { codeNote, titleOfWebsite } from '#screens/words.ts';
import { nothingRead, type ExportSource } from '#store/exporting.ts';
import { escapeTarget } from '#store/navigation/screenRules.ts';
import { historyChange, shownHistory } from '#store/queries/history.ts';
import { shownComparison, shownPeriod } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { isReading } from '#store/views/history.ts';
import { readDomain } from '#store/websites/records.ts';
import { label, safeText } from '#text/safeText.ts';
import { historyAsks } from './table.ts';

export const historyScreen: ScreenDefinition<'history'> = {
  screen: 'history',
  view: async () => (await import('./Screen.tsx')).HistoryScreen,
  commands: [
    {
      id: 'history.stop',
      keys: ['Esc'],
      title: 'Stop reading',
      short: 'cancel',
      disabledReason: state => (escapeTarget(state) === 'reading' ? undefined : 'Nothing is loading.'),
      run: ({ state }) => state.history.stop(),
    },
    ...cursorCommands('history', {
      moved: state => {
        const index = shownChart(state)?.index;
        if (index !== undefined) state.history.showRow(shownHistory(state).parts.length - 1 - index);
      },
    }),
    ...withoutEnds(moveCommands('history', (state, move) => state.history.move(move))),
    ...statsCommands('history'),
  ],
  title: (state, { websiteId, name, value }) => [
    titleOfWebsite(state, websiteId),
    safeText(statisticInfo(name).title),
    safeText(readableValue(name, value)),
  ],
  detail,
  asks: historyAsks,
  load(state, route, force) {
    readDomain(state, route);
    state.history.open(route, force);
  },
  chart: partsChart,
  escapeTarget: ({ history }) => (isReading(history) ? 'reading' : undefined),
  hasPeriod: true,
  autoRefreshes: true,
  explained: pointExplained,
  exported: state =>
    shownHistory(state).parts.some(({ isRead }) => isRead) ? () => exported(state) : nothingRead,
  selected: (state, route) => selectedValue(state, route.websiteId, route.name, route),
  lines(state, { websiteId, name, value }) {
    const span = pointUnderCursor(state)?.span;
    const period =
      span === undefined || span.unit === 'hour' ? shownPeriod(state) : { from: span.from, to: span.to };
    return linesBehind(state, websiteId, period, { name, value });
  },
  conditions: (_, { name, value }) => conditionOf(name, value),
  commandWords(state, { websiteId, name, value }) {
    if (value === '') return undefined;
    const options = [...periodWords(state.period.choice), ...whereWords(state)];
    return ['history', ...options, '--', siteOf(state, websiteId), name, value];
  },
};

function detail(state: State): Part {
  const pointed = cursorDetail(state);
  if (pointed !== undefined) return pointed;
  const { history } = state;
  const { name, value } = history;
  const readable = readableValue(name, value);
  const code = readable === value ? label`` : codeNote(name, value);
  return { text: label`${safeText(readable)}${code}`, tone: 'dim' };
}

/** The parts of the period; those that are not read yet have no count. */
function exported(state: State): ExportSource | undefined {
  const { websiteId, name, value, parts, sides } = shownHistory(state);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const days = { from: first.from, to: last.to };
  const compared = shownComparison(state, websiteId);
  const parameters = {
    compared_from: compared?.now.from,
    compared_to: compared?.now.to,
    count_compared: compared && sides.now,
    count_before: historyChange(state) === 'unknown' ? undefined : sides.before,
  };
  const subject = { ...subjectOf(state, websiteId, days), parameters };
  return sourceOf(subject, historyTable(subject, name, value, parts), `${name} history ${value}`);
}
