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

const beyondAscii = /[^ -~]\p{M}*/gu;

/** Text for a terminal without UTF-8: every cluster becomes one ASCII character, the letter under its accent or "?". */
export function toAscii(text: string): string {
  return text.replace(beyondAscii, asciiCharacter);
}

function asciiCharacter(cluster: string): string {
  const [character = ''] = cluster;
  const base = character.normalize('NFKD').charAt(0);
  return sameInAscii[character] ?? (base >= ' ' && base <= '~' ? base : '?');
}
