/**
 * " Did you mean page?" after a sentence about a word that is not known; "" where none of the known words is near. Only words
 * that are safe to show may be given.
 */
export function didYouMean(word: string, known: Iterable<string>): string {
  const typed = word.trim().toLowerCase();
  // Longer words have more letters to mistype; what has three other letters is another word.
  let least = typed.length < 6 ? 1 : 2;
  let near: string[] = [];
  for (const candidate of new Set(known)) {
    const edits = editDistance(typed, candidate.toLowerCase(), least);
    // All letters of a short word would be other ones.
    if (edits > least || edits >= candidate.length - 1) continue;
    if (edits < least) near = [];
    least = edits;
    near.push(candidate);
  }
  return near.length === 0 ? '' : ` Did you mean ${near.slice(0, 3).join(' or ')}?`;
}

/**
 * How many letters have to be put in, left out, replaced or swapped with the next (the optimal string alignment distance); any
 * number above `most` where it is more than that.
 */
export function editDistance(from: string, to: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line[column] = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? most) + 1 : most + 1,
      );
    }
    [before, above] = [above, line];
  }
  return above[to.length] ?? 0;
}

/** What something is found by: its title, and other words for it. */
export interface Names {
  readonly title: string;
  readonly others?: string | undefined;
}

/**
 * What typed words find, the best first; equally good items keep their order. In order of rank: the title is what was
 * typed, begins with it, has words that begin so (the fewer others beside them the better), its other names have, somewhere
 * in either. Only where nothing has the
 * words, those are found whose title has their letters in this order and close together, a title that
 * begins so first: "rfrr" finds "Referrers".
 */
export function findByWords<T>(items: readonly T[], typed: string, namesOf: (item: T) => Names): T[] {
  const query = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (query === '') return [...items];
  const words = query.split(' ');
  const ranked = items.map(item => {
    const { title, others = '' } = namesOf(item);
    const lower = title.toLowerCase();
    return { item, title: lower, rank: rankOf(lower, others.toLowerCase(), query, words) };
  });
  const found = ranked.filter(({ rank }) => rank !== undefined);
  if (found.length > 0) return found.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ item }) => item);
  const lettered = ranked.filter(({ title }) => words.every(word => lettersStart(title, word) !== undefined));
  const [first = ''] = words;
  const atStart = ({ title }: { readonly title: string }) => Number(lettersStart(title, first) !== 0);
  return lettered.sort((a, b) => atStart(a) - atStart(b)).map(({ item }) => item);
}

/** 0 is the best; undefined where not every word is in one of the names. */
function rankOf(title: string, others: string, query: string, words: readonly string[]): number | undefined {
  if (title === query) return 0;
  if (title.startsWith(query)) return 1;
  const ways = [
    (word: string) => beginsWord(title, word),
    (word: string) => beginsWord(title, word) || beginsWord(others, word),
    (word: string) => title.includes(word) || others.includes(word),
  ];
  const way = ways.findIndex(has => words.every(has));
  if (way === -1) return undefined;
  return way === 0 ? 3 - 1 / title.split(' ').length : way + 3;
}

const letter = /[\p{L}\p{N}]/u;

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !letter.test(text.charAt(at - 1));
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (isWordStart(text, at)) return true;
  return false;
}

/**
 * Where the first word begins that has the letters in order from its start on, with at most as many other letters between
 * them, and two; undefined where none has. One letter is not enough.
 */
function lettersStart(text: string, letters: string): number | undefined {
  if (letters.length < 2) return undefined;
  for (let start = 0; start < text.length; start += 1) {
    if (text[start] !== letters[0] || !isWordStart(text, start)) continue;
    let at = start;
    for (const wanted of letters.slice(1)) at = at === -1 ? -1 : text.indexOf(wanted, at + 1);
    if (at !== -1 && at - start < letters.length * 2 + 2) return start;
  }
  return undefined;
}
