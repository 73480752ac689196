import type { Question } from '#store/navigation/route.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';

/** The question on top, if one is asked. */
export function askedQuestion({ navigation }: State): Question | undefined {
  const route = topRoute(navigation.stack);
  return route.screen === 'confirm' ? route.question : undefined;
}

/** The texts of each question, `short` for few columns; `yes` says what y does. n goes back. */
export const questions: Readonly<
  Record<Question, { title: string; text: string; short?: string; yes: string }>
> = {
  discardEdits: {
    title: 'Leave without saving?',
    text: 'What you changed in this form is lost.',
    yes: 'leave',
  },
  quitWithEdits: {
    title: 'Quit without saving?',
    text: 'What you changed in the form is lost.',
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
    text: 'Made private, it is shown to nobody who has one of these addresses:',
    short: 'These addresses show nothing any more:',
    yes: 'make it private',
  },
  overwriteFile: {
    title: 'Replace the file?',
    text: 'There is such a file already. What is in it is lost:',
    yes: 'replace it',
  },
  undoEdit: {
    title: 'Undo the last edit?',
    text: 'The former values are put back, all but passwords.',
    short: 'All but passwords is put back.',
    yes: 'undo',
  },
};
