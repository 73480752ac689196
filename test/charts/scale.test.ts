import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { heightOf, placedTicks, roundScale } from '#charts/scale.ts';

describe('roundScale', () => {
  it.each([
    [2843, 9, 3000, { 2: 1000, 5: 2000, 8: 3000 }],
    // No tick of 3,000: four of them end at 12,000, below the greatest count.
    [12_345, 9, 15_000, { 2: 5000, 5: 10_000, 8: 15_000 }],
    [7, 20, 8, { 4: 2, 9: 4, 14: 6, 19: 8 }],
    [220, 4, 240, { 1: 120, 3: 240 }],
    [11, 3, 12, { 2: 12 }],
    [10, 5, 12.5, { 1: 5, 3: 10 }],
    [3, 9, 3, { 2: 1, 5: 2, 8: 3 }],
    [1, 9, 1, { 8: 1 }],
    [0, 9, 1, { 8: 1 }],
    [NaN, 9, 1, { 8: 1 }],
    [100, 1, 100, { 0: 100 }],
  ])('%d over %d rows', (max, rows, top, ticks) => {
    const scale = roundScale(max, rows);
    expect(scale.top).toBe(top);
    expect(Object.fromEntries(scale.ticks.map(({ row, value }) => [row, value]))).toEqual(ticks);
  });
  it('comes to an end for every number there is', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 1, max: 40 }), (max, rows) => {
        const { top, ticks } = roundScale(max, rows);
        expect([top, ...ticks.map(({ value }) => value)].every(Number.isFinite)).toBe(true);
      }),
    );
  });
  it('reaches the maximum, its ticks evenly spaced from zero, at round values, two rows apart or more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e15 }), fc.integer({ min: 2, max: 40 }), (max, rows) => {
        const { top, ticks } = roundScale(max, rows);
        const [first] = ticks;
        expect(first).toBeDefined();
        const { value, row } = first ?? { value: NaN, row: NaN };
        expect(String(value)).toMatch(/^(1|12|15|2|25|3|4|5|6|8)0*$/);
        expect(row).toBeGreaterThanOrEqual(1);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks).toEqual(
          ticks.map((_, index) => ({ value: value * (index + 1), row: (row + 1) * (index + 1) - 1 })),
        );
        expect(ticks.at(-1)?.row).toBeLessThan(rows);
        expect(top).toBeGreaterThanOrEqual(max * (1 - 1e-12));
        expect(ticks.at(-1)?.value).toBeGreaterThanOrEqual(max);
        expect(top).toBeCloseTo((value / (row + 1)) * rows, -Math.log10(top) + 9);
        expect(max / top).toBeGreaterThan(max > 2 ? 0.5 : 0.3);
      }),
    );
  });
});

test('a tick stands in the middle of its row, and above what is less than it', () => {
  // 3,000 over nine rows: the middle of the uppermost is at 8.5, zero half a row below the plot.
  const height = heightOf(3000, 9, true);
  expect([3000, 1000, 2843, 0, 5000].map(height)).toEqual([8.5, 2.5, expect.closeTo(8.029), 0, 8.5]);
  expect(heightOf(3000, 9)(1000)).toBe(3);
});

const days = Array.from({ length: 15 }, (_, index) => ({ index, text: `${index + 1} Mar` }));
const weeks = days.filter(({ index }) => index % 7 === 0);
/** The line of an axis of so many columns. */
const drawn = (...[sets, columnOf, width, taken]: Parameters<typeof placedTicks>) =>
  placedTicks(sets, columnOf, width, taken)
    .reduce((line, { start, text }) => line.padEnd(start) + text, '')
    .padEnd(width);

describe('placedTicks', () => {
  it('takes the closest set whose texts all have room', () => {
    const wide = placedTicks([days, weeks], index => index * 8 + 2, 120);
    expect(wide.length).toBe(15);
    const narrow = placedTicks([days, weeks], index => index * 2, 30);
    expect(drawn([days, weeks], index => index * 2, 30)).toBe('1 Mar       8 Mar       15 Mar');
    expect(narrow.map(({ column }) => column)).toEqual([0, 14, 28]);
  });
  it('keeps texts inside, two columns apart', () => {
    expect(drawn([weeks], index => index, 20)).toBe('1 Mar       15 Mar  ');
    expect(drawn([days.slice(0, 3)], index => index * 6, 18)).toBe('1 Mar     3 Mar   ');
    expect(drawn([days.slice(0, 3)], index => index * 7 + 2, 19)).toBe('1 Mar  2 Mar  3 Mar');
  });
  it('thins the last set at an even distance where none has room', () => {
    expect(drawn([days, weeks], index => index, 15)).toBe('1 Mar    15 Mar');
  });
  it('leaves out what would fall into or touch a column that is taken, and then has room for a closer set', () => {
    expect(drawn([weeks], index => index * 2, 30, [14])).toBe('1 Mar                   15 Mar');
    // In columns 12 to 16: beside a text a column is empty.
    for (const [column, isLeft] of [
      [10, true],
      [11, false],
      [17, false],
      [18, true],
    ] as const)
      expect(drawn([weeks], index => index * 2, 30, [column]).includes('8 Mar')).toBe(isLeft);
    // In columns 0 to 4, 5 to 9 and 12 to 17: without the first week the two others have room.
    const fortnights = weeks.filter((_, index) => index % 2 === 0);
    expect(drawn([weeks, fortnights], index => index, 20)).toBe('1 Mar       15 Mar  ');
    expect(drawn([weeks, fortnights], index => index, 20, [0])).toBe('     8 Mar  15 Mar  ');
  });
  it('takes a set of which most are left out only where there is no other', () => {
    // Of these days 2, 8 and 14 March would be left, where the weeks have their texts too.
    const inner = days.slice(1, -1);
    const taken = [6, 8, 10, 18, 20, 22];
    expect(drawn([inner], index => index * 2, 30, taken).trim()).toBe('2 Mar       8 Mar       14 Mar');
    expect(drawn([inner, weeks], index => index * 2, 30, taken)).toBe('1 Mar       8 Mar       15 Mar');
  });
  it('is empty without room or ticks', () => {
    expect([
      placedTicks([days], () => 0, 3),
      placedTicks([], () => 0, 30),
      placedTicks([[]], () => 0, 9),
    ]).toEqual([[], [], []]);
  });
});

it('a scale goes through a value where that wastes little', () => {
  expect(roundScale(145, 4, 100)).toEqual({
    top: 200,
    ticks: [
      { value: 100, row: 1 },
      { value: 200, row: 3 },
    ],
  });
  // Steps of 100 would leave no room for their ticks.
  expect(roundScale(790, 4, 100).ticks.map(({ value }) => value)).toEqual([400, 800]);
});
