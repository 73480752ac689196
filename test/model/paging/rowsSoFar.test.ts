import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hasMore,
  maxPages,
  nextPageRequest,
  noRows,
  type Page,
  type PageRequest,
  perPageSizes,
  withPage,
} from '#model/service/paging.ts';

type Service = (ask: PageRequest) => Page<number>;
const idOf = String;

/** Rows from 1 on. What a service does not say is read from whether its page is full, as paging.ts does. */
const pager =
  (count: number, says: 'total' | 'nothing' = 'nothing'): Service =>
  ({ page, perPage }) => {
    const first = (page - 1) * perPage;
    const rows = Array.from(
      { length: Math.max(0, Math.min(perPage, count - first)) },
      (_, index) => first + index + 1,
    );
    if (says === 'total') return { rows, page, total: count, next: first + perPage < count ? 'yes' : 'no' };
    return { rows, page, next: perPageSizes.some(size => size === rows.length) ? 'maybe' : 'no' };
  };

/** Reads until there are so many rows or no way further, and gives what was asked. */
function readTo(service: Service, targets: readonly number[], old: readonly number[] = []) {
  const asked: string[] = [];
  let so = noRows<number>(old);
  for (const target of targets)
    while (so.pages === 0 || (hasMore(so) && so.fresh < target)) {
      const ask = nextPageRequest(so, target);
      asked.push(`${ask.page}x${ask.perPage}`);
      so = withPage(so, ask, service(ask), idOf);
    }
  return { so, asked };
}

const end = Number.POSITIVE_INFINITY;

test('a window of 16 rows asks for 25; the rest comes a hundred at a time', () => {
  expect(readTo(pager(137), [16]).asked).toEqual(['1x25']);
  expect(readTo(pager(137), [42]).asked).toEqual(['1x50']);
  const { so, asked } = readTo(pager(137), [16, end]);
  expect(asked).toEqual(['1x25', '1x100', '2x100']);
  expect(so.rows).toEqual([...Array(137).keys()].map(index => index + 1));
  expect(so).toMatchObject({ next: 'no', cannotPage: false });
});

test('pages of a size that was chosen follow each other', () => {
  expect(readTo(pager(137), [25, 50, 75]).asked).toEqual(['1x25', '2x25', '3x25']);
  expect(readTo(pager(137), [10, 20]).asked).toEqual(['1x10', '2x10']);
});

test('a service that gives 10 rows a page whatever it is asked', () => {
  const { so, asked } = readTo(({ page }) => pager(34)({ page, perPage: 10 }), [16, end]);
  expect(so.rows).toHaveLength(34);
  expect(asked).toEqual(['1x25', '2x25', '3x25', '4x25']);
});

test('exactly as many as a page holds: the empty page behind them is the end', () => {
  const { so } = readTo(pager(25), [16, end]);
  expect(so.rows).toHaveLength(25);
  expect(so).toMatchObject({ next: 'no', cannotPage: false });
});

test('page 2 repeats page 1: the first hundred, and no way further', () => {
  const { so, asked } = readTo(({ perPage }) => pager(137)({ page: 1, perPage }), [16, end]);
  expect(asked).toEqual(['1x25', '1x100', '2x100']);
  expect(so.rows).toHaveLength(100);
  expect(so).toMatchObject({ cannotPage: true });
});

test('two pages in turn for ever, and new rows for ever, both end', () => {
  const turning = readTo(
    ({ page, perPage }) => pager(200)({ page: ((page - 1) % 2) + 1, perPage }),
    [100, end],
  );
  expect(turning.asked).toEqual(['1x100', '2x100', '3x100']);
  expect(turning.so.cannotPage).toBe(true);
  const endless: Service = ({ page }) => ({ rows: [page], page, next: 'yes' });
  const { so } = readTo(endless, [end]);
  expect(so).toMatchObject({ pages: maxPages, cannotPage: true });
  expect(so.rows).toHaveLength(maxPages);
});

test('two pages of different sizes in turn for ever end soon', () => {
  const sizes = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(
      sizes,
      sizes,
      fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 3 }),
      (one, other, targets) => {
        let requests = 0;
        const turning: Service = ({ page }) => {
          requests += 1;
          const [from, size] = requests % 2 === 1 ? [1, one] : [1_000, other];
          return { rows: Array.from({ length: size }, (_, index) => from + index), page, next: 'yes' };
        };
        const { so, asked } = readTo(turning, [...targets, end]);
        expect(so.rows).toHaveLength(one + other);
        // Each page again once for each size it is requested at, and for each page that it could have been.
        expect(asked.length).toBeLessThan(110);
      },
    ),
    // More rows than were requested, and then a page that overlaps what is known.
    { examples: [[50, 51, [1, 51, 102]]] },
  );
});

test('a service that leaves rows out of its pages is read to its end', () => {
  const sizes = [40, 30, 40, 40, 7];
  const leaving: Service = ({ page }) => ({
    rows: Array.from({ length: sizes[page - 1] ?? 0 }, (_, index) => page * 1_000 + index),
    page,
    next: page < sizes.length ? 'yes' : 'no',
  });
  const { so, asked } = readTo(leaving, [end]);
  expect(asked).toEqual(['1x100', '2x100', '3x100', '4x100', '5x100']);
  expect(so.rows).toHaveLength(157);
  expect(so).toMatchObject({ next: 'no', cannotPage: false });
});

test('rows of the time before stay behind the new ones until the last page, which drops what is gone', () => {
  const first = readTo(pager(137, 'total'), [16], [140, 3, 139]);
  expect(first.so.rows).toEqual([...Array(25).keys()].map(index => index + 1).concat(140, 139));
  expect(first.so.fresh).toBe(25);
  const all = readTo(pager(137, 'total'), [16, end], [140, 3, 139]);
  expect(all.so.rows).toEqual([...Array(137).keys()].map(index => index + 1));
});

test('however many there are and in whatever steps they are read, each comes once and in order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 450 }),
      fc.constantFrom<'total' | 'nothing'>('total', 'nothing'),
      fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 6 }),
      (count, says, targets) => {
        const { so } = readTo(pager(count, says), [...targets, end]);
        expect(so.rows).toEqual([...Array(count).keys()].map(index => index + 1));
        expect(so).toMatchObject({ next: 'no', cannotPage: false });
      },
    ),
  );
});

test('of 100,000 rows in 1,000 pages each is looked at twice, and not again with every page', () => {
  let looked = 0;
  let so = noRows<number>();
  for (let page = 0; page < 1_000; page += 1) {
    const ask = nextPageRequest(so, Number.POSITIVE_INFINITY);
    const first = (ask.page - 1) * ask.perPage;
    const rows = Array.from({ length: ask.perPage }, (_, at) => first + at);
    so = withPage(so, ask, { rows, page: ask.page, next: page < 999 ? 'yes' : 'no' }, row => {
      looked += 1;
      return String(row);
    });
  }
  expect(so.rows).toEqual(Array.from({ length: 100_000 }, (_, at) => at));
  expect(looked).toBe(200_000);
});

test('a page that is added to an earlier state again takes nothing of what came after it', () => {
  const page = (rows: number[], at: number) => ({ rows, page: at, next: 'yes' }) as const;
  const first = withPage(noRows<number>(), { page: 1, perPage: 10 }, page([1, 2], 1), String);
  const second = { page: 2, perPage: 10 } as const;
  expect(withPage(first, second, page([2, 3], 2), String).rows).toEqual([1, 2, 3]);
  expect(withPage(first, second, page([4, 3], 2), String).rows).toEqual([1, 2, 4, 3]);
});
