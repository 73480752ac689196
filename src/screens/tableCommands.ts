import type { Command, DisabledReason, FocusedField, KeyName } from '#commands/command.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { PagedTable, PagedTableActions } from '#store/statistics/pagedTable.ts';
import { escapeTarget } from '#store/navigation/escape.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';
import { moveCommands } from './moveCommands.ts';

type AnyTable = PagedTable<unknown, string> & PagedTableActions<never>;

/** Keys of a search field that leave it and keep the filter. */
const passedBySearch: readonly KeyName[] = ['Enter', 'Up', 'Down'];

/**
 * The commands that all tables share. `tableOf` returns the table of the screen, `whyNotSearched` why the service cannot
 * search it, `whyNotMoved` why no other row can be selected.
 */
export function tableCommands(
  screen: ScreenName,
  tableOf: (state: State) => AnyTable,
  whyNotSearched: (capabilities: Capabilities) => string | undefined,
  whyNotMoved?: DisabledReason,
): Command[] {
  return [
    ...moveCommands(
      screen,
      (state, move) => tableOf(state).move(move),
      state => whySearching(tableOf(state)) ?? whyNotMoved?.(state),
    ),
    {
      id: `${screen}.search`,
      keys: ['/'],
      title: 'Search',
      short: 'search',
      footerPlace: 2,
      disabledReason: state => whyNotSearched(state.capabilities),
      run: ({ state }) => tableOf(state).openSearch(),
    },
    {
      id: `${screen}.keepSearch`,
      keys: ['Enter', 'Up', 'Down', 'Tab'],
      title: 'Leave the search, keep the filter',
      short: 'keep',
      footerPlace: 1,
      disabledReason: state =>
        tableOf(state).searchField === undefined ? 'No search is open: / opens one.' : undefined,
      run: ({ state }) => tableOf(state).leaveSearch(),
    },
    {
      id: `${screen}.clearSearch`,
      keys: ['Esc'],
      title: 'Clear the search',
      short: 'clear search',
      disabledReason: state => whyNoSearch(state, tableOf(state)),
      run: ({ state }) => tableOf(state).clearSearch(),
    },
    {
      id: `${screen}.reverse`,
      keys: ['S'],
      title: 'Reverse the order',
      run: ({ state }) => tableOf(state).reverseSort(),
    },
    {
      id: `${screen}.more`,
      keys: ['+', '='],
      title: 'More rows a page',
      run: ({ state }) => tableOf(state).resize(1),
    },
    {
      id: `${screen}.fewer`,
      keys: ['-'],
      title: 'Fewer rows a page',
      run: ({ state }) => tableOf(state).resize(-1),
    },
    {
      id: `${screen}.previousPage`,
      keys: ['['],
      title: 'Previous page',
      run: ({ state }) => tableOf(state).turnPage(-1),
    },
    {
      id: `${screen}.nextPage`,
      keys: [']'],
      title: 'Next page',
      run: ({ state }) => tableOf(state).turnPage(1),
    },
  ];
}

/** While the search field has the focus it takes all other keys. */
export function whySearching(table: AnyTable): string | undefined {
  return table.searchField === undefined ? undefined : 'Enter leaves the search first.';
}

function whyNoSearch(state: State, { search, searchField }: AnyTable): string | undefined {
  if (['field', 'search'].includes(escapeTarget(state))) return undefined;
  return search === '' && searchField === undefined
    ? 'Nothing is searched: / opens a search.'
    : 'Esc takes marks and filters away first.';
}

/** The search field of a table while it has the focus. */
export function searchField(table: AnyTable): FocusedField | undefined {
  if (table.searchField === undefined) return undefined;
  return { text: table.searchField, manyLines: false, passes: passedBySearch, change: table.editSearch };
}
