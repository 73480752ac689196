import type { Command } from '#commands/command.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { fieldCommands, formCommands, passedByForm } from '#screens/editing/formLayout.ts';
import { keyHint, goBack, narrowColumns } from '#screens/messages.ts';
import { cutTitle } from '#screens/websites/cells.ts';
import { websiteTitle } from '#screens/words.ts';
import { isSubmittedByEnter } from '#store/profile/profiles.ts';
import { isConfirmed } from '#store/editing/deletion.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { GoalsSlice } from '#store/kept/goals.ts';
import type { Question } from '#store/navigation/route.ts';
import type { NotesSlice } from '#store/kept/notes.ts';
import type { SavedViewsSlice } from '#store/kept/savedViews.ts';
import type { State } from '#store/state.ts';
import type { TagsSlice } from '#store/websites/tags.ts';
import { hasDomain } from '#model/website/website.ts';
import { viewNames } from '#model/savedView.ts';
import { joinSafe, label, safeText } from '#text/safeText.ts';

export function currentQuestion({ navigation }: State): Question | undefined {
  const route = topRoute(navigation.stack);
  return route.screen === 'confirm' ? route.question : undefined;
}

/** The texts of each question, `short` for few columns; `yes` says what y does. n goes back. */
export const questions: Readonly<
  Record<Question, { title: string; text: string; short?: string; yes: string }>
> = {
  discardEdits: {
    title: 'Leave without saving?',
    text: 'Your changes in this form will be lost.',
    short: 'Your changes will be lost.',
    yes: 'leave',
  },
  quitWithEdits: {
    title: 'Quit without saving?',
    text: 'Your changes in the form will be lost.',
    short: 'Your changes will be lost.',
    yes: 'quit',
  },
  overwriteTheirs: {
    title: 'Someone else changed this website',
    text: 'Since you opened the form these fields were changed on the service:',
    short: 'Changed since you opened the form:',
    yes: 'save mine',
  },
  endShareLinks: {
    title: 'End its share links?',
    text: 'Once it is private, these addresses no longer show it:',
    short: 'These addresses will stop working:',
    yes: 'make it private',
  },
  deleteVisits: {
    title: 'Delete older visits?',
    text: 'The service deletes them within a day, and they do not come back:',
    short: 'They do not come back:',
    yes: 'delete them',
  },
  overwriteFile: {
    title: 'Replace the file?',
    text: 'The file already exists. Its contents will be lost:',
    yes: 'replace it',
  },
  runCommand: {
    title: 'Run this command?',
    text: 'It is one of your own, with these arguments:',
    yes: 'run it',
  },
  undoEdit: {
    title: 'Undo the last edit?',
    text: 'The previous values are restored, except passwords.',
    short: 'Restores all but passwords.',
    yes: 'undo',
  },
};

/** The keys that go back from a question, in its box and in the footer. */
export const goesBack = label`n/Esc/Enter`;

export const confirmScreen: ScreenDefinition<'confirm'> = {
  screen: 'confirm',
  overlay: true,
  view: async () => (await import('./Confirm.tsx')).ConfirmPopup,
  keyHints(state) {
    const question = currentQuestion(state);
    return question === undefined
      ? []
      : [
          keyHint('confirm.yes', safeText(questions[question].yes)),
          { key: 'n', shown: goesBack, action: label`go back` },
        ];
  },
  commands: [
    {
      id: 'confirm.yes',
      keys: ['y', 'Y'],
      title: 'Yes',
      short: 'yes',
      footerPlace: 1,
      run({ state, services }) {
        const question = currentQuestion(state);
        state.navigation.pop();
        if (question === 'quitWithEdits') services.quit();
        if (question === 'undoEdit') void state.undo.run();
        if (question === 'runCommand') state.yours.confirm();
        if (question === 'overwriteFile') void state.exporting.finish(true);
        const { allowed, ended } = state.editor.form ?? {};
        if (question === 'overwriteTheirs') void state.editor.save({ ...allowed, overwrite: true });
        if (question === 'endShareLinks') void state.editor.save({ ...allowed, ended });
        if (question === 'deleteVisits') void state.editor.save({ ...allowed, deletesVisits: true });
        if (question === 'discardEdits') {
          state.editor.close();
          state.navigation.pop();
        }
      },
    },
    {
      id: 'confirm.no',
      keys: ['n', 'Enter'],
      title: 'No, go back',
      short: 'no',
      footerPlace: 2,
      run: ({ state }) => state.navigation.pop(),
    },
  ],
};

const whyConnectBusy = ({ profiles }: State) =>
  profiles.form?.testing === true ? 'The service is being tested: wait for its answer.' : undefined;

