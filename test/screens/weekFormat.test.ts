import { expect, test } from 'vitest';
import { weekFormat } from '#screens/heatMap/index.ts';

const week = (most: number) => [[0, undefined, most]];

test('averages of a small website have a decimal, those of others none', () => {
  const small = weekFormat(week(9.75));
  expect(small.decimals).toBe(1);
  expect([0, 0.01, 0.25, 1, 9.75, 40].map(small.formatCount)).toEqual([
    '0',
    '<0.1',
    '0.3',
    '1.0',
    '9.8',
    '40.0',
  ]);
  const large = weekFormat(week(10));
  expect(large.decimals).toBe(0);
  expect([0, 0.25, 0.5, 9.5, 1234].map(large.formatCount)).toEqual(['0', '<1', '1', '10', '1.2k']);
});
