import { simpleText } from './ink/segmenter.ts';
import { isMark } from './steadyCharacters.ts';

/** Columns a single code point takes: 2 for East Asian wide ones, 0 for a mark on the letter before it, else 1. */
export function characterWidth(character: string): 0 | 1 | 2 {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return 1;
  if (isWide(codePoint)) return isMark(character, codePoint) ? 0 : 2;
  return isMark(character, codePoint) ? 0 : 1;
}

/** Columns the text takes in a terminal. Exact for safe text; ambiguous characters (box drawing, blocks) count as 1. */
export function textWidth(text: string): number {
  if (simpleText.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function isWide(codePoint: number): boolean {
  if (codePoint < 0x2e80) return false;
  return (
    codePoint <= 0x303e ||
    (codePoint >= 0x3041 && codePoint <= 0xa4cf) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe10 && codePoint <= 0xfe19) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff01 && codePoint <= 0xff60) ||
    (codePoint >= 0xffe0 && codePoint <= 0xffe6) ||
    (codePoint >= 0x20000 && codePoint <= 0x3fffd)
  );
}
