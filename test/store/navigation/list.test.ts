import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listStart, type Move, moveInList, selectInList } from '#store/navigation/navigation.ts';

test('moves by one within the page leave the page where it is', () => {
  expect(moveInList(listStart, 'down', 30, 10)).toEqual({ selected: 1, top: 0 });
  expect(moveInList({ selected: 9, top: 0 }, 'up', 30, 10)).toEqual({ selected: 8, top: 0 });
});

test('a move past the edge moves the page by half of its height', () => {
  expect(moveInList({ selected: 9, top: 0 }, 'down', 30, 10)).toEqual({ selected: 10, top: 5 });
  expect(moveInList({ selected: 5, top: 5 }, 'up', 30, 10)).toEqual({ selected: 4, top: 0 });
  expect(moveInList({ selected: 14, top: 5 }, 'down', 17, 10)).toEqual({ selected: 15, top: 7 });
});

test('ends and half pages stop at the first and the last row', () => {
  expect(moveInList(listStart, 'up', 30, 10)).toEqual(listStart);
  expect(moveInList(listStart, 'halfUp', 30, 10)).toEqual(listStart);
  expect(moveInList(listStart, 'halfDown', 30, 10)).toEqual({ selected: 5, top: 0 });
  expect(moveInList(listStart, 'last', 30, 10)).toEqual({ selected: 29, top: 20 });
  expect(moveInList({ selected: 29, top: 20 }, 'down', 30, 10)).toEqual({ selected: 29, top: 20 });
  expect(moveInList({ selected: 29, top: 20 }, 'first', 30, 10)).toEqual(listStart);
});

test('an empty list selects its first row that will be', () => {
  expect(moveInList({ selected: 4, top: 2 }, 'down', 0, 10)).toEqual(listStart);
  expect(selectInList(listStart, 7, 3, 10)).toEqual({ selected: 2, top: 0 });
});

test('whatever is pressed, the selection is a row, in view, and the page is full where it can be', () => {
  const moves: Move[] = ['up', 'down', 'halfUp', 'halfDown', 'first', 'last'];
  fc.assert(
    fc.property(
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.constantFrom(...moves), { maxLength: 80 }),
      (count, height, pressed) => {
        const end = pressed.reduce((list, move) => moveInList(list, move, count, height), listStart);
        expect(end.selected).toBeGreaterThanOrEqual(end.top);
        expect(end.selected).toBeLessThan(end.top + height);
        expect(end.selected).toBeLessThanOrEqual(Math.max(0, count - 1));
        expect(end.top).toBeLessThanOrEqual(Math.max(0, count - height));
      },
    ),
  );
});
