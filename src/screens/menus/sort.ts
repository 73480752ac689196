import type { WebsitesSort } from '#model/own/choices.ts';
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
    const ordered = (title: string, by: WebsitesSort, sort: SortDirection, key: OrderKey): SortOption =>
      option(title, table, sortRows, by, sort, key);
    const byNumbers = [
      ordered(`${statisticTitle('visitors', capabilities)}, highest first`, 'visitors', 'desc', 'v'),
      ...byChange(isListCompared(state), ordered),
      ...(countsVisits(capabilities) ? [] : [ordered('Page views, highest first', 'pageviews', 'desc', 'p')]),
    ];
    const byAge = [
      ordered('Added, newest first', 'id', 'desc', 'n'),
      ordered('Added, oldest first', 'id', 'asc', 'o'),
    ];
    const byDomain = [
      ordered('Domain, A to Z', 'domain', 'asc', 'a'),
      ordered('Domain, Z to A', 'domain', 'desc', 'z'),
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
    ...byChange(statisticOf(state, table.websiteId, table.name).days.isCompared, (title, by, sort, key) =>
      option(title, table, sortRows, by, sort, key),
    ),
  ];
  if (kind === 'series') return [...values, ...numbers];
  return state.capabilities.rows.orders.includes('value') ? [...numbers, ...values] : numbers;
}

/** Order by change, where something is compared. */
function byChange(
  isCompared: boolean,
  ordered: (title: string, by: 'change', sort: SortDirection, key: OrderKey) => SortOption,
): SortOption[] {
  const options = [
    ordered('Change, highest first', 'change', 'desc', 'c'),
    ordered('Change, lowest first', 'change', 'asc', 'C'),
  ];
  // In this menu the same key is an entry.
  const reason = label`Nothing is compared: Esc, then ${keyOf('websites.compare')} sets it.`;
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
  width: 76,
  title: label`Sort`,
  items: sortOptions,
  keys: orderKeys,
});
