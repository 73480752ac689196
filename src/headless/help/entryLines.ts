import { label, safeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import type { Entry } from './about.ts';

/** Terms with what they are beside them, or below where the terms are long; indented by two. */
export function entryLines(entries: readonly Entry[], width: number): string[] {
  // A longer term has its line to itself.
  const widestTerm = Math.min(24, Math.floor(width / 3));
  const short = entries.map(([term]) => term.length).filter(length => length <= widestTerm);
  const column = Math.max(0, ...short) + 4;
  const indent = ' '.repeat(column);
  return entries.flatMap(([term, is]) => {
    const [first = '', ...others] = wrapSafe(safeText(is), Math.max(16, width - column));
    const rest = others.map(line => indent + line);
    if (term.length > widestTerm) return [`  ${term}`, indent + first, ...rest];
    return [`  ${term.padEnd(column - 2)}${first}`.trimEnd(), ...rest];
  });
}

/** Paragraphs, with an empty line between them; of each the line breaks are made anew. */
export function paragraphLines(paragraphs: readonly string[], width: number): string[] {
  return paragraphs.flatMap((text, at) => [
    ...(at === 0 ? [] : [label``]),
    ...wrapSafe(safeText(text.trim().replaceAll(/\s+/g, ' ')), width),
  ]);
}
