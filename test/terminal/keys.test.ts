import { describe, expect, it } from 'vitest';
import { keyNameOfSequence } from '#terminal/input/keys.ts';

describe('keyNameOfSequence', () => {
  it.each([
    ['a', 'a'],
    ['A', 'A'],
    ['/', '/'],
    ['é', 'é'],
    ['日', '日'],
    ['👍🏽', '👍🏽'],
    [' ', 'Space'],
    ['\r', 'Enter'],
    ['\n', '^J'],
    ['\t', 'Tab'],
    ['\x7f', 'Backspace'],
    ['\x08', '^H'],
    ['\x00', '^@'],
    ['\x01', '^A'],
    ['\x1a', '^Z'],
    ['\x1c', '^\\'],
    ['\x1f', '^_'],
    ['\x1b', 'Esc'],
    ['\x1b\x1b', 'Esc'],
    ['\x1bb', 'Alt-b'],
    ['\x1bB', 'Alt-B'],
    ['\x1b[', 'Alt-['],
    ['\x1bO', 'Alt-O'],
    ['\x1b\x7f', 'Alt-Backspace'],
    ['\x1b\r', 'Alt-Enter'],
    ['\x1b\x08', 'Alt-^H'],
  ])('character %j is %s', (sequence, name) => {
    expect(keyNameOfSequence(sequence)).toBe(name);
  });

  it.each([
    ['Up', ['\x1b[A', '\x1bOA']],
    ['Down', ['\x1b[B', '\x1bOB', '\x1b[1B']],
    ['Right', ['\x1b[C', '\x1bOC']],
    ['Left', ['\x1b[D', '\x1bOD']],
    ['Home', ['\x1b[H', '\x1bOH', '\x1b[1~', '\x1b[7~']],
    ['End', ['\x1b[F', '\x1bOF', '\x1b[4~', '\x1b[8~']],
    ['PgUp', ['\x1b[5~']],
    ['PgDn', ['\x1b[6~']],
    ['Insert', ['\x1b[2~']],
    ['Delete', ['\x1b[3~']],
    ['Shift-Tab', ['\x1b[Z', '\x1b[1;2Z', '\x1b\t']],
    ['F1', ['\x1bOP', '\x1b[11~', '\x1b[[A', '\x1b[P']],
    ['F2', ['\x1bOQ', '\x1b[12~', '\x1b[[B', '\x1b[Q']],
    ['F3', ['\x1bOR', '\x1b[13~', '\x1b[[C', '\x1b[R']],
    ['F4', ['\x1bOS', '\x1b[14~', '\x1b[[D']],
    ['F5', ['\x1b[15~', '\x1b[[E']],
    ['F12', ['\x1b[24~']],
    ['Ctrl-Left', ['\x1b[1;5D', '\x1bOd', '\x1b[5D', '\x1bO5D']],
    ['Ctrl-Right', ['\x1b[1;5C', '\x1bOc']],
    ['Alt-Left', ['\x1b[1;3D', '\x1b\x1b[D', '\x1b[1;9D']],
    ['Shift-Up', ['\x1b[1;2A', '\x1b[a']],
    ['Ctrl-Alt-Shift-Down', ['\x1b[1;8B']],
    ['Ctrl-Delete', ['\x1b[3;5~', '\x1b[3^']],
    ['Shift-PgUp', ['\x1b[5;2~', '\x1b[5$']],
    ['Ctrl-Shift-Home', ['\x1b[1;6H', '\x1b[7@']],
    ['Shift-F5', ['\x1b[15;2~']],
    ['Ctrl-F1', ['\x1b[1;5P']],
    ['Shift-F3', ['\x1b[1;2R', '\x1b[13;2~', '\x1b[13$']],
    ['Ctrl-Alt-Shift-F3', ['\x1b[1;8R', '\x1b[13;8~']],
    ['Enter', ['\x1bOM']],
    ['5', ['\x1bOu']],
    ['+', ['\x1bOk']],
    ['^A', ['\x1b[97;5u', '\x1b[27;5;97~']],
    ['Ctrl-Tab', ['\x1b[27;5;9~']],
    ['Shift-Enter', ['\x1b[13;2u']],
    ['Alt-A', ['\x1b[65;4u']],
    ['Esc', ['\x1b[27u']],
  ])('%s in every dialect', (name, sequences) => {
    expect(sequences.map(keyNameOfSequence)).toEqual(sequences.map(() => name));
  });

  it.each(['', '\x9b', '\x1b[200~', '\x1b[I', '\x1b[12;40R', '\x1b[?1;2c', '\x1b[<0;1;1M', '\x1b[99~'])(
    'knows no key %j',
    sequence => {
      expect(keyNameOfSequence(sequence)).toBeUndefined();
    },
  );
});
