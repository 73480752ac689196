import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  editByKey,
  hasHiddenCharacters,
  insertText,
  textWindow,
  textWindowLines,
} from '#terminal/textEdit.ts';
import { setCharset, textWidth } from '#text/characters.ts';
import { safeText } from '#text/safeText.ts';
import { hostileText } from '../text/hostileText.ts';

afterEach(() => setCharset('utf8'));

describe('textWindow', () => {
  it.each([
    ['', 0, 5, '', 0],
    ['abcd', 4, 5, 'abcd', 4],
    ['abcd', 0, 5, 'abcd', 0],
    // One column more than the field has: it moves by half a field, as far as the end needs.
    ['abcde', 5, 5, 'bcde', 4],
    ['abcde', 0, 5, 'abcde', 0],
    ['abcdefghijkl', 6, 6, 'defghi', 3],
    ['abcdefghijkl', 12, 6, 'hijkl', 5],
    ['日本語', 1, 4, '日本', 2],
    // The left half of a wide character is outside, so that the whole is.
    ['日本語', 3, 4, '語', 2],
    // The character under the caret is in view, both halves of it.
    ['ab日', 2, 3, 'b日', 1],
    ['a\tb\u200bc', 5, 9, 'a·b·c', 5],
    ['a\nb', 3, 9, 'a·b', 3],
    ['👍🏽x', 4, 9, '\ufffdx', 1],
    ['🇩🇪x', 4, 9, 'DEx', 2],
    ['abc', 3, 0, '', 0],
  ])('%j with its caret at %i in %i columns', (value, caret, width, text, caretColumn) => {
    expect(textWindow({ value, caret }, width)).toEqual({ text, caretColumn });
  });

  it('masks by cluster', () => {
    expect(textWindow({ value: 'p日👨‍👩‍👧', caret: 2 }, 9, { mask: true })).toEqual({
      text: '***',
      caretColumn: 2,
    });
  });

  it('shows hidden characters in ASCII', () => {
    setCharset('ascii');
    expect(textWindow({ value: 'é\u200bx', caret: 3 }, 9)).toEqual({ text: '?.x', caretColumn: 3 });
  });

  it('shows the caret where the text is, whatever the text', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.integer({ min: 2, max: 30 }),
        fc.array(fc.constantFrom('Left', '^W')),
        (text, width, keys) => {
          let edit = insertText({ value: '', caret: 0 }, text);
          for (const key of keys) edit = editByKey(edit, key) ?? edit;
          const window = textWindow(edit, width);
          expect(textWidth(window.text)).toBeLessThanOrEqual(width);
          expect(window.caretColumn).toBeLessThan(width);
          expect(safeText(window.text).normalize()).toBe(window.text.normalize());
          // Before the caret stands the end of what a field of any width would show there.
          const whole = textWindow(
            { value: edit.value.slice(0, edit.caret), caret: edit.caret },
            10_000,
          ).text;
          const before = Array.from(window.text).reduce(
            (seen, character) => (textWidth(seen) < window.caretColumn ? seen + character : seen),
            '',
          );
          expect(textWidth(before)).toBe(window.caretColumn);
          expect(whole.includes(before)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('textWindowLines', () => {
  const value = 'one\ntwo\nthree\nfour\nfive';

  it('shows all lines where there is room', () => {
    expect(textWindowLines({ value, caret: 5 }, 10, 5)).toEqual({
      lines: ['one', 'two', 'three', 'four', 'five'],
      caretRow: 1,
      caretColumn: 1,
      firstLine: 0,
    });
  });

  it('keeps the line of the caret in view', () => {
    expect(textWindowLines({ value, caret: 14 }, 10, 2)).toEqual({
      lines: ['three', 'four'],
      caretRow: 1,
      caretColumn: 0,
      firstLine: 2,
    });
    expect(textWindowLines({ value, caret: value.length }, 10, 3).lines).toEqual(['three', 'four', 'five']);
  });

  it('moves only the line of the caret sideways', () => {
    expect(textWindowLines({ value: 'abcdef\nghijkl', caret: 13 }, 4, 3)).toEqual({
      lines: ['abcd', 'jkl'],
      caretRow: 1,
      caretColumn: 3,
      firstLine: 0,
    });
  });

  it('reads lines that end in CR LF', () => {
    expect(textWindowLines({ value: 'a\r\nb\r\n', caret: 6 }, 4, 3)).toEqual({
      lines: ['a', 'b', ''],
      caretRow: 2,
      caretColumn: 0,
      firstLine: 0,
    });
  });
});

it('finds what cannot be seen', () => {
  for (const plain of ['', 'utm_source', 'Zürich 日本', 'e\u0301'])
    expect(hasHiddenCharacters(plain)).toBe(false);
  for (const value of 'a\u200bb a\u202eb a\0 a\tb \ud800 a\nb a\u2028b \ue000 a\u00adb'.split(' ')) {
    expect(hasHiddenCharacters(value)).toBe(true);
  }
  expect(hasHiddenCharacters('a\nb\r\nc', { multiline: true })).toBe(false);
  expect(hasHiddenCharacters('a\rb', { multiline: true })).toBe(true);
});
