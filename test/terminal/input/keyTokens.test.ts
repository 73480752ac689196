import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Tokenizer } from '#terminal/input/tokenizer.ts';

/** Keys as their sequences, pastes in angle brackets. */
function read(...pieces: string[]): string[] {
  const tokenizer = new Tokenizer();
  return show(pieces.flatMap(piece => tokenizer.push(piece)));
}

function readAll(...pieces: string[]): string[] {
  const tokenizer = new Tokenizer();
  return show([...pieces.flatMap(piece => tokenizer.push(piece)), ...tokenizer.flush()]);
}

function show(tokens: ReturnType<Tokenizer['push']>): string[] {
  return tokens.map(token => (token.type === 'key' ? token.sequence : `<${token.text}>`));
}

describe('characters', () => {
  test('that arrive together are separate keys', () => {
    expect(read('jjj')).toEqual(['j', 'j', 'j']);
    expect(read('a\rb\t\x7f\x03')).toEqual(['a', '\r', 'b', '\t', '\x7f', '\x03']);
    expect(read('\r\n')).toEqual(['\r', '\n']);
    expect(read('\0\x1a')).toEqual(['\0', '\x1a']);
  });

  test('are whole graphemes', () => {
    expect(read('e\u0301日👩‍👧!')).toEqual(['e\u0301', '日', '👩‍👧', '!']);
  });

  test('that were no UTF-8 are nothing, as are C1 controls', () => {
    expect(read('a\ufffdb\x9b')).toEqual(['a', 'b']);
  });
});

describe('escape sequences', () => {
  test.each([
    ['an arrow', '\x1b[A'],
    ['with a modifier', '\x1b[1;5C'],
    ['PgDn', '\x1b[6~'],
    ['F1', '\x1bOP'],
    ['Shift-F3, which looks like a cursor report', '\x1b[1;2R'],
    ['Ctrl-F3', '\x1b[1;5R'],
    ['Ctrl-Alt-Shift-F3', '\x1b[1;8R'],
    ['Shift-Tab', '\x1b[Z'],
    ['F1 of the Linux console', '\x1b[[A'],
    ['Shift-Delete of rxvt', '\x1b[3$'],
    ['Alt-b', '\x1bb'],
    ['Alt-é', '\x1bé'],
    ['Alt-Backspace', '\x1b\x7f'],
    ['Alt-Up of rxvt', '\x1b\x1b[A'],
    ['kitty', '\x1b[97;5u'],
  ])('%s is one key, also byte by byte', (_name, sequence) => {
    expect(read(`x${sequence}y`)).toEqual(['x', sequence, 'y']);
    expect(read(...Array.from(sequence), 'y')).toEqual([sequence, 'y']);
  });

  test('several in one read are several keys', () => {
    expect(read('\x1b[A\x1b[A\x1bOB')).toEqual(['\x1b[A', '\x1b[A', '\x1bOB']);
  });

  test('a lone escape waits, and is Escape when time is up', () => {
    expect(read('\x1b')).toEqual([]);
    expect(readAll('\x1b')).toEqual(['\x1b']);
    expect(readAll('\x1b\x1b\x1b')).toEqual(['\x1b', '\x1b', '\x1b']);
  });

  test('a second escape settles the first unless both begin one key', () => {
    expect(read('\x1b\x1bb')).toEqual(['\x1b', '\x1bb']);
    expect(read('\x1b', '\x03')).toEqual(['\x1b', '\x03']);
  });

  test('letters that might begin a sequence are Alt keys when time is up', () => {
    expect(readAll('\x1bO')).toEqual(['\x1bO']);
    expect(readAll('\x1bP')).toEqual(['\x1bP']);
    expect(readAll('\x1b]')).toEqual(['\x1b]']);
  });

  test('an unfinished one is dropped, not typed', () => {
    expect(readAll('\x1b[')).toEqual([]);
    expect(readAll('\x1b[1;5')).toEqual([]);
    expect(readAll('\x1bO5')).toEqual([]);
  });

  test('one broken off by a control character loses only itself', () => {
    expect(read('\x1b[1;\rj')).toEqual(['\r', 'j']);
    expect(read('\x1b[1\x1b[Aj')).toEqual(['\x1b[A', 'j']);
  });

  test.each([
    ['focus', '\x1b[I\x1b[O'],
    ['SGR mouse', '\x1b[<0;10;5M\x1b[<0;10;5m'],
    ['X10 mouse', '\x1b[M !!'],
    ['device attributes', '\x1b[?62;22c\x1b[>1;10;0c'],
    ['a cursor position', '\x1b[24;80R'],
    ['one at the top left', '\x1b[1;1R'],
    ['one in the first row', '\x1b[1;80R'],
    ['a mode report', '\x1b[?2026;2$y'],
    ['window size', '\x1b[8;24;80t'],
    ['kitty flags', '\x1b[?0u'],
    ['a colour', '\x1b]11;rgb:0000/0000/0000\x07\x1b]10;rgb:ffff/ffff/ffff\x1b\\'],
    ['XTVERSION', '\x1bP>|tmux 3.5a\x1b\\'],
    ['kitty graphics', '\x1b_Gi=31;OK\x1b\\'],
    ['a late end of a paste', '\x1b[201~'],
  ])('%s is swallowed, also byte by byte', (_name, reply) => {
    expect(read(`a${reply}b`)).toEqual(['a', 'b']);
    expect(read('a', ...Array.from(reply), 'b')).toEqual(['a', 'b']);
  });

  test('a reply without end does not grow for ever', () => {
    expect(read('\x1b]11;', 'x'.repeat(20_000), 'jk')).toEqual([]);
    expect(read('\x1b]11;', 'x'.repeat(20_000), '\x07jk')).toEqual(['j', 'k']);
  });
});

