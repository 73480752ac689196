import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addEntries, listEntries, removeEntries } from '#model/website/draft.ts';

test.each([
  ['', ['10.0.0.1'], '10.0.0.1'],
  ['a', ['b', 'b', ' c '], 'a\nb\nc'],
  ['a\r\nb\r\n', ['c'], 'a\r\nb\r\nc'],
  [' a , b', ['b'], ' a , b'],
  ['a,', ['b'], 'a\nb'],
  ['a', [''], 'a'],
])('%j with %j is %j', (text, entries, result) => {
  expect(addEntries(text, entries)).toBe(result);
});

test.each([
  ['a\nb\nc', ['b'], 'a\nc'],
  ['a\nb', ['b'], 'a'],
  ['a', ['a'], ''],
  ['a, b,c', ['b'], 'a,c'],
  ['a\r\nb\r\nc', ['a'], 'b\r\nc'],
  [' odd ,\r\n text ', ['none'], ' odd ,\r\n text '],
])('%j without %j is %j', (text, entries, result) => {
  expect(removeEntries(text, entries)).toBe(result);
});

test('what was added can be removed, and the other entries stay', () => {
  const entry = fc.stringMatching(/^[a-z0-9./:]{1,12}$/);
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), fc.constantFrom('\n', '\r\n', ', '), (one, two, end) => {
      const text = one.join(end);
      const added = addEntries(text, two);
      expect(new Set(listEntries(added))).toEqual(new Set([...one, ...two]));
      expect(listEntries(removeEntries(added, two))).toEqual(one.filter(each => !two.includes(each)));
    }),
  );
});
