import { maximum } from '#charts/scale.ts';
import type { Part, Tone } from '#components/parts.ts';
import { noDataText } from '#model/comparison/change.ts';
import { todayIn } from '#model/period/day.ts';
import { comparedDays, formatDayShort, hourText, timeOfDay } from '#model/period/format.ts';
import { countsOf, countsVisits, daysIn, statisticInfo } from '#model/service/capabilities.ts';
import { isSearchable } from '#model/service/paging.ts';
import type { HoursName, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import { visitorsNote } from '#model/statistics/summary.ts';
import { byUrgency, goalForms, type GoalStanding } from '#model/website/goal.ts';
import { distinctName, type Website } from '#model/website/website.ts';
import { ask, type RowName } from '#queries/answers/ask.ts';
import { shownStandings } from '#store/kept/goals.ts';
import { rowsPeriod, shownPeriod, websiteDays } from '#store/queries/question.ts';
import { shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import { wrapSafe } from '#text/fit.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { compactNumber, counted, groupThousands } from '#text/words.ts';

const coded: ReadonlySet<StatisticName> = new Set<StatisticName>(['country', 'continent', 'language']);

/** " (US)" behind a place or a language that the service names by a code; else nothing. */
export function codeNote(name: StatisticName, value: string): SafeText {
  const [code = ''] = value.trim().split(':');
  return coded.has(name) && code !== '' ? label` (${safeText(code)})` : label``;
}

/** Below it whole numbers would make the averages of a small website alike. */
const wholeFrom = 10;

interface WeekFormat {
  readonly decimals: 0 | 1;
  readonly formatCount: (count: number) => string;
}

/** How the averages of a week are written: with a decimal where all are small; what is not nothing never as a zero. */
export function weekFormat(week: readonly (readonly (number | undefined)[])[]): WeekFormat {
  if (maximum(week.flat()) >= wholeFrom)
    return { decimals: 0, formatCount: count => (count > 0 && count < 0.5 ? '<1' : compactNumber(count)) };
  return { decimals: 1, formatCount: smallAverage };
}

function smallAverage(count: number): string {
  if (count > 0 && count < 0.05) return '<0.1';
  return count === 0 ? '0' : count.toFixed(1);
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
  if (isSum) return safeText(`${groupThousands(summary.total)}, ${note}`);
  const total = counted(summary.total, countsOf(name, state.capabilities));
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

/** Said of visitors by hour within a filter, where that may be about hours: the number of an hour may grow by a filter on it. */
export function hoursWithin({ capabilities, filter }: State, name: HoursName): Part {
  const isSaid =
    name === 'visitors_hours' && filter.where.length > 0 && capabilities.filters?.hour !== undefined;
  return isSaid
    ? { text: label` Each visitor once, at the first hour that meets the filter`, tone: 'dim' }
    : { text: label`` };
}

const tones: Readonly<Record<GoalStanding['state'], Tone>> = {
  reached: 'good',
  ahead: 'good',
  open: 'plain',
  missed: 'warn',
};

/** How far goals are, the most urgent ones, each with as many words as have room in so many lines. */
export function goalRows(
  standings: readonly GoalStanding[],
  width: number,
  { most, lines }: { readonly most: number; readonly lines: number },
): Part[] {
  return byUrgency(standings)
    .slice(0, most)
    .flatMap(standing => {
      const isMissed = standing.state === 'missed';
      const room = isMissed ? width - 2 : width;
      const wrapped = goalForms(standing).map(form => wrapSafe(safeText(form), room));
      const fitting = wrapped.find(rows => rows.length <= lines) ?? wrapped.at(-1)?.slice(0, lines) ?? [];
      return fitting.map((text, index) => ({
        text: isMissed ? label`${index === 0 ? label`! ` : label`  `}${text}` : text,
        tone: tones[standing.state],
      }));
    });
}

/** The most urgent one in a line. */
export function urgentGoal(state: State, websiteId: string, width: number): Part | undefined {
  return goalRows(shownStandings(state, websiteId), width, { most: 1, lines: 1 })[0];
}
