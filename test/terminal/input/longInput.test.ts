import { expect, test, vi } from 'vitest';
import { Tokenizer } from '#terminal/input/tokenizer.ts';

/** Pieces as a terminal sends them. */
function* pieces(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

function keysOf(text: string, length: number): string[] {
  const tokenizer = new Tokenizer();
  return [...pieces(text, length)].flatMap(piece =>
    tokenizer.push(piece).map(token => (token.type === 'key' ? token.sequence : token.text)),
  );
}

const many = 100_000;
const starts = [
  ['a control sequence', '\x1b[', '1;', 'm', 'H'],
  ['a control sequence with intermediates', '\x1b[1', '  ', '', 'H'],
  ['one with a second ESC', '\x1b\x1b[', '1;', '', 'A'],
  ['a string', '\x1b]0;', 'title', '', '\x07'],
  ['a string ended by ST', '\x1bP1$r', 'x\x1b', '', '\x1b\\'],
  ['an application command', '\x1b_G', 'a=b,', '', '\x1b\\'],
] as const;

test.each(starts)('%s that goes on and on is no keys, nor are its pieces', (_, start, part, _odd, end) => {
  const text = `j${start}${part.repeat(many / part.length)}${end}k`;
  for (const length of [1, 3, 1000, 4095, text.length]) expect(keysOf(text, length)).toEqual(['j', 'k']);
});

test('a control sequence that another character breaks off ends there', () => {
  const text = `\x1b[${'1;'.repeat(1000)}\x01\x1b[${'1;'.repeat(1000)}é\x1b[${'1;'.repeat(1000)}\x1b[A`;
  for (const length of [1, 7, 4095, text.length])
    expect(keysOf(text, length)).toEqual(['\x01', 'é', '\x1b[A']);
});

test('after a pause what comes is keys again', () => {
  const tokenizer = new Tokenizer();
  expect(tokenizer.push(`\x1b]0;${'a'.repeat(5000)}`)).toEqual([]);
  expect(tokenizer.held).toBe('string');
  expect(tokenizer.flush()).toEqual([]);
  expect(tokenizer.held).toBe('nothing');
  expect(tokenizer.push('j')).toEqual([{ type: 'key', sequence: 'j' }]);
});

test.each([
  ['typed text', 'the quick brown fox '],
  ['text of all kinds', 'thé 日本 \r\x7f fox '],
  ['Escapes', '\x1b'],
  ['arrows', '\x1b[A'],
  ['control sequences without end', '\x1b[1;'],
  ['a control sequence that goes on', '1;', '\x1b['],
  ['a string that goes on', 'abcd', '\x1b]0;'],
  ['a string of Escapes', '\x1b', '\x1bP1'],
])('%s: ten times as much is ten times the work', (_, part, start = '') => {
  const looked = vi.spyOn(RegExp.prototype, 'exec');
  try {
    const workFor = (size: number): number => {
      looked.mockClear();
      keysOf(start + part.repeat(size / part.length), 1000);
      // A character that is looked at, or a look that finds nothing.
      return looked.mock.calls.reduce((sum, [text]) => sum + text.length + 1, 0);
    };
    expect(workFor(200_000)).toBeLessThan(10.5 * workFor(20_000) + 5000);
  } finally {
    looked.mockRestore();
  }
});
