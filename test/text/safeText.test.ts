import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { setCharset, textWidth } from '#text/characters.ts';
import { joinSafe, label, repeatSafe, safeText, type SafeText, sliceSafe } from '#text/safeText.ts';
import { processorTime } from '../helpers/processorTime.ts';
import { hostileText } from './hostileText.ts';
import { xtermColumns } from './xtermColumns.ts';

afterEach(() => setCharset('utf8'));

describe('safeText', () => {
  it.each([
    ['a colour', '\x1b[1;31mred\x1b[0m', 'red'],
    ['a title closed by BEL', '\x1b]0;evil\x07ok', 'ok'],
    ['a title closed by ST', '\x1b]0;evil\x1b\\ok', 'ok'],
    ['a title that is never closed, which hides nothing', 'a\x1b]0;evil, rest', 'a0;evil, rest'],
    ['a string begun within a string', 'a\x9d0;b\x90c\x9cd', 'ad'],
    ['a clipboard write cut off by another sequence', '\x1b]52;c;aGk=\x1b[2Jok', 'ok'],
    ['a device control string', '\x1bP1$r0m\x1b\\ok', 'ok'],
    ['application, privacy and start-of-string', '\x1b_a\x1b\\\x1b^b\x1b\\\x1bXc\x1b\\ok', 'ok'],
    ['8-bit forms', '\x9b2J\x9d0;t\x9c\x90q\x9c\x98s\x9c\x9ep\x9c\x9fa\x9cok', 'ok'],
    ['a reset', '\x1bcok', 'ok'],
    ['a character set switch', '\x1b(0ok', 'ok'],
    ['a lone escape at the end', 'ok\x1b', 'ok'],
    ['a sequence inside a sequence', '\x1b\x1b[31m[31mok', '[31mok'],
    ['other control characters', 'a\x00b\x07c\x08d\x7fe\x84f', 'abcdef'],
    ['line breaks and tabs', 'a\r\nb\nc\rd\te\vf\fg\x85h\u2028i\u2029j', 'a b c d e f g h i j'],
    ['other spaces', 'a\xa0b\u2003c\u3000d', 'a b c d'],
    ['bidi overrides', 'exe\u202egpj\u202c.\u2066x\u2069\u200f', 'exegpj.x'],
    ['zero-width characters', 'a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg\u034fh', 'abcdefgh'],
    ['tag characters', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['variation selectors', 'a\ufe0fb\u{e0100}c', 'abc'],
    ['private use, noncharacters, unassigned', 'a\ue000\u{f0000}\uffff\u{1fffe}\u0378b', 'ab'],
    ['Hangul fillers', 'a\u3164\uffa0\u115f\u1160b', 'ab'],
    ['interlinear annotations and objects', 'a\ufff9b\ufffac\ufffb\ufffcd', 'abcd'],
    ['lone surrogates', 'a\ud800b\udc00', 'a\ufffdb\ufffd'],
    ['decomposed letters', 'e\u0301', 'é'],
    ['a letter and its mark kept apart', 'e\u200d\u0301', 'é'],
    ['a stack of marks', `x${'\u0301'.repeat(40)}y`, 'x\u0301\u0301y'],
    ['a mark without a letter', '\u0301a', 'a'],
    ['a mark after a removed character', '\u200b\u0301a', 'a'],
    ['an emoji family', '👨‍👩‍👧!', '\ufffd!'],
    ['a skin tone', '👍🏽!', '\ufffd!'],
    ['a heart', '❤️', '❤'],
    ['a flag', '🇩🇪', 'DE'],
    ['a keycap', '1️⃣', '1'],
    ['Thai with the vowel am', 'น้ำ', 'น้\u0e4d\u0e32'],
    ['half-width kana', 'ｶﾞ', 'ガ'],
    ['conjoining jamo that make a syllable', '\u1112\u1161\u11ab', '한'],
    ['conjoining jamo that make none', 'a\u11abb', 'a\ufffdb'],
    ['an Indic conjunct', 'क्ष', 'कष'],
    ['Hebrew and Arabic letters', 'שלום مرحبا', 'שלום مرحبا'],
    ['bars of a chart', ' ▁▂▃▄▅▆▇█ 7', ' ▁▂▃▄▅▆▇█ 7'],
    ['ordinary text', 'Zürich 日本語 한국어 Ελληνικά', 'Zürich 日本語 한국어 Ελληνικά'],
  ])('%s', (_, raw, shown) => {
    expect(safeText(raw)).toBe(shown);
  });

  it.each([
    [12, '12'],
    [-0.5, '-0.5'],
    [true, 'true'],
    [12n, '12'],
    [null, ''],
    [undefined, ''],
    [Symbol('x'), ''],
    [{ a: [1, '\n'] }, '{"a":[1,"\\n"]}'],
    [[1, 2], '[1,2]'],
    [new Error('no\nway'), 'no way'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(NaN), '?'],
    [{ toJSON: () => undefined }, ''],
  ])('makes text of %s', (raw, shown) => {
    expect(safeText(raw)).toBe(shown);
  });

  it('does not fail on an object with a cycle', () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    expect(safeText(cyclic)).toBe('?');
  });

  it('cuts a long text and says so', () => {
    expect(safeText('x'.repeat(5000))).toBe(`${'x'.repeat(1999)}…`);
    expect(safeText('abcdef', 4)).toBe('abc…');
    expect(safeText('abcd', 4)).toBe('abcd');
    expect(safeText('abc', 0)).toBe('');
    // The surrogate pair at the cut goes as a whole.
    expect(safeText('ab\u{20000}de', 4)).toBe('ab…');
  });

  it('caps the length before it does anything else', () => {
    const work = processorTime(() => {
      for (let round = 0; round < 20; round++) safeText(`${'é日\u202e\x1b['.repeat(200_000)}${round}`);
    });
    expect(work).toBeLessThan(1000);
  });

  it('leaves nothing that hides, moves or reorders', () => {
    const forbidden =
      /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Me}\p{Mc}\p{RI}\p{Emoji_Presentation}]/u;
    fc.assert(
      fc.property(hostileText, raw => {
        const safe = safeText(raw);
        expect(safe).not.toMatch(forbidden);
        expect(safe).not.toMatch(/^\p{M}|\p{M}{3}/u);
        expect(safe).toBe(safe.normalize('NFC'));
      }),
      { numRuns: 2000 },
    );
  });

  it('shows nothing of any character that cannot be seen', () => {
    const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\uFFFC]/u;
    const spaces = /[\t-\r\x85]/;
    const shown = Array.from({ length: 0x11_0000 }, (_, codePoint) => String.fromCodePoint(codePoint))
      .filter(character => hidden.test(character) && !spaces.test(character))
      .filter(character => safeText(`a.${character}z`) !== 'a.z');
    // The two that begin a control sequence take along what would be its end.
    expect(shown).toEqual(['\x1b', '\x9b']);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom(2000, 7), (raw, maxLength) => {
        const safe = safeText(raw, maxLength);
        expect(safe.length).toBeLessThanOrEqual(maxLength);
        expect(safeText(safe, maxLength)).toBe(safe);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives text that Ink, xterm and we measure alike', async () => {
    const texts = fc.sample(hostileText, 3000).map(raw => safeText(raw));
    expect(texts.map(textWidth)).toEqual(texts.map(text => stringWidth(text)));
    expect(texts.map(textWidth)).toEqual(await xtermColumns(texts));
  });

  it('may be joined without a change of width', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (a, b) => {
        const joined = joinSafe([safeText(a), safeText(b)], label``);
        expect(stringWidth(joined)).toBe(textWidth(safeText(a)) + textWidth(safeText(b)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('safeText without UTF-8', () => {
  it('shows ? for what ASCII cannot say, never another letter', () => {
    expect(safeText('Zürich')).toBe('Zürich');
    setCharset('ascii');
    expect(safeText('Zürich')).toBe('Z?rich');
    expect(safeText('crème brûlée – “no”… ×2')).toBe('cr?me br?l?e ? ?no?? ?2');
    expect(safeText('日本 👍🏽 x\u0301')).toBe('?? ? ?');
    expect(safeText('x'.repeat(11), 5)).toBe('xxxx~');
    expect(label`Sitedeck › ${safeText('é')} · ${3}`).toBe('Sitedeck > ? . 3');
  });

  it('keeps the letters of names with --ascii, not the signs of our own words', () => {
    setCharset('asciiLines');
    expect(safeText('Zürich – 日本 x\u0301')).toBe('Zürich – 日本 x\u0301');
    expect(label`Sitedeck › ${safeText('é·')} · ${3}`).toBe('Sitedeck > é· . 3');
    expect(safeText('ü'.repeat(11), 5)).toBe('üüüü~');
  });

  it('gives ASCII whatever comes', () => {
    setCharset('ascii');
    fc.assert(
      fc.property(hostileText, raw => {
        expect(safeText(raw)).toMatch(/^[ -~]*$/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('safe texts put together', () => {
  it('from our own words', () => {
    expect(label`${safeText('a\nb')}: ${12} rows`).toBe('a b: 12 rows');
    expect(joinSafe([label`a`, label`b`], label`, `)).toBe('a, b');
    expect(sliceSafe(label`abc`, 1)).toBe('bc');
    expect([repeatSafe(label`ab`, 2), repeatSafe(label`ab`, -1), repeatSafe(label`ab`, NaN)]).toEqual([
      'abab',
      '',
      '',
    ]);
  });
  it('take no text that was not made safe', () => {
    expectTypeOf<string>().not.toExtend<SafeText>();
    expectTypeOf<SafeText>().toExtend<string>();
    expectTypeOf<Parameters<typeof label>[1]>().toEqualTypeOf<SafeText | number>();
  });
});
