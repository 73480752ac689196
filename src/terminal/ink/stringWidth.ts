import published from 'ink-published/string-width';
import { simpleText, withoutStyles } from '#text/segmenter.ts';
import { createTextCache } from '#text/memo.ts';

const cached = createTextCache<number>(2_000);

/**
 * The string-width package, which Ink calls for every text of every frame: simple text, in whatever styles, is counted,
 * other results are cached. The first text that is not simple takes 10 ms.
 */
export function stringWidth(text: string, options?: object): number {
  if (options !== undefined) return published(text, options);
  if (simpleText.test(text)) return text.length;
  return cached(text, () => {
    const bare = withoutStyles(text);
    return simpleText.test(bare) ? bare.length : published(text);
  });
}
