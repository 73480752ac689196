import {
  type DataRequest,
  firstQuery,
  request,
  keyOf,
  type QueryContext,
  type QuestionDays,
} from '#queries/answers/request.ts';
import type { ApiError } from '#model/failure.ts';
import { type Change, noDataToday } from '#model/comparison/change.ts';
import type { HoursSoFar, ComparedPeriods } from '#model/comparison/periods.ts';
import { noUsualDayWords } from '#model/period/format.ts';
import { zoneTime } from '#model/period/day.ts';
import { type ComparedRow, compareRows } from '#model/comparison/rows.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import { windows } from '#model/statistics/series.ts';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import { exactSides, type Summary, summaryChange } from '#model/statistics/summary.ts';
import type { Attention } from '#model/website/attention.ts';
import type { GoalStanding } from '#model/website/goal.ts';
import type { Notes } from '#model/website/notes.ts';
import { shownStandings } from '#store/kept/goals.ts';
import { type NotesState, shownNotes } from '#store/kept/notes.ts';
import { ownTags } from '#model/website/tags.ts';
import type { Website } from '#model/website/website.ts';
import { continuousDays, firstWhyNames, summarySides, whyDimensions, whyNames } from '#model/why/question.ts';
import { whyFacts, type WhyFacts } from '#model/why/facts.ts';
import type { WhyDimension } from '#model/why/groups.ts';
import { isOffline } from '#store/reading/lastSeen.ts';
import { attentionReader, movedAlike, type NumbersState } from '#store/queries/overview.ts';
import { visitorFacts } from '#queries/overview.ts';
import { whyRows } from '#queries/why.ts';
import { chanceDays, hoursWithData, seriesOf, websiteDaysOf } from '#queries/days/series.ts';
import { countsOnce, hoursRequests, isTodayWithoutData } from '#queries/days/today.ts';
import { hoursSoFarRequests, todayRequests, todaySoFar, todayCompared } from '#store/queries/series.ts';
import { knownOf, shownDays, type QueryState, shownComparison } from '#store/queries/question.ts';
import { memoizeLast } from '#text/memo.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { capitalised, keyOf as keyNamed } from '#text/words.ts';
import { listLayout, type ListState, measuresWanted, type WebsitesTable } from './listLayout.ts';
import { websiteOf } from './records.ts';
import { routeKey } from '#store/navigation/route.ts';
import {
  createDebouncedReads,
  nothingAsked,
  type PaneProgress,
  type PaneSubject,
  type DebouncedReads,
} from '#store/reading/reading.ts';
import type { SliceContext } from '#store/slice.ts';
import { isConfirmed, type ShownList } from './numbers.ts';
import { selectedWebsite } from './websites.ts';

/** A page more of a list takes one less. */
const maxRequests = 7;

/** Those that the service has and that the requests are enough for. */
function paneWhyNames(state: PaneState): readonly StatisticName[] {
  const room = maxRequests - (readsHours(state) ? 2 : 0) - pageviewsRead(state).length;
  return firstWhyNames.filter(name => hasStatistic(state.capabilities, name)).slice(0, Math.floor(room / 2));
}

type PaneState = ListState & QueryState;

/**
 * At most seven requests: hours of today or the one day, page views that no row of the list shows, then rows of both
 * periods of each statistic. What depends on the usual day comes once the visitors are read.
 */
function previewReads(state: PaneState, websiteId: string): DataRequest[] {
  const compared = shownComparison(state, websiteId);
  const sides = compared === undefined ? [] : [compared.now, compared.before];
  const rows = paneWhyNames(state).flatMap(name => sides.map(days => request.rows(firstQuery(name, days))));
  return [...hoursRead(state, websiteId), ...pageviewsRead(state), ...rows];
}

/** A series of more than a hundred days takes several requests: its page views are left out. */
function pageviewsRead(state: ListState): DataRequest[] {
  const { span } = shownDays(state);
  const isShort = windows(span).length === 1 && !measuresWanted(state).includes('pageviews');
  return isShort ? [request.series('pageviews', span)] : [];
}

/** Whether the days are one day, or today is among them, and hours are known. */
function readsHours(state: ListState): boolean {
  const { span, single } = shownDays(state);
  const isAsked = single !== undefined || span.to >= state.today();
  return hasStatistic(state.capabilities, 'visitors_hours') && isAsked;
}

