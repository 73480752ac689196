import stock from 'ink-stock/string-width';
import { simpleText } from '#terminal/segmenter.ts';
import { createTextCache } from '#terminal/textCache.ts';

const cached = createTextCache<number>(2_000);

/** The string-width package, which is asked for every text of every frame: what is simple is counted, the rest remembered. */
export function stringWidth(text: string, options?: object): number {
  if (options !== undefined) return stock(text, options);
  return simpleText.test(text) ? text.length : cached(text, () => stock(text));
}
