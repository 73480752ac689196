import type { ScreenKeys } from '#commands/command.ts';
import { menuCommands } from '#screens/menuCommands.ts';
import { comparisonChoices } from './choices.ts';

export const compareKeys: ScreenKeys = {
  commands: menuCommands({
    screen: 'compare',
    typing: false,
    count: state => comparisonChoices(state).length,
    height: state => comparisonChoices(state).length,
    choose(state) {
      const choice = comparisonChoices(state)[state.menu.position.selected];
      state.navigation.pop();
      if (choice !== undefined) state.comparison.choose(choice.baseline);
    },
  }),
};
