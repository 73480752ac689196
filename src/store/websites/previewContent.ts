import { lastResult } from '#model/cachedResult.ts';
import type { ApiError } from '#api/error.ts';
import type { ComparedPeriods } from '#model/period/comparedPeriods.ts';
import { change, type Change } from '#model/statistics/comparison.ts';
import { compareRows, type ComparedRow } from '#model/statistics/rowComparison.ts';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import { type Summary, withExactTotal } from '#model/statistics/summary.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { Attention } from '#model/website/attention.ts';
import { ownTags } from '#model/website/tags.ts';
import type { Website } from '#model/website/website.ts';
import { whyFacts, type WhyFacts } from '#model/why/whyFacts.ts';
import type { WhyDimension } from '#model/why/whyGroup.ts';
import { whyQuery } from '#model/why/whyPlan.ts';
import { summarySides, whyDimensions, type WhyPages } from '#model/why/whyReading.ts';
import { isOffline } from '#store/lastSeen/lastSeen.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import type { State } from '#store/core/state.ts';
import { rowsKey } from '#store/statistics/statsQueries.ts';
import { numberDays, type NumberDays } from './numberDays.ts';
import { exactCount, rowNumbers, summaryOfCounts } from './overviewNumbers.ts';
import { readCounts } from './readCounts.ts';
import { paneWhyNames } from './previewPlan.ts';
import { websiteOf } from './records.ts';
import { hoursBeside, usualToday, type HoursBeside, type UsualToday } from './usualToday.ts';

/** The rows of a statistic, the greatest first, each beside what it was before. */
export interface TopRows {
  readonly name: StatisticName;
  /** Undefined until all that explains the change is read. */
  readonly rows: readonly ComparedRow[] | undefined;
}

/** All that the pane shows of a website, as far as it is read. The same object as long as nothing of it changes. */
export interface Preview {
  readonly website: Website;
  readonly tags: readonly string[];
  readonly capabilities: Capabilities;
  readonly today: Day;
  readonly compared: ComparedPeriods | undefined;
  readonly visitors: Summary | undefined;
  readonly pageviews: Summary | undefined;
  readonly change: Change;
  /** What today's visitors stand beside; undefined where nothing usual is known. */
  readonly usual: UsualToday | undefined;
  /** Undefined until all that explains the change is read, where anything is compared. */
  readonly why: WhyFacts | undefined;
  /** The first rows of pages and referrers. */
  readonly tops: readonly TopRows[];
  /** Statistics that could not be read, once the others are. */
  readonly failed: readonly StatisticName[];
  readonly attention: readonly Attention[];
  readonly error: ApiError | undefined;
  /** The service does not answer: what is not read is not awaited. */
  readonly isOffline: boolean;
  /** Requests of the pane that are answered, of how many. */
  readonly answered: number;
  readonly asked: number;
}

// Every key draws the pane: what explains a change is worked out once.
const lastPreview = lastResult<Preview>();

/** What the pane shows; undefined before a website is selected, and once it is gone. */
export function shownPreview(now: State): Preview | undefined {
  const { earlierDay } = now.overview;
  const isEarlier =
    earlierDay !== undefined &&
    now.preview.websiteId !== undefined &&
    readCounts(now, numberDays(now), now.preview.websiteId, 'visitors').counts === undefined;
  // As an earlier session saw it, until the numbers of today come.
  const state = isEarlier ? { ...now, today: () => earlierDay } : now;
  const { websiteId, asked, answered } = state.preview;
  const website = websiteId === undefined ? undefined : websiteOf(state, websiteId);
  if (website === undefined) return undefined;
  const days = numberDays(state);
  const compared = shownComparison(state);
  const visitors = readCounts(state, days, website.id, 'visitors');
  const pageviews = readCounts(state, days, website.id, 'pageviews');
  const pages = compared === undefined ? [] : whyPages(state, website.id, compared);
  const { error } = rowNumbers(state, website);
  const byHour = hoursBeside(state, website.id, days);
  const tags = ownTags(state.tags.of, website);
  const exact = exactCount(state, days, website.id);
  const keys = [
    website,
    tags,
    exact,
    days.of,
    compared,
    visitors.counts,
    visitors.beside,
    byHour?.counts,
    byHour?.time,
    byHour?.isFailed,
    pageviews.counts,
    pageviews.beside,
    ...pages.flatMap(({ now, before }) => [now, before]),
    error,
    asked,
    answered,
    isEarlier,
    isOffline(state),
  ];
  const parts = {
    website,
    tags,
    compared,
    byHour,
    visitors,
    pageviews,
    exact,
    pages,
    error,
    asked,
    answered,
    isEarlier,
  };
  return lastPreview(keys, () => previewOf(state, days, parts));
}

