import type { Baseline } from '#model/comparison/periods.ts';
import { isDay } from '#model/period/day.ts';
import { describePeriod } from '#model/period/format.ts';
import { type PeriodChoice, presets, steppedChoice } from '#model/period/period.ts';
import { isAllDays, parsePeriod } from '#model/period/parsePeriod.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import { type Filter, readCondition } from '#model/service/filter.ts';
import { filterLabel } from '#model/service/filterText.ts';
import type { SortDirection } from './service/paging.ts';
import type { WebsitesSort } from '#model/own/choices.ts';
import type { SessionMeasure } from '#model/statistics/sessions.ts';
import type { Day, HoursName, SeriesName, StatisticName } from '#model/statistics/statistics.ts';

/** A website of a view: ids are often 1, 2, 3, so that one counts only with the domain it had. */
export interface ViewedWebsite {
  readonly id: string;
  /** Empty for a website without one. */
  readonly domain: string;
}

interface OfWebsite {
  readonly website: ViewedWebsite;
}

/** The screen of a view, and what of it is the person's. */
export type ViewTarget =
  | {
      readonly screen: 'websites';
      /** As it is typed, with words such as tag:shop. */
      readonly search: string;
      readonly sortBy: WebsitesSort;
      readonly sort: SortDirection;
      readonly onlyAttention?: true | undefined;
    }
  | (OfWebsite & {
      readonly screen: 'dashboard';
      readonly measure: SeriesName | SessionMeasure;
    })
  | (OfWebsite & {
      readonly screen: 'statistic';
      readonly statistic: StatisticName;
      readonly search: string;
      readonly sortBy: 'count' | 'value' | 'change';
      readonly sort: SortDirection;
      readonly logScale?: true | undefined;
      readonly map?: true | undefined;
    })
  | (OfWebsite & { readonly screen: 'heatMap'; readonly statistic: HoursName })
  | (OfWebsite & { readonly screen: 'history'; readonly statistic: StatisticName; readonly value: string })
  | (OfWebsite & {
      readonly screen: 'why';
      readonly day?: Day | undefined;
      readonly group?: 'days' | StatisticName | undefined;
    })
  | (OfWebsite & { readonly screen: 'year' | 'now' | 'record' })
  | { readonly screen: 'sideBySide'; readonly websites: readonly ViewedWebsite[] };

/** What was on the screen, under a name of the person's. Values of the filter and of a row are foreign text. */
export type SavedView = ViewTarget & {
  /** The name of its profile; of a service that only the environment names, its address. */
  readonly profile: string;
  /** In the words of `parsePeriod`, or "all": "28d", "this month", "2026-01-01..2026-02-15". */
  readonly period: string;
  /** So many periods later, or earlier. */
  readonly steps?: number | undefined;
  readonly compare: Baseline | 'none';
  /** As `conditionText` writes them. */
  readonly where?: readonly string[] | undefined;
};

export interface SavedViews {
  /** The one that a start without a website opens. */
  readonly default?: string | undefined;
  readonly views: Readonly<Record<string, SavedView>>;
}

export const noViews: SavedViews = { views: {} };

/** A name as it is kept: "Monday" and "monday" are one, with or without the @ of a command line. Undefined for what is none. */
export function asViewName(text: string): string | undefined {
  const name = text.trim().replace(/^@/, '').normalize('NFC').toLowerCase();
  return /^[\p{L}\p{N}](?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}-]){0,39}$/u.test(name) &&
    !/\p{Default_Ignorable_Code_Point}/u.test(name)
    ? name
    : undefined;
}

/** What a name may be, after "is no name for a view". */
export const viewNameRule = 'letters and digits, with - inside, at most 40 of them';

/** How many steps back or on are kept: more than a century of weeks. */
export const maxSteps = 10_000;

export function viewNames({ views }: SavedViews): string[] {
  return Object.keys(views).toSorted();
}

export function viewCalled({ views }: SavedViews, name: string): SavedView | undefined {
  return Object.hasOwn(views, name) ? views[name] : undefined;
}

export function withViews(all: SavedViews, added: SavedViews['views']): SavedViews {
  return { ...all, views: { ...all.views, ...added } };
}