/** Of one day its hours and those beside them; of more the hours of today that its visitors are compared by. */
function hoursRead(state: PaneState, websiteId: string): DataRequest[] {
  if (!readsHours(state)) return [];
  const days = websiteDaysOf(websiteId, shownDays(state), knownOf(state));
  const ofDay = hoursRequests(websiteId, days, knownOf(state)).map(each => each.request);
  if (isOver(days)) return ofDay;
  const ofToday = countsOnce('visitors', state.capabilities)
    ? hoursSoFarRequests(state, websiteId)
    : todayRequests(state, websiteId);
  const known = new Set(ofDay.map(keyOf));
  return [...ofDay, ...ofToday.filter(request => !known.has(keyOf(request)))];
}

/** One day, and not today. */
function isOver({ single, today }: Pick<QuestionDays, 'single' | 'today'>): boolean {
  return single !== undefined && single !== today;
}

export interface HoursOfDay {
  readonly counts: readonly number[];
  readonly before: readonly number[] | undefined;
  /** The first hour that is not over. */
  readonly openFrom: number;
}

function hoursOfDay(website: string, days: QuestionDays, context: QueryContext): HoursOfDay | undefined {
  const [day, earlier] = hoursRequests(website, days, context).map(each => ({
    period: each.request.period,
    answer: context.answers.get(website, each.request),
  }));
  const counts = day && hoursWithData(website, day.answer.data, day.period, context);
  if (day === undefined || counts === undefined) return undefined;
  const before = earlier && hoursWithData(website, earlier.answer.data, earlier.period, context);
  const openFrom = isOver(days) ? 24 : zoneTime(context.timeZone, day.answer.requested?.at ?? 0).hour;
  return { counts, before, openFrom };
}

/** The hours that are over beside those of the other day; that whole day where the hours are not known. */
type TodayComparison =
  | { readonly compared: ComparedPeriods; readonly hoursSoFar: HoursSoFar }
  | { readonly compared: ComparedPeriods; readonly hoursSoFar?: undefined; readonly count: number }
  | 'unread';

type PreviewState = NumbersState &
  ListState &
  NotesState & {
    readonly preview: PaneProgress & { readonly websiteId: string | undefined };
    readonly logs: { readonly isReading: boolean };
  };

function todayComparisonOf(state: PreviewState, websiteId: string): TodayComparison | undefined {
  const compared = todayCompared(state, websiteId);
  if (compared === undefined || isOver(shownDays(state))) return undefined;
  if (readsHours(state)) {
    const hoursSoFar = todaySoFar(state, websiteId);
    if (hoursSoFar !== undefined) return { compared, hoursSoFar };
    const answers = hoursSoFarRequests(state, websiteId).map(request =>
      state.answers.get(websiteId, request),
    );
    const isFailed = isAway(state) || answers.some(({ error }) => error !== undefined);
    // No hour of today is over yet.
    if (answers.every(({ data }) => data !== undefined)) return undefined;
    if (!isFailed) return 'unread';
  }
  const { data } = state.answers.get(websiteId, request.series('visitors', shownDays(state).span));
  const count = data?.find(({ day }) => day === compared.before.from)?.count;
  return count === undefined ? undefined : { compared, count };
}

/** The rows of a statistic, the greatest first, each beside what it was before. */
export interface TopRows {
  readonly name: StatisticName;
  /** Undefined until all that explains the change is read. */
  readonly rows: readonly ComparedRow[] | undefined;
}

/** All that the pane shows of a website, as far as it is read. The same object as long as nothing of it changes. */
export interface Preview extends PaneProgress {
  readonly website: Website;
  readonly tags: readonly string[];
  readonly notes: Notes;
  readonly goals: readonly GoalStanding[];
  readonly capabilities: Capabilities;
  readonly today: Day;
  readonly compared: ComparedPeriods | undefined;
  /** Why nothing is compared: the day has no usual one, it is not over, or somebody chose so. Undefined while it is read. */
  readonly notCompared: SafeText | undefined;
  readonly visitors: Summary | undefined;
  readonly pageviews: Summary | undefined;
  readonly change: Change;
  /** Of one day, as far as they are read. */
  readonly hours: HoursOfDay | undefined;
  /** What today's visitors stand beside; undefined where nothing is compared, or there is no such day. */
  readonly todayComparison: TodayComparison | undefined;
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
  /** Own logs, whose counts may be of this website. */
  readonly isReadingLogs: boolean;
}

