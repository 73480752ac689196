import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addNote,
  asNoteText,
  asTime,
  noteLetters,
  noteLine,
  noNotes,
  type NewNote,
  type Notes,
  notesIn,
  notesOf,
  readNoteLines,
} from '#model/website/notes.ts';
import { changeTags, noTags } from '#model/website/tags.ts';
import { anyText } from '../../helpers/anyText.ts';

const shop = { id: '7', domain: 'shop.example.com' };
const ofShop = { kind: 'website', ...shop } as const;

const made = (...notes: NewNote[]): Notes =>
  notes.reduce<Notes>((all, note) => addNote(all, note).notes, noNotes);

test('a note is one line of at most 200 characters, without what would act on a terminal', () => {
  expect(asNoteText('  newsletter\t 14\n')).toBe('newsletter 14');
  expect(asNoteText('x'.repeat(200))).toBe('x'.repeat(200));
  // A family of four people is one character of eleven units.
  expect(asNoteText('👨‍👩‍👧‍👦'.repeat(200))).toBe('👨‍👩‍👧‍👦'.repeat(200));
  for (const none of [
    '',
    '  ',
    'x'.repeat(201),
    'a\u001b[31mb',
    'a\u202eb',
    '\ud800',
    '\u200b',
    '\u3164 \u2800',
  ])
    expect(asNoteText(none)).toBeUndefined();
});

test('times of day', () => {
  expect(asTime('9:00')).toBe('09:00');
  expect(asTime('23:59')).toBe('23:59');
  for (const none of ['24:00', '9', '9:60', '09:00:00', '']) expect(asTime(none)).toBeUndefined();
});

test('a website has its own notes, those of its tags and of all, in the order of time; one that has its id now has none', () => {
  const notes = made(
    { scope: ofShop, day: '2026-11-06', at: '09:00', text: 'newsletter 14' },
    { scope: { kind: 'all' }, day: '2026-11-06', text: 'new data centre' },
    { scope: { kind: 'tag', tag: 'client-a' }, day: '2026-11-02', until: '2026-11-04', text: 'campaign' },
    { scope: { kind: 'tag', tag: 'other' }, day: '2026-11-03', text: 'of others' },
    { scope: { kind: 'website', id: '7', domain: 'former.example' }, day: '2026-11-01', text: 'of then' },
  );
  const tags = changeTags(noTags, [shop], { add: ['client-a'] });
  const texts = (found: Notes) => found.map(({ text }) => text);
  expect(texts(notesOf(notes, shop, tags))).toEqual(['campaign', 'new data centre', 'newsletter 14']);
  expect(texts(notesOf(notes, { id: '7', domain: 'SHOP.example.com' }, noTags))).toEqual([
    'new data centre',
    'newsletter 14',
  ]);
  expect(texts(notesOf(notes, { id: '8', domain: 'blog.example.com' }, tags))).toEqual(['new data centre']);
  const own = notesOf(notes, shop, tags);
  expect(texts(notesIn(own, { from: '2026-11-04', to: '2026-11-05' }))).toEqual(['campaign']);
  expect(texts(notesIn(own, { from: '2026-11-05', to: '2026-11-05' }))).toEqual([]);
});

test('the same note is added once; ids are not given twice while they are there', () => {
  const first: NewNote = { scope: ofShop, day: '2026-11-06', text: 'newsletter 14' };
  const notes = made(first, { ...first, text: 'b' }, { ...first }, { ...first, at: '09:00' });
  expect(notes.map(({ id, text }) => `${id} ${text}`)).toEqual(['1 newsletter 14', '2 b', '3 newsletter 14']);
  const rest = notes.filter(({ id }) => id !== 2);
  expect(addNote(rest, { ...first, text: 'c' }).note.id).toBe(4);
});

test('a note in words', () => {
  expect(
    noteLine({ scope: ofShop, day: '2026-11-06', at: '09:00', text: 'newsletter 14' }, '2026-11-20'),
  ).toBe('Fri 6 Nov 09:00 newsletter 14');
  expect(
    noteLine({ scope: ofShop, day: '2026-11-02', until: '2026-11-04', text: 'campaign' }, '2026-11-20'),
  ).toBe('Mon 2 Nov - Wed 4 Nov campaign');
  const turn = { scope: ofShop, day: '2025-12-30', until: '2026-01-02', text: 'shut' } as const;
  expect(noteLine(turn, '2026-11-20')).toBe('Tue 30 Dec 2025 - Fri 2 Jan 2026 shut');
});

test('lines of a file', () => {
  expect(readNoteLines('# releases\n2026-10-01\tv1.0\r\n\n2026-11-20 9:30\tv1.1\tmended\n')).toEqual({
    notes: [
      { day: '2026-10-01', text: 'v1.0' },
      { day: '2026-11-20', at: '09:30', text: 'v1.1 mended' },
    ],
  });
  for (const [text, line] of [
    ['2026-10-01\tv1\n1 Oct\tv2', 'Line 2 does not begin'],
    ['2026-02-30\tv1', 'Line 1 does not begin'],
    ['2026-10-01 25:00\tv1', 'Line 1 does not begin'],
    ['2026-10-01 v1', 'Line 1 does not begin'],
    ['2026-10-01\t', 'Line 1 has no note'],
  ] as const) {
    const read = readNoteLines(text);
    expect('wrong' in read && read.wrong).toContain(line);
  }
});

test('places of a chart have letters in their order, the notes of one place the same', () => {
  expect([...noteLetters([5, undefined, 2, 5, 27])]).toEqual([
    [2, 'a'],
    [5, 'b'],
    [27, 'c'],
  ]);
  expect(noteLetters([undefined]).size).toBe(0);
  expect(noteLetters(Array.from({ length: 60 }, (_, place) => place)).get(59)).toBe('*');
});

test('whatever is a note once stays the same', () => {
  fc.assert(
    fc.property(anyText(40), text => {
      const note = asNoteText(text);
      expect(note && asNoteText(note)).toBe(note);
    }),
  );
});
