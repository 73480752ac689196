import { ofService } from '#model/service/capabilities.ts';
import type { Command, CommandContext, DisabledReason, FocusedField, KeyName } from '#commands/command.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { type Move, topRoute } from '#store/navigation/navigation.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import { type State } from '#store/state.ts';
import { escapeTarget } from '#store/viewRules.ts';
import { type PagedTable, type PagedTableActions, showsRowsOfBefore } from '#store/navigation/table.ts';
import { comparisonChoices } from '#store/period.ts';
import { canCompareMarked } from '#store/websites/marks.ts';
import { keyOf } from '#text/words.ts';

const moveKeys: readonly { move: Move; keys: readonly string[]; title: string }[] = [
  { move: 'up', keys: ['Up', 'k'], title: 'Move up or down' },
  { move: 'down', keys: ['Down', 'j'], title: 'Move up or down' },
  { move: 'halfUp', keys: ['PgUp', '^U'], title: 'Move by half a page' },
  { move: 'halfDown', keys: ['PgDn', '^D'], title: 'Move by half a page' },
  { move: 'first', keys: ['g', 'Home'], title: 'Go to first or last' },
  { move: 'last', keys: ['G', 'End'], title: 'Go to first or last' },
];

/** The same commands, but Home and End are left to the chart where there is one; by default there always is. */
export function withoutEnds(commands: readonly Command[], hasChart?: (state: State) => boolean): Command[] {
  const isEnd = (key: string) => key === 'Home' || key === 'End';
  return commands.flatMap(command => {
    const ends = command.keys.filter(isEnd);
    if (ends.length === 0) return [command];
    return [
      { ...command, keys: command.keys.filter(key => !isEnd(key)) },
      ...(hasChart === undefined
        ? []
        : [{ ...command, id: `${command.id}Row`, keys: ends, isHere: (state: State) => !hasChart(state) }]),
    ];
  });
}

export function moveCommands(
  screen: ScreenName,
  run: (state: State, move: Move) => void,
  disabledReason?: DisabledReason,
): Command[] {
  return moveKeys.map(({ move, keys, title }) => ({
    id: `${screen}.${move}`,
    keys,
    title,
    section: 'Move',
    inPalette: false,
    disabledReason,
    run: ({ state }) => run(state, move),
  }));
}

/** Esc, where the view is being read. */
export function stopCommand(
  screen: ScreenName,
  disabledReason: DisabledReason,
  stop: (state: State) => void,
): Command {
  return {
    id: `${screen}.stop`,
    keys: ['Esc'],
    title: 'Stop loading',
    about: 'What has been read stays.',
    short: 'stop',
    footerPlace: 1,
    disabledReason,
    run: ({ state }) => stop(state),
  };
}

/** Rows below a chart, whose own keys stand first, are named in the footer too. */
export function withRowKeys(commands: readonly Command[]): Command[] {
  return commands.map(command =>
    command.id.endsWith('.down')
      ? { ...command, short: 'rows', footerKey: 'Up Down', footerPlace: 3 }
      : command,
  );
}

export function statsCommands(screen: ScreenName): Command[] {
  return [compareCommand(screen), ...websiteCommands(screen)];
}

export function compareCommand(screen: ScreenName, disabledReason?: DisabledReason): Command {
  return {
    id: `${screen}.compare`,
    keys: ['c'],
    title: 'Compare periods',
    about: 'With a usual day, the days before, the year before, or nothing.',
    section: 'Period',
    words: 'against versus before last year baseline side by side',
    short: 'compare',
    disabledReason,
    run({ state }) {
      const chosen = comparisonChoices(state).findIndex(({ isChosen }) => isChosen);
      state.navigation.push({ screen: 'compare' });
      // What is marked may stand side by side: that is the first entry.
      state.menu.reset(screen === 'websites' && canCompareMarked(state) ? 0 : Math.max(0, chosen));
    },
  };
}

