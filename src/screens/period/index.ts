import { presets, type PeriodChoice } from '#model/period/period.ts';
import { menuCommands, passedByMenu } from '#screens/menuCommands.ts';
import type { State } from '#store/core/state.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { menuLength, presetRows, typedPeriod } from './periodMenu.ts';

export const periodScreen: ScreenDefinition<'period'> = {
  screen: 'period',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).PeriodPopup,
  commands: menuCommands({
    screen: 'period',
    typing: true,
    count: () => menuLength,
    height: state => presetRows(state.viewport),
    disabledReason: state =>
      chosen(state) === undefined ? 'That is no period: type 30d, 2026-03 or 1 mar - 15 apr.' : undefined,
    choose(state) {
      const choice = chosen(state);
      if (choice === undefined) return;
      state.navigation.pop();
      if (choice === 'all') void state.period.chooseAll();
      else state.period.choose(choice);
    },
  }),
  focusedField: ({ menu }) => ({
    text: menu.text,
    manyLines: false,
    passes: passedByMenu,
    change: menu.edit,
  }),
};

/** What is typed, where anything is; the selected preset otherwise. */
function chosen(state: State): PeriodChoice | 'all' | undefined {
  const typed = typedPeriod(state);
  if (typed === 'all') return typed;
  if (typed !== undefined) return 'choice' in typed ? typed.choice : undefined;
  const preset = presets[state.menu.position.selected];
  return preset === undefined ? 'all' : { kind: 'preset', preset: preset.name };
}