/** The same object where none of them is there. */
export function withoutViews(all: SavedViews, names: readonly string[]): SavedViews {
  if (!names.some(name => viewCalled(all, name) !== undefined)) return all;
  const { default: first, views } = all;
  const left = Object.fromEntries(Object.entries(views).filter(([name]) => !names.includes(name)));
  return first === undefined || names.includes(first) ? { views: left } : { default: first, views: left };
}

/** A period as it was said: days that were chosen as such stay those days, all others move with the calendar. */
export function savedPeriod(choice: PeriodChoice): Pick<SavedView, 'period' | 'steps'> {
  if (choice.kind === 'range' && choice.stepped !== undefined) {
    const { from, by } = choice.stepped;
    // Days a step from days are those days.
    if (from.kind === 'preset' || from.label !== undefined) return { ...savedPeriod(from), steps: by };
  }
  if (choice.kind === 'range') return { period: choice.label ?? `${choice.from}..${choice.to}` };
  return { period: presets.find(({ name }) => name === choice.preset)?.shortcut ?? choice.preset };
}

/** What a period that was said comes to today; 'all' depends on the website. The problem is one line. */
export function chosenPeriodOf(
  { period, steps = 0 }: Pick<SavedView, 'period' | 'steps'>,
  today: Day,
): PeriodChoice | 'all' | { readonly problem: string } {
  if (isAllDays(period)) return 'all';
  const parsed = parsePeriod(period, today);
  if ('error' in parsed) return { problem: parsed.error };
  return steppedChoice(parsed.choice, steps, today);
}

export function filterOfView({ where = [] }: Pick<SavedView, 'where'>): Filter {
  return where.flatMap(text => readCondition(text) ?? []);
}

export function websitesOfView(view: ViewTarget): readonly ViewedWebsite[] {
  if (view.screen === 'websites') return [];
  return view.screen === 'sideBySide' ? view.websites : [view.website];
}

const screenTitles: Readonly<Record<ViewTarget['screen'], string>> = {
  websites: 'Websites',
  dashboard: 'Dashboard',
  statistic: 'Statistic',
  heatMap: 'Weekdays',
  history: 'History',
  why: 'Why',
  year: 'Year',
  now: 'Now',
  record: 'Record',
  sideBySide: 'Side by side',
};

/** "Pages", "History of /sale", "Websites". Foreign text. */
export function viewTitle(view: ViewTarget): string {
  switch (view.screen) {
    case 'statistic':
      return withSearch(statisticInfo(view.statistic).title, view.search);
    case 'history':
      return `${screenTitles.history} of ${view.value}`;
    case 'websites':
      return withSearch(screenTitles.websites, view.search);
    default:
      return screenTitles[view.screen];
  }
}

function withSearch(title: string, search: string): string {
  return search === '' ? title : `${title} with ${search}`;
}

/** "Last 28 days", "1 Mar - 5 Apr 2026", "This month, 2 earlier". */
export function periodTitle({ period, steps = 0 }: Pick<SavedView, 'period' | 'steps'>): string {
  const title = baseTitle(period);
  return steps === 0 ? title : `${title}, ${Math.abs(steps)} ${steps < 0 ? 'earlier' : 'later'}`;
}

function baseTitle(period: string): string {
  if (isAllDays(period)) return 'All days';
  const [from, to = from] = period.split('..');
  if (from !== undefined && to !== undefined && isDay(from) && isDay(to)) return describePeriod({ from, to });
  return presets.find(({ shortcut }) => shortcut === period)?.title ?? period;
}

/** "Pages of shop.example.com, last 28 days, country Germany". Foreign text. */
export function viewWords(view: SavedView): string {
  const websites = websitesOfView(view).map(({ id, domain }) => domain || id);
  const ofWebsites = websites.length === 0 ? '' : ` of ${websites.join(', ')}`;
  const where = filterOfView(view);
  const period = periodTitle(view);
  // A name, as May 2015, keeps its capital.
  const isName = !isAllDays(view.period) && presets.every(({ shortcut }) => shortcut !== view.period);
  const periodText = isName ? period : `${period.charAt(0).toLowerCase()}${period.slice(1)}`;
  return [
    `${viewTitle(view)}${ofWebsites}`,
    periodText,
    ...(where.length === 0 ? [] : [filterLabel(where)]),
  ].join(', ');
}
