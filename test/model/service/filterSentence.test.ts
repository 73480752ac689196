import { expect, test } from 'vitest';
import type { Filter } from '#model/service/filter.ts';
import { parseCondition, whoMeets } from '#model/service/filterText.ts';

function filterOf(typed: readonly string[]): Filter {
  return typed.map(text => {
    const found = parseCondition(text);
    if ('problem' in found) throw new Error(found.problem);
    return found.condition;
  });
}

test.each([
  [['country=DE'], 'are from Germany'],
  [['country=DE', 'device=mobile'], 'are from Germany and on a mobile'],
  [['country=DE', 'page~/pro'], 'are from Germany and read a page with /pro'],
  [['page~/pro', 'country=DE', 'device=mobile'], 'are from Germany, on a mobile, and read a page with /pro'],
  [
    ['country=DE', 'country=FR', 'country!=AT'],
    'are from Germany or France and from a country other than Austria',
  ],
  [['page~a', 'page~b'], 'read a page with a and a page with b'],
  [
    ['referrer=', 'hour=9', 'weekday!=mon'],
    'came from (direct), at 09:00 and on a weekday other than Monday',
  ],
  [
    ['browser=Firefox', 'campaign=sale', 'event!=play'],
    'use Firefox, came by the campaign sale, and had an event other than play',
  ],
])('visitors who meet %j', (typed, expected) => {
  expect(whoMeets(filterOf(typed))).toBe(expected);
});
