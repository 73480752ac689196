import { todayIn } from '#model/period/day.ts';
import { formatDayShort, timeOfDay } from '#model/period/format.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { distinctName, type Website } from '#model/website/website.ts';
import type { State } from '#store/state.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';

const words: Readonly<Partial<Record<StatisticName, string>>> = {
  referrer: 'from',
  country: 'in',
  landing_page: 'landing',
  exit_page: 'exit',
};

/** What the command to edit a website is found by too. */
export const editWords =
  'change rename settings privacy public private share password email reports bots exclude addresses parameters';

/** What is said before a row among those of other statistics: "from", "page". */
export function rowWord(name: StatisticName): string {
  return words[name] ?? statisticInfo(name).singular;
}

/**
 * The domain, else what the website is called, else its id.
 * @param shared the domains that several websites have: then the name stands behind it; by default wherever it says more
 */
export function websiteTitle(website: Website, shared?: ReadonlySet<string>): SafeText {
  const { id, domain = '', name = '' } = website;
  const isUnnamed = safeText(domain).trim() === '' && safeText(name).trim() === '';
  return safeText(isUnnamed ? `(no domain, id ${id})` : distinctName(website, shared));
}

export function titleOfWebsite(state: State, id: string): SafeText {
  const website = websiteOf(state, id);
  return website === undefined ? safeText(`Website ${id}`) : websiteTitle(website, sharedIn(state));
}

/** "today 11:58", "3 Nov", "3 Nov 2024". @param at milliseconds since 1970 */
export function momentText(
  at: number,
  { timeZone, calendarDay }: Pick<State, 'timeZone' | 'calendarDay'>,
): SafeText {
  const [day, today] = [todayIn(timeZone, new Date(at)), calendarDay()];
  if (day === today) return label`today ${safeText(timeOfDay(timeZone, at))}`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return safeText(isThisYear ? formatDayShort(day) : `${formatDayShort(day)} ${day.slice(0, 4)}`);
}
