import type { Command, FocusedField, ScreenKeys } from '#commands/command.ts';
import { isBulkText, touchedOf } from '#store/bulkForm.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';

const isOn = (state: State) => topRoute(state.navigation.stack).screen === 'bulkEdit';
const onChoice = (state: State) => isOn(state) && !isBulkText(state.bulk.focused);

const own: readonly Command[] = [
  {
    id: 'bulkEdit.review',
    keys: ['^S'],
    title: 'Show what would change',
    short: 'before and after',
    when: isOn,
    run: ({ state }) => state.bulk.review(),
  },
  {
    id: 'bulkEdit.next',
    keys: ['Tab', 'Down', 'Enter'],
    title: 'Next field',
    short: 'next field',
    when: isOn,
    run: ({ state }) => state.bulk.focus(1),
  },
  {
    id: 'bulkEdit.previous',
    keys: ['Shift-Tab', 'Up'],
    title: 'Previous field',
    when: isOn,
    run: ({ state }) => state.bulk.focus(-1),
  },
  {
    id: 'bulkEdit.nextChoice',
    keys: ['Space', 'Right', 'l'],
    title: 'Next value',
    short: 'change',
    when: onChoice,
    run: ({ state }) => state.bulk.choose(1),
  },
  {
    id: 'bulkEdit.previousChoice',
    keys: ['Left', 'h'],
    title: 'Previous value',
    when: onChoice,
    run: ({ state }) => state.bulk.choose(-1),
  },
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
    passes: manyLines ? [] : ['Enter', 'Up', 'Down'],
    change: bulk.type,
  };
}
