import {
  bytesText,
  compactNumber,
  counted,
  groupThousands,
  microsecondsText,
  percent,
  ratioText,
} from '#text/words.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('groupThousands', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [12_345, '12,345'],
    [-1234, '-1,234'],
    [-0.4, '0'],
    [2.6, '3'],
    [1e15, '1,000,000,000,000,000'],
    [999_999_999_999_999, '999,999,999,999,999'],
    [1e21, '1,000,000,000,000,000,000,000'],
    [NaN, '-'],
    [Infinity, '-'],
  ])('%d is %s', (n, text) => {
    expect(groupThousands(n)).toBe(text);
  });
  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), n => {
        expect(groupThousands(n).replaceAll(',', '')).toBe(String(n));
      }),
    );
  });
});

describe('bytesText', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1049, '1.0 kB'],
    [1050, '1.1 kB'],
    [9949, '9.9 kB'],
    [9950, '10 kB'],
    [12_345, '12 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [1e6, '1.0 MB'],
    [25_165_824, '25 MB'],
    [1.2e9, '1.2 GB'],
    [3e12, '3.0 TB'],
    [4.5e15, '4.5 PB'],
    [2e18, '2,000 PB'],
  ])('%d is %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});

describe('microsecondsText', () => {
  it.each([
    [0, '-'],
    [1, '<0.1 ms'],
    [49, '<0.1 ms'],
    [50, '0.1 ms'],
    [400, '0.4 ms'],
    [1000, '1.0 ms'],
    [9949, '9.9 ms'],
    [9950, '10 ms'],
    [230_000, '230 ms'],
    [999_499, '999 ms'],
    [999_500, '1.0 s'],
    [1_400_000, '1.4 s'],
    [75_000_000, '75 s'],
    [3_600_000_000, '3,600 s'],
  ])('%d is %s', (microseconds, text) => {
    expect(microsecondsText(microseconds)).toBe(text);
  });
});

describe('counted', () => {
  it.each([
    [0, 'visitors', '0 visitors'],
    [1, 'visitors', '1 visitor'],
    [1, 'page views', '1 page view'],
    [12_345, 'page views', '12,345 page views'],
  ])('%d %s are "%s"', (n, plural, text) => {
    expect(counted(n, plural)).toBe(text);
  });
});

describe('compactNumber', () => {
  it.each([
    [0, '0'],
    [7.4, '7'],
    [999, '999'],
    [1000, '1k'],
    [1234, '1.2k'],
    [12_345, '12.3k'],
    [99_949, '99.9k'],
    [99_951, '100k'],
    [123_456, '123k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_200_000, '1.2M'],
    [5e9, '5B'],
    [1e12, '1T'],
    [1.5e15, '1.5Q'],
    [1e18, '>999Q'],
    [-1234, '-1.2k'],
    [-12_345, '-12k'],
    [NaN, '-'],
  ])('%d is %s', (n, text) => {
    expect(compactNumber(n)).toBe(text);
  });
  it('never needs more than five columns', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), n => {
        expect(compactNumber(n)).toMatch(/^-?\d{1,3}(\.\d)?[kMBTQ]?$/);
        expect(compactNumber(n).length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('percent', () => {
  it.each([
    [12, 100, '12%'],
    [4, 1000, '0.4%'],
    [1, 10_000, '<0.1%'],
    [0, 100, '0%'],
    [96, 10_000, '1%'],
    [100, 100, '100%'],
    [9999, 10_000, '>99%'],
    [99, 100, '99%'],
    [5, 0, ''],
    [0, 0, ''],
    [1e308, Infinity, ''],
    [Infinity, Infinity, ''],
    [1e308, 1e308, '100%'],
  ])('%d of %d is %s', (part, whole, text) => {
    expect(percent(part, whole)).toBe(text);
  });
});

describe('ratioText', () => {
  it.each([
    [24, 10, '2.4'],
    [10, 10, '1.0'],
    [1_234_000, 1000, '1,234'],
    [0, 5, '0.0'],
    [5, 0, ''],
    [1e308, Infinity, ''],
    [Infinity, Infinity, ''],
    [Infinity, 1, '-'],
  ])('%d for %d is %s', (count, among, text) => {
    expect(ratioText(count, among)).toBe(text);
  });
});
