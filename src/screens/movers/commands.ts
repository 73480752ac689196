import type { ScreenKeys } from '#commands/command.ts';
import { openHistory } from '#screens/history/open.ts';
import { statsCommands } from '#screens/statsCommands.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { selectedMover } from '#store/statistics/movers.ts';
import { isOnTop } from '#store/navigation/navigation.ts';

const isOn = isOnTop('movers');

export const moversKeys: ScreenKeys = {
  commands: [
    {
      id: 'movers.history',
      keys: ['Enter'],
      title: 'The row over time',
      short: 'history',
      footerPlace: 1,
      when: state => isOn(state) && selectedMover(state) !== undefined,
      run({ state }) {
        const mover = selectedMover(state);
        if (mover !== undefined) openHistory(state, { websiteId: state.movers.websiteId, ...mover });
      },
    },
    ...moveCommands('movers', isOn, (state, move) => state.movers.move(move)),
    ...statsCommands('movers', isOn),
  ],
};
