/**
 * " Did you mean page?" after a word that is not known; "" where none is near. Only words that are safe to show: the
 * name, or what stands for it.
 */
export function didYouMean(
  word: string,
  known: Iterable<string | readonly [name: string, shown: string]>,
): string {
  const typed = word.trim().toLowerCase();
  // Longer words have more letters to mistype; what has three other letters is another word.
  let min = typed.length < 6 ? 1 : 2;
  let near: string[] = [];
  for (const each of new Set(known)) {
    const [candidate, shown] = typeof each === 'string' ? [each, each] : each;
    // An option that others begin with is one of these.
    const isBegun = typed.startsWith('--') && candidate.startsWith(typed);
    const edits = isBegun ? 0 : editDistance(typed, candidate.toLowerCase(), min);
    // All letters of a short word would be other ones.
    if (edits > min || edits >= candidate.length - 1) continue;
    if (edits < min) near = [];
    min = edits;
    if (!near.includes(shown)) near.push(shown);
  }
  return near.length === 0 ? '' : ` Did you mean ${near.slice(0, 3).join(' or ')}?`;
}

/**
 * The name in which something stands that is nearly what was typed, from the start of one of its words on; of equally near
 * ones the first. Undefined where none does: with more letters than five two may be other ones, else one.
 */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  const wanted = typed.trim().toLowerCase();
  // All letters of a short word would be other ones.
  if (wanted.length < 3) return undefined;
  let min = wanted.length < 6 ? 2 : 3;
  let nearest: string | undefined;
  for (const name of names) {
    const lower = name.toLowerCase();
    for (let start = 0; start < lower.length; start += 1) {
      if (!isWordStart(lower, start) || lower[start] !== wanted[0]) continue;
      const edits = Math.min(...editDistances(wanted, lower.slice(start, start + wanted.length + 2)));
      if (edits < min) [min, nearest] = [edits, name];
    }
  }
  return nearest;
}

/** Letters put in, left out, replaced or swapped (optimal string alignment); any number above `most` where more. */
export function editDistance(from: string, to: string, max = Number.POSITIVE_INFINITY): number {
  if (Math.abs(from.length - to.length) > max) return max + 1;
  return editDistances(from, to, max).at(-1) ?? 0;
}

/** The same from a text to each start of another one, from the empty one to the whole. */
function editDistances(from: string, to: string, max = Number.POSITIVE_INFINITY): number[] {
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
        isSwapped ? (before[column - 2] ?? max) + 1 : max + 1,
      );
    }
    [before, above] = [above, line];
  }
  return above;
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
  const words = wordsOf(typed);
  const query = words.join(' ');
  if (query === '') return [...items];
  const ranked = items.map(item => {
    const { title, others = '' } = namesOf(item);
    const lower = title.toLowerCase();
    return { item, title: lower, rank: rankOf(lower, others.toLowerCase(), query, words) };
  });
  const found = ranked.filter(({ rank }) => rank !== undefined);
  if (found.length > 0) return found.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ item }) => item);
  const lettered = ranked.filter(({ title }) => words.every(word => lettersIn(title, word) !== undefined));
  const [first = ''] = words;
  const atStart = ({ title }: { readonly title: string }) => Number(lettersIn(title, first)?.[0]?.[0] !== 0);
  return lettered.sort((a, b) => atStart(a) - atStart(b)).map(({ item }) => item);
}

function wordsOf(typed: string): string[] {
  return typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
}

/** A part of a text, from its first code unit to the one behind its last. */
export type Stretch = readonly [from: number, to: number];

/** Its words, else letters in their order; nothing where other names have them. */
export function foundStretches({ title, others = '' }: Names, typed: string): Stretch[] {
  const lower = title.toLowerCase();
  // Some letters are longer in lower case: then places are not the same.
  if (lower.length !== title.length) return [];
  const words = wordsOf(typed);
  const found = words.flatMap((word): Stretch[] => {
    const at = indexOfWord(lower, word);
    return at === -1 ? [] : [[at, at + word.length]];
  });
  const isElsewhere = words.some(word => others.toLowerCase().includes(word));
  if (found.length > 0 || isElsewhere) return joined(found);
  return joined(words.flatMap(word => lettersIn(lower, word) ?? []));
}

/** Where a word stands, better at the start of one than within it; -1 where it does not. */
function indexOfWord(text: string, word: string): number {
  const first = text.indexOf(word);
  for (let at = first; at !== -1; at = text.indexOf(word, at + 1)) if (isWordStart(text, at)) return at;
  return first;
}

/** In order, those that overlap or touch as one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last === undefined || last[1] < from) all.push([from, to]);
    else all[all.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return all;
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

/** Whether each typed word begins one of a text. */
export function beginsWords(text: string, typed: string): boolean {
  const lower = text.toLowerCase();
  return wordsOf(typed).every(word => beginsWord(lower, word));
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
}

function beginsWord(text: string, word: string): boolean {
  const at = indexOfWord(text, word);
  return at !== -1 && isWordStart(text, at);
}

/** From the start of the first word that has them, with few letters between; undefined where none has. One is not enough. */
function lettersIn(text: string, letters: string): Stretch[] | undefined {
  const [initial = '', ...others] = letters;
  if (others.length === 0) return undefined;
  for (let start = text.indexOf(initial); start !== -1; start = text.indexOf(initial, start + 1)) {
    if (!isWordStart(text, start)) continue;
    const found: Stretch[] = [[start, start + initial.length]];
    for (const wanted of others) {
      const at = text.indexOf(wanted, found.at(-1)?.[1]);
      if (at === -1) break;
      found.push([at, at + wanted.length]);
    }
    const last = found.at(-1)?.[0] ?? start;
    if (found.length > others.length && last - start < letters.length * 2 + 2) return found;
  }
  return undefined;
}
