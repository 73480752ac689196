import type { Command, FocusedField } from '#commands/command.ts';
import type { Part } from '#components/parts.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { formCommands, hasShortWords, passedByForm } from './formLayout.ts';
import { moveCommands } from '#screens/listCommands.ts';
import { type KeyHint, unreadWebsite } from '#screens/messages.ts';
import { titleOfWebsite, websiteTitle } from '#screens/words.ts';
import {
  hasChanges,
  hasUnsavedEdits,
  isListField,
  isTextField,
  mergesLists,
  touchedBy,
  whyNotMerged,
} from '#store/editing/form.ts';
import { isRunning } from '#store/editing/run.ts';
import type { State } from '#store/state.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { emptyText } from '#text/textField.ts';
import { isLocked, saveWords } from './fieldWords.ts';
import { beforeAndAfter, countChanging, outcomePart, saveAllWords, titleOfAll } from './review.ts';
import { keyOf } from '#text/words.ts';

function whyBusy({ editor: { form, source } }: State): string | undefined {
  if (form?.saving === true) return 'Saving. Wait for the answer.';
  if (form !== undefined) return undefined;
  return source.error === undefined
    ? 'The website is still loading.'
    : `The website could not be loaded. Press ${keyOf('editor.retry')} to retry.`;
}

function whyNoRetry({ editor: { form, source } }: State): string | undefined {
  if (form !== undefined) return 'The website is loaded: nothing to retry.';
  return source.error === undefined ? 'The website is still loading.' : undefined;
}

const isBulk = ({ editor }: State) => editor.form?.isBulk === true;
const isOnButton = ({ editor }: State) => editor.form?.focused === 'save';

function whyNoReview({ editor: { form } }: State): string | undefined {
  return form === undefined || hasChanges(form)
    ? undefined
    : 'Nothing is changed: every field leaves the websites as they are.';
}

/** On the button Enter presses it as well. */
function pressed(command: Command, isHere: (state: State) => boolean): Command[] {
  return [
    { ...command, isHere: state => isHere(state) && !isOnButton(state) },
    {
      ...command,
      id: `${command.id}Button`,
      keys: ['Enter', ...command.keys],
      footerPlace: 1,
      isHere: state => isHere(state) && isOnButton(state),
    },
  ];
}

