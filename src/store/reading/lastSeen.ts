import type { StoreApi } from 'zustand/vanilla';
import type { Day } from '#model/statistics/statistics.ts';
import { type Answer, request, type QuestionDays } from '#queries/answers/request.ts';
import { samePeriod } from '#model/period/period.ts';
import { isFinal } from '#queries/answers/freshness.ts';
import type { Activity } from '#api/api.ts';
import type { NoticesSlice } from '#store/notices.ts';
import { countOf } from '#queries/history.ts';
import { historyDays, type HistorySlice } from '#store/views/history.ts';
import { numbersReader, type NumbersState } from '#store/queries/overview.ts';
import {
  earlierDays,
  type QueryState,
  rowsPeriod,
  shownDays,
  type ViewState,
} from '#store/queries/question.ts';
import type { Services } from '#store/profile/services.ts';
import { listLayout, type ListState } from '#store/websites/listLayout.ts';
import type { WebsitesSlice } from '#store/websites/websites.ts';
import { websiteIdOf } from '#store/navigation/route.ts';
import type { KeptList, KeptNumbers, KeptWebsite } from '#config/kept/kept.ts';
import type { Answers } from '#queries/answers/answers.ts';
import { visitorsRequests } from '#queries/days/series.ts';

/** What an earlier session saw, as far as it is shown until the service answers. */
export interface LastSeenSlice {
  /** The day that the view on screen shows the numbers of, while those of today are read; undefined: today. */
  readonly day: Day | undefined;
}

/** The service has not answered since the start, or could not be asked: what is shown is what was last seen. */
export function isOffline({ websites }: { readonly websites: Pick<WebsitesSlice, 'list'> }): boolean {
  const { isKept, error } = websites.list;
  if (isKept !== true || error === undefined) return false;
  return error.kind === 'network' || error.kind === 'timeout' || error.details.isUnread === true;
}

export type SeenState = NumbersState &
  ListState &
  ViewState & {
    readonly websites: WebsitesSlice;
    readonly history: HistorySlice;
    readonly lastSeen: LastSeenSlice;
  };

/** Whether a slot has what an earlier session read, which is to be read again: what is fresh enough stays as it is. */
export function isAwaited(
  { websites, lastSeen }: Pick<SeenState, 'websites' | 'lastSeen'>,
  slot: Answer<unknown> | undefined,
): boolean {
  if (slot?.isKept !== true) return false;
  const isUnderWay = slot.loading || slot.error !== undefined;
  return isUnderWay || websites.list.isKept === true || lastSeen.day !== undefined;
}

/** When what is on screen was read, as far as an earlier session read it: milliseconds since 1970. */
export function asOf(state: SeenState): number | undefined {
  if (!state.profile.keepsLastSeen) return undefined;
  const { view } = state.navigation;
  const { list, rows, position } = state.websites;
  if (view.screen === 'websites') {
    if (list.isKept === true) return list.requested?.at;
    const numbersOf = numbersReader(state);
    const shown = rows.slice(position.top, position.top + listLayout(state).rows);
    return earliest(shown.map(row => numbersOf(row).asOf));
  }
  if (!('websiteId' in view) || view.websiteId === undefined) return undefined;
  if (view.screen === 'history') return historyAsOf(state);
  const days = [rowsPeriod(state, view.websiteId), shownDays(state).span];
  const times = [...state.answers.known(view.websiteId)]
    .filter(
      ({ kind, period }) =>
        ['series', 'rows', 'hours'].includes(kind) && days.some(shown => samePeriod(shown, period)),
    )
    // What failed for the dashboard is not on the screen of another view.
    .filter(({ answer }) =>
      isAwaited(state, view.screen === 'dashboard' ? answer : { ...answer, error: undefined }),
    );
  return earliest(times.map(({ answer }) => answer.requested?.at));
}

