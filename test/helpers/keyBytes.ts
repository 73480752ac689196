const named: Readonly<Record<string, string>> = {
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  PgUp: '\x1b[5~',
  PgDn: '\x1b[6~',
  Insert: '\x1b[2~',
  Delete: '\x1b[3~',
  Enter: '\r',
  Esc: '\x1b',
  Tab: '\t',
  'Shift-Tab': '\x1b[Z',
  Backspace: '\x7f',
  Space: ' ',
  'Ctrl-Left': '\x1b[1;5D',
  'Ctrl-Right': '\x1b[1;5C',
  F1: '\x1bOP',
  F2: '\x1bOQ',
  F3: '\x1bOR',
  F4: '\x1bOS',
  F5: '\x1b[15~',
};

/** What a terminal sends for a key: a name of the key table (Up, PgDn, ^S, Alt-b, F1) or one character. */
export function keyBytes(name: string): string {
  const bytes = named[name];
  if (bytes !== undefined) return bytes;
  const control = /^\^([@-_a-z])$/.exec(name)?.[1];
  if (control !== undefined) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f);
  if (name.startsWith('Alt-')) return `\x1b${keyBytes(name.slice('Alt-'.length))}`;
  if (Array.from(new Intl.Segmenter().segment(name)).length === 1) return name;
  throw new Error(`no such key: ${name}`);
}
