import { expect, test } from 'vitest';
import { byChange, compareRows } from '#model/comparison/rows.ts';

const now = [
  { value: '/half', count: 50 },
  { value: '/same', count: 40 },
  { value: '/new-small', count: 3 },
  { value: '/double', count: 20 },
  { value: '/new-big', count: 30 },
  { value: '/double-big', count: 200 },
];
const before = [
  { value: '/half', count: 100 },
  { value: '/same', count: 40 },
  { value: '/double', count: 10 },
  { value: '/double-big', count: 100 },
  { value: '/gone', count: 9 },
  { value: '/gone-big', count: 90 },
];

function order(isWhole: boolean, sort: 'asc' | 'desc'): string[] {
  const { rows, missing } = compareRows(
    { rows: now, readToEnd: isWhole },
    { rows: before, readToEnd: isWhole },
  );
  const gone = missing.filter(({ mark }) => mark.kind === 'gone');
  return byChange([...rows, ...gone], sort).map(({ value }) => value.slice(1));
}

test('by change: new, doubled, the same, halved, gone; the greater difference first', () => {
  expect(order(true, 'desc')).toEqual([
    'new-big',
    'new-small',
    'double-big',
    'double',
    'same',
    'half',
    'gone',
    'gone-big',
  ]);
});

test('the lowest first is the same from behind', () => {
  expect(order(true, 'asc')).toEqual(order(true, 'desc').toReversed());
});

test('what is not known stands last in both directions, as it came', () => {
  expect(order(false, 'desc')).toEqual(['double-big', 'double', 'same', 'half', 'new-small', 'new-big']);
  expect(order(false, 'asc')).toEqual(['half', 'same', 'double', 'double-big', 'new-small', 'new-big']);
});
