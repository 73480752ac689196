import { cutParts, partsWidth } from '#components/parts.ts';
import type { Part } from '#components/style.ts';
import { cutEnd } from '#terminal/fit.ts';
import { label, safeText } from '#terminal/safeText.ts';

const caution: Part = { text: label`Correlation, not cause.`, tone: 'dim' };

/**
 * The sentences in so many lines, the first in bold, and the caution about all of them: the last sentences are left out
 * where there is no room for them, rather than cut.
 * @param sentences foreign text
 */
export function sentenceLines(sentences: readonly string[], width: number, height: number): Part[][] {
  const parts = sentences.map((text, place): Part => ({
    text: safeText(text, text.length),
    ...(place === 0 && { bold: true }),
  }));
  for (let kept = parts.length; kept > 0; kept -= 1) {
    const lines = wrapParts([...parts.slice(0, kept), caution], width);
    if (lines.length <= height) return lines;
  }
  return wrapParts(parts.slice(0, 1), width).slice(0, height);
}

/** Breaks parts at spaces into lines of at most `width` columns; a word too long for a line is cut. */
function wrapParts(parts: readonly Part[], width: number): Part[][] {
  const words = parts.flatMap(part =>
    part.text.split(' ').map(word => ({ ...part, text: cutEnd(safeText(word), width) })),
  );
  const lines: Part[][] = [];
  let line: Part[] = [];
  for (const word of words) {
    const longer = line.length === 0 ? [word] : [...line, { ...word, text: label` ${word.text}` }];
    if (partsWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = [word];
    }
  }
  return [...lines, line].map(each => cutParts(joined(each), width));
}

/** Neighbours of one style as one part. */
function joined(parts: readonly Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last !== undefined && last.bold === part.bold && last.tone === part.tone)
      found[found.length - 1] = { ...last, text: label`${last.text}${part.text}` };
    else found.push(part);
  }
  return found;
}
