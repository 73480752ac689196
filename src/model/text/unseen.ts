/**
 * Characters that a terminal or an editor obeys instead of showing, or that hide what they carry: C0 and C1 controls, line
 * and paragraph separators, format characters of no width, variation selectors, tags and lone surrogates. The two
 * selectors that say how an emoji looks stay behind one.
 */
const unseen =
  /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{Cs}]|(?!(?<=\p{Emoji})[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** The text with every such character as \u001b: nothing in it moves a cursor or turns the reading order. */
export function escapeUnseen(text: string, keep = ''): string {
  return text.replace(unseen, character => (keep.includes(character) ? character : escaped(character)));
}

/** The text without them. */
export function removeUnseen(text: string): string {
  return text.replace(unseen, '');
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const code = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}