/** Nothing more is read now. */
function isAway(state: PreviewState & { readonly retry?: { readonly numbers?: unknown } }): boolean {
  return isOffline(state) || state.retry?.numbers !== undefined;
}

// Every key draws the pane: what explains a change is worked out once.
const lastPreview = memoizeLast<Preview>();

/** What the pane shows; undefined before a website is selected, and once it is gone. */
export function shownPreview(now: PreviewState): Preview | undefined {
  const { earlierDay } = now.overview;
  const { websiteId } = now.preview;
  const website = websiteId === undefined ? undefined : websiteOf(now, websiteId);
  if (website === undefined) return undefined;
  const { id } = website;
  const visitors = now.answers.listed.get(id, request.series('visitors', shownDays(now).span)).data;
  const isEarlier = earlierDay !== undefined && visitors === undefined;
  // As an earlier session saw it, until the numbers of today come.
  const state = isEarlier ? { ...now, today: () => earlierDay } : now;
  const known = { ...knownOf(state), answers: state.answers.listed };
  const days = websiteDaysOf(id, shownDays(state), known);
  const todayComparison = todayComparisonOf(state, id);
  const hoursSoFar = typeof todayComparison === 'object' ? todayComparison.hoursSoFar : undefined;
  const tags = ownTags(state.tags.all, website);
  const notes = shownNotes(state, id);
  const goals = shownStandings(state, id);
  const together = movedAlike(state);
  const { asked, answered } = state.preview;
  const changing = [state.capabilities, asked, answered, isEarlier, isAway(state), state.logs.isReading];
  const keys = [
    website,
    tags,
    notes,
    goals,
    state.answers.versionOf(id),
    days,
    hoursSoFar?.hours,
    together,
    ...changing,
  ];
  return lastPreview(keys, () =>
    previewOf(state, known, { website, tags, notes, goals, days, todayComparison, isEarlier }),
  );
}

interface Parts extends Pick<Preview, 'website' | 'tags' | 'notes' | 'goals' | 'todayComparison'> {
  readonly days: QuestionDays;
  readonly isEarlier: boolean;
}

function previewOf(
  state: PreviewState,
  context: QueryContext,
  { website, tags, notes, goals, days, todayComparison, isEarlier }: Parts,
): Preview {
  const { asked, answered } = state.preview;
  const { compared, today } = days;
  const facts = visitorFacts(website.id, days, context);
  const visitors = seriesOf(website.id, 'visitors', days, context);
  const { summary: pageviews, error } = seriesOf(website.id, 'pageviews', days, context);
  const names = compared === undefined ? [] : paneWhyNames(state);
  // Of what "w" has read since nothing is said: the same days would be told of in other words.
  const all = whyRows(website.id, compared, knownOf(state)).filter(({ state }) => state === 'read');
  const read = names.flatMap(name => all.filter(rows => rows.name === name));
  const missing = names.filter(name => read.every(rows => rows.name !== name));
  // An earlier session read them: they are shown at once, and stay until they are read again.
  const isKept = names.length > 0 && missing.length === 0 && read.every(rows => rows.isKept);
  const isRead = (asked > 0 && answered === asked) || isKept;
  // Its half day is none of today.
  const summary =
    isEarlier && visitors.summary ? { ...visitors.summary, today: undefined } : visitors.summary;
  const change = summaryChange(summary);
  const sides = summarySides(summary, today);
  const series = { visitors: sides, pageviews: summarySides(pageviews, today) };
  const dimensions =
    isRead && summary !== undefined ? whyDimensions(read, series, state.capabilities) : undefined;
  const hours = hoursOfDay(website.id, days, { ...context, answers: state.answers });
  return {
    tags,
    notes,
    goals,
    website,
    capabilities: state.capabilities,
    today,
    compared,
    notCompared: notCompared(website.id, days, context),
    visitors: summary,
    pageviews,
    change,
    hours,
    todayComparison: summary?.today === undefined ? undefined : todayComparison,
    why:
      dimensions && sides && summary && compared !== undefined
        ? whyFacts({
            ...sides,
            dimensions,
            shapeDays: continuousDays([...sides.before, ...facts.read], compared, today),
            known: chanceDays(days, facts.read),
            exact: exactSides(summary, state.capabilities),
            notes,
            hours: hours?.before && { now: hours.counts, before: hours.before },
            only:
              read.length < whyNames(state.capabilities).length ? read.map(({ name }) => name) : undefined,
            scale: state.scale,
          })
        : undefined,
    tops:
      dimensions === undefined
        ? unreadTops(names, isRead || isAway(state))
        : topsOf(dimensions, change.kind !== 'missingDays'),
    failed: isRead ? missing : [],
    // Its goals are shown by themselves.
    attention: attentionReader(state)(website).filter(({ kind }) => kind !== 'goal'),
    error: visitors.error ?? error,
    isOffline: isAway(state),
    isReadingLogs: state.capabilities.countsLogs === true && state.logs.isReading,
    asked,
    answered,
  };
}

