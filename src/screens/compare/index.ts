import { menuCommands } from '#screens/menuCommands.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { comparisonChoices } from '#store/statistics/comparisonChoices.ts';

export const compareScreen: ScreenDefinition<'compare'> = {
  screen: 'compare',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ComparePopup,
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
