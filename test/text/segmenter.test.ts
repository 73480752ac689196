import * as fc from 'fast-check';
import stockWidth from 'ink-published/string-width';
import { expect, test } from 'vitest';
import { graphemeSegmenter, simpleText } from '#text/characters.ts';
import { anyCharacter } from '../helpers/anyCharacter.ts';

const stock = new Intl.Segmenter();
const simple = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(unit =>
  simpleText.test(unit),
);

test('simple characters are one cell each', () => {
  expect(simple.length).toBe(95 + 12 + 594 + 24 + 112 + 160 + 256);
  expect(simple.filter(character => stockWidth(character) !== 1)).toEqual([]);
});

test('simple characters are clusters by themselves, beside any other', () => {
  for (const first of ['a', '\x1b', '©', '…', '→', '█', '⣿']) {
    const text = simple.map(second => first + second).join('');
    expect(Array.from(stock.segment(text), ({ segment }) => segment)).toEqual(Array.from(text));
  }
});

test('segments are the stock ones', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...simple,
      '\x1b',
      '\x1b[1m',
      '\r\n',
      'e\u0301',
      '👩‍💻',
      '\u200d',
      '\ufe0f',
      '한',
      '🇩🇪',
      '\ud800',
    ),
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.nat({ max: 20 }), (parts, at) => {
      for (const text of [parts.join(''), parts.filter(one => simpleText.test(one)).join('')]) {
        const ours = graphemeSegmenter.segment(text);
        const theirs = stock.segment(text);
        expect([...ours].map(plain)).toEqual([...theirs].map(plain));
        expect(plain(ours.containing(at))).toEqual(plain(theirs.containing(at)));
      }
    }),
    { numRuns: 2_000 },
  );
});

function plain(data: Intl.SegmentData | undefined): unknown {
  return data && { segment: data.segment, index: data.index, input: data.input };
}
