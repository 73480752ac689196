import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean, editDistance } from '#text/match.ts';

test.each([
  ['', '', 0],
  ['page', '', 4],
  ['page', 'page', 0],
  ['pgae', 'page', 1],
  ['pag', 'page', 1],
  ['ppage', 'page', 1],
  ['pace', 'page', 1],
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
])('from %s to %s are %i edits', (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits);
});

test('a limit changes no number up to it, and those above stay above', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.nat(4), (from, to, most) => {
      const [whole, bounded] = [editDistance(from, to), editDistance(from, to, most)];
      expect(bounded <= most ? bounded : most + 1).toBe(Math.min(whole, most + 1));
      expect(editDistance(to, from)).toBe(whole);
    }),
  );
});

/** The same by every way to edit, without a table. */
function byTrying(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  const [a, b] = [from.slice(1), to.slice(1)];
  const ways = [byTrying(a, to) + 1, byTrying(from, b) + 1, byTrying(a, b) + (from[0] === to[0] ? 0 : 1)];
  if (from.length > 1 && to.length > 1 && from[0] === to[1] && from[1] === to[0])
    ways.push(byTrying(from.slice(2), to.slice(2)) + 1);
  return Math.min(...ways);
}

test('the distance is that of the fewest edits', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
  fc.assert(
    fc.property(word, word, (from, to) => {
      expect(editDistance(from, to)).toBe(byTrying(from, to));
    }),
  );
});

const statistics = ['visitors', 'pageviews', 'page', 'referrer', 'country', 'os'];

test.each([
  ['pgae', ' Did you mean page?'],
  ['Page', ' Did you mean page?'],
  ['visitor', ' Did you mean visitors?'],
  ['refferer', ' Did you mean referrer?'],
  ['o', ''],
  ['ps', ''],
  ['language', ''],
  ['', ''],
])('for %s of statistics: "%s"', (typed, words) => {
  expect(didYouMean(typed, statistics)).toBe(words);
});

test('those that are equally near are all named, three at most', () => {
  const sites = ['a.example.com', 'b.example.com', 'b.example.com', 'c.example.com', 'd.example.com'];
  expect(didYouMean('x.example.com', sites)).toBe(
    ' Did you mean a.example.com or b.example.com or c.example.com?',
  );
  expect(didYouMean('one.example.com', ['two.example.com'])).toBe('');
});

test.each([
  ['--mail', ' Did you mean --mail-from or --mail-to?'],
  ['--mai', ' Did you mean --mail-from or --mail-to?'],
  ['--mail-form', ' Did you mean --mail-from?'],
  ['--al', ' Did you mean --all?'],
  ['--ail', ' Did you mean --all?'],
  ['-mail', ''],
])('for the option %s, those that begin with it go before those that are near: "%s"', (typed, words) => {
  expect(didYouMean(typed, ['--all', '--mail-from', '--mail-to'])).toBe(words);
});

test('of names that stand for something that is what is said, once', () => {
  const names = [
    ['Germany', 'Germany (DE)'],
    ['DEU', 'Germany (DE)'],
    ['USA', 'United States (US)'],
  ] as const;
  expect(didYouMean('usa', names)).toBe(' Did you mean United States (US)?');
  expect(didYouMean('germny', names)).toBe(' Did you mean Germany (DE)?');
  expect(didYouMean('dex', [...names, ['DEK', 'Germany (DE)']])).toBe(' Did you mean Germany (DE)?');
});