export function websiteCommands(screen: ScreenName): Command[] {
  return [
    {
      id: `${screen}.previousWebsite`,
      keys: ['{'],
      title: 'Previous website',
      about: 'The same view of the one before it in the list.',
      inHelp: 'Go to another website',
      section: 'Move',
      disabledReason: state => whyNoNeighbour(state, -1),
      run: ({ state }) => step(state, -1),
    },
    {
      id: `${screen}.nextWebsite`,
      keys: ['}'],
      title: 'Next website',
      about: 'The same view of the one after it in the list.',
      inHelp: 'Go to another website',
      section: 'Move',
      short: 'next website',
      footerPlace: 2,
      disabledReason: state => whyNoNeighbour(state, 1),
      run: ({ state }) => step(state, 1),
    },
  ];
}

function whyNoNeighbour(state: State, by: -1 | 1): string | undefined {
  const { data } = state.websites.list;
  if (data?.next === 'no' && data.rows.length === 1) return 'No other website.';
  const index = indexInList(state);
  if (index >= 0 && listed(state)[index + by] === undefined)
    return `No website ${by === 1 ? 'after' : 'before'} it.`;
  if (index >= 0) return undefined;
  return listed(state).length === 0
    ? 'Websites still loading.'
    : 'Not in the list: Esc, then choose a website.';
}

function listed(state: State) {
  return state.websites.list.data?.rows ?? [];
}

function indexInList(state: State): number {
  const route = topRoute(state.navigation.stack);
  if (!('websiteId' in route)) return -1;
  return listed(state).findIndex(({ id }) => id === route.websiteId);
}

function step(state: State, by: -1 | 1): void {
  const next = listed(state)[indexInList(state) + by];
  if (next !== undefined) state.navigation.switchWebsite(next.id);
}

type AnyTable = PagedTable<unknown, string> & PagedTableActions<never>;

const passedBySearch: readonly KeyName[] = ['Enter', 'Up', 'Down'];

interface TableKeys {
  tableOf(state: State): AnyTable;
  whyNotSearched(capabilities: Capabilities): string | undefined;
  readonly whyNotMoved?: DisabledReason;
  readonly whyNotReversed?: DisabledReason;
  readonly whyNoPages?: DisabledReason;
  /** Where there is not one row, searched or not. */
  readonly whyNothing?: DisabledReason;
  /** Where Enter opens the only row that an open search found, or what is nearest to it. */
  readonly onlyOne?: { isFound(state: State): boolean; open(state: State): void };
}