function notCompared(website: string, days: QuestionDays, context: QueryContext): SafeText | undefined {
  const { baseline, isCompared, usual, usualOf } = days;
  const { rowsByHour } = context.capabilities;
  if (days.single === days.today && isTodayWithoutData(website, days, context))
    return safeText(`${capitalised(noDataToday)}.`);
  if (baseline === undefined)
    return label`Nothing is compared: ${keyNamed('websites.compare')} chooses with what.`;
  if (isCompared) return undefined;
  return usual === 'none' && usualOf !== undefined
    ? label`Not compared: ${safeText(noUsualDayWords(usualOf))}.`
    : rowsByHour === true
      ? label`${keyNamed('why')} explains today by its hours.`
      : label`Today is not over.`;
}

const topNames = ['page', 'referrer'] as const;

function unreadTops(names: readonly StatisticName[], isOver: boolean): TopRows[] {
  const open = topNames.filter(name => !isOver && names.includes(name));
  return open.map(name => ({ name, rows: undefined }));
}

/** @param isCompared whether enough of the earlier days have data */
function topsOf(dimensions: readonly WhyDimension[], isCompared: boolean): TopRows[] {
  return topNames.flatMap(name =>
    dimensions
      .filter(dimension => dimension.name === name && dimension.now.rows.length > 0)
      .map(({ now, before, reaches }) => ({
        name,
        rows: compareRows(now, before, isCompared && reaches).rows,
      })),
  );
}

/** The pane beside the list: which website it shows, and what it reads of it. */
export interface PreviewSlice extends DebouncedReads, PaneProgress {
  /** The website selected when the selection last came to rest; undefined before there is one. */
  readonly websiteId: string | undefined;
}

type PreviewContext = SliceContext<{ preview: PreviewSlice }, ShownList & QueryState>;

export function createPreview(context: PreviewContext): PreviewSlice {
  const { get, patch, answers } = context;
  const reads = createDebouncedReads(context, {
    owner: routeKey({ screen: 'websites' }),
    wanted: () => wantedOf(get()),
    // There is nothing to be drawn over yet.
    isEmpty: () => get().preview.websiteId === undefined,
    show({ websiteId }) {
      answers.restore(websiteId);
      if (get().preview.websiteId !== websiteId) patch('preview', { websiteId, ...nothingAsked });
    },
    requests({ websiteId }) {
      const state = withListBelowSearch(get());
      return isConfirmed(state) && state.overview.on
        ? previewReads(state, websiteId).map(request => ({ request }))
        : [];
    },
    progress: read => patch('preview', read),
  });

  return { websiteId: undefined, ...nothingAsked, ...reads };
}

/** The website that the pane is for and what its reads depend on; undefined where there is no pane. */
function wantedOf(now: ShownList & { readonly preview: PreviewSlice }): PaneSubject | undefined {
  const state = withListBelowSearch(now);
  const { view } = state.navigation;
  const website =
    state === now
      ? selectedWebsite(state.websites)
      : state.websites.rows.find(({ id }) => id === now.preview.websiteId);
  if (view.screen !== 'websites' || website === undefined || listLayout(state).pane === 0) return undefined;
  const days = isConfirmed(state) ? shownDays(state).key : 'none yet';
  const key = [website.id, days, state.overview.on, ...measuresWanted(state)].join(' ');
  return { websiteId: website.id, key };
}

/** A search that finds nothing keeps the list that it stands above, and the pane that website which it showed. */
function withListBelowSearch<S extends ShownList>(state: S): S {
  const { websites } = state;
  const whole = listBelowSearch(websites);
  if (whole === undefined) return state;
  return { ...state, websites: { ...websites, list: { ...websites.list, data: whole }, rows: whole.rows } };
}

/** The whole list where a search finds nothing in it. */
export function listBelowSearch({ rows, search, list, whole }: WebsitesTable): WebsitesTable['whole'] {
  return rows.length === 0 && search !== '' && list.data !== undefined ? whole : undefined;
}
