import { expect, test } from 'vitest';
import { listedNames, wrappedNames } from '#screens/dialogs/Delete.tsx';
import { label } from '#text/safeText.ts';

const names = [label`one.example`, label`two.example`, label`three.example`, label`four.example`];

test('names line by line, the last line counting those without one', () => {
  expect(listedNames(names, 4)).toEqual(names);
  expect(listedNames(names, 3)).toEqual(['one.example', 'two.example', 'and 2 more']);
});

test('names one after the other, as many as fit', () => {
  expect(wrappedNames(names, 3, 26)).toEqual(['one.example, two.example,', 'three.example,', 'four.example']);
  expect(wrappedNames(names, 2, 26)).toEqual(['one.example, two.example,', 'three.example and 1 more']);
  expect(wrappedNames(names, 1, 26)).toEqual(['one.example and 3 more']);
  const thousands = Array.from({ length: 5000 }, () => label`a`);
  expect(wrappedNames(thousands, 1, 26)).toEqual(['a, a, a, a and 4996 more']);
});
