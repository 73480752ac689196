import { safeText, type SafeText } from '#terminal/safeText.ts';

/** "12:04" in the profile's time zone. */
export function timeOfDay(milliseconds: number, timeZone: string): SafeText {
  const time = new Date(milliseconds).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return safeText(time);
}
