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
