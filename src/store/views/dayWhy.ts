import type { Activity } from '#api/api.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { type Filter, narrowed } from '#model/service/filter.ts';
import { whyNoFilter, withinFilter } from '#model/service/filterText.ts';
import { isSeries, isHours, type Day, type StatisticName } from '#model/statistics/statistics.ts';
import {
  atHour,
  movedHour,
  type ComparedHours,
  shownTotal,
  spreadOfDays,
  type WhyFacts,
  whyFacts,
} from '#model/why/facts.ts';
import { firstWhyNames, whyDimensions } from '#model/why/question.ts';
import { standsOut } from '#model/why/groups.ts';
import { nothingSentence } from '#model/why/shape.ts';
import { whySentences } from '#model/why/sentence.ts';
import { type WebsiteRequest, isAnswered, type QueryContext } from '#queries/answers/request.ts';
import { asRead, earlierReach } from '#queries/rows/rows.ts';
import { compareRows } from '#model/comparison/rows.ts';
import { statisticOf, type StatisticTable } from '#store/queries/rows.ts';
import { visitorFacts } from '#queries/overview.ts';
import { chanceDays } from '#queries/days/series.ts';
import { whyChange, type WhyRead, whyRowRequests, whyRows, changeSentences } from '#queries/why.ts';
import { hasSpacing } from '#store/display.ts';
import type { NotesState } from '#store/kept/notes.ts';
import { routeKey } from '#store/navigation/route.ts';
import { isOffline } from '#store/reading/lastSeen.ts';
import { hoursInstead, shownHours } from '#store/queries/series.ts';
import { knownOf, seenIn, singleDay, type ViewState, websiteDays } from '#store/queries/question.ts';
import {
  createDebouncedReads,
  type PaneRequest,
  type PaneSubject,
  type DebouncedReads,
} from '#store/reading/reading.ts';
import type { SliceContext } from '#store/slice.ts';
import { memoizeLast } from '#text/memo.ts';
import { chartPanel } from './dashboard.ts';
import { dashboardLayout } from './dashboardLayout.ts';
import { type ComparedList, dayInView } from './rowPane.ts';
import { whyQuestionOf, whyRead } from './why.ts';

/** What explains a day that is shown by its hours, in a view or in the pane beside days, and the hour under the cursor. */
export interface DayWhySlice extends DebouncedReads {
  /** Where the cursor last came to rest. */
  readonly shown: DayHour | undefined;
}

interface DayHour {
  readonly websiteId: string;
  readonly day: Day;
  /** Undefined without a cursor, and where the service cannot tell what came with an hour. */
  readonly hour: number | undefined;
}

interface DayState extends ViewState, NotesState {
  readonly activity: Activity;
  readonly statistic: StatisticTable & { readonly showsMap: boolean };
  readonly dashboard: { readonly panel: number };
}

type DayContext = SliceContext<{ dayWhy: DayWhySlice }, DayState>;
type ShownState = DayState & { readonly dayWhy: Pick<DayWhySlice, 'shown'> };

interface WantedDay extends PaneSubject {
  readonly dayHour: DayHour;
}

export function createDayWhy(context: DayContext): DayWhySlice {
  const { get, patch } = context;
  const reads = createDebouncedReads<WantedDay>(context, {
    owner: 'dayWhy',
    wanted: () => wantedOf(get()),
    isEmpty: () => get().dayWhy.shown === undefined,
    show: ({ dayHour }) => patch('dayWhy', { shown: dayHour }),
    requests: ({ dayHour }) => [
      ...dayRequests(seenByDay(get()), dayHour.websiteId).map(({ request }) => ({ request })),
      ...hourRequests(get(), dayHour),
    ],
    progress() {},
  });
  return { shown: undefined, ...reads };
}

/** The state as if the day of a pane beside days were the period. */
function seenByDay<S extends DayState>(state: S): S {
  const day = dayInView(state);
  return seenIn(state, day && { from: day, to: day });
}

function wantedOf(now: DayState): WantedDay | undefined {
  const state = seenByDay(now);
  const { view } = state.navigation;
  const dayHour = dayOf(state, state !== now);
  if (dayHour === undefined) return undefined;
  const { key } = websiteDays(state, dayHour.websiteId);
  const where = state.filter.where;
  return {
    dayHour,
    websiteId: dayHour.websiteId,
    key: JSON.stringify([routeKey(view), dayHour.hour, key, where]),
  };
}

