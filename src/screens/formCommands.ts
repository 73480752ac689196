import type { Command, KeyName } from '#commands/command.ts';
import type { ScreenName } from '#store/route.ts';
import type { State } from '#store/state.ts';

/** Going through the fields of a form and the values of a choice: the same keys in every form. */
export function formCommands(form: {
  screen: ScreenName;
  isOn(state: State): boolean;
  /** The focused field has values to choose from, and so takes no letters. */
  onChoice(state: State): boolean;
  focus(state: State, step: -1 | 1): void;
  choose(state: State, step: -1 | 1): void;
  /** Enter goes to the next field, where it does nothing else. */
  enterGoesOn: boolean;
}): Command[] {
  const { screen, isOn, onChoice, focus, choose, enterGoesOn } = form;
  return [
    {
      id: `${screen}.next`,
      keys: enterGoesOn ? ['Tab', 'Down', 'Enter'] : ['Tab', 'Down'],
      title: 'Next field',
      short: 'next field',
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
