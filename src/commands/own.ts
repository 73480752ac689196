import { type OwnCommand, filledArguments, type Placeholder } from '#model/own/command.ts';
import { resolvePeriod } from '#model/period/period.ts';
import { isTimeField } from '#model/service/filter.ts';
import type { GoalSubject } from '#model/website/goal.ts';
import { type State } from '#store/state.ts';
import { selected, viewRules } from '#store/viewRules.ts';
import { chosenWebsite, chosenWebsiteId } from '#store/websites/websites.ts';
import { memoizeLast } from '#text/memo.ts';
import { type Command, inOverlay, isForm } from './command.ts';

/** What the row under the cursor is of, where it is one of the website in view. */
export function rowUnderCursor(state: State): Pick<GoalSubject, 'name' | 'value'> | undefined {
  const found = viewRules(state).conditions?.(state, state.navigation.view);
  const [only, ...others] = typeof found === 'object' ? found : [];
  if (only === undefined || others.length > 0 || isTimeField(only.field)) return undefined;
  return { name: only.field, value: only.value };
}

/** What of the screen the placeholders of own commands stand for; foreign text. */
function placeholderValues(state: State): Partial<Record<Placeholder, string>> {
  const { view } = state.navigation;
  const id = chosenWebsiteId(state);
  const period = viewRules(state).hasPeriod ? resolvePeriod(state.period.choice, state.today()) : undefined;
  return {
    ...(id !== undefined && { id }),
    ...textOf('domain', chosenWebsite(state)?.domain),
    ...textOf('value', selected(state)?.value),
    ...textOf(
      'statistic',
      'name' in view && view.screen !== 'output' ? view.name : rowUnderCursor(state)?.name,
    ),
    ...textOf('from', period?.from),
    ...textOf('to', period?.to),
    profile: state.profile.name,
  };
}

function textOf(name: Placeholder, text: string | undefined): Partial<Record<Placeholder, string>> {
  return text === undefined ? {} : { [name]: text };
}

/** Letters of a name in the footer, where it is one of many. */
const maxShort = 18;

function ownCommand(own: OwnCommand): Command {
  const { name, key, on, run } = own;
  const filled = (state: State) => filledArguments(run, placeholderValues(state));
  return {
    id: `own.${name}`,
    keys: key === undefined ? [] : [key],
    title: name,
    section: 'Yours',
    words: run.join(' '),
    about: run.join(' '),
    short: name.length > maxShort ? `${name.slice(0, maxShort - 1)}…` : name,
    footerPlace: 4,
    leaves: true,
    isHere: state =>
      !inOverlay(state) &&
      !isForm(state) &&
      (on === undefined || on.some(screen => screen === state.navigation.view.screen)),
    disabledReason(state) {
      const found = filled(state);
      return typeof found === 'string' ? found : undefined;
    },
    run({ state }) {
      const found = filled(state);
      if (typeof found !== 'string') state.yours.start({ command: own, run: found });
    },
  };
}

const last = memoizeLast<readonly Command[]>();

/** The commands of config.yaml, which a change of that file changes. */
export function ownCommands({ yours: { commands } }: State): readonly Command[] {
  return last([commands], () => commands.map(ownCommand));
}