/** When what is on screen of a row over time was read, as far as an earlier session read it. */
function historyAsOf(state: SeenState): number | undefined {
  const { history } = state;
  const { parts, compared } = historyDays(state, history.websiteId);
  const periods = [...parts, ...(compared === undefined ? [] : [compared.now, compared.before])];
  const awaited = periods.flatMap(period => {
    const { slot } = countOf(history, period, state);
    const isKnown = isFinal(slot?.requested, period);
    const isStopped = history.stopped && slot?.isKept === true && !isKnown;
    return isStopped || isAwaited(state, slot) ? [{ at: slot?.requested?.at, isKnown }] : [];
  });
  // What is known for good may have been read long before.
  const open = awaited.filter(({ isKnown }) => !isKnown);
  return earliest((open.length > 0 ? open : awaited).map(({ at }) => at));
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  return times.reduce(
    (first, time) => (time !== undefined && (first ?? time) >= time ? time : first),
    undefined,
  );
}

type FollowedState = SeenState & { readonly activity: Activity; readonly notices: NoticesSlice };

/** Keeps what is read for the next session, and reads the list once a service that was not there answers again. */
export function followLastSeen(
  store: Pick<StoreApi<FollowedState>, 'getState' | 'subscribe'>,
  services: Services,
): void {
  const { lastSeen } = services;
  if (lastSeen === undefined) return;
  let whole = store.getState().websites.list;
  store.subscribe((state, before) => {
    const { list, search } = state.websites;
    const isRead = search === '' && list.isKept !== true && !list.loading && list.data !== undefined;
    if (isRead) whole = list;
    const isNew = list !== before.websites.list || state.overview.numbers !== before.overview.numbers;
    if (isNew && whole.isKept !== true) lastSeen.keepList(() => keptList(store.getState(), whole, services));
    // Over the list there is no room for it: why its command failed, for example.
    const { error } = list;
    if (error !== before.websites.list.error && list.isKept === true && error?.details.isUnread === true)
      state.notices.say(error.message, 'bad');
    if (isOffline(state) && state.activity.lastAnswer !== before.activity.lastAnswer && !list.loading)
      void state.websites.load();
  });
}

/** The day of an earlier session that a view can be shown for, until its numbers of today are read. */
export function dayToShow(state: ViewState, { today }: Pick<Services, 'today'>): Day | undefined {
  const { view } = state.navigation;
  const websiteId = websiteIdOf(view);
  if (websiteId === undefined) return undefined;
  const day = state.answers.keptDay(websiteId);
  if (day === undefined || day >= today()) return undefined;
  const isReadOn = (todayThen: () => Day) => {
    const then = { ...state, today: todayThen };
    if (view.screen === 'history')
      return historyDays(then, view.websiteId).parts.every(part => countOf(view, part, then).isRead);
    const { span } = shownDays(then);
    return (['visitors', 'pageviews'] as const).every(
      name => state.answers.get(websiteId, request.series(name, span)).data !== undefined,
    );
  };
  return !isReadOn(today) && isReadOn(() => day) ? day : undefined;
}

type List = WebsitesSlice['list'];

/** It may be why nothing is read: not what one question alone was refused for. */
export function isOfService(error: List['error']): boolean {
  if (error === undefined || error.kind === 'validation') return false;
  // What a service has not is refused here, without a request.
  return error.kind !== 'forbidden' || error.details.status !== undefined;
}

type NumbersView = SeenState & {
  readonly retry: { readonly numbers?: List['error']; followNumbers(error: List['error']): void };
};

/** Says so where no statistics of a view are read, and where some are again. */
export function followUnreadNumbers(store: Pick<StoreApi<NumbersView>, 'getState' | 'subscribe'>): void {
  store.subscribe((_, before) => {
    // The list may be read since, as others were told of the same change before.
    const state = store.getState();
    const { answers, overview, navigation, websites } = state;
    const isListRead = websites.list !== before.websites.list;
    const isNew = isListRead || answers !== before.answers || overview !== before.overview;
    if (!isNew && navigation.view === before.navigation.view) return;
    const { error, data, loading, isKept } = websites.list;
    if (error !== undefined || data === undefined || loading || isKept === true) return;
    const { screen } = navigation.view;
    if (screen === 'websites' && !overview.on) return state.retry.followNumbers(undefined);
    const asked = answersInView(state);
    if (asked.some(({ error, data, loading, isKept }) => !error && data !== undefined && !loading && !isKept))
      return state.retry.followNumbers(undefined);
    // One question of a further view may fail alone.
    const mayBegin = screen === 'websites' || screen === 'dashboard' || state.retry.numbers !== undefined;
    const failed = asked.find(answer => isOfService(answer.error))?.error;
    if (
      failed !== undefined &&
      mayBegin &&
      asked.every(({ error, loading }) => error !== undefined && !loading)
    )
      state.retry.followNumbers(failed);
  });
}

