import { maximum } from '#charts/scale.ts';
import { formatChange, noDataText } from '#model/comparison/change.ts';
import { todayIn } from '#model/period/day.ts';
import { comparedDays, formatDayShort, hourText, timeOfDay } from '#model/period/format.ts';
import { countsOf, countsVisits, daysIn, statisticInfo } from '#model/service/capabilities.ts';
import { isSearchable } from '#model/service/paging.ts';
import type { HoursName, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import { summaryChange, sumOf, visitorsNote } from '#model/statistics/summary.ts';
import { distinctName, type Website } from '#model/website/website.ts';
import { ask, type RowName } from '#queries/answers/ask.ts';
import { rowsPeriod, shownPeriod, websiteDays } from '#store/queries/question.ts';
import { shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';

const coded: ReadonlySet<StatisticName> = new Set<StatisticName>(['country', 'continent', 'language']);

/** " (US)" behind a place or a language that the service names by a code; else nothing. */
export function codeNote(name: StatisticName, value: string): SafeText {
  const [code = ''] = value.trim().split(':');
  return coded.has(name) && code !== '' ? label` (${safeText(code)})` : label``;
}

const words: Readonly<Partial<Record<StatisticName, string>>> = {
  referrer: 'from',
  country: 'in',
  landing_page: 'landing',
  exit_page: 'exit',
};

/** What is said before a row among those of other statistics: "from", "page". */
export function rowWord(name: StatisticName): string {
  return words[name] ?? statisticInfo(name).singular;
}

/** Opens the history of a row. An empty value cannot be searched for: a notice says so instead. */
export function openHistory(state: State, { websiteId, name, value }: RowName): void {
  if (isSearchable(value)) return state.navigation.push({ screen: 'history', websiteId, name, value });
  const { emptyValue } = statisticInfo(name);
  state.notices.say(`${emptyValue} has no history: the service cannot search for an empty value.`);
}

export function seriesDetail(state: State, websiteId: string, name: SeriesName): SafeText | undefined {
  const { summary } = shownSeries(state, websiteId, name);
  if (summary === undefined) return undefined;
  if (summary.total === undefined) return safeText(noDataText(shownPeriod(state), state.today()));
  const isSum = name === 'visitors' && summary.points.length > 1;
  // Short enough for 80 columns behind the title.
  const isOwn = summary.isExact === true || countsVisits(state.capabilities);
  const { countsIn, visitors } = state.capabilities;
  const isNarrow = state.viewport.columns < 60;
  const counting = isOwn ? visitors.note : visitorsNote;
  const note = isNarrow && countsIn !== undefined ? daysIn(countsIn) : counting;
  const total = counted(summary.total, countsOf(name, state.capabilities));
  const by = formatChange(summaryChange(summary));
  if (isNarrow && summary.points.length > 1 && countsIn === undefined)
    return safeText(`${total}${isSum && !isOwn ? ` (${sumOf('days')})` : ''}${by === '' ? '' : `, ${by}`}`);
  if (isSum) return safeText(`${groupThousands(summary.total)}, ${note}`);
  const { single, compared } = websiteDays(state, websiteId);
  if (single === undefined || compared === undefined || summary.countBefore === undefined)
    return safeText(total);
  const before = groupThousands(summary.countBefore);
  return safeText(`${total}, ${before} on ${comparedDays(compared)}`);
}

export function hoursDetail(state: State, websiteId: string, name: HoursName): SafeText | undefined {
  const hours = state.answers.get(websiteId, ask.hours(name, rowsPeriod(state, websiteId))).data ?? [];
  const most = maximum(hours);
  if (most === 0) return undefined;
  const hour = hourText(hours.indexOf(most));
  return safeText(`busiest at ${hour}   ${counted(most, countsOf(name, state.capabilities))}`);
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
