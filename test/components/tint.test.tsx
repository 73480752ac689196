import { expect, test } from 'vitest';
import { onGround } from '#charts/row.ts';
import { label } from '#text/safeText.ts';

test('the first columns stand on the ground, a part is cut in two where it ends', () => {
  expect(
    onGround(
      [
        { text: label`/sale`, bold: true },
        { text: label` 12`, tone: 'dim' },
      ],
      3,
      'contentBar',
    ),
  ).toEqual([
    { text: '/sa', bold: true, on: 'contentBar' },
    { text: 'le', bold: true },
    { text: ' 12', tone: 'dim' },
  ]);
});

test('several parts, none, and more columns than there are', () => {
  const parts = [{ text: label`ab` }, { text: label`cd`, on: 'selection' as const }];
  expect(onGround(parts, 9, 'contentBar')).toEqual([
    { text: 'ab', on: 'contentBar' },
    { text: 'cd', on: 'selection' },
  ]);
  expect(onGround(parts, 0, 'contentBar')).toEqual(parts);
});

test('a wide letter is not cut: the ground ends before it, and does not go on behind it', () => {
  expect(onGround([{ text: label`a日` }, { text: label`b` }], 2, 'contentBar')).toEqual([
    { text: 'a', on: 'contentBar' },
    { text: '日' },
    { text: 'b' },
  ]);
});