/** Of the period that is shown: of the first websites of the list on screen, or of the one of the view. */
function answersInView(state: NumbersView): Answer<unknown>[] {
  const { answers, navigation, websites } = state;
  const { span } = shownDays(state);
  const { top } = websites.position;
  const listed = websites.rows.slice(top, top + 5).map(({ id }) => id);
  const websiteId = websiteIdOf(navigation.view);
  return (navigation.view.screen === 'websites' ? listed : websiteId === undefined ? [] : [websiteId])
    .flatMap(id => Array.from(answers.known(id)))
    .flatMap(({ period, answer }) => (samePeriod(period, span) ? answer : []));
}

interface KeptState extends QueryState {
  readonly websites: Pick<WebsitesSlice, 'listedBy'>;
  readonly overview: { readonly earlierDay: Day | undefined };
}

/** Of more websites than this the first are kept. */
const maxRows = 2_000;
/** Counts that are kept in all: they take three or four bytes each. */
const maxCounts = 600_000;

/** The list as it is to be kept: its rows without a search, and their numbers. */
function keptList(state: KeptState, { data, requested }: List, services: Services): KeptList | undefined {
  if (data === undefined || requested === undefined) return undefined;
  const { sortBy, sort } = state.websites.listedBy;
  const { total, next } = data;
  const rows = data.rows.slice(0, maxRows);
  const ids = rows.map(({ id }) => id);
  const { day, days } = daysToKeep(state, ids, services);
  const isWhole = rows.length === data.rows.length;
  return {
    at: requested.at,
    day,
    sortBy,
    sort,
    rows,
    total,
    next: isWhole ? next : 'maybe',
    numbers: numbersOf(state, ids, days),
  };
}

/** Those of today, but as long as most of them are not read, those of the day before it that was kept. */
function daysToKeep(state: KeptState, ids: readonly string[], services: Services) {
  const today = services.today();
  const now = { day: today, days: earlierDays(state, today) };
  const { earlierDay } = state.overview;
  if (earlierDay === undefined) return now;
  const before = { day: earlierDay, days: earlierDays(state, earlierDay) };
  const read = ({ days }: { days: QuestionDays }) => {
    const countsOf = state.answers.countsOf(request.series('visitors', days.span));
    return ids.filter(id => countsOf(id)?.counts !== undefined).length;
  };
  return read(now) >= read(before) ? now : before;
}

function numbersOf(
  { answers, capabilities }: KeptState,
  ids: readonly string[],
  days: QuestionDays,
): KeptNumbers[] {
  const { span, apart } = days;
  const wanted = [
    ...[span, ...(apart === undefined ? [] : [apart])].flatMap(days => [
      { ...request.series('visitors', days), name: 'visitors' as const },
      { ...request.series('pageviews', days), name: 'pageviews' as const },
    ]),
    ...visitorsRequests('', days, capabilities).map(each => each.request),
  ];
  let room = maxCounts;
  return wanted.flatMap(request => {
    const countsOf = answers.countsOf(request);
    const { from, to } = request.period;
    const found = ids.flatMap(id => {
      const { counts, at } = countsOf(id) ?? {};
      if (counts === undefined || at === undefined || counts.length > room) return [];
      room -= counts.length;
      return [[id, { at, counts }] as const];
    });
    const name = request.kind === 'visitors' ? 'exact' : request.name;
    return found.length === 0 ? [] : [{ from, to, name, byWebsite: Object.fromEntries(found) }];
  });
}

/** Of the JSON of one website: the last answers that fit are kept. Many more would take long to read at the next start. */
export const maxCharacters = 600_000;

export function keptWebsite(answers: Pick<Answers, 'toKeep'>, id: string, day: Day): KeptWebsite | undefined {
  let room = maxCharacters;
  const last = answers
    .toKeep(id)
    .sort((a, b) => b.at - a.at)
    // What has a name of megabytes is not written out to learn that it does not fit.
    .filter(answer => answer.key.length < room && (room -= JSON.stringify(answer).length) >= 0);
  return last.length === 0 ? undefined : { id, day, answers: last };
}
