import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { change, formatChange, viewsChange } from '#model/comparison/change.ts';
import { byChange, compareRows, formatMark } from '#model/comparison/rows.ts';

describe('change', () => {
  it('tells a percentage, new, the same and nothing apart', () => {
    expect(change(1120, 1000)).toEqual({ kind: 'percent', ratio: 0.12 });
    expect(change(0, 5)).toEqual({ kind: 'percent', ratio: -1 });
    expect(change(5, 0)).toEqual({ kind: 'new' });
    expect(change(5, 5)).toEqual({ kind: 'same' });
    expect(change(0, 0)).toEqual({ kind: 'none' });
    expect(change(undefined, 5)).toEqual({ kind: 'none' });
    expect(change(5, undefined)).toEqual({ kind: 'none' });
    expect(change(NaN, 5)).toEqual({ kind: 'none' });
  });
});

test('a change of less than two standard deviations of such counts is noise', () => {
  const isNoise = (now: number, before: number) =>
    change(now, before).kind === 'percent' && 'isNoise' in change(now, before);
  // The root of 200 is 14.1, that of 5,000 is 70.7.
  expect([isNoise(86, 114), isNoise(85, 115), isNoise(115, 85)]).toEqual([true, false, false]);
  expect([isNoise(2_570, 2_430), isNoise(2_571, 2_429)]).toEqual([true, false]);
  // The root of 4 is 2: nobody where four were.
  expect([isNoise(0, 3), isNoise(0, 4), isNoise(1, 4)]).toEqual([true, false, true]);
});

describe('formatChange', () => {
  it.each([
    [112, 100, '+12%'],
    [97, 100, '-3%'],
    [1004, 1000, '+0.4%'],
    [9996, 10_000, '-<0.1%'],
    [100_001, 100_000, '+<0.1%'],
    [1009.6, 1000, '+1%'],
    [1, 1000, '-99%'],
    [0, 1000, '-100%'],
    [200, 100, '+100%'],
    [1099, 100, '+999%'],
    [10_995, 1000, 'x11'],
    [1100, 100, 'x11'],
    [1149, 100, 'x11'],
    [1150, 100, 'x12'],
    [99_999, 1, 'x99999'],
    [100_000, 1, 'x100k'],
    [2_999_999, 2, 'x1M'],
    [Number.MAX_SAFE_INTEGER, 1, 'x9007T'],
    [Number.MAX_VALUE, 1, '>x9e15'],
    [5, 0, 'new'],
    [5, 5, '='],
    [0, 0, ''],
  ])('%d after %d is %s', (now, before, text) => {
    expect(formatChange(change(now, before))).toBe(text);
  });
});

it('a change has at most six characters, and from eleven times on says how many times, to its rounding', () => {
  const count = fc.oneof(fc.nat(2000), fc.nat(Number.MAX_SAFE_INTEGER), fc.double({ min: 0, noNaN: true }));
  fc.assert(
    fc.property(count, count, (now, before) => {
      expect(formatChange(change(now, before)).length).toBeLessThanOrEqual(6);
    }),
    { numRuns: 5000 },
  );
  const many = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(many, fc.integer({ min: 1, max: 3000 }), (now, before) => {
      const text = formatChange(change(now, before));
      fc.pre(text.startsWith('x'));
      const times = now / before;
      const [, digits, letter = ''] = /^x(\d+)([kMBT]?)$/.exec(text) ?? [];
      const unit = { '': 1, k: 1e3, M: 1e6, B: 1e9, T: 1e12 }[letter] ?? NaN;
      // Within half of one as a whole number, within one of the unit as a rounded one.
      const error = Math.abs(Number(digits) * unit - times);
      expect(error).toBeLessThanOrEqual(unit === 1 ? 0.5 : unit);
      expect(times).toBeGreaterThan(10.9);
    }),
    { numRuns: 5000 },
  );
});

