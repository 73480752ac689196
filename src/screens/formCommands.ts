import type { Command, CommandContext, DisabledReason, KeyName } from '#commands/command.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';

interface FormFields {
  readonly screen: ScreenName;
  readonly disabledReason?: DisabledReason;
  focus(state: State, step: -1 | 1): void;
}

export function fieldCommands({
  screen,
  disabledReason,
  focus,
}: FormFields): [next: Command, previous: Command] {
  return [
    {
      id: `${screen}.next`,
      keys: ['Tab', 'Down'],
      title: 'Next, previous field',
      disabledReason,
      run: ({ state }) => focus(state, 1),
    },
    {
      id: `${screen}.previous`,
      keys: ['Shift-Tab', 'Up'],
      title: 'Next, previous field',
      disabledReason,
      run: ({ state }) => focus(state, -1),
    },
  ];
}

interface FormWithChoices extends FormFields {
  /** A field that is typed into keeps the keys of the choices for itself. */
  choose(state: State, step: -1 | 1): void;
  /** The last stop. With `press` Enter goes to the next field, and on the button presses it; without, Enter is the form's own. */
  readonly button?: {
    isFocused(state: State): boolean;
    press?(state: State): void;
    readonly does?: string;
  };
}

export function formCommands(form: FormWithChoices): Command[] {
  const { screen, disabledReason, focus, choose, button } = form;
  const press = button?.press?.bind(button);
  const whyNoChoice = (state: State) =>
    disabledReason?.(state) ??
    (button?.isFocused(state) === true
      ? `Nothing to choose here: Enter ${button.does ?? 'saves'}.`
      : undefined);
  const [next, previous] = fieldCommands(form);
  return [
    { ...next, short: 'next field', footerPlace: 4 },
    previous,
    {
      id: `${screen}.nextChoice`,
      keys: ['Space', 'Right', 'l'],
      title: 'Next, previous value',
      short: 'change',
      disabledReason: whyNoChoice,
      run: ({ state }) => choose(state, 1),
    },
    {
      id: `${screen}.previousChoice`,
      keys: ['Left', 'h'],
      title: 'Next, previous value',
      disabledReason: whyNoChoice,
      run: ({ state }) => choose(state, -1),
    },
    ...(press === undefined || button === undefined
      ? []
      : [
          {
            id: `${screen}.enter`,
            keys: ['Enter'],
            title: 'Next field, or save',
            short: 'next',
            footerPlace: 1,
            disabledReason,
            run: ({ state }: CommandContext) => (button.isFocused(state) ? press(state) : focus(state, 1)),
          } satisfies Command,
        ]),
  ];
}

/** Keys that a form's text field of one line leaves to the form; one of many lines keeps them. */
export function passedByForm(manyLines: boolean): readonly KeyName[] {
  return manyLines ? [] : ['Enter', 'Up', 'Down'];
}
