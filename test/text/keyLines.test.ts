import { expect, test } from 'vitest';
import { keyLines } from '#text/keyLines.ts';

const rows = [
  { keys: 'j Down', does: 'Down' },
  { keys: 't', does: 'Choose the period', reason: 'n shows the numbers again, then t.' },
];

test('keys that do nothing now are dim, and the line below says why', () => {
  expect(keyLines(rows, 80)).toEqual([
    { keys: 'j Down', does: 'Down' },
    { keys: 't', does: 'Choose the period', isDim: true },
    { keys: '', does: '  n shows the numbers again, then t.', isDim: true },
  ]);
});

test('a reason that is wider than the table goes on in further lines, whole', () => {
  expect(keyLines(rows, 30).slice(2)).toEqual([
    { keys: '', does: '  n shows the', isDim: true },
    { keys: '', does: '  numbers again,', isDim: true },
    { keys: '', does: '  then t.', isDim: true },
  ]);
  expect(
    keyLines(rows, 1)
      .slice(2)
      .map(({ does }) => does),
  ).toEqual(['  n', '  shows', '  the', '  numbers', '  again,', '  then', '  t.']);
});

test('each section stands below its heading, with a blank line between two', () => {
  const sections = [
    { keys: 'Enter', does: 'Open', section: 'This view' },
    { keys: 's', does: 'Sort', section: 'This view' },
    { keys: 'j', does: 'Down', section: 'Moving' },
  ];
  expect(keyLines(sections, 80)).toEqual([
    { keys: 'This view', does: '', isHeading: true },
    { keys: 'Enter', does: 'Open' },
    { keys: 's', does: 'Sort' },
    { keys: '', does: '' },
    { keys: 'Moving', does: '', isHeading: true },
    { keys: 'j', does: 'Down' },
  ]);
});

test('what keys do goes on in a further line where it is wider than the table', () => {
  // Three columns for the widest keys and four around them leave 20.
  expect(keyLines([{ keys: 'Esc', does: 'Show all websites, in order' }], 27)).toEqual([
    { keys: 'Esc', does: 'Show all websites,' },
    { keys: '', does: 'in order' },
  ]);
  expect(keyLines([{ keys: 'Esc', does: 'Show all websites, in order' }], 26)).toEqual([
    { keys: 'Esc', does: 'Show all websites, in order' },
  ]);
});
