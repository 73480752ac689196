/** The signs of our own words, and the ASCII that says the same. */
const signs: Readonly<Record<string, string>> = {
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
  '–': '-',
};

/** Our own words without anything beyond ASCII. */
export function wordsInAscii(words: string): string {
  return words.replace(/[^ -~]/gu, sign => signs[sign] ?? '?');
}

/** Text from outside for a terminal that shows ASCII alone: "?" for a letter that it lacks, and never another letter. */
export function lettersInAscii(text: string): string {
  return text.replace(/[^\p{M}]\p{M}+|[^ -~]/gsu, '?');
}
