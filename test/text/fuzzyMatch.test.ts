import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findByWords, foundStretches, type Names, nearestName } from '#text/match.ts';

const items: readonly Names[] = [
  { title: 'Why: what explains the change', others: 'fell drop movers' },
  { title: 'Refresh', others: 'reload again' },
  { title: 'This year', others: 'period' },
  { title: 'Last month', others: 'period' },
  { title: 'Last 12 months', others: '12m year period' },
  { title: 'Referrers', others: 'referrer' },
  { title: 'shop.example.com' },
  { title: 'workshop.example.com' },
  { title: 'It: change' },
];

const find = (typed: string) => findByWords(items, typed, item => item).map(({ title }) => title);

test.each([
  // The title, its beginning, the beginning of its words, of other words, anywhere.
  ['refresh', ['Refresh']],
  ['REF', ['Refresh', 'Referrers']],
  ['last m', ['Last month', 'Last 12 months']],
  ['month', ['Last month', 'Last 12 months']],
  // The fewer other words the better, whatever comes first.
  ['change', ['It: change', 'Why: what explains the change']],
  ['year', ['This year', 'Last 12 months']],
  ['period', ['This year', 'Last month', 'Last 12 months']],
  ['fell', ['Why: what explains the change']],
  ['again', ['Refresh']],
  ['shop', ['shop.example.com', 'workshop.example.com']],
  ['com', ['shop.example.com', 'workshop.example.com']],
  ['ange', ['Why: what explains the change', 'It: change']],
  // All words, in whatever order.
  ['year last', ['Last 12 months']],
  ['  what   change ', ['Why: what explains the change']],
  // Letters in order, only where nothing has the words.
  ['rfr', ['Refresh', 'Referrers']],
  ['rfrr', ['Referrers']],
  ['wywt', ['Why: what explains the change']],
  // "Last month" has them within 9 letters, "Last 12 months" within 12: at most 10.
  ['lmnt', ['Last month']],
  ['wrkshp', ['workshop.example.com']],
  // Too far apart, out of order, not from the start of a word, too few.
  ['mge', []],
  ['srvm', []],
  ['vrs', []],
  ['q', []],
])('%j finds %j', (typed, titles) => {
  expect(find(typed)).toEqual(titles);
});

test('nothing typed is everything, in order', () => {
  expect(findByWords(items, '  ', item => item)).toEqual(items);
});

test('what has the typed words is found whatever else there is, and equally good items keep their order', () => {
  const word = fc.stringMatching(/^[a-c]{1,3}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), word, (titles, typed) => {
      const found = findByWords(
        titles.map((title, place) => ({ title, place })),
        typed,
        item => item,
      );
      const containing = titles.filter(title => title.includes(typed)).sort();
      const seen = found.map(({ title }) => title).sort();
      expect(containing.length === 0 ? [] : seen).toEqual(containing);
      const isInOrder = found.every(({ title, place }, index) =>
        found.slice(index + 1).every(later => later.title !== title || later.place > place),
      );
      expect(isInOrder).toBe(true);
    }),
  );
});

/** The title with what is lit in brackets. */
function lit(title: string, typed: string, others = ''): string {
  let at = 0;
  const parts = foundStretches({ title, others }, typed).map(([from, to]) => {
    const part = `${title.slice(at, from)}[${title.slice(from, to)}]`;
    at = to;
    return part;
  });
  return parts.join('') + title.slice(at);
}

test.each([
  ['Show the year', '', 'Show the year'],
  ['Show the year', 'YE', 'Show the [ye]ar'],
  // The start of a word before the middle of one before it.
  ['Notes: not found', 'no', '[No]tes: not found'],
  ['Cannot be noted', 'not', 'Cannot be [not]ed'],
  ['workshop', 'shop', 'work[shop]'],
  // Each word, those that touch or overlap as one.
  ['Last 12 months', 'months la', '[La]st 12 [months]'],
  ['Countries', 'cou count', '[Count]ries'],
  // Letters, only where nothing else is why it was found.
  ['Referrers', 'rfrr', '[R]e[f]e[rr]ers'],
  ['Show the last minutes', 'now stem', 'Show the last minutes'],
  // One more letter in lower case: no place can be told.
  ['İstanbul', 'is', 'İstanbul'],
])('in %j what %j finds is %j', (title, typed, shown) => {
  expect(lit(title, typed, typed === 'now stem' ? 'now' : '')).toBe(shown);
});

test('what is lit of a title are letters that were typed, in order and apart', () => {
  const text = fc.stringMatching(/^[abc ]{0,12}$/);
  fc.assert(
    fc.property(text, text, (title, typed) => {
      let end = -1;
      for (const [from, to] of foundStretches({ title }, typed)) {
        expect(from).toBeGreaterThan(end);
        expect(to).toBeGreaterThan(from);
        for (const letter of title.slice(from, to)) expect(typed).toContain(letter);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(title.length);
    }),
  );
});

const domains = ['shop.example.com', 'kitchen-notes.example', 'docs.example.com', 'blog.example.com', 'a.b'];

test.each([
  // Swapped, left out, put in, another letter; one of up to five, two of more.
  ['shpo', 'shop.example.com'],
  ['dcos', 'docs.example.com'],
  ['blgo.example.com', 'blog.example.com'],
  ['kitchn', 'kitchen-notes.example'],
  ['kitchenn-notess', 'kitchen-notes.example'],
  ['Notez', 'kitchen-notes.example'],
  ['doc.example.com', 'docs.example.com'],
  ['sxxp', undefined],
  ['zzz.example', undefined],
  // Too few letters.
  ['sx', undefined],
  ['', undefined],
])('nearest to %j is %j', (typed, name) => {
  expect(nearestName(typed, domains)).toBe(name);
});
