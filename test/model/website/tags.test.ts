import { array, assert, property, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { asTag, changeTags, hasTags, parseTagSearch, tagNames, taggedIds } from '#model/website/tags.ts';

test('a tag has letters, digits, hyphens, dots and underscores; capitals do not matter', () => {
  expect(asTag(' Client-A ')).toBe('client-a');
  expect(asTag('v1.2_b')).toBe('v1.2_b');
  expect(asTag('2024')).toBe('2024');
  expect(asTag('Mu\u0308ller')).toBe('m\u00fcller');
  for (const wrong of [
    '',
    ' ',
    'two words',
    '-shop',
    '.shop',
    'a/b',
    'a:b',
    'a,b',
    'a\u202eb',
    'a'.repeat(41),
  ])
    expect(asTag(wrong)).toBeUndefined();
});

const tags = new Map([
  ['1', ['client-a', 'shop']],
  ['2', ['shop']],
  ['3', ['shop-two']],
]);

test('tags are added to websites and taken off, and one without any is not kept', () => {
  const changed = changeTags(tags, ['2', '4'], { add: ['blog'], remove: ['shop'] });
  expect(Object.fromEntries(changed)).toEqual({
    1: ['client-a', 'shop'],
    2: ['blog'],
    3: ['shop-two'],
    4: ['blog'],
  });
  expect([...changeTags(tags, ['2', '3'], { remove: ['shop', 'shop-two'] }).keys()]).toEqual(['1']);
  expect(tagNames(tags)).toEqual(['client-a', 'shop', 'shop-two']);
  expect(hasTags(tags, '1', ['shop', 'client-a'])).toBe(true);
  expect(hasTags(tags, '2', ['shop', 'client-a'])).toBe(false);
});

test('a search has its tags and what is left of it', () => {
  expect(parseTagSearch('tag:Shop example  TAG:client-a')).toEqual({
    text: 'example',
    tags: ['shop', 'client-a'],
  });
  expect(parseTagSearch('tag:')).toEqual({ text: '', tags: [''] });
  expect(parseTagSearch('a  b')).toEqual({ text: 'a  b', tags: [] });
  expect(parseTagSearch('vintage:x')).toEqual({ text: 'vintage:x', tags: [] });
});

test('a tag that is there is meant whole, one that is still typed by its beginning', () => {
  expect([...taggedIds(tags, ['shop'])]).toEqual(['1', '2']);
  expect([...taggedIds(tags, ['sho'])]).toEqual(['1', '2', '3']);
  expect([...taggedIds(tags, ['shop', 'cl'])]).toEqual(['1']);
  expect([...taggedIds(tags, [''])]).toEqual(['1', '2', '3']);
  expect([...taggedIds(tags, ['nope'])]).toEqual([]);
});

test('whatever is searched for, words without tag: go to the service in their order', () => {
  const word = stringMatching(/^[a-z.]{1,8}$/);
  assert(
    property(array(word), array(word), (words, names) => {
      const search = [...words, ...names.map(name => `tag:${name}`)].join(' ');
      expect(parseTagSearch(search)).toEqual({ text: words.join(' '), tags: names });
    }),
  );
});
