import type { Command, FocusedField, ScreenKeys } from '#commands/command.ts';
import { emptyText } from '#model/text/textValue.ts';
import { hasUnsavedEdits } from '#store/editing/editorSession.ts';
import { isManyLines, isTextField } from '#store/editing/editorFields.ts';
import { formCommands, passedByForm } from '#screens/formCommands.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';
import { isLocked } from './locked.ts';

const isOn = isOnTop('editor');
const isOpen = (state: State) => isOn(state) && state.editor.session !== undefined;
const onChoice = (state: State) =>
  isOpen(state) && state.editor.session !== undefined && !isTextField(state.editor.session.focused);
const failedToOpen = (state: State) =>
  isOn(state) && state.editor.session === undefined && state.editor.source.error !== undefined;

const own: readonly Command[] = [
  {
    id: 'editor.save',
    keys: ['^S'],
    title: 'Save',
    short: 'save',
    when: isOpen,
    run: ({ state }) => void state.editor.save(),
  },
  ...formCommands({
    screen: 'editor',
    isOn: isOpen,
    onChoice,
    focus: (state, step) => state.editor.focus(step),
    choose: (state, step) => state.editor.choose(step),
    enterGoesOn: true,
  }),
  {
    id: 'editor.retry',
    keys: ['r'],
    title: 'Read the website again',
    short: 'retry',
    when: failedToOpen,
    run: ({ state }) => state.editor.retry(),
  },
  {
    id: 'editor.leave',
    keys: ['Esc'],
    title: 'Leave without saving',
    short: 'cancel',
    when: isOn,
    run({ state }) {
      if (hasUnsavedEdits(state.editor))
        state.navigation.push({ screen: 'confirm', question: 'discardEdits' });
      else {
        state.editor.close();
        state.navigation.pop();
      }
    },
  },
];

export const editorKeys: ScreenKeys = { commands: own, focusedField };

function focusedField({ editor }: State): FocusedField | undefined {
  const form = editor.session;
  if (form === undefined || form.saving || !isTextField(form.focused)) return undefined;
  const manyLines = isManyLines(form.focused);
  if (isLocked(form, form.focused))
    return {
      text: emptyText,
      manyLines,
      passes: passedByForm(manyLines),
      change: text => (text.value === '' ? undefined : editor.type(text)),
    };
  return {
    text: { value: form.draft[form.focused], caret: form.caret },
    manyLines,
    passes: passedByForm(manyLines),
    change: editor.type,
  };
}
