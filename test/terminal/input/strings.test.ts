import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BackgroundAnswer } from '#terminal/input/reader.ts';
import { Tokenizer } from '#terminal/input/tokenizer.ts';
import { StringDecoder } from 'node:string_decoder';

/** What the program makes of bytes that a terminal sends in these pieces, with nothing between them. */
function keysOf(pieces: readonly Buffer[], isAsked: boolean): string[] {
  const decoder = new StringDecoder('utf8');
  const background = new BackgroundAnswer(() => undefined);
  if (isAsked) background.expect();
  const tokenizer = new Tokenizer();
  return pieces
    .flatMap(piece => tokenizer.push(background.take(decoder.write(piece))))
    .map(token => (token.type === 'key' ? token.sequence : `<${token.text}>`));
}

function cut(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.map(cutAt => cutAt % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

const introducers = [']', 'P', '_', '^', 'X'].flatMap(letter => [
  `\x1b${letter}`,
  // The same in one character.
  String.fromCharCode(letter.charCodeAt(0) + 0x40),
]);
const terminators = ['\x07', '\x1b\\', '\x9c', '\x18', '\x1a'];
/** What may stand in a string, quitting keys, halves of its end and other sequences among it. */
const content = fc.string({
  unit: fc.constantFrom(...'q|1|;|rgb:|/|?| |\x03|\r|\x1b|\x1b[A|\x1bO|é|日|\x9b|\x9d|11;'.split('|')),
  maxLength: 60,
});

test('a string of the terminal is no keys, whatever it holds and however its bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...introducers),
      fc.constantFrom('1', '11;', '11;rgb:', 'q', '0$r', 'G', ' '),
      content,
      fc.constantFrom(...terminators),
      fc.array(fc.nat(10_000), { maxLength: 40 }),
      fc.boolean(),
      (introducer, first, inside, terminator, cuts, isAsked) => {
        fc.pre(!/\x1b\\/.test(inside + terminator.slice(0, -1)));
        // An ESC at the end of what it holds would make another end.
        fc.pre(!inside.endsWith('\x1b'));
        // The answer that is awaited is taken out of what surrounds it.
        fc.pre(!isAsked || !inside.includes('\x1b]11;'));
        const bytes = Buffer.from(`j${introducer}${first}${inside}${terminator}k`);
        expect(keysOf(cut(bytes, cuts), isAsked)).toEqual(['j', 'k']);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('an answer of thousands of characters is no keys, asked for or not', () => {
  const bytes = Buffer.from(`j\x1b]11;rgb:${'qf0'.repeat(5_000)}\x1b\\k`);
  for (const isAsked of [true, false])
    for (const length of [1, 7, 4096, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
        bytes.subarray(at * length, (at + 1) * length),
      );
      expect(keysOf(pieces, isAsked)).toEqual(['j', 'k']);
    }
});

test('C1 controls are the sequences that they stand for', () => {
  expect(keysOf([Buffer.from('\x9bA\x8fP\x9b1;5C')], false)).toEqual(['\x1b[A', '\x1bOP', '\x1b[1;5C']);
  expect(keysOf([Buffer.from('a\x84\x9cb')], false)).toEqual(['a', 'b']);
});

test('a paste holds no mark of its end in another form', () => {
  expect(keysOf([Buffer.from('\x1b[200~a\x9b201~q\x1b[201~k')], false)).toEqual(['<a\x9b201~q>', 'k']);
});

test('what breaks off a control sequence is no key either', () => {
  expect(keysOf([Buffer.from('\x1b[1;\x1aj\x1b[\x18k')], false)).toEqual(['j', 'k']);
});

test.each(['\x1b', '\x1b]', '\x1bP'])(
  'a string that goes on after %j was taken for a key is no keys',
  start => {
    const whole = start === '\x1bP' ? '\x1bP1$rq\x1b\\' : '\x1b]11;q\x07';
    const tokenizer = new Tokenizer();
    tokenizer.push(start);
    expect(tokenizer.flush()).toHaveLength(1);
    expect(tokenizer.push(`${whole.slice(start.length)}j`)).toEqual([{ type: 'key', sequence: 'j' }]);
    // A key that is pressed later is one.
    tokenizer.push(start);
    tokenizer.flush();
    expect(tokenizer.push('q')).toEqual([{ type: 'key', sequence: 'q' }]);
  },
);
