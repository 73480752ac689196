import { characterWidth, isAscii, textWidth } from './characters.ts';
import { joinSafe, label, repeatSafe, type SafeText, safeText, sliceSafe } from './safeText.ts';

const nothing = label``;
const space = label` `;

/** The start of the text, with an ellipsis where something is missing: at most width columns. */
export function cutEnd(text: SafeText, width: number): SafeText {
  if (!(width >= 1)) return nothing;
  if (textWidth(text) <= width) return text;
  return concat(head(text, width - 1), ellipsis());
}

/** Both ends of the text, with an ellipsis between them where something is missing: at most width columns. */
export function cutMiddle(text: SafeText, width: number): SafeText {
  if (!(width >= 1)) return nothing;
  if (textWidth(text) <= width) return text;
  const start = head(text, Math.ceil((width - 1) / 2));
  return concat(start, ellipsis(), tail(text, width - 1 - textWidth(start)));
}

/** Left-aligned: spaces behind the text up to width columns. A longer text stays as it is. */
export function padEnd(text: SafeText, width: number): SafeText {
  return concat(text, spaces(width - textWidth(text)));
}

/** Right-aligned: spaces before the text up to width columns. A longer text stays as it is. */
export function padStart(text: SafeText, width: number): SafeText {
  return concat(spaces(width - textWidth(text)), text);
}

/** Exactly width columns, left-aligned, cut at the end. */
export function fitEnd(text: SafeText, width: number): SafeText {
  return padEnd(cutEnd(text, width), width);
}

/** Exactly width columns, right-aligned, cut at the end. */
export function fitStart(text: SafeText, width: number): SafeText {
  return padStart(cutEnd(text, width), width);
}

/** Exactly width columns, left-aligned, cut in the middle. */
export function fitMiddle(text: SafeText, width: number): SafeText {
  return padEnd(cutMiddle(text, width), width);
}

/** As many spaces as columns; none for zero and below. */
export function spaces(columns: number): SafeText {
  return repeatSafe(space, columns);
}

function ellipsis(): SafeText {
  return isAscii() ? label`~` : label`…`;
}

function concat(...parts: readonly SafeText[]): SafeText {
  return joinSafe(parts, nothing);
}

/** The longest start that takes at most width columns. A mark stays with its letter. */
export function head(text: SafeText, width: number): SafeText {
  let end = 0;
  let columns = 0;
  for (const character of text) {
    columns += characterWidth(character);
    if (columns > width) break;
    end += character.length;
  }
  return sliceSafe(text, 0, end);
}

/** The longest end that takes at most width columns and does not begin with a mark. */
function tail(text: SafeText, width: number): SafeText {
  let start = text.length;
  let columns = 0;
  let index = text.length;
  for (const character of Array.from(text).toReversed()) {
    const own = characterWidth(character);
    columns += own;
    if (columns > width) break;
    index -= character.length;
    if (own > 0) start = index;
  }
  return sliceSafe(text, start);
}

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
