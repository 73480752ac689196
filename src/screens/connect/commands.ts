import type { ScreenKeys } from '#commands/command.ts';
import { fieldCommands, passedByForm } from '#screens/formCommands.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';

const isOn = (state: State) => isOnTop('connect')(state) && state.profiles.form !== undefined;
const hasFields = (state: State) => isOn(state) && (state.profiles.form?.fields.length ?? 0) > 1;

export const connectKeys: ScreenKeys = {
  commands: [
    {
      id: 'connect.enter',
      keys: ['Enter'],
      title: 'Next field; test and save from the last one',
      short: 'next',
      when: isOn,
      run: ({ state }) => state.profiles.enter(),
    },
    {
      id: 'connect.submit',
      keys: ['^S'],
      title: 'Test the service and save it',
      short: 'save',
      when: isOn,
      run: ({ state }) => void state.profiles.submit(),
    },
    ...fieldCommands({
      screen: 'connect',
      isOn: hasFields,
      focus: (state, step) => state.profiles.focus(step),
    }),
  ],
  focusedField({ profiles }) {
    const { form } = profiles;
    if (form === undefined || form.testing) return undefined;
    return {
      text: form.values[form.focused],
      manyLines: false,
      passes: passedByForm(false),
      change: profiles.type,
    };
  },
};
