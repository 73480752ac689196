import type { Command, FocusedField, KeyName } from '#commands/command.ts';
import type { PagedTable, PagedTableActions } from '#store/statistics/pagedTable.ts';
import { escapeTarget } from '#store/navigation/escape.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';
import { moveCommands } from './moveCommands.ts';

type AnyTable = PagedTable<unknown, string> & PagedTableActions<never>;

/** Keys of a search field that leave it and keep the filter. */
const passedBySearch: readonly KeyName[] = ['Enter', 'Up', 'Down'];

/** What every table does in the same way, for the screen whose table `tableOf` gives. */
export function tableCommands(screen: ScreenName, tableOf: (state: State) => AnyTable): Command[] {
  const isOn = isOnTop(screen);
  const searching = (state: State) => isOn(state) && tableOf(state).searchField !== undefined;
  const browsing = (state: State) => isOn(state) && tableOf(state).searchField === undefined;
  return [
    ...moveCommands(screen, browsing, (state, move) => tableOf(state).move(move)),
    {
      id: `${screen}.search`,
      keys: ['/'],
      title: 'Search',
      short: 'search',
      footerPlace: 2,
      when: browsing,
      run: ({ state }) => tableOf(state).openSearch(),
    },
    {
      id: `${screen}.keepSearch`,
      keys: ['Enter', 'Up', 'Down', 'Tab'],
      title: 'Leave the search, keep the filter',
      short: 'keep',
      footerPlace: 1,
      when: searching,
      run: ({ state }) => tableOf(state).leaveSearch(),
    },
    {
      id: `${screen}.clearSearch`,
      keys: ['Esc'],
      title: 'Clear the search',
      short: 'clear search',
      when: state => isOn(state) && ['field', 'search'].includes(escapeTarget(state)),
      run: ({ state }) => tableOf(state).clearSearch(),
    },
    {
      id: `${screen}.reverse`,
      keys: ['S'],
      title: 'Reverse the order',
      when: browsing,
      run: ({ state }) => tableOf(state).reverseSort(),
    },
    {
      id: `${screen}.more`,
      keys: ['+', '='],
      title: 'More rows a page',
      when: browsing,
      run: ({ state }) => tableOf(state).resize(1),
    },
    {
      id: `${screen}.fewer`,
      keys: ['-'],
      title: 'Fewer rows a page',
      when: browsing,
      run: ({ state }) => tableOf(state).resize(-1),
    },
    {
      id: `${screen}.previousPage`,
      keys: ['['],
      title: 'Previous page',
      when: browsing,
      run: ({ state }) => tableOf(state).turnPage(-1),
    },
    {
      id: `${screen}.nextPage`,
      keys: [']'],
      title: 'Next page',
      when: browsing,
      run: ({ state }) => tableOf(state).turnPage(1),
    },
  ];
}

/** The search field of a table while it has the focus. */
export function searchField(table: AnyTable): FocusedField | undefined {
  if (table.searchField === undefined) return undefined;
  return { text: table.searchField, manyLines: false, passes: passedBySearch, change: table.editSearch };
}
