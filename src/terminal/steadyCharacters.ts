/**
 * Which characters take the same number of columns in every terminal: old and new width tables, with and without grapheme
 * clusters (a test compares ours with string-width and with xterm's for all of Unicode).
 */

/** Shown in place of a character whose width terminals disagree on: emoji, conjoining jamo, recent scripts. */
export const replacement = '\uFFFD';

/** Marks that stand on the letter before them, in no column of their own. Viramas are not among them: they join letters. */
const marks =
  /^[\u0300-\u034E\u0350-\u036F\u0483-\u0486\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065E\u0670\u06D6-\u06DC\u0901\u0902\u093C\u0941-\u0948\u0981\u09BC\u09C1-\u09C4\u0A01\u0A02\u0A3C\u0A41\u0A42\u0A47\u0A48\u0A4B\u0A4C\u0A81\u0A82\u0ABC\u0AC1-\u0AC5\u0AC7\u0AC8\u0B82\u0BC0\u0C3E-\u0C40\u0C46-\u0C48\u0C4A-\u0C4C\u0D41-\u0D43\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EB9\u0EBB\u0EBC\u0EC8-\u0ECD\u3099\u309A]$/;

/** Invisible, or of no width in some terminals; U+FFFC is a placeholder for an embedded object. */
const invisible = /^[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\uFFFC\p{Emoji_Modifier}]$/u;

const unsteadyBelowAstral =
  /^[\p{Emoji_Presentation}\u06DE\u0D4E\u1100-\u11FF\u2630-\u2637\u268A-\u268F\u3248-\u324F\u4DC0-\u4DFF\uA960-\uA97C\uD7B0-\uD7FF]$/u;
const steadyAstral = /^[\u{10000}-\u{10FFF}\u{1D400}-\u{1D7FF}\u{20000}-\u{3FFFD}]$/u;

/** Whether the character combines with the one before it and takes no column. */
export function isMark(character: string, codePoint: number): boolean {
  if (codePoint < 0x300 || (codePoint > 0xecd && codePoint < 0x3099) || codePoint > 0x309a) return false;
  return marks.test(character);
}

/** The character itself where all terminals agree on its width, nothing where it is invisible, else the replacement. */
export function steady(character: string, codePoint: number): string {
  if (codePoint >= 0x20 && codePoint < 0x7f) return character;
  if (invisible.test(character)) return '';
  const agreed = codePoint > 0xffff ? steadyAstral.test(character) : !unsteadyBelowAstral.test(character);
  return agreed ? character : replacement;
}
