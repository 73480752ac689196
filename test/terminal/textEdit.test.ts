import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editByKey, insertText, type EditOptions } from '#terminal/textEdit.ts';
import type { TextValue } from '#text/textField.ts';
import { hostileText } from '../text/hostileText.ts';

/** A field written with its caret as "|". */
function field(text: string): TextValue {
  const caret = text.indexOf('|');
  return { value: text.slice(0, caret) + text.slice(caret + 1), caret };
}

function shown(edit: TextValue): string {
  return `${edit.value.slice(0, edit.caret)}|${edit.value.slice(edit.caret)}`;
}

function after(text: string, keys: readonly string[], options?: EditOptions): string {
  return shown(keys.reduce((edit, key) => editByKey(edit, key, options) ?? edit, field(text)));
}

const manyLines = { multiline: true };

describe('a one-line field', () => {
  it.each([
    ['|abc', ['x'], 'x|abc'],
    ['ab|', ['Space', '日', '👍🏽'], 'ab 日👍🏽|'],
    ['ab|cd', ['Left', 'Left', 'Left'], '|abcd'],
    ['ab|cd', ['Right', '^F', '^F'], 'abcd|'],
    ['ab|cd', ['^B'], 'a|bcd'],
    ['ab|cd', ['^A', 'x', '^E', 'y'], 'xabcdy|'],
    ['ab|cd', ['Home', 'x', 'End', 'y'], 'xabcdy|'],
    ['ab|cd', ['Backspace', '^H', '^H'], '|cd'],
    ['ab|cd', ['Delete', '^D', '^D'], 'ab|'],
    ['ab|cd', ['^U'], '|cd'],
    ['ab|cd', ['^K', '^K'], 'ab|'],
    ['one two-three  |four', ['^W'], 'one |four'],
    ['one two-three|', ['^W', '^W', '^W'], '|'],
    ['one two-three |', ['Alt-b'], 'one two-|three '],
    ['one two-three|', ['Alt-Backspace'], 'one two-|'],
    ['one| two-three', ['Alt-f'], 'one two|-three'],
    ['one| two-three', ['Alt-d', 'Alt-d', 'Alt-d'], 'one|'],
    ['one two|', ['Ctrl-Left', 'Ctrl-Left'], '|one two'],
    ['|one two', ['Ctrl-Right', 'Alt-Right'], 'one two|'],
    ['über_2 ça|', ['Alt-b', 'Alt-b'], '|über_2 ça'],
    ['a👨‍👩‍👧|b', ['Left'], 'a|👨‍👩‍👧b'],
    ['a👨‍👩‍👧|b', ['Backspace'], 'a|b'],
    ['|e\u0301x', ['Right'], 'e\u0301|x'],
    ['|e\u0301x', ['Delete'], '|x'],
    ['|🇩🇪🇫🇷', ['Right'], '🇩🇪|🇫🇷'],
    // The combining mark joins the letter typed before it.
    ['|\u0301x', ['e'], 'e\u0301|x'],
    ['🇩x|🇪', ['Backspace'], '🇩🇪|'],
    ['a^|', ['^', '^A'], '|a^^'],
  ])('%s', (before, keys, expected) => {
    expect(after(before, keys)).toBe(expected);
  });

  it.each(['Up', 'Down', 'Enter', '^J', 'Esc', 'Tab', '^S', 'F1', 'PgUp', 'Shift-Tab', 'Alt-x', ''])(
    'leaves %s to others',
    key => {
      expect(editByKey(field('a|b'), key)).toBeUndefined();
    },
  );

  it('gives back the same object when nothing changes', () => {
    const edit = field('|ab');
    for (const key of ['Left', 'Home', 'Backspace', '^U', '^W', 'Alt-b'])
      expect(editByKey(edit, key)).toBe(edit);
  });
});

describe('a field of several lines', () => {
  it.each([
    ['ab|cd', ['Enter'], 'ab\n|cd'],
    ['ab|cd', ['^J'], 'ab\n|cd'],
    ['one\ntw|o', ['^A'], 'one\n|two'],
    ['on|e\ntwo', ['^E'], 'one|\ntwo'],
    ['one\ntw|o', ['^U'], 'one\n|o'],
    ['one\n|two', ['^U'], 'one\n|two'],
    ['o|ne\ntwo', ['^K'], 'o|\ntwo'],
    ['one|\ntwo', ['^K'], 'one|two'],
    ['one\ntwo |three', ['^W', '^W', '^W'], '|three'],
    ['one\nt|wo', ['Up'], 'o|ne\ntwo'],
    ['one\nt|wo', ['Down'], 'one\nt|wo'],
    ['日本語|\nx\nabcd', ['Down'], '日本語\nx|\nabcd'],
    ['日本|語\nx\nabcd', ['Down', 'Down'], '日本語\nx\na|bcd'],
    ['one\n|two', ['Backspace'], 'one|two'],
    ['|\nb', ['Home', 'End', 'Right'], '\n|b'],
    ['one\r\n|two', ['Left'], 'one|\r\ntwo'],
    ['on|e\r\ntwo', ['End', 'Delete'], 'one|two'],
  ])('%j', (before, keys, expected) => {
    expect(after(before, keys, manyLines)).toBe(expected);
  });
});

describe('insertText', () => {
  it('drops the line breaks from a one-line field', () => {
    expect(shown(insertText(field('a|b'), 'x\r\ny\nz\u2028\n'))).toBe('axyz|b');
  });

  it('ends lines with a line feed', () => {
    expect(shown(insertText(field('|'), 'a\r\nb\rc\nd\u2028e', manyLines))).toBe('a\nb\nc\nd\ne|');
  });

  it('drops control characters and keeps what else was pasted', () => {
    expect(shown(insertText(field('|'), 'a\0b\x1b[31mc\td\x7f\x9b\u200b\ud800'))).toBe(
      'ab[31mc d\u200b\ufffd|',
    );
  });

  it('stops at the longest value, between two clusters', () => {
    expect(shown(insertText(field('ab|'), 'cdef', { maxLength: 4 }))).toBe('abcd|');
    expect(shown(insertText(field('ab|'), 'c👨‍👩‍👧', { maxLength: 6 }))).toBe('abc|');
    expect(insertText(field('ab|'), 'x'.repeat(20_000)).value.length).toBe(10_000);
    const full = field('abcd|');
    expect(editByKey(full, 'x', { maxLength: 4 })).toBe(full);
    expect(insertText(full, 'x', { maxLength: 2 })).toBe(full);
  });
});

it('keeps the caret between two clusters, whatever is typed', () => {
  const segmenter = new Intl.Segmenter();
  const key = fc.constantFrom(
    ...'Left Right Up Down Home End Backspace Delete ^W ^U ^K Enter'.split(' '),
    ...'Alt-b Alt-f Alt-d Space x \u0301 👍🏽 🇩 \u200d'.split(' '),
  );
  fc.assert(
    fc.property(hostileText, fc.array(key, { maxLength: 15 }), fc.boolean(), (text, keys, multiline) => {
      let edit = insertText({ value: '', caret: 0 }, text, { multiline });
      for (const name of keys) {
        edit = editByKey(edit, name, { multiline }) ?? edit;
        const ends = Array.from(segmenter.segment(edit.value), part => part.index);
        expect([...ends, edit.value.length]).toContain(edit.caret);
      }
    }),
    { numRuns: 500 },
  );
});
