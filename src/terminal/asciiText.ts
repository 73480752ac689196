/** What people write beyond ASCII most, and our own literals: the ASCII that says the same. */
const sameInAscii: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '~',
  '·': '.',
  '•': '*',
  '×': 'x',
  '›': '>',
  '‹': '<',
  '→': '>',
  '←': '<',
  '↑': '^',
  '↓': 'v',
  '│': '|',
  '─': '-',
};

/** Text for a terminal without UTF-8: every letter becomes one ASCII character, without its marks, or "?". */
export function toAscii(text: string): string {
  return text.replace(/\p{M}/gu, '').replace(/[^ -~]/gu, asciiCharacter);
}

function asciiCharacter(character: string): string {
  const base = character.normalize('NFKD').charAt(0);
  return sameInAscii[character] ?? (base >= ' ' && base <= '~' ? base : '?');
}
