import { array, assert, property, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import {
  asTag,
  changeTags,
  hasTags,
  ownTags,
  parseTagSearch,
  searchedTags,
  strayTags,
  strayWords,
  tagNames,
} from '#model/website/tags.ts';

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
  ['1', { domain: 'one.example', tags: ['client-a', 'shop'] }],
  ['2', { domain: 'two.example', tags: ['shop'] }],
  ['3', { domain: 'three.example', tags: ['shop-two'] }],
]);
const [one, two, three] = [
  { id: '1', domain: 'one.example' },
  { id: '2', domain: 'TWO.example' },
  { id: '3', domain: 'three.example' },
];
/** The website 1 of another service, or one that has another domain since. */
const other = { id: '1', domain: 'other.example' };

test('tags are added to websites and taken off, and one without any is not kept', () => {
  const changed = changeTags(tags, [two, { id: '4' }], { add: ['blog'], remove: ['shop'] });
  expect(Object.fromEntries(changed)).toEqual({
    1: { domain: 'one.example', tags: ['client-a', 'shop'] },
    2: { domain: 'TWO.example', tags: ['blog'] },
    3: { domain: 'three.example', tags: ['shop-two'] },
    4: { domain: '', tags: ['blog'] },
  });
  expect([...changeTags(tags, [two, three], { remove: ['shop', 'shop-two'] }).keys()]).toEqual(['1']);
  expect(tagNames(tags)).toEqual(['client-a', 'shop', 'shop-two']);
  expect(hasTags(tags, one, ['shop', 'client-a'])).toBe(true);
  expect(hasTags(tags, two, ['shop'])).toBe(true);
  expect(hasTags(tags, two, ['shop', 'client-a'])).toBe(false);
});

test('a website with the id of a tagged one and another domain has none of its tags, until it gets its own', () => {
  expect(ownTags(tags, other)).toEqual([]);
  expect(hasTags(tags, other, ['shop'])).toBe(false);
  expect(ownTags(tags, { id: '1' })).toEqual([]);
  expect(strayTags(tags, [other, two, { id: '9', domain: 'nine.example' }])).toEqual([
    { website: other, domain: 'one.example', tags: ['client-a', 'shop'] },
  ]);
  // What is taken off goes; what stays is still of the other domain.
  expect(changeTags(tags, [other], { remove: ['shop'] }).get('1')).toEqual({
    domain: 'one.example',
    tags: ['client-a'],
  });
  expect(changeTags(tags, [other], { remove: ['shop', 'client-a'] }).has('1')).toBe(false);
  expect(changeTags(tags, [other], { add: ['new'] }).get('1')).toEqual({
    domain: 'other.example',
    tags: ['new'],
  });
  const strays = ['1', '2', '3', '4', '5'].map(id => ({
    website: { id, domain: `${id}.b` },
    domain: id === '2' ? '' : `${id}.a`,
    tags: [],
  }));
  expect(strayWords(strays)).toBe(
    'website 1 was 1.a and is 1.b now, website 2 was without a domain and is 2.b now, website 3 was 3.a and is 3.b now, and 2 more',
  );
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
  const ids = (words: readonly string[]) => [...searchedTags(tags, words).keys()];
  expect(ids(['shop'])).toEqual(['1', '2']);
  expect(ids(['sho'])).toEqual(['1', '2', '3']);
  expect(ids(['shop', 'cl'])).toEqual(['1']);
  expect(ids([''])).toEqual(['1', '2', '3']);
  expect(ids(['nope'])).toEqual([]);
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
