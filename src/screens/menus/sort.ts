import type { WebsitesSort } from '#model/own/choices.ts';
import { columnTitles, countsVisits, statisticInfo, statisticTitle } from '#model/service/capabilities.ts';
import type { SortDirection } from '#model/service/paging.ts';
import { isListCompared } from '#store/queries/question.ts';
import { type StatisticSort, statisticOf } from '#store/queries/rows.ts';
import type { State } from '#store/state.ts';
import { label, safeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';
import { type MenuChoice, menuScreen } from './menu.ts';

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

type Order<S extends string> = readonly [title: string, by: S, sort: SortDirection, key: OrderKey];

interface SortedTable<S extends string> {
  readonly sortBy: S;
  readonly sort: SortDirection;
  sortRows(sortBy: S, sort: SortDirection): void;
}

function optionsOf<S extends string>(
  { sortBy, sort, sortRows }: SortedTable<S>,
  orders: readonly Order<S>[],
  isCompared: boolean,
): MenuChoice[] {
  // In this menu the same key is an entry.
  const reason = label`Nothing is compared: Esc, then ${keyOf('websites.compare')} sets it.`;
  return orders.map(([title, by, direction, key]) => ({
    title: safeText(title),
    key,
    isChosen: sortBy === by && sort === direction,
    choose: () => sortRows(by, direction),
    ...(by === 'change' && !isCompared && { reason }),
  }));
}

const byChange: readonly Order<'change'>[] = [
  ['Change, highest first', 'change', 'desc', 'c'],
  ['Change, lowest first', 'change', 'asc', 'C'],
];

export function sortOptions(state: State): MenuChoice[] {
  if (state.navigation.view.screen !== 'websites') return statisticOptions(state);
  const { capabilities } = state;
  const { orders } = capabilities.websites;
  const byAge: readonly Order<'id'>[] = [
    ['Added, newest first', 'id', 'desc', 'n'],
    ['Added, oldest first', 'id', 'asc', 'o'],
  ];
  const byDomain: readonly Order<'domain'>[] = [
    ['Domain, A to Z', 'domain', 'asc', 'a'],
    ['Domain, Z to A', 'domain', 'desc', 'z'],
  ];
  const byNumbers: readonly Order<WebsitesSort>[] = [
    [`${statisticTitle('visitors', capabilities)}, highest first`, 'visitors', 'desc', 'v'],
    ...byChange,
    ...(countsVisits(capabilities) ? [] : [['Page views, highest first', 'pageviews', 'desc', 'p'] as const]),
  ];
  return optionsOf<WebsitesSort>(
    state.websites,
    [
      ...(orders.includes('id') ? byAge : []),
      ...(orders.includes('domain') ? byDomain : []),
      ...(state.overview.on ? byNumbers : []),
    ],
    isListCompared(state),
  );
}

function statisticOptions(state: State): MenuChoice[] {
  const table = state.statistic;
  const isSeries = statisticInfo(table.name).kind === 'series';
  const { value, count } = columnTitles(table.name, state.capabilities);
  const values: readonly Order<'value'>[] = isSeries
    ? [
        [`${value}, latest first`, 'value', 'desc', 'n'],
        [`${value}, earliest first`, 'value', 'asc', 'o'],
      ]
    : [
        [`${value}, A to Z`, 'value', 'asc', 'a'],
        [`${value}, Z to A`, 'value', 'desc', 'z'],
      ];
  const numbers: readonly Order<StatisticSort>[] = [
    [`${count}, highest first`, 'count', 'desc', 'v'],
    [`${count}, lowest first`, 'count', 'asc', 'V'],
    ...byChange,
  ];
  const others = state.capabilities.rows.orders.includes('value') ? values : [];
  const { isCompared } = statisticOf(state, table.websiteId, table.name).days;
  return optionsOf<StatisticSort>(
    table,
    isSeries ? [...values, ...numbers] : [...numbers, ...others],
    isCompared,
  );
}

export const sortScreen = menuScreen('sort', {
  width: 76,
  title: label`Sort`,
  items: sortOptions,
  keys: orderKeys,
});
