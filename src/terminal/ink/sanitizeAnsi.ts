import published from 'ink-published/sanitize-ansi';
import { createTextCache } from '#terminal/textCache.ts';

const cached = createTextCache<string>(2_000);

/** Ink's own, which it calls for every text of every frame: printable ASCII stays as it is, other results are cached. */
export function sanitizeAnsi(text: string): string {
  return /^[ -~]*$/.test(text) ? text : cached(text, () => published(text));
}