describe('compareRows', () => {
  const now = [
    { value: '/', count: 112 },
    { value: '/new', count: 9 },
  ];
  const before = [
    { value: '/', count: 100 },
    { value: '/old', count: 4 },
    { value: '/older', count: 3 },
  ];
  const marks = (nowToEnd: boolean, beforeToEnd: boolean) => {
    const { rows, missing } = compareRows(
      { rows: now, readToEnd: nowToEnd },
      { rows: before, readToEnd: beforeToEnd },
    );
    return [...rows, ...missing].map(({ value, mark }) => `${value} ${formatMark(mark)}`);
  };

  it('marks new and gone where both sides were read to their end', () => {
    expect(marks(true, true)).toEqual(['/ +12%', '/new new', '/old gone', '/older gone']);
  });
  it('says of which so few are new or gone that it may be chance: below two deviations, which are 4 of 4', () => {
    const read = { readToEnd: true };
    const { rows, missing } = compareRows({ ...read, rows: now }, { ...read, rows: before });
    expect([...rows, ...missing].map(({ mark }) => mark)).toEqual([
      { kind: 'change', change: { kind: 'percent', ratio: 0.12, isNoise: true } },
      { kind: 'new' },
      { kind: 'gone' },
      { kind: 'gone', isNoise: true },
    ]);
  });
  it.each([
    // What is not among all rows of now is gone; what is not among the first rows before may have been further down.
    [true, false, ['/new not in the top 3', '/old gone', '/older gone']],
    [false, true, ['/new new', '/old not in the top 2', '/older not in the top 2']],
    [false, false, ['/new not in the top 3', '/old not in the top 2', '/older not in the top 2']],
  ])('says only what was seen otherwise (now to its end: %s, before: %s)', (nowToEnd, beforeToEnd, rest) => {
    expect(marks(nowToEnd, beforeToEnd)).toEqual(['/ +12%', ...rest]);
  });
  it('never says "top 0": beside no rows at all a row is new, or its change is unknown', () => {
    const one = { rows: [{ value: '/', count: 3 }], readToEnd: false };
    const none = { rows: [], readToEnd: true };
    expect(compareRows(one, none).rows.map(({ mark }) => formatMark(mark))).toEqual(['new']);
    expect(compareRows(one, none, false).rows.map(({ mark }) => formatMark(mark))).toEqual(['?']);
  });
  it('knows no change, nothing new and nothing gone where the earlier rows are not of all their days', () => {
    const whole = { readToEnd: true };
    const { rows, missing } = compareRows({ rows: now, ...whole }, { rows: before, ...whole }, false);
    expect(rows.map(row => [row.value, row.count, row.before, formatMark(row.mark)])).toEqual([
      ['/', 112, undefined, '?'],
      ['/new', 9, undefined, '?'],
    ]);
    expect(missing).toEqual([]);
  });
  it('keeps the counts of both sides', () => {
    const whole = { readToEnd: true };
    const { rows, missing } = compareRows({ rows: now, ...whole }, { rows: before, ...whole });
    expect(rows.map(row => [row.count, row.before])).toEqual([
      [112, 100],
      [9, undefined],
    ]);
    expect(missing.map(row => [row.count, row.before])).toEqual([
      [undefined, 4],
      [undefined, 3],
    ]);
  });
  it('adds up rows of one value', () => {
    const twice = [
      { value: 'x', count: 2 },
      { value: 'x', count: 3 },
    ];
    const { rows } = compareRows(
      { rows: [{ value: 'x', count: 5 }], readToEnd: true },
      { rows: twice, readToEnd: true },
    );
    expect(rows.map(({ mark }) => formatMark(mark))).toEqual(['=']);
  });
});

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

test('a mean of views is compared by how much those of one visitor vary', () => {
  // Of 2.5 and 2: two standard deviations are 2 * sqrt((3.75 + 2) / visitors), 0.48 of a hundred and 0.54 of eighty.
  const of = (mean: number, count: number) => ({ mean, count });
  expect(viewsChange(of(2.5, 100), of(2, 100))).toEqual({ kind: 'percent', ratio: 0.25 });
  expect(viewsChange(of(2.5, 80), of(2, 80))).toEqual({ kind: 'percent', ratio: 0.25, isNoise: true });
  expect(viewsChange(of(2, 9), of(2, 8))).toEqual({ kind: 'same' });
  expect(viewsChange(of(2, 9), undefined)).toEqual({ kind: 'none' });
  expect(viewsChange(of(2, 9), of(0, 8))).toEqual({ kind: 'none' });
});

test('by change: new, doubled, the same, halved, gone; the greater difference first', () => {
  expect(order(true, 'desc')).toEqual(
    'new-big new-small double-big double same half gone gone-big'.split(' '),
  );
});

test('the lowest first is the same from behind', () => {
  expect(order(true, 'asc')).toEqual(order(true, 'desc').toReversed());
});

test('what is not known stands last in both directions, as it came', () => {
  expect(order(false, 'desc')).toEqual(['double-big', 'double', 'same', 'half', 'new-small', 'new-big']);
  expect(order(false, 'asc')).toEqual(['half', 'same', 'double', 'double-big', 'new-small', 'new-big']);
});
