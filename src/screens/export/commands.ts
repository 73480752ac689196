import type { ScreenKeys } from '#commands/command.ts';
import { formCommands, passedByForm } from '#screens/formCommands.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';

const isOn = isOnTop('export');
const onChoice = (state: State) => isOn(state) && state.exporting.focused !== 'path';

export const exportKeys: ScreenKeys = {
  commands: [
    {
      id: 'export.finish',
      keys: ['Enter', '^S'],
      title: 'Export',
      short: 'export',
      when: isOn,
      run: ({ state }) => void state.exporting.finish(),
    },
    {
      id: 'export.command',
      keys: ['y'],
      title: 'Copy the command that prints this view',
      short: 'copy the command',
      footerPlace: 4,
      when: state => onChoice(state) && state.exporting.command !== undefined,
      run: ({ state }) => state.exporting.copyCommand(),
    },
    ...formCommands({
      screen: 'export',
      isOn,
      onChoice,
      focus: (state, step) => state.exporting.focus(step),
      choose: (state, step) => state.exporting.choose(step),
      enterGoesOn: false,
    }),
  ],
  focusedField: state =>
    state.exporting.focused === 'path'
      ? {
          text: state.exporting.path,
          manyLines: false,
          passes: passedByForm(false),
          change: state.exporting.editPath,
        }
      : undefined,
};
