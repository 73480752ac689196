import { expect, test } from 'vitest';
import type { Part } from '#components/parts.ts';
import { rowChanges } from '#screens/statistic/RowPane.tsx';
import type { ComparedTableRow } from '#store/queries/rows.ts';

const changed = (value: string, count: number, before: number): ComparedTableRow => ({
  value,
  count,
  compared: { value, count, before, mark: { kind: 'change', change: { kind: 'none' } } },
});

const rows: ComparedTableRow[] = [
  changed('US:United States', 1400, 1000),
  changed('FR:France', 300, 300),
  changed('GB:United Kingdom', 200, 1000),
  {
    value: 'NZ',
    count: 100,
    compared: { value: 'NZ', count: 100, before: undefined, mark: { kind: 'new' } },
  },
  { value: 'AT', count: 0, compared: { value: 'AT', count: undefined, before: 50, mark: { kind: 'gone' } } },
  {
    value: 'IT',
    count: 90,
    compared: { value: 'IT', count: 90, before: undefined, mark: { kind: 'notInTop', top: 100 } },
  },
  { value: 'ES', count: 80, compared: undefined },
];

const texts = (lines: readonly (readonly Part[])[]) =>
  lines.map(line => line.map(({ text }) => text).join(''));

test('countries stand in the order of their changes, each as long as its part of the greatest; unknown and no changes are left out', () => {
  // 37 columns leave 32 for labels and bars: half of them for half of the change, one for hardly any.
  const lines = rowChanges(rows, { name: 'country', width: 37, height: 9, counts: 'visitors' });
  expect(texts(lines)).toEqual([
    'CHANGE IN VISITORS',
    'United Kingdom__________________ -800',
    'United States___                 +400',
    'New Zealand                      +100',
    'Austria                           -50',
  ]);
  expect(lines.slice(1).map(line => line.at(-1)?.tone)).toEqual(['bad', 'good', 'good', 'bad']);
});

test('the greatest changes are kept, and with three lines none', () => {
  expect(texts(rowChanges(rows, { name: 'country', width: 40, height: 4, counts: 'visitors' })).length).toBe(
    4,
  );
  expect(rowChanges(rows, { name: 'country', width: 40, height: 3, counts: 'visitors' })).toEqual([]);
});

test('without changes there is nothing', () => {
  const alike = [changed('FR:France', 300, 300)];
  expect(rowChanges(alike, { name: 'country', width: 40, height: 9, counts: 'visitors' })).toEqual([]);
});