describe('pastes', () => {
  test('are one token, with their line breaks made \\n', () => {
    expect(read('a\x1b[200~x\r\ny\rz\x1b[Aq\x1b[201~b')).toEqual(['a', '<x\ny\nz\x1b[Aq>', 'b']);
    expect(read('\x1b[200~\x1b[201~')).toEqual(['<>']);
  });

  test('hold no mark of a paste', () => {
    expect(read('\x1b[200~a\x1b[200~b\x1b[201~\x1b[201~c')).toEqual(['<ab>', 'c']);
  });

  test('are the same however they are split', () => {
    const sent = 'j\x1b[200~hello\rworld 日本\x1b[201~k\x1b[200~2\x1b[201~';
    fc.assert(
      fc.property(fc.array(fc.nat(sent.length), { maxLength: 20 }), cuts => {
        const at = [0, ...cuts.sort((a, b) => a - b), sent.length];
        const pieces = at.slice(1).map((end, index) => sent.slice(at[index], end));
        expect(read(...pieces)).toEqual(['j', '<hello\nworld 日本>', 'k', '<2>']);
      }),
    );
  });

  test('without end are what came when time is up, and the keyboard lives', () => {
    const tokenizer = new Tokenizer();
    expect(tokenizer.push('\x1b[200~abc\x1b[20')).toEqual([]);
    expect(tokenizer.held).toBe('paste');
    expect(show(tokenizer.flush())).toEqual(['<abc\x1b[20>']);
    expect(tokenizer.held).toBe('nothing');
    expect(show(tokenizer.push('j'))).toEqual(['j']);
  });

  test('without end give way to ^C pressed alone', () => {
    expect(read('\x1b[200~abc', '\x03', 'j')).toEqual(['<abc>', '\x03', 'j']);
    expect(read('\x1b[200~abc\x03d\x1b[201~')).toEqual(['<abc\x03d>']);
  });

  test('are cut at the limit, and their rest types nothing', () => {
    const tokenizer = new Tokenizer(10);
    const tokens = ['\x1b[200~12345678', '90abcdef', 'ghi\x1b[201~j'].flatMap(text => tokenizer.push(text));
    expect(show(tokens)).toEqual(['<1234567890>', 'j']);
  });
});

test('whatever is sent, keys are one character or one sequence, and nothing stays held', () => {
  const bits = fc.constantFrom(...'\x1b [ O ] P \\ 2 0 ~ ; A M \x07 日 \r'.split(' '));
  fc.assert(
    fc.property(fc.array(fc.string({ unit: bits, maxLength: 8 }), { maxLength: 8 }), pieces => {
      const tokenizer = new Tokenizer();
      const keys = show(pieces.flatMap(piece => tokenizer.push(piece)));
      expect(keys.filter(key => !/^([^\x1b]|\x1b+[^\x1b]*)$/.test(key))).toEqual([]);
      tokenizer.flush();
      expect(tokenizer.held).toBe('nothing');
    }),
  );
});