/** The day of the view, where it is compared and there is room for what explains it. */
function dayOf(state: DayState, hasPane = false): DayHour | undefined {
  const { view } = state.navigation;
  if (view.screen !== 'dashboard' && view.screen !== 'statistic') return undefined;
  const day = singleDay(state);
  if (day === undefined || state.comparison.baseline === undefined) return undefined;
  const isByHour =
    view.screen === 'dashboard'
      ? dashboardLayout(state).chart > 0
      : hasSpacing(state.viewport) &&
        (isHours(view.name) ||
          (isSeries(view.name) && (hasPane || hoursInstead(state, view.name) !== undefined)));
  if (!isByHour) return undefined;
  const { websiteId, cursor } = view;
  const isPointed = view.screen === 'statistic' || state.dashboard.panel === chartPanel;
  const hour = isPointed && typeof cursor === 'number' ? cursor : undefined;
  return { websiteId, day, hour: hour === undefined || !withinHour(state, hour) ? undefined : hour };
}

/** The filter with that hour alone; undefined where the service cannot tell. */
function withinHour({ filter, capabilities }: ViewState, hour: number): Filter | undefined {
  const where = narrowed(filter.where, [{ field: 'hour', value: String(hour).padStart(2, '0') }]);
  return whyNoFilter(capabilities, where) === undefined ? where : undefined;
}

/** All that explains the day where no request leaves this machine, else what explains one most often. */
function dayRequests(state: DayState, websiteId: string): readonly WebsiteRequest[] {
  const requests = whyChange.requests(whyQuestionOf(state, { websiteId }), knownOf(state));
  if (state.capabilities.isLocal === true) return requests;
  return requests.filter(({ request }) => request.kind !== 'rows' || isFirst(request.query.name));
}

function isFirst(name: StatisticName): boolean {
  return firstWhyNames.some(each => each === name);
}

function hourRequests(state: DayState, { websiteId, hour }: DayHour): readonly PaneRequest[] {
  const where = hour === undefined ? undefined : withinHour(state, hour);
  const { periods } = whyRead(state, { websiteId });
  if (where === undefined || periods === undefined) return [];
  return whyRowRequests(websiteId, periods, knownWithin(state, where)).map(({ request }) => ({
    request,
    where,
  }));
}

function knownWithin(state: ViewState, where: Filter): QueryContext {
  const capabilities = withinFilter(state.capabilities, where);
  return { ...knownOf(state), capabilities, where, answers: state.answers.within(where) };
}

/** In sentences; undefined while it is read. Foreign text. */
interface DayWhy {
  readonly day: readonly string[] | undefined;
  /** Of the hour under the cursor, once it rests there; empty without one. */
  readonly hour: readonly string[] | undefined;
}

interface DayRows {
  readonly facts: WhyFacts | undefined;
  /** The first ones of each statistic beside those of the other day. */
  readonly lists: readonly ComparedList[];
}

const lastWhy = memoizeLast<DayWhy>();

/** What explains the day of the view; undefined where it is of more days, or nothing is compared. */
export function shownDayWhy(now: ShownState): DayWhy | undefined {
  const state = seenByDay(now);
  const dayHour = dayOf(state, state !== now);
  if (dayHour === undefined) return undefined;
  const { websiteId, hour } = dayHour;
  const { shown } = state.dayWhy;
  const isRested = shown?.websiteId === websiteId && shown.day === dayHour.day && shown.hour === hour;
  const read = whyRead(state, { websiteId });
  const hours = shownHours(state, websiteId, 'visitors_hours');
  const keys = [
    state.answers,
    read,
    isRested,
    websiteId,
    hour,
    hours.slot,
    hours.before.counts,
    hours.openFrom,
  ];
  return lastWhy(keys, () => {
    const compared = comparedHours(state, websiteId, read, hours);
    return {
      day: daySaid(state, websiteId, read, compared),
      hour: hour === undefined || !isRested ? [] : hourSaid(state, dayHour, read, compared),
    };
  });
}

const lastRows = memoizeLast<DayRows>();

/** The rows of the day of the view, or of a pane, as far as they are read; undefined as above. */
export function shownDayRows(now: ShownState): DayRows | undefined {
  const state = seenByDay(now);
  const dayHour = dayOf(state, state !== now);
  if (dayHour === undefined) return undefined;
  const { websiteId } = dayHour;
  const read = whyRead(state, { websiteId });
  return lastRows([read, websiteId, state.capabilities], () => ({
    facts: read.facts && factsOfRead(read.facts, read, state.capabilities),
    lists: listsOfDay(state, websiteId, read),
  }));
}

