import { clusters, clusterStart } from './characters.ts';

export interface TextValue {
  readonly value: string;
  /** UTF-16 index, always on a grapheme boundary. */
  readonly caret: number;
}

export const emptyText: TextValue = { value: '', caret: 0 };

/** A field that was just opened on a text, with the caret at its end. */
export function textAtEnd(value: string): TextValue {
  return { value, caret: value.length };
}

/** A stored text may end its lines with CR LF, a typed one with LF: both are one break. */
const lineBreak = /\r?\n/g;

interface Line {
  readonly text: string;
  /** UTF-16 index of its first character in the whole text. */
  readonly start: number;
}

/** The lines of a text without their breaks; at least one. */
export function textLines(value: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const found of value.matchAll(lineBreak)) {
    lines.push({ text: value.slice(start, found.index), start });
    start = found.index + found[0].length;
  }
  lines.push({ text: value.slice(start), start });
  return lines;
}

/** Which of the lines the caret stands in, counted from 0. */
export function lineOfCaret(lines: readonly Line[], caret: number): number {
  return lines.findLastIndex(line => line.start <= caret);
}

/** Start of the caret's line, UTF-16 index. */
export function lineStart(value: string, caret: number): number {
  return caret === 0 ? 0 : value.lastIndexOf('\n', caret - 1) + 1;
}

/** End of the caret's line, before its break, UTF-16 index. */
export function lineEnd(value: string, caret: number): number {
  const feed = value.indexOf('\n', caret);
  if (feed < 0) return value.length;
  return feed > caret && value[feed - 1] === '\r' ? feed - 1 : feed;
}

/** The caret's index in the line above (-1) or below (1): the same number of clusters from the start, at most at the end. */
export function moveByLine(edit: TextValue, by: -1 | 1): number {
  const lines = textLines(edit.value);
  const row = lineOfCaret(lines, edit.caret);
  const from = lines[row];
  const to = lines[row + by];
  if (!from || !to) return edit.caret;
  const column = clusters(from.text.slice(0, edit.caret - from.start)).length;
  return to.start + clusters(to.text).slice(0, column).join('').length;
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
const noSpace = /\S/u;

/** Where the word before the caret begins: letters and digits are words, as Alt-B goes. UTF-16 index. */
export function wordStart(value: string, caret: number): number {
  return runStart(value, caret, wordCharacter);
}

/** The start of the text without spaces before the caret, which ^W deletes. */
export function spacedStart(value: string, caret: number): number {
  return runStart(value, caret, noSpace);
}

/** Where the word at or after the caret ends, as Alt-F goes. */
export function wordEnd(value: string, caret: number): number {
  let inside = false;
  let end = caret;
  for (const character of value.slice(caret)) {
    const isWord = wordCharacter.test(character);
    if (inside && !isWord) break;
    inside ||= isWord;
    end += character.length;
  }
  return end;
}

/** Goes back over characters outside a run, then over the run. */
function runStart(value: string, caret: number, belongs: RegExp): number {
  let inside = false;
  let start = caret;
  while (start > 0) {
    const before = clusterStart(value, start);
    const isRun = belongs.test(value.slice(before, start));
    if (inside && !isRun) break;
    inside ||= isRun;
    start = before;
  }
  return start;
}
