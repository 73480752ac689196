import type { Command, FocusedField, ScreenKeys } from '#commands/command.ts';
import { isBulkText, touchedOf } from '#store/bulkForm.ts';
import { formCommands, passedByForm } from '#screens/formCommands.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';

const isOn = (state: State) => topRoute(state.navigation.stack).screen === 'bulkEdit';
const onChoice = (state: State) => isOn(state) && !isBulkText(state.bulk.focused);

const own: readonly Command[] = [
  {
    id: 'bulkEdit.review',
    keys: ['^S'],
    title: 'Show what would change',
    short: 'review',
    when: isOn,
    run: ({ state }) => state.bulk.review(),
  },
  ...formCommands({
    screen: 'bulkEdit',
    isOn: isOn,
    onChoice,
    focus: (state, step) => state.bulk.focus(step),
    choose: (state, step) => state.bulk.choose(step),
    enterGoesOn: true,
  }),
  {
    id: 'bulkEdit.leave',
    keys: ['Esc'],
    title: 'Leave without saving',
    short: 'cancel',
    when: isOn,
    run({ state }) {
      if (Object.keys(touchedOf(state.bulk.form)).length === 0) state.navigation.pop();
      else state.navigation.push({ screen: 'confirm', question: 'discardEdits' });
    },
  },
];

export const bulkEditKeys: ScreenKeys = { commands: own, focusedField };

function focusedField({ bulk }: State): FocusedField | undefined {
  const { focused, form, caret } = bulk;
  if (!isBulkText(focused)) return undefined;
  const manyLines = focused !== 'password';
  return {
    text: { value: form[focused], caret },
    manyLines,
    passes: passedByForm(manyLines),
    change: bulk.type,
  };
}
