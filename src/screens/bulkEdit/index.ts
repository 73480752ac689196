import type { Command, FocusedField } from '#commands/command.ts';
import { isBulkList, isBulkText, isTouched } from '#store/editing/bulkForm.ts';
import { formCommands, passedByForm } from '#screens/formCommands.ts';
import type { State } from '#store/core/state.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { label } from '#terminal/safeText.ts';

const own: readonly Command[] = [
  {
    id: 'bulkEdit.review',
    keys: ['^S'],
    title: 'Show what would change',
    short: 'review',
    run: ({ state }) => state.bulkEdit.review(),
  },
  ...formCommands({
    screen: 'bulkEdit',
    focus: (state, step) => state.bulkEdit.focus(step),
    choose: (state, step) => state.bulkEdit.choose(step),
    button: {
      isFocused: ({ bulkEdit }) => bulkEdit.focused === 'save',
      press: ({ bulkEdit }) => bulkEdit.review(),
    },
  }),
  {
    id: 'bulkEdit.leave',
    keys: ['Esc'],
    title: 'Leave without saving',
    short: 'cancel',
    run({ state }) {
      if (isTouched(state.bulkEdit.form))
        state.navigation.push({ screen: 'confirm', question: 'discardEdits' });
      else state.navigation.pop();
    },
  },
];

export const bulkEditScreen: ScreenDefinition<'bulkEdit'> = {
  screen: 'bulkEdit',
  view: async () => (await import('./Screen.tsx')).BulkEditScreen,
  commands: own,
  focusedField,
  title: ({ bulkEdit }) => [label`Edit ${bulkEdit.websites.length} websites`],
  isForm: true,
};

function focusedField({ bulkEdit }: State): FocusedField | undefined {
  const { focused, form, caret } = bulkEdit;
  if (!isBulkText(focused)) return undefined;
  const manyLines = isBulkList(focused);
  return {
    text: { value: form[focused], caret },
    manyLines,
    passes: passedByForm(manyLines),
    change: bulkEdit.type,
  };
}
