import { fieldCommands, passedByForm } from '#screens/formCommands.ts';
import type { State } from '#store/core/state.ts';
import type { ScreenDefinition } from '#screens/definition.ts';

const whyBusy = ({ profiles }: State) =>
  profiles.form?.testing === true ? 'The service is being tested: wait for its answer.' : undefined;

export const connectScreen: ScreenDefinition<'connect'> = {
  screen: 'connect',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ConnectPopup,
  commands: [
    {
      id: 'connect.enter',
      keys: ['Enter'],
      title: 'Next field; test and save from the last one and the button',
      short: 'next',
      disabledReason: whyBusy,
      run: ({ state }) => state.profiles.enter(),
    },
    {
      id: 'connect.submit',
      keys: ['^S'],
      title: 'Test the service and save it',
      short: 'save',
      disabledReason: whyBusy,
      run: ({ state }) => void state.profiles.submit(),
    },
    ...fieldCommands({
      screen: 'connect',
      disabledReason: whyBusy,
      focus: (state, step) => state.profiles.focus(step),
    }),
  ],
  focusedField({ profiles }) {
    const { form } = profiles;
    if (form === undefined || form.testing || form.focused === 'save') return undefined;
    return {
      text: form.values[form.focused],
      manyLines: false,
      passes: passedByForm(false),
      change: profiles.type,
    };
  },
};
