import { repeatsPage } from '#model/page.ts';
import { describe, expect, it } from 'vitest';

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
