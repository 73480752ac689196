/**
 * A user may have typed a name, a password or a token into it. Also of invalid addresses everything before the last @
 * and behind ? or # is left out, and what makes a share link open.
 */
export function shownAddress(url: string): string {
  const at = url.lastIndexOf('@');
  const [, scheme = ''] = /^(https?:\/\/)/i.exec(url) ?? [];
  const address = at === -1 ? url : `${scheme}***${url.slice(at)}`;
  return address.replace(/[?#].*$/s, '').replace(/(\/share\/)[^/].*$/is, '$1***');
}

/** A word with at most this many successive characters of the key is shown. */
const mostInCommon = 5;
/** A word of letters and digits from this length on is taken for a key. */
const keyLength = 16;

/**
 * A program's output for display: without words that contain a part of the key, in full or in pieces, and without words
 * that look like a key.
 * @param key all that the program printed as its key, even if incomplete
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
