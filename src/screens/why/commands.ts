import type { Command } from '#commands/command.ts';
import { whyNoRowSearch } from '#model/service/capabilities.ts';
import { compareCommand, moveCommands, websiteCommands } from '#screens/listCommands.ts';
import { openHistory } from '#screens/words.ts';
import type { Move } from '#store/navigation/list.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { shownWhy, whyRead } from '#store/queries/why.ts';
import type { State } from '#store/state.ts';
import { isReadingWhy, selectedWhyRow } from '#store/views/why.ts';
import type { WhyMove } from '#store/views/whyLayout.ts';

function routeOf({ navigation }: State): RouteOf<'why'> | undefined {
  const { view } = navigation;
  return view.screen === 'why' ? view : undefined;
}

const isWhole = (state: State) => routeOf(state)?.group !== undefined;

function move(state: State, by: Move): void {
  if (isWhole(state)) state.why.moveInTable(by);
  else state.why.move(by);
}

const betweenGroups: readonly { move: WhyMove; keys: readonly string[]; title: string }[] = [
  { move: 'left', keys: ['Left', 'h'], title: 'The group beside' },
  { move: 'right', keys: ['Right', 'l'], title: 'The group beside' },
  { move: 'nextGroup', keys: ['Tab'], title: 'Next, previous group' },
  { move: 'previousGroup', keys: ['Shift-Tab'], title: 'Next, previous group' },
];

const groupKeys: readonly Command[] = Array.from({ length: 9 }, (_, index) => ({
  id: `why.group${index + 1}`,
  keys: [String(index + 1)],
  title: 'The group of that number, whole',
  ...(index === 0 && { short: 'one group', footerKey: '1-9', footerPlace: 1 as const }),
  disabledReason: state => (index < groupsOf(state).length ? undefined : 'There is no group of that number.'),
  run({ state }) {
    const group = groupsOf(state)[index]?.part;
    const route = routeOf(state);
    if (group === undefined || route === undefined) return;
    if (route.group === undefined) state.navigation.push({ ...route, group });
    else state.navigation.replace({ ...route, group });
  },
}));

export const whyCommands: readonly Command[] = [
  {
    id: 'why.stop',
    keys: ['Esc'],
    title: 'Cancel',
    short: 'cancel',
    disabledReason: state => (isReadingWhy(state) ? undefined : 'Nothing is loading.'),
    run: ({ state }) => state.why.stop(),
  },
  {
    id: 'why.history',
    keys: ['Enter'],
    title: 'The row over time; of a day its statistics',
    short: 'history',
    footerPlace: 1,
    disabledReason: whyNoHistory,
    run({ state }) {
      const selected = selectedWhyRow(state);
      if (selected === undefined) return;
      const { websiteId } = state.why.subject;
      const { part, row } = selected;
      if (part !== 'days') return openHistory(state, { websiteId, name: part, value: row.value });
      if (row.days === undefined) return;
      const days = { from: row.days.now, to: row.days.now, leftPeriod: state.period.choice };
      state.navigation.push({ screen: 'dashboard', websiteId, days });
    },
  },
  ...groupKeys,
  ...alongCommands(),
  ...moveCommands('why', move),
  ...betweenGroups.map(({ move: by, keys, title }): Command => ({
    id: `why.${by}`,
    keys,
    title,
    section: 'Moving',
    inPalette: false,
    disabledReason: state => (isWhole(state) ? 'One group is shown: Esc shows all of them.' : undefined),
    run: ({ state }) => state.why.move(by),
  })),
  compareCommand('why', whyNoPeriod),
  ...websiteCommands('why'),
];

/** f: its word in the footer says what it would show. */
function alongCommands(): Command[] {
  const ways: readonly { id: string; short: string; isHere(state: State): boolean }[] = [
    { id: 'both', short: 'both ways', isHere: state => state.why.onlyAlong },
    { id: 'falls', short: 'falls only', isHere: state => !state.why.onlyAlong && way(state) < 0 },
    { id: 'rises', short: 'rises only', isHere: state => !state.why.onlyAlong && way(state) >= 0 },
  ];
  return ways.map(({ id, short, isHere }) => ({
    id: `why.${id}`,
    keys: ['f'],
    title: 'Only what goes the way of the total, or all',
    short,
    footerPlace: 2,
    isHere,
    disabledReason: whyNoWay,
    run: ({ state }) => state.why.toggleAlong(),
  }));
}

/** One day is compared with a usual one of its weekday, whatever the period. */
export function whyNoPeriod(state: State): string | undefined {
  return routeOf(state)?.day === undefined
    ? undefined
    : 'One day is compared with a usual one: Esc goes back to the period.';
}

function way(state: State): number {
  return whyRead(state, state.why.subject).facts?.total.change ?? 0;
}

function whyNoWay(state: State): string | undefined {
  if (state.why.onlyAlong || way(state) !== 0) return undefined;
  return whyRead(state, state.why.subject).facts === undefined
    ? 'Visitors not loaded yet. Press r to retry.'
    : 'The total has not changed: it goes neither way.';
}

function groupsOf(state: State) {
  return shownWhy(state, state.why.subject).groups;
}

function whyNoHistory(state: State): string | undefined {
  const selected = selectedWhyRow(state);
  if (selected !== undefined)
    return selected.part === 'days' ? undefined : whyNoRowSearch(state.capabilities);
  const { periods, loading, error } = whyRead(state, state.why.subject);
  if (loading) return 'Loading: Down goes to the first row, Esc cancels.';
  if (error !== undefined) return 'The visitors could not be loaded. Press r to retry.';
  if (periods === undefined && routeOf(state)?.day === undefined)
    return state.comparison.baseline === undefined
      ? 'Nothing is compared: c chooses with what.'
      : 'Today alone is compared with nothing: t chooses whole days.';
  return 'No row is listed: t chooses another period.';
}
