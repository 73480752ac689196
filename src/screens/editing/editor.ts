import type { Command, FocusedField, ScreenKeys } from '#commands/command.ts';
import type { Part } from '#components/parts.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { formCommands, passedByForm } from '#screens/formCommands.ts';
import { moveCommands } from '#screens/listCommands.ts';
import { unreadMessage, unreadWebsite } from '#screens/messages.ts';
import { titleOfWebsite, websiteTitle } from '#screens/words.ts';
import {
  hasUnsavedEdits,
  isBulkList,
  isBulkText,
  isManyLines,
  isTextField,
  isTouched,
  mergesLists,
  touchedBy,
  whyNotMerged,
} from '#store/editing/form.ts';
import { isRunning } from '#store/editing/run.ts';
import type { State } from '#store/state.ts';
import { label, safeText } from '#text/safeText.ts';
import { emptyText } from '#text/textField.ts';
import { isLocked } from './fieldWords.ts';
import { beforeAndAfter, outcomePart } from './review.ts';

const bulkEditCommands: readonly Command[] = [
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
  view: async () => (await import('./Editor.tsx')).BulkEditScreen,
  commands: bulkEditCommands,
  focusedField: focusedBulkField,
  title: ({ bulkEdit }) => [label`Edit ${bulkEdit.websites.length} websites`],
  isForm: true,
};

function focusedBulkField({ bulkEdit }: State): FocusedField | undefined {
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

export const bulkReviewScreen: ScreenDefinition<'bulkReview'> = {
  screen: 'bulkReview',
  view: async () => (await import('./Review.tsx')).BulkReviewScreen,
  commands: [
    {
      id: 'bulkReview.save',
      keys: ['^S'],
      title: 'Save these changes',
      short: 'save',
      disabledReason: whyNotYet,
      run: ({ state }) => void state.bulkEdit.save(),
    },
    {
      id: 'bulkReview.enter',
      keys: ['Enter'],
      title: 'To the button; on it save',
      disabledReason: state => (state.bulkEdit.isOnButton ? whyNotYet(state) : undefined),
      run({ state }) {
        const { isOnButton, focusButton, save } = state.bulkEdit;
        if (isOnButton) void save();
        else focusButton(true);
      },
    },
    {
      id: 'bulkReview.button',
      keys: ['Tab', 'Shift-Tab'],
      title: 'The button, or back to the rows',
      short: 'button',
      run: ({ state: { bulkEdit } }) => bulkEdit.focusButton(!bulkEdit.isOnButton),
    },
    ...moveCommands('bulkReview', (state, move) => state.bulkEdit.move(move)),
  ],
  title: ({ bulkEdit }) => [label`Edit ${bulkEdit.websites.length} websites`],
  detail: reviewDetail,
};

function whyNotYet({ bulkEdit }: State): string | undefined {
  return bulkEdit.unread.size === 0
    ? undefined
    : 'The websites are read as they are now: wait for the last one.';
}

/** The changes of the selected website, in full. */
function reviewDetail({ bulkEdit }: State): Part {
  if (bulkEdit.isOnButton) return { text: label`Enter saves them, Esc goes back to the form.`, tone: 'warn' };
  const website = bulkEdit.websites[bulkEdit.position.selected];
  if (website === undefined) return { text: label`` };
  const change = beforeAndAfter(website, touchedBy(bulkEdit.form, website), mergesLists(bulkEdit.form));
  const why = whyNotMerged(bulkEdit.form, website);
  if (why !== undefined) return { text: safeText(why), tone: 'warn' };
  if (change === undefined) return { text: label`${websiteTitle(website)}   unchanged` };
  return { text: label`${websiteTitle(website)}   ${change.before} > ${change.after}` };
}

const titles = { edit: label`Edit`, delete: label`Delete`, undo: label`Undo` };

export const bulkRunScreen: ScreenDefinition<'bulkRun'> = {
  screen: 'bulkRun',
  view: async () => (await import('./Review.tsx')).BulkRunScreen,
  commands: [
    {
      id: 'bulkRun.stop',
      keys: ['Esc', 'q'],
      title: 'Stop: what is under way is finished, no more is begun',
      short: 'stop',
      disabledReason: state => (isRunning(state) ? undefined : 'All are through: Enter goes back.'),
      run: ({ state }) => state.bulkRun.stop(),
    },
    {
      id: 'bulkRun.close',
      keys: ['Enter'],
      title: 'Back to the websites',
      disabledReason: state => (isRunning(state) ? 'It is still under way: Esc stops it.' : undefined),
      run: ({ state }) => state.navigation.pop(),
    },
    ...moveCommands('bulkRun', (state, move) => state.bulkRun.move(move)),
  ],
  title: ({ bulkRun: { run } }) => [
    label`${titles[run?.kind ?? 'edit']} ${run?.websites.length ?? 0} websites`,
  ],
  detail: runDetail,
  escapeTarget: state => (isRunning(state) ? 'run' : undefined),
  undoes: true,
};

/** The result for the selected website, in full. */
function runDetail({ bulkRun }: State): Part {
  const { run, position } = bulkRun;
  const website = run?.websites[position.selected];
  const outcome = run?.outcomes[position.selected];
  if (run === undefined || website === undefined || outcome === undefined) return { text: label`` };
  // The reason needs the whole line: it ends with what to do.
  if (outcome.kind === 'failed') return { text: safeText(outcome.message), tone: 'bad' };
  return { text: label`${websiteTitle(website)}   ${outcomePart(outcome, run.kind).text}` };
}

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

const editorKeys: ScreenKeys = { commands: own, focusedField };

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

export const editorScreen: ScreenDefinition<'editor'> = {
  screen: 'editor',
  view: async () => (await import('./Editor.tsx')).EditorScreen,
  ...editorKeys,
  title: (state, { websiteId }) =>
    websiteId === undefined ? [label`Add a website`] : [titleOfWebsite(state, websiteId), label`Edit`],
  isForm: true,
  asks: ({ editor: { session, source }, profile }) =>
    session === undefined ? unreadMessage(source.error, unreadWebsite, profile).asks : [],
};
