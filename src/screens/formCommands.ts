import type { Command, KeyName } from '#commands/command.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';

interface FormFields {
  readonly screen: ScreenName;
  isOn(state: State): boolean;
  focus(state: State, step: -1 | 1): void;
}

/** Going through the fields of a form. */
export function fieldCommands({ screen, isOn, focus }: FormFields): [next: Command, previous: Command] {
  return [
    {
      id: `${screen}.next`,
      keys: ['Tab', 'Down'],
      title: 'Next field',
      when: isOn,
      run: ({ state }) => focus(state, 1),
    },
    {
      id: `${screen}.previous`,
      keys: ['Shift-Tab', 'Up'],
      title: 'Previous field',
      when: isOn,
      run: ({ state }) => focus(state, -1),
    },
  ];
}

interface FormWithChoices extends FormFields {
  /** The focused field has values to choose from, and so takes no letters. */
  onChoice(state: State): boolean;
  choose(state: State, step: -1 | 1): void;
  /** Enter goes to the next field, where it does nothing else. */
  readonly enterGoesOn: boolean;
}

/** Going through the fields and the values of a choice: the same keys in every form. */
export function formCommands(form: FormWithChoices): Command[] {
  const { screen, onChoice, choose, enterGoesOn } = form;
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
      when: onChoice,
      run: ({ state }) => choose(state, 1),
    },
    {
      id: `${screen}.previousChoice`,
      keys: ['Left', 'h'],
      title: 'Previous value',
      when: onChoice,
      run: ({ state }) => choose(state, -1),
    },
  ];
}

/** Keys that a form's text field of one line leaves to the form; one of many lines keeps them. */
export function passedByForm(manyLines: boolean): readonly KeyName[] {
  return manyLines ? [] : ['Enter', 'Up', 'Down'];
}
