import { describePeriod } from '#model/period/period.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { websiteName, type Website } from '#model/website/website.ts';
import { cutEnd, spaces } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { paint } from './paint.ts';
import type { Printer } from './printer.ts';

interface PageSubject {
  readonly website: Website;
  readonly period: Period;
  readonly timeZone: string;
}

/** The website and the days at both ends of a line, or in two lines where one is too short. */
export function pageHeading(
  { website, period, timeZone }: PageSubject,
  width: number,
  printer: Printer,
): string[] {
  const days = safeText(`${describePeriod(period)}, ${timeZone}`);
  const name = cutEnd(safeText(websiteName(website), 300), width);
  const room = width - textWidth(name) - textWidth(days);
  if (room < 2) return [paint(name, 'bold', printer), paint(cutEnd(days, width), 'dim', printer)];
  return [`${paint(name, 'bold', printer)}${spaces(room)}${paint(days, 'dim', printer)}`];
}