interface Parts {
  readonly website: Website;
  readonly tags: readonly string[];
  readonly compared: ComparedPeriods | undefined;
  readonly byHour: HoursBeside | undefined;
  readonly visitors: ReturnType<typeof readCounts>;
  readonly pageviews: ReturnType<typeof readCounts>;
  readonly exact: ReturnType<typeof exactCount>;
  readonly pages: readonly KeptPages[];
  readonly error: ApiError | undefined;
  readonly asked: number;
  readonly answered: number;
  readonly isEarlier: boolean;
}

function previewOf(state: State, days: NumberDays, parts: Parts): Preview {
  const { website, tags, compared, pages, error, asked, answered } = parts;
  const { exact } = parts;
  const visitors =
    parts.visitors.counts && exact !== 'awaited' ? summaryOfCounts(parts.visitors, days) : undefined;
  const pageviews = parts.pageviews.counts && summaryOfCounts(parts.pageviews, days).summary;
  const isKept = pages.length > 0 && pages.every(page => page.isKept && !isLacking(page));
  const isRead = (asked > 0 && answered === asked) || isKept;
  const counted = visitors && withExactTotal(visitors.summary, typeof exact === 'number' ? exact : undefined);
  // Its half day is none of today.
  const summary = parts.isEarlier && counted ? { ...counted, today: undefined } : counted;
  const sides = summarySides(summary, days.today);
  const series = { visitors: sides, pageviews: summarySides(pageviews, days.today) };
  const dimensions =
    isRead && summary !== undefined ? whyDimensions(pages, series, state.capabilities) : undefined;
  return {
    tags,
    website,
    capabilities: state.capabilities,
    today: days.today,
    compared,
    visitors: summary,
    pageviews,
    change: change(summary?.count, summary?.countBefore),
    usual:
      summary?.today === undefined ? undefined : usualToday(visitors?.points ?? [], parts.byHour, days.today),
    why:
      dimensions && sides && compared !== undefined
        ? whyFacts({ ...sides, dimensions, scale: state.scale })
        : undefined,
    tops: dimensions === undefined ? unreadTops(pages, isRead || isOffline(state)) : topsOf(dimensions),
    failed: isRead ? pages.filter(isLacking).map(({ name }) => name) : [],
    attention: rowNumbers(state, website).attention,
    error,
    isOffline: isOffline(state),
    asked,
    answered,
  };
}

function isLacking({ now, before }: WhyPages): boolean {
  return now === undefined || before === undefined;
}

interface KeptPages extends WhyPages {
  /** An earlier session read them: they are shown at once, and stay until they are read again. */
  readonly isKept: boolean;
}

function whyPages(state: State, websiteId: string, { now, before }: ComparedPeriods): KeptPages[] {
  const { stats } = state;
  return paneWhyNames(state).map(name => {
    const slots = [now, before].map(period => stats.rows[rowsKey(websiteId, whyQuery(name, period))]);
    const [rows, rowsBefore] = slots.map(slot => slot?.data);
    return { name, now: rows, before: rowsBefore, isKept: slots.some(slot => slot?.isKept === true) };
  });
}

const topNames = ['page', 'referrer'] as const;

function unreadTops(pages: readonly WhyPages[], isOver: boolean): TopRows[] {
  const asked = topNames.filter(name => !isOver && pages.some(page => page.name === name));
  return asked.map(name => ({ name, rows: undefined }));
}

function topsOf(dimensions: readonly WhyDimension[]): TopRows[] {
  return topNames.flatMap(name =>
    dimensions
      .filter(dimension => dimension.name === name && dimension.now.rows.length > 0)
      .map(({ now, before, reaches }) => ({ name, rows: compareRows(now, before, reaches).rows })),
  );
}
