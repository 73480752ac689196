import { minuteText } from '#model/period/today.ts';
import { counted } from '#model/text/number.ts';
import { type NowNumbers, shownMinutes, visitorMinutes } from './nowNumbers.ts';

/** "12 visitors in the last 5 minutes"; short, "12 visitors in 5 min". */
export function visitorsNow({ visitors, isMany }: NowNumbers, isShort = false): string {
  const when = isShort ? `in ${visitorMinutes} min` : `in the last ${visitorMinutes} minutes`;
  return `${isMany ? 'over ' : ''}${counted(visitors, 'visitors')} ${when}`;
}

/** "240 page views in the last 30"; short, "240 views in 30". */
export function viewsNow({ minutes }: NowNumbers, isShort = false): string {
  const views = minutes.reduce<number>((sum, count = 0) => sum + count, 0);
  return isShort
    ? `${counted(views, 'views')} in ${shownMinutes}`
    : `${counted(views, 'page views')} in the last ${shownMinutes}`;
}

/** What is missing of the numbers, one sentence; undefined where nothing is. Foreign text. */
export function lackOf({ since, problems }: NowNumbers, timeZone: string): string | undefined {
  const [problem] = problems;
  if (problem !== undefined) return problem;
  if (since === undefined) return undefined;
  return `There are too many lines to read: these are those from ${minuteText(timeZone, since)} on.`;
}
