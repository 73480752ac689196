import type { Command, DisabledReason } from '#commands/command.ts';
import { comparisonChoices } from '#store/statistics/comparisonChoices.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';

/** The commands that all views of a website's statistics share. */
export function statsCommands(screen: ScreenName): Command[] {
  return [compareCommand(screen), ...websiteCommands(screen)];
}

/** c: chooses what changes are compared with. */
export function compareCommand(screen: ScreenName, disabledReason?: DisabledReason): Command {
  return {
    id: `${screen}.compare`,
    keys: ['c'],
    title: 'Compare with other days, or with nothing',
    short: 'compare',
    disabledReason,
    run({ state }) {
      const chosen = comparisonChoices(state).findIndex(({ isChosen }) => isChosen);
      state.navigation.push({ screen: 'compare' });
      state.menu.reset(Math.max(0, chosen));
    },
  };
}

/** { and }: the same view of the previous or next website of the list. */
export function websiteCommands(screen: ScreenName): Command[] {
  return [
    {
      id: `${screen}.previousWebsite`,
      keys: ['{'],
      title: 'The same of the previous website',
      disabledReason: whyNoNeighbour,
      run: ({ state }) => step(state, -1),
    },
    {
      id: `${screen}.nextWebsite`,
      keys: ['}'],
      title: 'The same of the next website',
      disabledReason: whyNoNeighbour,
      run: ({ state }) => step(state, 1),
    },
  ];
}

function whyNoNeighbour(state: State): string | undefined {
  if (placeInList(state) >= 0) return undefined;
  return listed(state).length === 0
    ? 'The list of websites is not read yet: wait a moment.'
    : 'This website is not in the list: Esc, then choose one.';
}

function listed(state: State) {
  return state.websites.list.data?.rows ?? [];
}

function placeInList(state: State): number {
  const route = topRoute(state.navigation.stack);
  if (!('websiteId' in route)) return -1;
  return listed(state).findIndex(({ id }) => id === route.websiteId);
}

function step(state: State, by: -1 | 1): void {
  const next = listed(state)[placeInList(state) + by];
  if (next !== undefined) return state.navigation.switchWebsite(next.id);
  state.notices.say(`This is the ${by === 1 ? 'last' : 'first'} website of the list.`);
}
