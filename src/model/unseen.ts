/**
 * Characters that a terminal or an editor obeys instead of showing: C0 and C1 controls, line and paragraph separators,
 * bidirectional and invisible format characters, tags and lone surrogates.
 */
const unseen =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

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
