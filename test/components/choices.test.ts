import { expect, test } from 'vitest';
import { shownChoices } from '#components/box/Field.tsx';

// " public ", " private ", " password ".
const privacy = [8, 9, 10];

test('of choices that do not fit side by side those beside the chosen one are shown, with a column where some are left out', () => {
  expect(shownChoices(privacy, 1, 27)).toEqual({ from: 0, to: 3 });
  // Private, password and the mark of what is before: 9 + 10 + 1.
  expect(shownChoices(privacy, 1, 20)).toEqual({ from: 1, to: 3 });
  // Public, private and the mark of what is behind: 8 + 9 + 1.
  expect(shownChoices(privacy, 1, 19)).toEqual({ from: 0, to: 2 });
  expect(shownChoices(privacy, 0, 18)).toEqual({ from: 0, to: 2 });
  expect(shownChoices(privacy, 2, 20)).toEqual({ from: 1, to: 3 });
  expect(shownChoices(privacy, 1, 12)).toEqual({ from: 1, to: 2 });
  expect(shownChoices(privacy, 1, 0)).toEqual({ from: 1, to: 2 });
});
