import type { ScreenDefinition } from '#screens/definition.ts';
import { askedQuestion } from './questions.ts';

export const confirmScreen: ScreenDefinition<'confirm'> = {
  screen: 'confirm',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ConfirmPopup,
  commands: [
    {
      id: 'confirm.yes',
      keys: ['y', 'Y'],
      title: 'Yes',
      short: 'yes',
      footerPlace: 1,
      run({ state, services }) {
        const question = askedQuestion(state);
        state.navigation.pop();
        if (question === 'quitWithEdits') services.quit();
        if (question === 'undoEdit') void state.undo.run();
        if (question === 'overwriteFile') void state.exporting.finish(true);
        if (question === 'overwriteTheirs') void state.editor.save(true);
        if (question === 'endShareLinks') {
          const { ended, overwrites } = state.editor.session ?? {};
          void state.editor.save(overwrites, ended);
        }
        if (question === 'discardEdits') {
          state.editor.close();
          state.navigation.pop();
        }
      },
    },
    {
      id: 'confirm.no',
      keys: ['n', 'Enter'],
      title: 'No, go back',
      short: 'no',
      footerPlace: 2,
      run: ({ state }) => state.navigation.pop(),
    },
  ],
};
