import published from 'ink-published/sanitize-ansi';
import { simpleText, withoutStyles } from '#text/segmenter.ts';
import { createTextCache } from '#text/memo.ts';

const cached = createTextCache<string>(2_000);

/**
 * Ink's own, which it calls for every text of every frame: simple text stays as it is, in whatever styles, other results
 * are cached.
 */
export function sanitizeAnsi(text: string): string {
  if (simpleText.test(text)) return text;
  return cached(text, () => (simpleText.test(withoutStyles(text)) ? text : published(text)));
}
