import type { ScreenKeys } from '#commands/command.ts';
import { openHistory } from '#screens/history/open.ts';
import { statsCommands } from '#screens/statsCommands.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { moversRead, selectedMover } from '#store/statistics/movers.ts';
import type { State } from '#store/core/state.ts';

export const moversKeys: ScreenKeys = {
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
};

function whyNoMover(state: State): string | undefined {
  if (selectedMover(state) !== undefined) return undefined;
  const { periods, loading, error } = moversRead(state);
  if (periods === undefined)
    return state.comparison.baseline === undefined
      ? 'Nothing is compared: c chooses with what.'
      : 'Today alone is compared with nothing: t chooses whole days.';
  if (loading) return 'Both periods are still being read.';
  if (error !== undefined) return 'The movers could not be read: r tries again.';
  return 'No row is listed: t chooses another period.';
}
