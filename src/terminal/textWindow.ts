import { clusters, isAscii, textWidth } from '#text/characters.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { lineOfCaret, textLines, type TextValue } from '#text/textField.ts';

const nothing = label``;
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** All of it with room for the caret, else the part around it, moved by half a field. With a mask all are stars. */
export function textWindow(edit: TextValue, width: number, options: { mask?: boolean } = {}) {
  const shown = (cluster: string) => (options.mask === true ? label`*` : shownCluster(cluster));
  const before = clusters(edit.value.slice(0, edit.caret)).map(shown);
  const cells = [...before, ...clusters(edit.value.slice(edit.caret)).map(shown)];
  const widths = cells.map(textWidth);
  const caret = sum(widths.slice(0, before.length));
  // The whole of a wide character under the caret is in view.
  const lastColumn = caret + (widths[before.length] ?? 1) - 1;
  const start = windowStart(lastColumn, sum(widths) + 1, width);
  let column = 0;
  let first: number | undefined;
  const visible = cells.filter((_, index) => {
    const left = column;
    column += widths[index] ?? 0;
    const inside = left >= start && column <= start + width;
    if (inside) first ??= left;
    return inside;
  });
  return { text: joinSafe(visible, nothing), caretColumn: Math.max(0, caret - (first ?? caret)) };
}

/** The same for a field of several lines: the caret's line moves sideways, the others show their start. */
export function textWindowLines(edit: TextValue, width: number, height: number) {
  const lines = textLines(edit.value);
  const row = lineOfCaret(lines, edit.caret);
  const firstLine = windowStart(row, lines.length, height);
  const windows = lines
    .slice(firstLine, firstLine + Math.max(1, height))
    .map(({ text, start }, index) =>
      textWindow({ value: text, caret: firstLine + index === row ? edit.caret - start : 0 }, width),
    );
  const caretRow = row - firstLine;
  return {
    lines: windows.map(window => window.text),
    caretRow,
    caretColumn: windows[caretRow]?.caretColumn ?? 0,
    firstLine,
  };
}

/** Whether something in the value cannot be seen, so that editing around it would be guesswork. */
export function hasHiddenCharacters(value: string, options: { multiline?: boolean } = {}): boolean {
  return hidden.test(options.multiline === true ? value.replace(/\r?\n/g, '') : value);
}

/** Where a window of that size begins, so that position is inside and nothing is wasted behind the end. */
function windowStart(position: number, total: number, size: number): number {
  if (position < size && total <= size) return 0;
  const step = Math.max(1, Math.floor(size / 2));
  const steps = Math.max(0, Math.ceil((position - size + 1) / step));
  return Math.max(0, Math.min(steps * step, total - size));
}

/** A cluster as safe text; one that has nothing to show is a dot, so that the caret moves over something. */
function shownCluster(cluster: string): SafeText {
  const isBreak = /^[\t-\r\x85\u2028\u2029]/.test(cluster);
  const safe = isBreak ? nothing : safeText(cluster);
  if (safe !== '') return safe;
  return isAscii() ? label`.` : label`·`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
