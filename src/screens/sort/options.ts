import type { SortDirection } from '#model/query.ts';
import { statisticInfo } from '#model/statisticCatalogue.ts';
import { shownComparison } from '#store/comparison.ts';
import { topView } from '#store/navigation.ts';
import type { State } from '#store/state.ts';

export interface SortOption {
  readonly title: string;
  readonly isChosen: boolean;
  choose(): void;
}

/** The orders the view beneath can have. */
export function sortOptions(state: State): SortOption[] {
  if (topView(state.navigation.stack).screen === 'websites') {
    const { sortRows, ...table } = state.websites;
    const isCompared = shownComparison(state) !== undefined;
    const impossible = {
      note: 'nothing is compared',
      choose: () =>
        state.notices.say('There are no changes to sort by: press c to choose what to compare with.'),
    };
    const byChange = [
      option('Change, highest first', table, sortRows, 'change', 'desc'),
      option('Change, lowest first', table, sortRows, 'change', 'asc'),
    ].map(each => (isCompared ? each : { ...each, ...impossible }));
    const byNumbers = [
      option('Visitors, highest first', table, sortRows, 'visitors', 'desc'),
      ...byChange,
      option('Page views, highest first', table, sortRows, 'pageviews', 'desc'),
    ];
    return [
      option('Added, newest first', table, sortRows, 'id', 'desc'),
      option('Added, oldest first', table, sortRows, 'id', 'asc'),
      option('Domain, A to Z', table, sortRows, 'domain', 'asc'),
      option('Domain, Z to A', table, sortRows, 'domain', 'desc'),
      ...(state.overview.on ? byNumbers : []),
    ];
  }
  const { sortRows, ...table } = state.statistic;
  if (statisticInfo(table.name).kind === 'series')
    return [
      option('Day, latest first', table, sortRows, 'value', 'desc'),
      option('Day, earliest first', table, sortRows, 'value', 'asc'),
      option('Count, highest first', table, sortRows, 'count', 'desc'),
      option('Count, lowest first', table, sortRows, 'count', 'asc'),
    ];
  return [
    option('Count, highest first', table, sortRows, 'count', 'desc'),
    option('Count, lowest first', table, sortRows, 'count', 'asc'),
    option('Value, A to Z', table, sortRows, 'value', 'asc'),
    option('Value, Z to A', table, sortRows, 'value', 'desc'),
  ];
}

function option<S extends string>(
  title: string,
  table: { readonly sortBy: S; readonly sort: SortDirection },
  sortRows: (sortBy: S, sort: SortDirection) => void,
  sortBy: S,
  sort: SortDirection,
): SortOption {
  const isChosen = table.sortBy === sortBy && table.sort === sort;
  return { title, isChosen, choose: () => sortRows(sortBy, sort) };
}
