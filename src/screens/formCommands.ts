import type { Command, DisabledReason, KeyName } from '#commands/command.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';

interface FormFields {
  readonly screen: ScreenName;
  /** Why the form takes no keys now; without it, it always does. */
  readonly disabledReason?: DisabledReason;
  focus(state: State, step: -1 | 1): void;
}

/** Going through the fields of a form. */
export function fieldCommands({
  screen,
  disabledReason,
  focus,
}: FormFields): [next: Command, previous: Command] {
  return [
    {
      id: `${screen}.next`,
      keys: ['Tab', 'Down'],
      title: 'Next field',
      disabledReason,
      run: ({ state }) => focus(state, 1),
    },
    {
      id: `${screen}.previous`,
      keys: ['Shift-Tab', 'Up'],
      title: 'Previous field',
      disabledReason,
      run: ({ state }) => focus(state, -1),
    },
  ];
}

interface FormWithChoices extends FormFields {
  /** A field that is typed into keeps the keys of the choices for itself. */
  choose(state: State, step: -1 | 1): void;
  /** Enter goes to the next field, where it does nothing else. */
  readonly enterGoesOn: boolean;
}

/** Going through the fields and the values of a choice: the same keys in every form. */
export function formCommands(form: FormWithChoices): Command[] {
  const { screen, disabledReason, choose, enterGoesOn } = form;
  const [next, previous] = fieldCommands(form);
  return [
    {
      ...next,
      keys: enterGoesOn ? [...next.keys, 'Enter'] : next.keys,
      short: 'next field',
      footerPlace: 4,
    },
    previous,
    {
      id: `${screen}.nextChoice`,
      keys: ['Space', 'Right', 'l'],
      title: 'Next value',
      short: 'change',
      disabledReason,
      run: ({ state }) => choose(state, 1),
    },
    {
      id: `${screen}.previousChoice`,
      keys: ['Left', 'h'],
      title: 'Previous value',
      disabledReason,
      run: ({ state }) => choose(state, -1),
    },
  ];
}

/** Keys that a form's text field of one line leaves to the form; one of many lines keeps them. */
export function passedByForm(manyLines: boolean): readonly KeyName[] {
  return manyLines ? [] : ['Enter', 'Up', 'Down'];
}
