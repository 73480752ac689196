import { cutEnd } from './fit.ts';
import { joinSafe, label, safeText, type SafeText } from './safeText.ts';
import { textWidth } from './width.ts';

/** Breaks a text at spaces into lines of at most width columns; a word too long for a line is cut. */
export function wrapSafe(text: SafeText, width: number): SafeText[] {
  const lines: SafeText[] = [];
  let line = label``;
  for (const piece of text.split(' ')) {
    const word = cutEnd(safeText(piece), width);
    const longer = line === '' ? word : joinSafe([line, word], label` `);
    if (textWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The same in at most so many lines: where more would follow, the last one ends in an ellipsis. */
export function wrapWithin(text: SafeText, width: number, most: number): SafeText[] {
  const lines = wrapSafe(text, width);
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, Math.max(0, most - 1));
  return most < 1 ? [] : [...kept, cutEnd(joinSafe(lines.slice(kept.length), label` `), width)];
}
