import { nextAfter, repeatsPage } from '#model/page.ts';
import { describe, expect, it } from 'vitest';

describe('nextAfter', () => {
  it.each([
    ['a full page may be the last', { rows: 25, perPage: 25, page: 1 }, 'maybe'],
    ['a page that is not full is the last', { rows: 24, perPage: 25, page: 3 }, 'no'],
    ['an empty page is past the end', { rows: 0, perPage: 25, page: 2, total: 60 }, 'no'],
    ['the total has more', { rows: 25, perPage: 25, page: 1, total: 26 }, 'yes'],
    ['the total is reached', { rows: 25, perPage: 25, page: 2, total: 50 }, 'no'],
    ['the service gave fewer rows than asked', { rows: 10, perPage: 25, page: 1, total: 40 }, 'yes'],
  ] as const)('%s', (_, read, next) => {
    expect(nextAfter(read)).toBe(next);
  });
});

describe('repeatsPage', () => {
  it('is the same rows in any order', () => {
    expect(repeatsPage(['1', '2', '3'], ['3', '1', '2'])).toBe(true);
  });
  it('is not a row that moved over, nor a page with new rows, nor an empty one', () => {
    expect(repeatsPage(['1', '2', '3'], ['3'])).toBe(false);
    expect(repeatsPage(['1', '2', '3'], ['3', '4', '5'])).toBe(false);
    expect(repeatsPage([], [])).toBe(false);
  });
});
