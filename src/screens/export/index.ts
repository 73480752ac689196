import { formCommands, passedByForm } from '#screens/formCommands.ts';
import type { State } from '#store/core/state.ts';
import type { ScreenDefinition } from '#screens/definition.ts';

const whyBusy = ({ exporting }: State) =>
  exporting.writing ? 'The file is being written: wait a moment.' : undefined;

export const exportScreen: ScreenDefinition<'export'> = {
  screen: 'export',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ExportPopup,
  commands: [
    {
      id: 'export.finish',
      keys: ['Enter', '^S'],
      title: 'Export',
      short: 'export',
      disabledReason: whyBusy,
      run: ({ state }) => void state.exporting.finish(),
    },
    {
      id: 'export.command',
      keys: ['y'],
      title: 'Copy the command that prints this view',
      short: 'copy the command',
      footerPlace: 4,
      disabledReason: ({ exporting }) =>
        exporting.command === undefined ? 'No command prints this view: Enter exports it.' : undefined,
      run: ({ state }) => state.exporting.copyCommand(),
    },
    ...formCommands({
      screen: 'export',
      focus: (state, step) => state.exporting.focus(step),
      choose: (state, step) => state.exporting.choose(step),
      button: { isFocused: ({ exporting }) => exporting.focused === 'button', does: 'exports' },
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
