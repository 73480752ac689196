type Names = Readonly<Record<string, string>>;

/** ESC [ letter and ESC O letter. */
const letterKeys: Names = {
  A: 'Up',
  B: 'Down',
  C: 'Right',
  D: 'Left',
  F: 'End',
  H: 'Home',
  P: 'F1',
  Q: 'F2',
  R: 'F3',
  S: 'F4',
};

/** ESC [ number ~: 1 and 4 are Home and End in tmux, screen, PuTTY and the Linux console, 7 and 8 in rxvt. */
const numberKeys: Names = {
  1: 'Home',
  2: 'Insert',
  3: 'Delete',
  4: 'End',
  5: 'PgUp',
  6: 'PgDn',
  7: 'Home',
  8: 'End',
};

/** ESC [ number ~ */
const functionKeys: Names = {
  11: 'F1',
  12: 'F2',
  13: 'F3',
  14: 'F4',
  15: 'F5',
  17: 'F6',
  18: 'F7',
  19: 'F8',
  20: 'F9',
  21: 'F10',
  23: 'F11',
  24: 'F12',
};

/** ESC [ [ letter, from the Linux console. */
const linuxConsoleKeys: Names = { A: 'F1', B: 'F2', C: 'F3', D: 'F4', E: 'F5' };

/** ESC O character, from a keypad in application mode. */
const keypadKeys: Names = {
  M: 'Enter',
  I: 'Tab',
  ' ': 'Space',
  X: '=',
  j: '*',
  k: '+',
  l: ',',
  m: '-',
  n: '.',
  o: '/',
  p: '0',
  q: '1',
  r: '2',
  s: '3',
  t: '4',
  u: '5',
  v: '6',
  w: '7',
  x: '8',
  y: '9',
};

/** "a", "A", "^S", "Up", "PgDn", "Enter", "Esc", "Shift-Tab", "Space", "Backspace", "F5", "Alt-b", "Ctrl-Left" ... */
export type KeyName = string;

const linuxConsole = /^\x1b\[\[([A-E])$/;
const numbered = /^\x1b\[(\d+)(?:;(\d+))?([~^$@])$/;
const lettered = /^\x1b(?:\[|O)(?:1;)?(\d*)([A-Za-z])$/;
const keypad = /^\x1bO([\x20-~])$/;
// xterm's modifyOtherKeys and its other form, sent by terminals that were told to.
const otherKey = /^\x1b\[(?:27;(\d+);(\d+)~|(\d+)(?:;(\d+))?u)$/;

/** Of xterm, rxvt, PuTTY, the Linux console, tmux or screen. Undefined for a sequence that is no key we know. */
export function keyNameOfSequence(sequence: string): KeyName | undefined {
  if (!sequence.startsWith('\x1b')) return characterKey(sequence);
  if (sequence === '\x1b' || sequence === '\x1b\x1b') return 'Esc';
  // Shift-Tab of the Linux console.
  if (sequence === '\x1b\t') return 'Shift-Tab';
  const known = escapeKey(sequence);
  if (known !== undefined) return known;
  const rest = sequence.slice(1);
  if (rest.startsWith('[') || rest.startsWith('O')) return rest.length === 1 ? `Alt-${rest}` : undefined;
  const plain = keyNameOfSequence(rest);
  return plain === undefined || plain.startsWith('Alt-') ? plain : `Alt-${plain}`;
}

function escapeKey(sequence: string): KeyName | undefined {
  return (
    linuxConsoleKeys[linuxConsole.exec(sequence)?.[1] ?? ''] ??
    numberedKey(sequence) ??
    letteredKey(sequence) ??
    keypadKeys[keypad.exec(sequence)?.[1] ?? ''] ??
    modifiedCharacter(sequence)
  );
}

function characterKey(sequence: string): KeyName | undefined {
  const code = sequence.charCodeAt(0);
  if (sequence === '' || (code >= 0x80 && code < 0xa0)) return undefined;
  if (code >= 0x20 && code !== 0x7f) return sequence === ' ' ? 'Space' : sequence;
  if (sequence.length > 1) return undefined;
  if (sequence === '\r') return 'Enter';
  if (sequence === '\t') return 'Tab';
  return code === 0x7f ? 'Backspace' : `^${String.fromCharCode(code + 0x40)}`;
}

function numberedKey(sequence: string): KeyName | undefined {
  const [, number = '', modifier, end] = numbered.exec(sequence) ?? [];
  const name = numberKeys[number] ?? functionKeys[number];
  if (name === undefined) return undefined;
  // rxvt says the modifier with the last character.
  if (end === '^') return `Ctrl-${name}`;
  if (end === '$') return `Shift-${name}`;
  if (end === '@') return `Ctrl-Shift-${name}`;
  return withModifier(name, Number(modifier ?? 1));
}

function letteredKey(sequence: string): KeyName | undefined {
  const [, modifier, letter = ''] = lettered.exec(sequence) ?? [];
  // rxvt: ESC [ a is Shift-Up, ESC O a is Ctrl-Up.
  if (/^[a-d]$/.test(letter) && modifier === '') {
    return `${sequence[1] === 'O' ? 'Ctrl' : 'Shift'}-${letterKeys[letter.toUpperCase()] ?? ''}`;
  }
  if (letter === 'Z') return 'Shift-Tab';
  const name = letterKeys[letter];
  return name === undefined ? undefined : withModifier(name, Number(modifier === '' ? 1 : modifier));
}

function modifiedCharacter(sequence: string): KeyName | undefined {
  const [, firstModifier, firstCode, secondCode, secondModifier] = otherKey.exec(sequence) ?? [];
  const code = Number(firstCode ?? secondCode ?? NaN);
  if (!(code <= 0x10ffff)) return undefined;
  const bits = Number(firstModifier ?? secondModifier ?? 1) - 1;
  if (code === 0x1b) return 'Esc';
  const name = characterKey(String.fromCodePoint(code));
  if (name === undefined) return undefined;
  const letter = /^[a-z]$/i.test(name);
  if (letter && (bits & 4) !== 0) return `${(bits & 2) !== 0 ? 'Alt-' : ''}^${name.toUpperCase()}`;
  // The shift of a character is in the character.
  return withModifier(name, 1 + (name.length === 1 ? bits & ~1 : bits));
}

/** The modifier is xterm's: one more than the sum of 1 Shift, 2 Alt, 4 Ctrl, 8 Meta. */
function withModifier(name: KeyName, modifier: number): KeyName {
  const bits = Math.max(modifier, 1) - 1;
  return `${bits & 4 ? 'Ctrl-' : ''}${bits & 10 ? 'Alt-' : ''}${bits & 1 ? 'Shift-' : ''}${name}`;
}
