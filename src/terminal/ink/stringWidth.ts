import stock from 'ink-stock/string-width';
import { createTextCache } from '#terminal/textCache.ts';

const cached = createTextCache<number>(2_000);
/** One cell each, with nothing that joins them: letters, lines, blocks and Braille. */
const simple = /^[ -~\u2500-\u259f\u2800-\u28ff]*$/;

/** The string-width package, which is asked for every text of every frame: what is simple is counted, the rest remembered. */
export function stringWidth(text: string, options?: object): number {
  if (options !== undefined) return stock(text, options);
  return simple.test(text) ? text.length : cached(text, () => stock(text));
}