const isLast = ({ profiles: { form } }: State) => form !== undefined && isSubmittedByEnter(form);

export const connectScreen: ScreenDefinition<'connect'> = {
  screen: 'connect',
  overlay: true,
  view: async () => (await import('./Connect.tsx')).ConnectPopup,
  commands: [
    {
      id: 'connect.enter',
      keys: ['Enter'],
      title: 'Next field',
      short: 'next',
      footerPlace: 1,
      isHere: state => !isLast(state),
      disabledReason: whyConnectBusy,
      run: ({ state }) => state.profiles.enter(),
    },
    {
      id: 'connect.test',
      keys: ['Enter', '^S'],
      title: 'Test the service and save it',
      short: 'test and save',
      footerPlace: 1,
      isHere: isLast,
      disabledReason: whyConnectBusy,
      run: ({ state }) => state.profiles.enter(),
    },
    {
      id: 'connect.submit',
      keys: ['^S'],
      title: 'Test the service and save it',
      short: 'test and save',
      isHere: state => !isLast(state),
      disabledReason: whyConnectBusy,
      run: ({ state }) => void state.profiles.submit(),
    },
    ...fieldCommands({
      screen: 'connect',
      disabledReason: whyConnectBusy,
      focus: (state, step) => state.profiles.focus(step),
    }),
  ],
  keyHints: ({ profiles: { form }, viewport }) =>
    form?.problem === undefined || form.testing
      ? form === undefined || form.testing || isSubmittedByEnter(form) || viewport.columns < narrowColumns
        ? []
        : [{ key: 'Enter', action: label`next field` }]
      : [
          // Without an address there is nothing to try.
          {
            key: 'Enter',
            action:
              form.values.url.value.trim() === '' && form.focused !== 'save' && form.fields.includes('url')
                ? label`next`
                : label`try again`,
          },
          { ...goBack, action: label`back` },
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

/** Of several websites how many there are, in the box and in the footer, where there is room. */
export function ofSeveral({ deletion: { websites }, viewport }: State): string {
  return websites.length < 2 || viewport.columns < narrowColumns ? '' : ` ${websites.length} websites`;
}

export const deleteScreen: ScreenDefinition<'delete'> = {
  screen: 'delete',
  overlay: true,
  view: async () => (await import('./Confirm.tsx')).DeletePopup,
  commands: [
    {
      id: 'delete.confirm',
      keys: ['Enter'],
      title: 'Delete the website',
      short: 'delete',
      disabledReason: whyNot,
      run: ({ state }) => void state.deletion.confirm(),
    },
  ],
  focusedField({ deletion }) {
    if (deletion.deleting) return undefined;
    return { text: deletion.typed, manyLines: false, passes: ['Enter'], change: deletion.edit };
  },
  keyHints: state => {
    const { websites, deleting } = state.deletion;
    const isLater = !deleting && !isConfirmed(state.deletion);
    return [
      { key: 'Enter', action: safeText(`delete${ofSeveral(state)}`), isLater },
      { key: 'Esc', action: websites.length === 1 ? label`keep it` : label`keep them` },
    ];
  },
  detail(state) {
    const { websites } = state.deletion;
    if (websites.length < 2) return undefined;
    const room = state.viewport.columns - 2;
    const titles = websites.map(website => cutTitle(state, websiteTitle(website), room));
    return { text: joinSafe(titles, label`, `) };
  },
};

function whyNot({ deletion }: State): string | undefined {
  const { websites, typed, deleting } = deletion;
  if (deleting) return 'Deleting. Wait for the answer.';
  if (isConfirmed(deletion)) return undefined;
  if (websites.length > 1)
    return `${typed.value === '' ? '' : 'That does not match. '}Type ${websites.length}, the number of websites, then Enter.`;
  const [first] = websites;
  const name = first === undefined || hasDomain(first) ? 'domain' : 'name';
  return typed.value === ''
    ? `Type the ${name} of the website as it stands above, then Enter.`
    : `That does not match the ${name} above: type all of it, then Enter.`;
}

const whyBusy = ({ exporting }: State) =>
  exporting.writing ? 'The file is being written: wait a moment.' : undefined;

export const exportScreen: ScreenDefinition<'export'> = {
  screen: 'export',
  overlay: true,
  view: async () => (await import('./Export.tsx')).ExportPopup,
  commands: [
    {
      id: 'export.finish',
      keys: ['Enter', '^S'],
      title: 'Export',
      short: 'export',
      disabledReason: whyBusy,
      run: ({ state }) => void state.exporting.finish(),
    },
    {
      id: 'export.command',
      keys: ['y'],
      title: 'Copy the command line',
      short: 'copy the command',
      footerPlace: 4,
      disabledReason: ({ exporting }) =>
        exporting.command === undefined ? 'No command prints this: Enter exports it.' : undefined,
      run: ({ state }) => state.exporting.copyCommand(),
    },
    ...formCommands({
      screen: 'export',
      focus: (state, step) => state.exporting.focus(step),
      choose: (state, step) => state.exporting.choose(step),
      button: { isFocused: ({ exporting }) => exporting.focused === 'button', action: 'exports' },
    }),
  ],
  focusedField: state =>
    state.exporting.focused === 'path'
      ? {
          text: state.exporting.path,
          manyLines: false,
          passes: passedByForm(false),
          change: state.exporting.editPath,
        }
      : undefined,
};

/** A box that saves what is typed by Enter; `others`: its other keys, which the field leaves alone. */
function keeping(
  id: string,
  title: string,
  sliceOf: (state: State) => NotesSlice | GoalsSlice | TagsSlice | SavedViewsSlice,
  others: readonly Command[] = [],
): Pick<ScreenDefinition<'note'>, 'overlay' | 'commands' | 'focusedField'> {
  const save: Command = {
    id,
    keys: ['Enter'],
    title,
    short: 'save',
    run: ({ state }) => sliceOf(state).save(),
  };
  const commands = [save, ...others];
  const passes = commands.flatMap(({ keys }) => keys);
  return {
    overlay: true,
    commands,
    focusedField(state) {
      const { typed, edit } = sliceOf(state);
      return { text: typed, manyLines: false, passes, change: edit };
    },
  };
}

export const noteScreen: ScreenDefinition<'note'> = {
  screen: 'note',
  view: async () => (await import('./FieldPopups.tsx')).NotePopup,
  ...keeping('note.save', 'Save this note', ({ notes }) => notes, [
    ...([1, -1] as const).map((step): Command => ({
      id: step === 1 ? 'note.scope' : 'note.scopeBack',
      keys: [step === 1 ? 'Tab' : 'Shift-Tab'],
      title: 'Choose its websites',
      ...(step === 1 && { short: 'websites' }),
      inPalette: false,
      run: ({ state }) => state.notes.chooseScope(step),
    })),
    ...([1, -1] as const).map((step): Command => ({
      id: step === 1 ? 'note.next' : 'note.previous',
      keys: [step === 1 ? 'Down' : 'Up'],
      title: 'Change a note of this day',
      ...(step === 1 && { short: 'notes there', footerKey: 'Up Down' }),
      inPalette: false,
      disabledReason: ({ notes }) =>
        notes.noting?.there.length === 0 ? 'There is no note of this day yet.' : undefined,
      run: ({ state }) => state.notes.choose(step),
    })),
  ]),
};

export const goalScreen: ScreenDefinition<'goal'> = {
  screen: 'goal',
  view: async () => (await import('./FieldPopups.tsx')).GoalPopup,
  ...keeping(
    'goal.save',
    'Save this goal',
    ({ goals }) => goals,
    ([1, -1] as const).map((step): Command => ({
      id: step === 1 ? 'goal.next' : 'goal.previous',
      keys: step === 1 ? ['Down', 'Tab'] : ['Up', 'Shift-Tab'],
      title: 'Say what it counts',
      ...(step === 1 && { short: 'what', footerKey: 'Up Down' }),
      inPalette: false,
      run: ({ state }) => state.goals.choose(step),
    })),
  ),
};

export const tagsScreen: ScreenDefinition<'tags'> = {
  screen: 'tags',
  view: async () => (await import('./FieldPopups.tsx')).TagsPopup,
  ...keeping('tags.save', 'Save these tags', ({ tags }) => tags),
};

export const saveViewScreen: ScreenDefinition<'saveView'> = {
  screen: 'saveView',
  view: async () => (await import('./FieldPopups.tsx')).SaveViewPopup,
  ...keeping(
    'saveView.save',
    'Save the view',
    ({ savedViews }) => savedViews,
    ([1, -1] as const).map((step): Command => ({
      id: step === 1 ? 'saveView.next' : 'saveView.previous',
      keys: step === 1 ? ['Down', 'Tab'] : ['Up', 'Shift-Tab'],
      title: 'Choose a view there is',
      ...(step === 1 && { short: 'views there', footerKey: 'Up Down' }),
      inPalette: false,
      disabledReason: ({ savedViews: { all } }) =>
        viewNames(all).length === 0 ? 'There is no view yet.' : undefined,
      run: ({ state }) => state.savedViews.choose(step),
    })),
  ),
};