const own: readonly Command[] = [
  ...pressed(
    {
      id: 'editor.save',
      keys: ['^S'],
      title: 'Save',
      short: 'save',
      disabledReason: whyBusy,
      run: ({ state }) => void state.editor.save(),
    },
    state => !isBulk(state),
  ),
  ...pressed(
    {
      id: 'editor.review',
      keys: ['^S'],
      title: 'Review the changes',
      short: 'review',
      disabledReason: whyNoReview,
      run: ({ state }) => state.editor.openReview(),
    },
    isBulk,
  ),
  ...formCommands({
    screen: 'editor',
    disabledReason: whyBusy,
    focus: (state, step) => state.editor.focus(step),
    choose: (state, step) => state.editor.choose(step),
    button: { isFocused: isOnButton, hasEnter: true },
  }),
  {
    id: 'editor.retry',
    keys: ['r'],
    title: 'Reload the website',
    short: 'retry',
    isHere: state => !isBulk(state),
    disabledReason: whyNoRetry,
    run: ({ state }) => state.editor.retry(),
  },
  {
    id: 'editor.leave',
    keys: ['Esc'],
    title: 'Leave without saving',
    short: 'back',
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

function focusedField({ editor }: State): FocusedField | undefined {
  const { form } = editor;
  if (form === undefined || form.saving || !isTextField(form.focused)) return undefined;
  const manyLines = isListField(form.focused);
  const passes = passedByForm(manyLines);
  if (isLocked(form, form.focused))
    return {
      text: emptyText,
      manyLines,
      passes,
      change: text => (text.value === '' ? undefined : editor.type(text)),
    };
  return {
    text: { value: form.draft[form.focused], caret: form.caret },
    manyLines,
    passes,
    change: editor.type,
  };
}

/** @param cut what a name loses that is too long */
export function formTitle(
  state: State,
  websiteId: string | undefined,
  cut: (name: SafeText) => SafeText,
): SafeText {
  const { form } = state.editor;
  if (form?.isBulk === true) return titleOfAll('edit', form.websites);
  return websiteId === undefined
    ? label`Add a website`
    : label`Edit ${cut(titleOfWebsite(state, websiteId))}`;
}

/** The footer has the words of the button. */
function keyHints({ editor: { form, source }, profile, viewport }: State): readonly KeyHint[] {
  if (form === undefined)
    return unreadWebsite({ profile: { ...profile, isKiosk: true } }, source.error).keyHints;
  const isShort = hasShortWords(viewport);
  const isLater = form.isBulk && !hasChanges(form);
  const isUnchanged = form.websites.length > 0 && !form.isBulk && !hasChanges(form);
  const isOnChoice = form.focused !== 'save' && !isTextField(form.focused);
  const key = form.focused === 'save' ? 'Enter' : keyOf('editor.save');
  const next = form.focused === 'save' || isListField(form.focused) ? 'Tab' : 'Enter';
  return [
    // On few columns what works has the room.
    ...(isUnchanged
      ? [{ key: 'Esc', shown: label`${safeText(key)}/Esc`, action: saveWords(form, isShort) } as const]
      : isLater && isShort && key !== 'Enter'
        ? []
        : [{ key, action: saveWords(form, isShort), isLater }]),
    ...(isShort
      ? isOnChoice
        ? [{ key: 'Space', action: label`change` } as const]
        : []
      : [{ key: next, action: label`next field` } as const]),
    // For its word there is no room beside the others.
    ...(isShort && !isUnchanged
      ? [{ key: 'Esc', action: isOnChoice && !isLater ? label`` : label`back` } as const]
      : []),
  ];
}

export const editorScreen: ScreenDefinition<'editor'> = {
  screen: 'editor',
  view: async () => (await import('./Editor.tsx')).EditorScreen,
  commands: own,
  focusedField,
  overlay: true,
  isForm: true,
  keyHints,
};

export const bulkReviewScreen: ScreenDefinition<'bulkReview'> = {
  screen: 'bulkReview',
  view: async () => (await import('./Review.tsx')).BulkReviewScreen,
  commands: [
    {
      id: 'bulkReview.save',
      keys: ['Enter', '^S'],
      title: 'Save these changes',
      short: 'save',
      footerPlace: 1,
      disabledReason: whyNotSaved,
      run: ({ state }) => void state.editor.save(),
    },
    ...moveCommands('bulkReview', (state, move) => state.editor.move(move)),
  ],
  overlay: true,
  replacesForm: true,
  detail: reviewDetail,
  keyHints: ({ editor: { form }, viewport }) =>
    form === undefined
      ? []
      : [
          { key: 'Enter', action: saveAllWords(form, viewport), isLater: countChanging(form) === 0 },
          { key: 'Esc', action: label`back` },
        ],
};

function whyNotSaved({ editor: { form, review } }: State): string | undefined {
  if (form !== undefined && countChanging(form) === 0)
    return 'No website would change: Esc back to the form.';
  return review.unread.size === 0
    ? undefined
    : 'The websites are read as they are now: wait for the last one.';
}

function reviewDetail({ editor: { form, review } }: State): Part {
  const website = form?.websites[review.position.selected];
  if (form === undefined || website === undefined) return { text: label`` };
  const why = whyNotMerged(form, website);
  if (why !== undefined) return { text: safeText(why), tone: 'warn' };
  const change = beforeAndAfter(website, touchedBy(form, website), mergesLists(form));
  if (change === undefined) return { text: label`${websiteTitle(website)}   unchanged` };
  return { text: label`${websiteTitle(website)}   ${change.before} > ${change.after}` };
}

export const bulkRunScreen: ScreenDefinition<'bulkRun'> = {
  screen: 'bulkRun',
  view: async () => (await import('./Review.tsx')).BulkRunScreen,
  commands: [
    {
      id: 'bulkRun.stop',
      keys: ['Esc', 'q'],
      title: 'Stop after those running',
      about: 'What is being changed is finished first.',
      short: 'stop',
      disabledReason: state => (isRunning(state) ? undefined : 'All are done: Enter goes back.'),
      run: ({ state }) => state.bulkRun.stop(),
    },
    {
      id: 'bulkRun.close',
      keys: ['Enter'],
      title: 'Go back to the websites',
      about: 'Those that failed are still marked.',
      short: 'done',
      footerPlace: 1,
      disabledReason: state => (isRunning(state) ? 'Still running: Esc stops it.' : undefined),
      run: ({ state }) => state.navigation.pop(),
    },
    ...moveCommands('bulkRun', (state, move) => state.bulkRun.move(move)),
  ],
  overlay: true,
  detail: runDetail,
  keyHints: state =>
    isRunning(state) ? [] : [{ key: 'Enter', shown: label`Enter/Esc`, action: label`done` }],
  escapeTarget: state => (isRunning(state) ? 'run' : undefined),
  undoes: true,
};

function runDetail({ bulkRun }: State): Part {
  const { run, position } = bulkRun;
  const website = run?.websites[position.selected];
  const outcome = run?.outcomes[position.selected];
  if (run === undefined || website === undefined || outcome === undefined) return { text: label`` };
  // The reason needs the whole line: it ends with what to do.
  if (outcome.kind === 'failed') return { text: safeText(outcome.message), tone: 'bad' };
  return { text: label`${websiteTitle(website)}   ${outcomePart(outcome, run.kind).text}` };
}
