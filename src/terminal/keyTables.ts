type Names = Readonly<Record<string, string>>;

/** ESC [ letter and ESC O letter. */
export const letterKeys: Names = {
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
export const numberKeys: Names = {
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
export const functionKeys: Names = {
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
export const linuxConsoleKeys: Names = { A: 'F1', B: 'F2', C: 'F3', D: 'F4', E: 'F5' };

/** ESC O character, from a keypad in application mode. */
export const keypadKeys: Names = {
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