/** Pages first, then where the visits came from. */
const listed = ['page', 'referrer', 'campaign', 'country', 'landing_page', 'event', 'device'] as const;

function listsOfDay(state: DayState, websiteId: string, { periods }: WhyRead): readonly ComparedList[] {
  const context = knownOf(state);
  const asked = new Set(
    dayRequests(state, websiteId).flatMap(({ request }) =>
      request.kind === 'rows' ? [request.query.name] : [],
    ),
  );
  const read = whyRows(websiteId, periods, context);
  return listed
    .filter(name => asked.has(name))
    .flatMap(name => {
      const found = read.find(each => each.name === name);
      if (found?.state === 'failed') return [];
      const { now, before } = found ?? {};
      const reaches = earlierReach(statisticOf(state, websiteId, name), context) !== false;
      const isRead = now !== undefined && before !== undefined;
      return [
        { name, rows: isRead ? compareRows(asRead([now]), asRead([before]), reaches).rows : undefined },
      ];
    });
}

function comparedHours(
  state: ViewState,
  websiteId: string,
  { periods }: WhyRead,
  { slot, before, openFrom = 24 }: ReturnType<typeof shownHours>,
): ComparedHours | undefined {
  if (slot.data === undefined || before.counts === undefined || periods === undefined) return undefined;
  return {
    now: slot.data,
    before: before.counts,
    dayBefore: periods.before.from,
    until: openFrom,
    spread: spreadOfDays(known(state, websiteId) ?? [], state.scale),
    scale: state.scale,
  };
}

function known(state: ViewState, websiteId: string) {
  const days = websiteDays(state, websiteId);
  return chanceDays(days, visitorFacts(websiteId, days, knownOf(state)).read);
}

function daySaid(
  state: DayState,
  websiteId: string,
  read: WhyRead,
  hours: ComparedHours | undefined,
): readonly string[] | undefined {
  const { capabilities, filter, answers } = state;
  const isOpen = dayRequests(state, websiteId).some(
    ({ request }) => !isAnswered(answers.get(websiteId, request)),
  );
  if (isOpen) return isOffline(state) ? [] : undefined;
  const facts = read.facts && { ...factsOfRead(read.facts, read, capabilities), hours };
  const total = facts && shownTotal(facts);
  if (total?.now === 0 && total.before === 0) return [];
  // The first sentence is the total, which the numbers say.
  return changeSentences({ ...read, facts }, capabilities, filter.where).slice(1);
}

/** Nothing of what only "w" has read: beside the same day it would be told of in other words. */
function factsOfRead(facts: WhyFacts, { groups }: WhyRead, { isLocal }: Capabilities): WhyFacts {
  const read = groups.flatMap(({ name, state }) => (state === 'read' ? [name] : []));
  const names = isLocal === true ? read : read.filter(isFirst);
  if (names.length === groups.length) return facts;
  return {
    ...facts,
    groups: facts.groups.filter(({ name }) => names.includes(name)),
    causes: facts.causes.filter(cause => cause.kind === 'day' || names.includes(cause.name)),
    only: names,
  };
}

/** The rows of the hour beside those of the same hour of the other day. */
function hourSaid(
  state: ViewState,
  { websiteId, hour = 0 }: DayHour,
  { periods }: WhyRead,
  hours: ComparedHours | undefined,
): readonly string[] | undefined {
  const where = withinHour(state, hour);
  if (where === undefined || periods === undefined || hours === undefined || hour >= hours.until) return [];
  const within = knownWithin(state, where);
  const rows = whyRows(websiteId, periods, within);
  if (rows.some(row => row.state === 'reading' || row.state === 'stopped')) return undefined;
  const facts = whyFacts({
    now: [{ day: periods.now.from, count: hours.now[hour] ?? 0 }],
    before: [{ day: periods.before.from, count: hours.before[hour] ?? 0 }],
    dimensions: whyDimensions(rows, { visitors: undefined, pageviews: undefined }, within.capabilities),
    known: known(state, websiteId),
    scale: state.scale,
  });
  const sentences = whySentences(facts, periods, within.capabilities).slice(1);
  const { change } = facts.total;
  const isAlone = standsOut(facts) && sentences[0] === nothingSentence(undefined, false, undefined);
  // Its own change stands out, whatever its rows did.
  return isAlone ? [movedHour(hour, change, state.comparison.baseline === 'usual')] : atHour(hour, sentences);
}
