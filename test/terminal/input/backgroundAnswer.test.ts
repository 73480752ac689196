import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BackgroundAnswer, parseColour } from '#terminal/input/reader.ts';

const answer = '\x1b]11;rgb:1e1e/2b2b/3636\x1b\\';

/** An answer that is expected, what of the pieces passed, and the colours that came. */
function pass(pieces: readonly string[], { asked = true } = {}) {
  const colours: unknown[] = [];
  const background = new BackgroundAnswer(colour => colours.push(colour));
  if (asked) background.expect();
  const passed = pieces.map(piece => background.take(piece));
  return { background, passed, colours };
}

describe.each([
  answer,
  '\x1b]11;rgb:1e/2b/36\x07',
  '\x1b]11;#1e2b36\x1b\\',
  '\x1b]11;rgba:1e1e/2b2b/3636/ffff\x07',
])('%j', whole => {
  test('is taken out from among keys, cut into any pieces', () => {
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const { passed, colours } = pass([
          'jk\x1b[A' + whole.slice(0, from),
          whole.slice(from, to),
          whole.slice(to) + '\x1b[Bq',
        ]);
        expect(passed.join('')).toBe('jk\x1b[A\x1b[Bq');
        expect(colours).toEqual([[0x1e, 0x2b, 0x36]]);
      }),
    );
  });

  test('is no key byte by byte either', () => {
    const { passed, colours } = pass(Array.from(whole));
    expect(passed.join('')).toBe('');
    expect(colours).toHaveLength(1);
  });
});

test('nothing is taken before the question, nor a second time', () => {
  expect(pass([answer], { asked: false }).passed).toEqual([answer]);
  expect(pass([`${answer}x`, answer]).passed).toEqual(['x', answer]);
});

test('an Escape that stands alone is held, then passed on; the rest of an answer is still no key', () => {
  const { background, passed, colours } = pass(['\x1b']);
  expect(passed).toEqual(['']);
  expect(background.holdsKey).toBe(true);
  expect(background.passOn()).toBe('\x1b');
  expect(background.holdsKey).toBe(false);
  expect(background.take(answer.slice(1))).toBe('');
  expect(colours).toHaveLength(1);
});

test('a key that begins as the rest would is passed on too', () => {
  const { background } = pass(['\x1b']);
  background.passOn();
  expect(background.take(']')).toBe('');
  expect(background.holdsKey).toBe(true);
  expect(background.passOn()).toBe(']');
  expect(background.take('j')).toBe('j');
});

test.each(['\x1b]11', '\x1b]', '\x1b]1'])(
  '%j waits without an end for what follows, and passes when that is something else',
  start => {
    const { background } = pass([start]);
    expect(background.holdsKey).toBe(false);
    expect(background.take('x')).toBe(`${start}x`);
    expect(background.isOpen).toBe(true);
  },
);

test('one that turns out to be no colour passes whole: a string, of which no part is a key', () => {
  const { background } = pass(['\x1b]11;rgb:1e1e/2b']);
  expect(background.take('jq\x07k')).toBe('\x1b]11;rgb:1e1e/2bjq\x07k');
  const late = pass(['\x1b']);
  late.background.passOn();
  expect(late.background.take(`]11;rgb:${'q'.repeat(5000)}`)).toMatch(/^\x1b\]11;rgb:q+$/);
});

test('whatever else is typed passes whole, however it is cut', () => {
  const keys = fc.constantFrom(...'a \x1b ] 1 \x1b[A \x1b] \x1bOP \x1b]10;x\x07 \x1b[200~ é 日'.split(' '));
  fc.assert(
    fc.property(fc.array(keys), fc.array(fc.nat(3)), (typed, cuts) => {
      const text = typed.join('');
      fc.pre(!text.includes('\x1b]11;'));
      const pieces: string[] = [];
      for (let at = 0, turn = 0; at < text.length; turn++) {
        const length = 1 + (cuts[turn % Math.max(1, cuts.length)] ?? 0);
        pieces.push(text.slice(at, at + length));
        at += length;
      }
      const { passed, background } = pass([...pieces, 'end']);
      expect(passed.join('') + background.passOn()).toBe(`${text}end`);
    }),
  );
});

test.each<[string, unknown]>([
  ['rgb:ffff/0000/8080', [255, 0, 128]],
  ['rgb:f/0/8', [255, 0, 136]],
  ['rgba:ffff/ffff/ffff/0000', [255, 255, 255]],
  ['#fdf6e3', [253, 246, 227]],
  ['#fff', [255, 255, 255]],
  ['rgb:ffff/0000', undefined],
  ['red', undefined],
  ['', undefined],
])('%s', (text, colour) => {
  expect(parseColour(text)).toEqual(colour);
});
