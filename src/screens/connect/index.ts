import { goBack } from '#screens/emptyMessages.ts';
import { fieldCommands, passedByForm } from '#screens/formCommands.ts';
import type { State } from '#store/core/state.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { isSubmittedByEnter } from '#store/profiles/connectForm.ts';
import { label } from '#terminal/safeText.ts';

const whyBusy = ({ profiles }: State) =>
  profiles.form?.testing === true ? 'The service is being tested: wait for its answer.' : undefined;

const isLast = ({ profiles: { form } }: State) => form !== undefined && isSubmittedByEnter(form);

export const connectScreen: ScreenDefinition<'connect'> = {
  screen: 'connect',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ConnectPopup,
  commands: [
    {
      id: 'connect.enter',
      keys: ['Enter'],
      title: 'Next field',
      short: 'next',
      footerPlace: 1,
      isHere: state => !isLast(state),
      disabledReason: whyBusy,
      run: ({ state }) => state.profiles.enter(),
    },
    {
      id: 'connect.test',
      keys: ['Enter'],
      title: 'From the last field and the button: test it and save it',
      short: 'test and save',
      footerPlace: 1,
      isHere: isLast,
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
  asks: ({ profiles: { form } }) =>
    form?.problem === undefined || form.testing
      ? []
      : [
          { key: 'Enter', does: label`try again` },
          { ...goBack, does: label`back` },
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
