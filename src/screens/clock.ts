import { safeText, type SafeText } from '#terminal/safeText.ts';

/** Making one takes as long as drawing the rest of the header. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** "12:04" in the profile's time zone. */
export function timeOfDay(milliseconds: number, timeZone: string): SafeText {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
    formats.set(timeZone, format);
  }
  return safeText(format.format(milliseconds));
}
