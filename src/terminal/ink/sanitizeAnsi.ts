import stock from 'ink-stock/sanitize-ansi';
import { createTextCache } from '#terminal/textCache.ts';

const cached = createTextCache<string>(2_000);

/** Ink's own, which is asked for every text of every frame: plain letters need nothing, the rest is remembered. */
export function sanitizeAnsi(text: string): string {
  return /^[ -~]*$/.test(text) ? text : cached(text, () => stock(text));
}
