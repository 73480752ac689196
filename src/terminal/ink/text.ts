import publishedSanitize from 'ink-published/sanitize-ansi';
import publishedWidth from 'ink-published/string-width';
import { simpleText, withoutStyles } from '#text/characters.ts';
import { createTextCache } from '#text/memo.ts';

const sanitized = createTextCache<string>(2_000);
const widths = createTextCache<number>(2_000);

/** Ink's own, which it calls for every text of every frame: simple text stays as it is, in whatever styles. */
export function sanitizeAnsi(text: string): string {
  if (simpleText.test(text)) return text;
  return sanitized(text, () => (simpleText.test(withoutStyles(text)) ? text : publishedSanitize(text)));
}

/** The string-width package, which Ink calls for every text of every frame: simple text, in whatever styles, is counted. */
export function stringWidth(text: string, options?: object): number {
  if (options !== undefined) return publishedWidth(text, options);
  if (simpleText.test(text)) return text.length;
  return widths(text, () => {
    const bare = withoutStyles(text);
    return simpleText.test(bare) ? bare.length : publishedWidth(text);
  });
}
