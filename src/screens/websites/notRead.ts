import type { Part } from '#components/style.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, repeatSafe, type SafeText } from '#terminal/safeText.ts';

/** The place of what is still to be read: dim dots, never a blank. */
export function notRead(columns: number, behind: SafeText = label``): Part {
  return { text: label`${repeatSafe(isAscii() ? label`.` : label`·`, columns)}${behind}`, tone: 'dim' };
}
