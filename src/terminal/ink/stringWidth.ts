import published from 'ink-published/string-width';
import { simpleText } from '#terminal/ink/segmenter.ts';
import { createTextCache } from '#terminal/textCache.ts';

const cached = createTextCache<number>(2_000);

/** The string-width package, which Ink calls for every text of every frame: simple text is counted, other results are cached. */
export function stringWidth(text: string, options?: object): number {
  if (options !== undefined) return published(text, options);
  return simpleText.test(text) ? text.length : cached(text, () => published(text));
}
