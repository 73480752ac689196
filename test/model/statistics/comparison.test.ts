import { change, formatChange } from '#model/statistics/comparison.ts';
import { compareRows, formatMark } from '#model/statistics/rowComparison.ts';
import { describe, expect, it } from 'vitest';

describe('change', () => {
  it('tells a percentage, new, the same and nothing apart', () => {
    expect(change(112, 100)).toEqual({ kind: 'percent', ratio: 0.12 });
    expect(change(0, 4)).toEqual({ kind: 'percent', ratio: -1 });
    expect(change(5, 0)).toEqual({ kind: 'new' });
    expect(change(5, 5)).toEqual({ kind: 'same' });
    expect(change(0, 0)).toEqual({ kind: 'none' });
    expect(change(undefined, 5)).toEqual({ kind: 'none' });
    expect(change(5, undefined)).toEqual({ kind: 'none' });
    expect(change(NaN, 5)).toEqual({ kind: 'none' });
  });
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
    [1100, 100, '>+999%'],
    [5, 0, 'new'],
    [5, 5, '='],
    [0, 0, ''],
  ])('%d after %d is %s', (now, before, text) => {
    expect(formatChange(change(now, before))).toBe(text);
  });
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
