import { clusterStart } from './graphemes.ts';

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
