/**
 * Invisible characters: those that a terminal or an editor acts on, and those that hide text. C0 and C1 controls, line
 * and paragraph separators, zero-width format characters, variation selectors, tags and lone surrogates. The two
 * variation selectors that choose the look of an emoji are kept behind one.
 */
const unseen =
  /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{Cs}]|(?!(?<=\p{Emoji})[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Escapes every such character as \u001b: nothing in the text moves a cursor or changes the reading direction. */
export function escapeInvisible(text: string, keep = ''): string {
  return text.replace(unseen, character => (keep.includes(character) ? character : escaped(character)));
}

/** Removes them. */
export function removeInvisible(text: string): string {
  return text.replace(unseen, '');
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const code = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}
