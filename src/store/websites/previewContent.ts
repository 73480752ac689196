import { type Ask, ask } from '#queries/ask.ts';
import type { ApiError } from '#model/failure.ts';
import { change, type Change } from '#model/comparison/change.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import { type ComparedRow, compareRows } from '#model/comparison/rows.ts';
import { usualOn, usualSoFar } from '#model/comparison/usualDay.ts';
import { zoneTime } from '#model/period/zone.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import { windows } from '#model/statistics/series.ts';
import type { Day, SeriesPoint, StatisticName } from '#model/statistics/statistics.ts';
import { type Summary, withExactTotal } from '#model/statistics/summary.ts';
import type { Attention } from '#model/website/attention.ts';
import { ownTags } from '#model/website/tags.ts';
import type { Website } from '#model/website/website.ts';
import { courseOf } from '#model/why/course.ts';
import { whyFacts, type WhyFacts } from '#model/why/facts.ts';
import type { WhyDimension } from '#model/why/groups.ts';
import { summarySides, whyDimensions, type WhyPages, whyQuery } from '#model/why/question.ts';
import { isOffline } from '#store/lastSeen.ts';
import {
  exactCount,
  type NumbersState,
  readCounts,
  rowNumbers,
  summaryOfCounts,
} from '#store/queries/overview.ts';
import type { QuestionDays } from '#queries/question.ts';
import { listPeriods, rowsPeriod, shownComparison } from '#store/queries/question.ts';
import { lastResult } from '#text/memo.ts';
import { type ListState, measuresWanted } from './listLayout.ts';
import { type RecordState, websiteOf } from './records.ts';

/** A page more of a list takes as many. */
const mostRequests = 6;

/** The statistics that explain a change, the one that does most often first. */
const names = ['referrer', 'page', 'campaign'] as const satisfies readonly StatisticName[];

/** Those that the service has and that the requests are enough for. */
function paneWhyNames(state: ListState): readonly StatisticName[] {
  const room = mostRequests - readsBeside(state).length;
  return names.filter(name => hasStatistic(state.capabilities, name)).slice(0, Math.floor(room / 2));
}

/**
 * At most six requests: the hours beside today, the page views where no row of the list shows them, then of each statistic
 * the rows of both periods, campaigns where two requests are left.
 */
export function previewReads(state: ListState): Ask[] {
  const compared = shownComparison(state);
  const rows = paneWhyNames(state).flatMap((name): Ask[] =>
    compared === undefined
      ? []
      : [ask.rows(whyQuery(name, compared.now)), ask.rows(whyQuery(name, compared.before))],
  );
  return [...readsBeside(state), ...rows];
}

/**
 * Of one request each. A series of more than a hundred days takes several: its page views are left out, and so are those of
 * earlier days that stand apart.
 */
function readsBeside(state: ListState): Ask[] {
  const { span } = listPeriods(state);
  const isShort = windows(span).length === 1 && !measuresWanted(state).includes('pageviews');
  return [...hoursRead(state), ...(isShort ? [ask.series('pageviews', span)] : [])];
}

/** None where today is not among the days. */
function hoursRead(state: ListState): Ask[] {
  const hasHours = hasStatistic(state.capabilities, 'visitors_hours');
  const isToday = listPeriods(state).span.to >= state.today();
  return hasHours && isToday ? [ask.hours('visitors_hours', rowsPeriod(state))] : [];
}

/**
 * What is usual by the time that today's visitors were read at, as the dashboard says it; of the whole weekday, where the
 * service has no hours or they could not be read.
 */
type UsualToday = { readonly by: 'now' | 'weekday'; readonly count: number } | 'unread';

interface HoursBeside {
  /** Undefined while they are not read. */
  readonly counts: readonly number[] | undefined;
  readonly isFailed: boolean;
  /** Of day, in hours: when today's visitors were requested. */
  readonly time: number;
}

type PreviewState = NumbersState &
  ListState &
  RecordState & {
    readonly preview: Pick<Preview, 'asked' | 'answered'> & { readonly websiteId: string | undefined };
  };

/** The hours of the period, where the pane reads them. */
function hoursBeside(
  state: PreviewState,
  websiteId: string,
  { span }: QuestionDays,
): HoursBeside | undefined {
  const read = previewReads(state).find(({ kind }) => kind === 'hours');
  if (read?.kind !== 'hours') return undefined;
  const slot = state.answers.get(websiteId, ask.hours(read.name, read.period));
  const at = state.answers.get(websiteId, ask.series('visitors', span)).requested?.at;
  if (at === undefined) return undefined;
  const { hour, minute } = zoneTime(state.timeZone, at);
  return {
    counts: slot?.data,
    isFailed: slot?.error !== undefined || isOffline(state),
    time: hour + minute / 60,
  };
}

function usualToday(
  points: readonly SeriesPoint[],
  byHour: HoursBeside | undefined,
  today: Day,
): UsualToday | undefined {
  if (byHour !== undefined && byHour.counts === undefined && !byHour.isFailed) return 'unread';
  const counts = byHour?.counts;
  const byNow = counts && usualSoFar(points, today, counts, byHour?.time ?? 0);
  if (byNow !== undefined) return { by: 'now', count: byNow };
  const usual = usualOn(points, today);
  return usual && { by: 'weekday', count: usual.count };
}

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
export function shownPreview(now: PreviewState): Preview | undefined {
  const { earlierDay } = now.overview;
  const isEarlier =
    earlierDay !== undefined &&
    now.preview.websiteId !== undefined &&
    readCounts(now, listPeriods(now), now.preview.websiteId, 'visitors').counts === undefined;
  // As an earlier session saw it, until the numbers of today come.
  const state = isEarlier ? { ...now, today: () => earlierDay } : now;
  const { websiteId, asked, answered } = state.preview;
  const website = websiteId === undefined ? undefined : websiteOf(state, websiteId);
  if (website === undefined) return undefined;
  const days = listPeriods(state);
  const compared = shownComparison(state);
  const visitors = readCounts(state, days, website.id, 'visitors');
  const pageviews = readCounts(state, days, website.id, 'pageviews');
  const pages = compared === undefined ? [] : whyPages(state, website.id, compared);
  const { error } = rowNumbers(state, website);
  const byHour = hoursBeside(state, website.id, days);
  const tags = ownTags(state.tags.all, website);
  const exact = exactCount(state, days, website.id);
  const keys = [
    website,
    tags,
    exact,
    days.key,
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

function previewOf(state: PreviewState, days: QuestionDays, parts: Parts): Preview {
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
        ? whyFacts({
            ...sides,
            dimensions,
            course: courseOf([...sides.before, ...(visitors?.points ?? [])], compared),
            scale: state.scale,
          })
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

function whyPages(state: PreviewState, websiteId: string, { now, before }: ComparedPeriods): KeptPages[] {
  const { answers } = state;
  return paneWhyNames(state).map(name => {
    const slots = [now, before].map(period => answers.get(websiteId, ask.rows(whyQuery(name, period))));
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
