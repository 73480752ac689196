import type { Command, FocusedField, ScreenKeys } from '#commands/command.ts';
import { emptyText } from '#model/text/textValue.ts';
import { hasUnsavedEdits } from '#store/editing/editorSession.ts';
import { isManyLines, isTextField } from '#store/editing/editorFields.ts';
import { formCommands, passedByForm } from '#screens/formCommands.ts';
import type { State } from '#store/core/state.ts';
import { isLocked } from './locked.ts';

/** The form takes no input while it loads and while it saves. */
function whyBusy({ editor: { session, source } }: State): string | undefined {
  if (session?.saving === true) return 'It is being saved: wait for the answer.';
  if (session !== undefined) return undefined;
  return source.error === undefined
    ? 'The website is still being read.'
    : 'The website could not be read: r tries again.';
}

function whyNoRetry({ editor: { session, source } }: State): string | undefined {
  if (session !== undefined) return 'The website is read: there is nothing to try again.';
  return source.error === undefined ? 'The website is still being read.' : undefined;
}

const own: readonly Command[] = [
  {
    id: 'editor.save',
    keys: ['^S'],
    title: 'Save',
    short: 'save',
    disabledReason: whyBusy,
    run: ({ state }) => void state.editor.save(),
  },
  ...formCommands({
    screen: 'editor',
    disabledReason: whyBusy,
    focus: (state, step) => state.editor.focus(step),
    choose: (state, step) => state.editor.choose(step),
    button: {
      isFocused: ({ editor }) => editor.session?.focused === 'save',
      press: ({ editor }) => void editor.save(),
    },
  }),
  {
    id: 'editor.retry',
    keys: ['r'],
    title: 'Read the website again',
    short: 'retry',
    disabledReason: whyNoRetry,
    run: ({ state }) => state.editor.retry(),
  },
  {
    id: 'editor.leave',
    keys: ['Esc'],
    title: 'Leave without saving',
    short: 'cancel',
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
