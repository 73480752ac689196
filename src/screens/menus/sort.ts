import type { MenuItem } from '#components/box/Menu.tsx';
import { columnTitles, countsVisits, statisticInfo, statisticTitle } from '#model/service/capabilities.ts';
import type { SortDirection } from '#model/service/paging.ts';
import { isListCompared } from '#store/queries/question.ts';
import { statisticOf } from '#store/queries/rows.ts';
import type { State } from '#store/state.ts';
import { label, safeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';
import { menuScreen } from './menu.ts';

/** The same order has the same key in every list. */
const orderKeys = [
  { key: 'v', title: 'Counts, highest first' },
  { key: 'V', title: 'Counts, lowest first' },
  { key: 'p', title: 'Page views, highest first' },
  { key: 'c', title: 'Change, highest first' },
  { key: 'C', title: 'Change, lowest first' },
  { key: 'n', title: 'Newest first' },
  { key: 'o', title: 'Oldest first' },
  { key: 'a', title: 'A to Z' },
  { key: 'z', title: 'Z to A' },
] as const;

type OrderKey = (typeof orderKeys)[number]['key'];

interface SortOption extends MenuItem {
  choose(): void;
}

export function sortOptions(state: State): SortOption[] {
  if (state.navigation.view.screen === 'websites') {
    const { sortRows, ...table } = state.websites;
    const { capabilities } = state;
    const { orders } = capabilities.websites;
    const byNumbers = [
      option(
        `${statisticTitle('visitors', capabilities)}, highest first`,
        table,
        sortRows,
        'visitors',
        'desc',
        'v',
      ),
      ...byChange(isListCompared(state), table, sortRows),
      ...(countsVisits(capabilities)
        ? []
        : [option('Page views, highest first', table, sortRows, 'pageviews', 'desc', 'p')]),
    ];
    const byAge = [
      option('Added, newest first', table, sortRows, 'id', 'desc', 'n'),
      option('Added, oldest first', table, sortRows, 'id', 'asc', 'o'),
    ];
    const byDomain = [
      option('Domain, A to Z', table, sortRows, 'domain', 'asc', 'a'),
      option('Domain, Z to A', table, sortRows, 'domain', 'desc', 'z'),
    ];
    return [
      ...(orders.includes('id') ? byAge : []),
      ...(orders.includes('domain') ? byDomain : []),
      ...(state.overview.on ? byNumbers : []),
    ];
  }
  return statisticOptions(state);
}

function statisticOptions(state: State): SortOption[] {
  const { sortRows, ...table } = state.statistic;
  const { kind } = statisticInfo(table.name);
  const { value, count } = columnTitles(table.name, state.capabilities);
  const values =
    kind === 'series'
      ? [
          option(`${value}, latest first`, table, sortRows, 'value', 'desc', 'n'),
          option(`${value}, earliest first`, table, sortRows, 'value', 'asc', 'o'),
        ]
      : [
          option(`${value}, A to Z`, table, sortRows, 'value', 'asc', 'a'),
          option(`${value}, Z to A`, table, sortRows, 'value', 'desc', 'z'),
        ];
  const numbers = [
    option(`${count}, highest first`, table, sortRows, 'count', 'desc', 'v'),
    option(`${count}, lowest first`, table, sortRows, 'count', 'asc', 'V'),
    ...byChange(statisticOf(state, table.websiteId, table.name).days.isCompared, table, sortRows),
  ];
  if (kind === 'series') return [...values, ...numbers];
  return state.capabilities.rows.orders.includes('value') ? [...numbers, ...values] : numbers;
}

type Ordered<S extends string> = { readonly sortBy: S | 'change'; readonly sort: SortDirection };

type SortRows<S extends string> = (sortBy: S | 'change', sort: SortDirection) => void;

/** Order by change, where something is compared. */
function byChange<S extends string>(
  isCompared: boolean,
  table: Ordered<S>,
  sortRows: SortRows<S>,
): SortOption[] {
  const options = [
    option<S | 'change'>('Change, highest first', table, sortRows, 'change', 'desc', 'c'),
    option<S | 'change'>('Change, lowest first', table, sortRows, 'change', 'asc', 'C'),
  ];
  const reason = label`There are no changes to sort by: press ${keyOf('websites.compare')} to choose what to compare with.`;
  return isCompared ? options : options.map(each => ({ ...each, reason }));
}

function option<S extends string>(
  title: string,
  table: { readonly sortBy: S; readonly sort: SortDirection },
  sortRows: (sortBy: S, sort: SortDirection) => void,
  sortBy: S,
  sort: SortDirection,
  key: OrderKey,
): SortOption {
  const isChosen = table.sortBy === sortBy && table.sort === sort;
  return { title: safeText(title), key, isChosen, choose: () => sortRows(sortBy, sort) };
}

export const sortScreen = menuScreen('sort', {
  width: 44,
  title: label`Sort`,
  items: sortOptions,
  keys: orderKeys,
});