export function tableCommands(screen: ScreenName, table: TableKeys): Command[] {
  const { tableOf, whyNotSearched, whyNotMoved, whyNotReversed, whyNoPages, whyNothing, onlyOne } = table;
  const whyNotSearching = (state: State) =>
    whyNoPages?.(state) ??
    (tableOf(state).searchField === undefined
      ? `No search is open: ${keyOf(`${screen}.search`)} opens one.`
      : undefined);
  return [
    ...moveCommands(
      screen,
      (state, move) => tableOf(state).move(move),
      state => whySearching(tableOf(state)) ?? whyNotMoved?.(state),
    ),
    {
      id: `${screen}.search`,
      keys: ['/'],
      title: 'Search the list',
      about: 'By any part of a name, while one types.',
      section: 'Move',
      words: 'find filter',
      short: 'search',
      footerPlace: 2,
      disabledReason: state =>
        whyNoPages?.(state) ?? ofService(whyNotSearched(state.capabilities)) ?? whyNothing?.(state),
      run: ({ state }) => tableOf(state).openSearch(),
    },
    {
      id: `${screen}.keepSearch`,
      keys: ['Enter'],
      title: 'Keep the search',
      about: 'Only the rows that are found stay.',
      section: 'Move',
      short: 'keep',
      footerPlace: 1,
      isHere: state => onlyOne?.isFound(state) !== true,
      disabledReason: state => whyNotSearching(state) ?? whyNothingKept(tableOf(state)),
      run: ({ state }) => tableOf(state).leaveSearch(),
    },
    {
      id: `${screen}.toFound`,
      keys: ['Up', 'Down', 'Tab'],
      title: 'Go to the matches',
      section: 'Move',
      inPalette: false,
      disabledReason: whyNotSearching,
      run: ({ state }) => tableOf(state).leaveSearch(),
    },
    ...(onlyOne === undefined
      ? []
      : [
          {
            id: `${screen}.openFound`,
            keys: ['Enter'],
            title: 'Open the match',
            section: 'Move',
            short: 'open',
            footerPlace: 1,
            inPalette: false,
            isHere: onlyOne.isFound,
            run({ state }: CommandContext) {
              tableOf(state).leaveSearch();
              onlyOne.open(state);
            },
          } satisfies Command,
        ]),
    {
      id: `${screen}.clearSearch`,
      keys: ['Esc'],
      title: 'Clear the search',
      about: 'All rows come back.',
      section: 'Move',
      short: 'clear search',
      disabledReason: state => whyNoPages?.(state) ?? whyNoSearch(state, tableOf(state)),
      run: ({ state }) => tableOf(state).clearSearch(),
    },
    {
      id: `${screen}.reverse`,
      keys: ['S'],
      title: 'Reverse the sort order',
      about: 'What stood last comes first.',
      section: 'Move',
      disabledReason: whyNotReversed,
      run: ({ state }) => tableOf(state).reverseSort(),
    },
    {
      id: `${screen}.more`,
      keys: ['+', '='],
      title: 'Show more rows per page',
      about: 'As many as fit, or 10 to 100 at a time.',
      section: 'Move',
      inHelp: 'Change rows per page',
      disabledReason: whyNoPages,
      run: ({ state }) => tableOf(state).resize(1),
    },
    {
      id: `${screen}.fewer`,
      keys: ['-'],
      title: 'Show fewer rows per page',
      about: 'As many as fit, or 10 to 100 at a time.',
      section: 'Move',
      inHelp: 'Change rows per page',
      disabledReason: whyNoPages,
      run: ({ state }) => tableOf(state).resize(-1),
    },
    {
      id: `${screen}.previousPage`,
      keys: ['['],
      title: 'Previous page',
      about: 'The rows before these.',
      inHelp: 'Go to another page',
      section: 'Move',
      disabledReason: whyNoPages,
      run: ({ state }) => tableOf(state).turnPage(-1),
    },
    {
      id: `${screen}.nextPage`,
      keys: [']'],
      title: 'Next page',
      about: 'The rows after these.',
      inHelp: 'Go to another page',
      section: 'Move',
      disabledReason: whyNoPages,
      run: ({ state }) => tableOf(state).turnPage(1),
    },
  ];
}

/** While the search field has the focus it takes all other keys. */
export function whySearching(table: AnyTable): string | undefined {
  return table.searchField === undefined ? undefined : 'Leave the search first: press Enter.';
}

function whyNothingKept(table: AnyTable): string | undefined {
  const hasNoMatch = table.search !== '' && table.list.data?.rows.length === 0 && !showsRowsOfBefore(table);
  return hasNoMatch ? 'Nothing was found: press Esc to clear the search.' : undefined;
}

function whyNoSearch(state: State, { search, searchField }: AnyTable): string | undefined {
  if (['field', 'search'].includes(escapeTarget(state))) return undefined;
  return search === '' && searchField === undefined
    ? `Nothing is searched: ${keyOf('websites.search')} opens a search.`
    : 'Esc first: it clears marks and filters.';
}

export function searchField(table: AnyTable): FocusedField | undefined {
  if (table.searchField === undefined) return undefined;
  return { text: table.searchField, manyLines: false, passes: passedBySearch, change: table.editSearch };
}
