import { openHistory } from '#screens/history/openHistory.ts';
import { statsCommands } from '#screens/statsCommands.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { moversRead, rankedNames, selectedMover } from '#store/statistics/movers.ts';
import type { State } from '#store/core/state.ts';
import { whyNoRowSearch } from '#model/service/whyLacking.ts';
import { moversTable } from '#model/statistics/moversTable.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { titleOfWebsite } from '#screens/websiteTitle.ts';
import { sourceOf, subjectOf } from '#store/exporting/exportEntries.ts';
import type { ExportSource } from '#store/exporting/exportSource.ts';
import { selectedValue } from '#store/navigation/selected.ts';
import { numberWords, siteOf } from '#store/navigation/viewCommand.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { readDomain } from '#store/websites/records.ts';
import { label } from '#terminal/safeText.ts';
import { moverDetail } from './moversText.ts';

export const moversScreen: ScreenDefinition<'movers'> = {
  screen: 'movers',
  view: async () => (await import('./Screen.tsx')).MoversScreen,
  commands: [
    {
      id: 'movers.history',
      keys: ['Enter'],
      title: 'The row over time',
      short: 'history',
      footerPlace: 1,
      disabledReason: whyNoMover,
      run({ state }) {
        const mover = selectedMover(state);
        if (mover !== undefined) openHistory(state, { websiteId: state.movers.websiteId, ...mover });
      },
    },
    ...moveCommands('movers', (state, move) => state.movers.move(move)),
    ...statsCommands('movers'),
  ],
  title: (state, { websiteId }) => [titleOfWebsite(state, websiteId), label`Movers`],
  detail: moverDetail,
  load(state, route, force) {
    readDomain(state, route);
    state.movers.open(route.websiteId, force);
  },
  hasPeriod: true,
  exported: (state, { websiteId }) => exported(state, websiteId),
  whyNoExport: state =>
    moversRead(state).movers.length > 0 ? undefined : 'There is nothing to export: no row is listed.',
  selected(state, { websiteId }) {
    const mover = selectedMover(state);
    return mover && selectedValue(state, websiteId, mover.name, mover);
  },
  commandWords: (state, { websiteId }) => [
    'stats',
    siteOf(state, websiteId),
    ...rankedNames(state),
    '--all',
    ...numberWords(state),
  ],
};

function whyNoMover(state: State): string | undefined {
  if (selectedMover(state) !== undefined) return whyNoRowSearch(state.capabilities);
  const { periods, loading, error } = moversRead(state);
  if (periods === undefined)
    return state.comparison.baseline === undefined
      ? 'Nothing is compared: c chooses with what.'
      : 'Today alone is compared with nothing: t chooses whole days.';
  if (loading) return 'Both periods are still being read.';
  if (error !== undefined) return 'The movers could not be read: r tries again.';
  return 'No row is listed: t chooses another period.';
}

function exported(state: State, websiteId: string): ExportSource | undefined {
  const periods = shownComparison(state);
  const { movers: found, cut } = moversRead(state);
  if (periods === undefined || found.length === 0) return undefined;
  const subject = {
    ...subjectOf(state, websiteId, periods.now),
    before: periods.before,
    parameters: { first_100_rows_of: cut.join(' ') || undefined },
  };
  return sourceOf(subject, moversTable(subject, found), 'movers');
}
