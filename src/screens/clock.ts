import { zoneTime } from '#model/period/zoneTime.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';

/** "12:04" in the profile's time zone. */
export function timeOfDay(milliseconds: number, timeZone: string): SafeText {
  const { hour, minute } = zoneTime(timeZone, milliseconds);
  return safeText([hour, minute].map(number => String(number).padStart(2, '0')).join(':'));
}
