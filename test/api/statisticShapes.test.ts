import { ApiError } from '#model/failure.ts';
import { decodeStatistic } from '#api/phpAnalytics/statistics.ts';
import { percent } from '#text/words.ts';
import { sum } from '#model/statistics/series.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const rowsOf = (body: unknown) => decodeStatistic(body, {}).rows;
const many = (length: number) => Array.from({ length }, (_, i) => ({ value: `v${i}`, count: 1 }));

function outcome(body: unknown): string {
  try {
    const isRow = ({ value, count }: StatisticRow) => typeof value === 'string' && count >= 0;
    return rowsOf(body).every(isRow) ? 'rows' : 'no rows';
  } catch (fault) {
    return fault instanceof ApiError ? fault.kind : String(fault);
  }
}

describe('rows of a statistic', () => {
  test.each([
    ['in data', { data: [{ value: '/a', count: 3 }] }],
    ['bare', [{ value: '/a', count: 3 }]],
    ['with a count as text', { data: [{ value: '/a', count: '3' }] }],
    ['with more fields', { data: [{ value: '/a', count: 3, id: 9 }] }],
    ['as an object of value to count', { data: { '/a': 3 } }],
    ['as an object of value to count as text', { data: { '/a': '3' } }],
    ['as a bare object of value to count', { '/a': 3 }],
  ])('%s', (_, body) => {
    expect(rowsOf(body)).toEqual([{ value: '/a', count: 3 }]);
  });

  test.each([
    [
      { value: null, count: 2 },
      { value: '', count: 2 },
    ],
    [{ count: 2 }, { value: '', count: 2 }],
    [
      { value: 404, count: 2 },
      { value: '404', count: 2 },
    ],
    [
      { value: '/a', count: null },
      { value: '/a', count: 0 },
    ],
    [
      { value: '__proto__', count: 0 },
      { value: '__proto__', count: 0 },
    ],
  ])('%j is %j', (wire, row) => {
    expect(rowsOf({ data: [wire] })).toEqual([row]);
  });

  test('an object of value to count has any value', () => {
    const counts = { constructor: 2, ['__proto__']: 3, toString: 4 };
    expect(rowsOf({ data: counts })).toEqual([
      { value: 'constructor', count: 2 },
      { value: '__proto__', count: 3 },
      { value: 'toString', count: 4 },
    ]);
  });

  test('the greatest counts add up', () => {
    const count = Number.MAX_SAFE_INTEGER;
    const rows = rowsOf(Array.from({ length: 100 }, (_, at) => ({ value: `${at}`, count })));
    expect(percent(count, sum(rows))).toBe('1%');
  });

  test('none at all', () => {
    expect(rowsOf({ data: [] })).toEqual([]);
    expect(rowsOf([])).toEqual([]);
    expect(rowsOf({ data: {} })).toEqual([]);
  });

  test.each([
    [{}],
    [{ message: 'hello' }],
    [{ data: 'text' }],
    [{ data: null }],
    [{ data: [{ value: '/a' }] }],
    [{ data: [{ value: '/a', count: 'many' }] }],
    [{ data: [{ value: '/a', count: -1 }] }],
    [
      {
        data: [
          { value: '/a', count: 1e308 },
          { value: '/b', count: 1e308 },
        ],
      },
    ],
    [{ data: [{ value: '/a', count: 2 ** 53 }] }],
    [{ data: { '/a': 1e16 } }],
    [{ data: [{ value: '/a', count: '1e308' }] }],
    [{ data: [{ value: { a: 1 }, count: 1 }] }],
    [{ data: [['/a', 1]] }],
    ['text'],
    [undefined],
  ])('%j is refused', body => {
    expect(() => rowsOf(body)).toThrow(expect.objectContaining({ kind: 'shape' }));
  });

  test('whatever the JSON is, it decodes or is refused as no such thing', () => {
    const row = fc.record(
      { value: fc.jsonValue(), count: fc.oneof(fc.nat(), fc.jsonValue()) },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({
        data: fc.oneof(fc.array(row), fc.dictionary(fc.string(), fc.nat()), fc.jsonValue()),
        meta: fc.jsonValue(),
      }),
    );
    fc.assert(
      fc.property(body, json => {
        expect(outcome(json)).toMatch(/^(rows|shape)$/);
      }),
    );
  });
});

describe('whether a further page exists', () => {
  const rows = many(10);

  test.each([
    [
      'the last page is further on',
      { data: rows, meta: { current_page: 2, last_page: 3, total: 25 } },
      'yes',
    ],
    ['this is the last page', { data: rows, meta: { current_page: 3, last_page: 3 } }, 'no'],
    ['numbers are text', { data: rows, meta: { current_page: '1', last_page: '2' } }, 'yes'],
    ['the place is beside the rows', { data: rows, current_page: 2, last_page: 2 }, 'no'],
    ['only the total is known', { data: rows, meta: { total: 21 } }, 'yes'],
    ['the total is reached', { data: rows, meta: { total: 20 } }, 'no'],
    ['pages are smaller than asked', { data: many(5), meta: { per_page: 5, total: 12 } }, 'yes'],
    ['a next page is named', { data: rows, links: { next: 'https://elsewhere.example/?page=3' } }, 'yes'],
    ['no next page is named', { data: rows, links: { next: null } }, 'no'],
    ['a full page', { data: rows }, 'maybe'],
    ['a page that is not full', { data: many(9) }, 'no'],
    ['an empty page', { data: [] }, 'no'],
    ['an empty page of a total that is not reached', { data: [], meta: { total: 137 } }, 'no'],
    ['a lone total may be the sum of the counts', { data: many(3), total: 5000 }, 'no'],
    ['nonsense beside the rows', { data: rows, meta: 'x', links: 7 }, 'maybe'],
  ] as const)('%s', (_, body, next) => {
    expect(decodeStatistic(body, { page: 2, perPage: 10 }).next).toBe(next);
  });

  test('a service that gives 10 rows whatever it is asked leaves it open', () => {
    expect(decodeStatistic({ data: many(10) }, { perPage: 100 }).next).toBe('maybe');
    expect(decodeStatistic({ data: many(30) }, { perPage: 100 }).next).toBe('no');
  });

  test("page and total are the service's, else what was asked", () => {
    expect(decodeStatistic({ data: rows, meta: { current_page: 1, total: 12 } }, { page: 2 })).toMatchObject({
      page: 1,
      total: 12,
    });
    expect(decodeStatistic({ data: rows }, { page: 2 })).toMatchObject({ page: 2, total: undefined });
  });
});
