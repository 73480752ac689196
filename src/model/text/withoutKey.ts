/** Characters that a word may have in common with a key and still be shown. */
const mostInCommon = 5;
/** Characters from which on a word of letters and digits is taken for a key. */
const keyLength = 16;

/**
 * What a program said, to be shown: without the words that have a part of the key in them, in full or in pieces, and without
 * those that look like one.
 * @param key all that the program gave as its key, if only in part
 */
export function withoutKey(said: string, key: string): string {
  const parts = new Set<string>();
  const given = key.replaceAll(/\s+/g, ' ').toLowerCase();
  for (let at = 0; at + mostInCommon < given.length; at += 1)
    parts.add(given.slice(at, at + mostInCommon + 1));
  const whole = key.trim();
  const rest = whole === '' ? said : said.replaceAll(whole, '***');
  return rest.replaceAll(/[^\s'"`:,;()<>[\]{}]+/g, word => {
    const lower = word.toLowerCase();
    const isPart = Array.from({ length: Math.max(0, lower.length - mostInCommon) }, (_, at) =>
      lower.slice(at, at + mostInCommon + 1),
    ).some(part => parts.has(part));
    return isPart || looksLikeKey(word) ? '***' : word;
  });
}

function looksLikeKey(word: string): boolean {
  return word
    .split(/[/=]/)
    .some(piece => piece.length >= keyLength && /\d/.test(piece) && /[a-z]/i.test(piece));
}
