import type { CursorPoint } from '#model/statistics/cursor.ts';
import { noNotes, type Notes, notesIn, notesOfHour, timedNote } from '#model/website/notes.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { wrapSafe, wrapWithin } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';

/** Those of a point of a chart. */
export function notesAt(notes: Notes, { span }: Pick<CursorPoint, 'span'>): Notes {
  if (span.unit !== 'hour') return notesIn(notes, span);
  return span.day === undefined ? noNotes : notesOfHour(notes, span.day, span.hour);
}

const noteMark = (): SafeText => safeText(isAscii() ? '*' : '◆');

/** "◆ 09:00 newsletter 14; v1.4". Foreign text. */
export function noteWords(notes: Notes): SafeText {
  return safeText(`${noteMark()} ${notes.map(timedNote).join('; ')}`);
}

/** A point under the cursor in so many columns, with what was noted: behind its count, or first where both have no room. */
export function pointWithNote(head: SafeText, notes: Notes, room: number): SafeText {
  if (notes.length === 0) return head;
  const words = noteWords(notes);
  const behind = label`${head}   ${words}`;
  return textWidth(behind) <= room ? behind : label`${words}   ${head}`;
}

const widestInBox = 28;
const linesInBox = [3, 2, 1];

/** The same for the box of a cursor, whose characters are one column wide each: in lines, and in ever fewer of them. */
export function notesInBox(notes: Notes): readonly (readonly string[])[] {
  if (notes.length === 0) return [];
  const words = noteWords(notes);
  if (textWidth(words) !== words.length) return [[`${noteMark()} noted`]];
  const { length } = wrapSafe(words, widestInBox);
  return linesInBox.filter(max => max === 1 || max <= length).map(max => wrapWithin(words, widestInBox, max));
}
