import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { everyPage, type Page, type PagesEnd } from '#model/service/paging.ts';

/** A service whose page n has the rows that `rowsOf` gives; what was asked of it, and what came. */
async function readAll(
  rowsOf: (page: number) => readonly string[],
  next: Page<string>['next'],
  most?: number,
) {
  const asked: number[] = [];
  const came: string[][] = [];
  let ended: PagesEnd | undefined;
  const read = async (page: number) => {
    asked.push(page);
    return { rows: rowsOf(page), page, next };
  };
  for await (const { rows, end } of everyPage(read, row => row, most)) {
    came.push([...rows]);
    ended = end;
  }
  return { asked: asked.length, came, end: ended };
}

test('one page that is the last, and an empty one, are all', async () => {
  expect(await readAll(() => ['a'], 'no')).toEqual({ asked: 1, came: [['a']], end: 'whole' });
  expect(await readAll(() => [], 'yes')).toEqual({ asked: 1, came: [[]], end: 'whole' });
  const read = await readAll(page => (page < 3 ? [`a${page}`] : []), 'maybe');
  expect(read).toEqual({ asked: 3, came: [['a1'], ['a2'], []], end: 'whole' });
});

test.each([1, 2])(
  'an empty page before the total is reached leaves rows missing, behind %i too',
  async first => {
    const ends: (PagesEnd | undefined)[] = [];
    const read = async (page: number) => ({
      rows: page === 1 ? ['a', 'b'].slice(0, first) : [],
      page,
      next: page === 1 ? ('yes' as const) : ('no' as const),
      total: 3,
    });
    for await (const { end } of everyPage(read, row => row)) ends.push(end);
    expect(ends).toEqual([undefined, 'missing']);
  },
);

test.each([1, 2, 3, 5])('pages that begin anew after %i of them end, each read once', async period => {
  const read = await readAll(page => [`a${page % period}`, 'b'], 'yes');
  expect(read).toMatchObject({ asked: period + 1, end: 'repeated' });
  expect(read.came.flat()).toHaveLength(2 * period);
});

test('a circle that begins after other pages ends as well', async () => {
  const read = await readAll(page => [page < 4 ? `a${page}` : `b${page % 2}`], 'yes');
  expect(read).toMatchObject({ asked: 6, end: 'repeated' });
});

test('the rows of a page that came before are known in any order', async () => {
  const read = await readAll(page => (page % 2 === 0 ? ['a', 'b'] : ['b', 'a']), 'maybe');
  expect(read).toEqual({ asked: 2, came: [['b', 'a'], []], end: 'repeated' });
});

test('no two rows together are mistaken for another one', async () => {
  const read = await readAll(page => (page === 1 ? ['a","b'] : ['a', 'b']), 'maybe', 2);
  expect(read.end).toBe('tooMany');
});

test('pages without end are read up to 1,000, or as many as asked', async () => {
  expect(await readAll(page => [String(page)], 'yes')).toMatchObject({ asked: 1_000, end: 'tooMany' });
  expect(await readAll(page => [String(page)], 'maybe', 5)).toMatchObject({ asked: 5, end: 'tooMany' });
});

test('no page is asked for before the one before has been dealt with', async () => {
  let asked = 0;
  const pages = everyPage(
    async page => ({ rows: [String(page)], page: (asked += 1), next: 'yes' as const }),
    row => row,
  );
  await pages.next();
  expect(asked).toBe(1);
  await pages.next();
  expect(asked).toBe(2);
  await pages.return();
  expect(asked).toBe(2);
});

test('of the pages that were read nothing is kept', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('no garbage collector');
  const given: WeakRef<object>[] = [];
  const read = async (page: number) => {
    const row = { page };
    given.push(new WeakRef(row));
    return { rows: [row], page, next: 'yes' as const };
  };
  const held: number[] = [];
  for await (const { rows } of everyPage(read, ({ page }) => String(page), 300)) {
    if ((rows[0]?.page ?? 0) % 50 !== 0) continue;
    await new Promise(resolve => setImmediate(resolve));
    collect();
    held.push(given.filter(row => row.deref() !== undefined).length);
  }
  expect(held).toHaveLength(6);
  expect(Math.max(...held)).toBeLessThan(5);
});
