import { expect, test } from 'vitest';
import type { ListedSort, SortDirection } from '#model/service/query.ts';
import { inListedOrder } from '#store/websites/order.ts';

const rows = [
  { id: '9', domain: 'b.example', fields: {} },
  { id: '10', domain: 'C.example', fields: {} },
  { id: '2', domain: 'a.example', fields: {} },
  { id: '30', domain: undefined, fields: {} },
];

test.each<[ListedSort, SortDirection, string[]]>([
  ['id', 'asc', ['2', '9', '10', '30']],
  ['id', 'desc', ['30', '10', '9', '2']],
  ['domain', 'asc', ['30', '2', '9', '10']],
  ['domain', 'desc', ['10', '9', '2', '30']],
])('websites by %s, %s', (sortBy, sort, ids) => {
  expect(inListedOrder(rows, { sortBy, sort }).map(({ id }) => id)).toEqual(ids);
});
