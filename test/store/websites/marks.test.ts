import { expect, test } from 'vitest';
import { markedCount, markedWebsites, markReader } from '#store/websites/marks.ts';
import type { Store } from '#store/createStore.ts';
import type { State } from '#store/state.ts';
import { domainOf } from '../../helpers/manyWebsites.ts';
import { openMany } from './manyFixture.ts';

/** Numbers are off: only the list is read. */
async function open(count: number): Promise<Store> {
  const { store } = await openMany(count);
  store.getState().overview.toggle();
  await readAll(store);
  return store;
}

async function readAll(store: Store): Promise<void> {
  await store.getState().websites.load(true);
  while (store.getState().websites.list.data?.next !== 'no') await store.getState().websites.readOn();
}

/** Domains of the marked rows, as the list shows them. */
function shownMarks(state: State): string[] {
  const isMarked = markReader(state);
  return state.websites.rows.filter(isMarked).flatMap(({ domain }) => domain ?? []);
}

test('a range counts rows that were marked before once, in both directions', async () => {
  const store = await open(12);
  const { marks, websites } = store.getState();
  const check = (ids: readonly number[]) => {
    const state = store.getState();
    expect(shownMarks(state)).toEqual(ids.map(domainOf));
    expect(markedCount(state)).toBe(ids.length);
    const marked = new Set(markedWebsites(state).map(({ id }) => Number(id)));
    expect(marked).toEqual(new Set(ids));
  };
  // The newest, 12, is the first row.
  marks.toggle();
  check([12]);
  websites.move('down');
  marks.toggle();
  check([12, 10]);
  websites.move('up');
  websites.move('up');
  marks.range();
  check([12, 11, 10]);
  websites.move('down');
  websites.move('down');
  check([12, 11, 10, 9]);
  marks.toggle();
  check([12, 11, 10, 9]);
  marks.all();
  check([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  marks.all();
  check([]);
});

test('a list that is read again brings all marks up to date at each page, not at each website', async () => {
  const store = await open(300);
  store.getState().marks.all();
  let sets = 0;
  store.subscribe((now, before) => {
    if (now.marks.byId !== before.marks.byId) sets += 1;
  });
  const before = store.getState().marks.byId.get('300');
  await readAll(store);
  // Three pages of a hundred, and at most a small one before them.
  expect(sets).toBeGreaterThan(0);
  expect(sets).toBeLessThanOrEqual(4);
  expect(markedCount(store.getState())).toBe(300);
  expect(store.getState().marks.byId.get('300')).not.toBe(before);
});
