import { Failure, RefusedError } from '#model/failure.ts';
import { hourValues, weekdayNames } from '#model/period/format.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import {
  type Condition,
  conditionText,
  type Filter,
  type FilterField,
  isTimeField,
  noFilter,
  withCondition,
} from '#model/service/filter.ts';
import { fieldTitle, whyNoFilter, whyNotFiltered } from '#model/service/filterText.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { meantValue } from '#model/statistics/values.ts';
import { request, type DataRequestOf, firstQuery } from '#queries/answers/request.ts';
import { filterBegins as filterBeginsQuery } from '#queries/days/series.ts';
import { findValue } from '#queries/rows/rows.ts';
import { createReader } from '#queries/answers/query.ts';
import { hasSpacing, type Viewport } from './display.ts';
import type { NoticesSlice } from './notices.ts';
import { type MenuSlice, type NavigationSlice, topRoute } from '#store/navigation/navigation.ts';
import { type Route, routeKey, websiteIdOf } from '#store/navigation/route.ts';
import { knownOf, shownPeriod, type ViewState, websiteDays } from '#store/queries/question.ts';
import type { SliceContext } from './slice.ts';
import type { DashboardSlice } from '#store/views/dashboard.ts';
import { sum } from '#model/statistics/series.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';

/** What the numbers of a website are within, on all of its views. It ends in the list, which has none. */
export interface FilterSlice {
  readonly where: Filter;
  /** The condition that is typed again in the menu, an index into `where`. */
  readonly edited: number | undefined;
  edit(index: number | undefined): void;
  open(where: Filter, route: Route): void;
  /** What is in it already is not added again; what the service cannot do is said. */
  add(conditions: readonly Condition[]): void;
  put(index: number, condition: Condition | undefined): void;
  /** Reads how many visitors each condition leaves, as long as the menu is open. */
  readLeaves(): void;
  readValues(field: FilterField): void;
  /** Reads, a moment later, how many visitors a condition that is still typed would leave. */
  readTyped(condition: Condition | undefined): void;
  /** The same, or one more, of a value as a person types it: what no row is called is said. */
  enter(condition: Condition): Promise<void>;
}

interface Needs extends ViewState {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly viewport: Viewport;
  readonly menu: Pick<MenuSlice, 'reset'>;
  readonly capabilities: Capabilities;
  readonly dashboard: Pick<DashboardSlice, 'row' | 'focusRow'>;
}

type Filtered = Needs & { readonly filter: Pick<FilterSlice, 'where' | 'edited'> };
type FilterContext = SliceContext<{ filter: FilterSlice }, Needs>;

/** Who waits for what only the menu shows. */
const owner = routeKey({ screen: 'filter' });
/** Nobody who types on asks for what is typed so far. */
const typedAfterMs = 300;

export function createFilter({ get, patch, load, loader, services }: FilterContext): FilterSlice {
  const choose = (where: Filter) => {
    const { filter, navigation, notices, capabilities } = get();
    if (where === filter.where) return;
    const reason = whyNoFilter(capabilities, where);
    if (reason !== undefined) return notices.say(reason);
    patch('filter', { where: where.length === 0 ? noFilter : where, edited: undefined });
    load(navigation.view);
    // What is on screen may have fewer rows now.
    const { row, focusRow } = get().dashboard;
    if (row !== undefined) focusRow(0);
    readBegins();
    if (topRoute(navigation.stack).screen === 'filter') get().filter.readLeaves();
  };
  const readBegins = () => {
    const { answers, capabilities, navigation, today } = get();
    const websiteId = websiteIdOf(get().navigation.view);
    if (websiteId === undefined || capabilities.knowsGaps !== true) return;
    void answers.read(websiteId, request.dataDays(capabilities, today()), {
      owner: routeKey(navigation.view),
    });
  };
  /** How many there are within a filter, where the service can tell. */
  const readVisitors = (where: Filter) => {
    const websiteId = websiteIdOf(get().navigation.view);
    if (websiteId === undefined || whyNotFiltered('visitors', get().capabilities, where) !== undefined)
      return;
    void get().answers.read(websiteId, visitorsRequest(get(), websiteId), { owner, where });
  };
  let typedTimer: ReturnType<typeof services.after> | undefined;
  const put = (index: number, condition: Condition | undefined) => {
    const { where } = get().filter;
    const others = where.filter((_, at) => at !== index);
    const isThere = condition !== undefined && others.map(conditionText).includes(conditionText(condition));
    choose(condition === undefined || isThere ? others : where.toSpliced(index, 1, condition));
  };
  /** As the service has it, whatever else is filtered by. Rejects with a Failure where no row is called so, or none could be read. */
  const valueOf = async ({ field, comparison, value }: Condition): Promise<string> => {
    const websiteId = websiteIdOf(get().navigation.view);
    if (isTimeField(field) || comparison === 'contains' || websiteId === undefined) return value;
    const known = meantValue(field, value, knownValues(get(), field));
    if (known !== undefined) return known;
    const reader = createReader(services.api, { today: get().today(), timeZone: services.timeZone });
    return await findValue(reader, [websiteId], field, value, shownPeriod(get()));
  };
  return {
    where: noFilter,
    edited: undefined,
    edit: edited => patch('filter', { edited }),
    open(where, route) {
      patch('filter', { where, edited: undefined });
      get().navigation.push(route);
      if (where.length > 0) readBegins();
    },
    add: conditions => choose(conditions.reduce(withCondition, get().filter.where)),
    put,
    readLeaves() {
      const { where } = get().filter;
      loader.abortOwner(owner);
      if (where.length > 0) for (const each of growing(where)) readVisitors(each);
    },
    readValues(field) {
      const websiteId = websiteIdOf(get().navigation.view);
      const values = websiteId === undefined ? undefined : valuesRequest(get(), websiteId, field);
      if (websiteId === undefined || values === undefined) return;
      void get().answers.read(websiteId, values.request, { owner, where: values.where });
    },
    readTyped(condition) {
      typedTimer?.stop();
      const websiteId = websiteIdOf(get().navigation.view);
      if (websiteId === undefined || condition === undefined) return;
      typedTimer = services.after(typedAfterMs, () => {
        const { navigation, filter } = get();
        const isOpen = topRoute(navigation.stack).screen === 'filter';
        if (isOpen && websiteIdOf(navigation.view) === websiteId) readVisitors(withTyped(filter, condition));
      });
    },
    async enter(condition) {
      const { edited, where } = get().filter;
      const websiteId = websiteIdOf(get().navigation.view);
      const found = await valueOf(condition).catch((error: unknown) => {
        if (error instanceof Failure) return error;
        throw error;
      });
      // Meanwhile the website may have been left: its filter is not that of the list, nor of another one.
      if (websiteId === undefined || websiteIdOf(get().navigation.view) !== websiteId) return;
      if (found instanceof Failure) {
        // On a low terminal the menu reaches down to the line of notices, and a long one would hide its frame.
        const isShort = found instanceof RefusedError && !hasSpacing(get().viewport);
        const short = isShort ? `No ${fieldTitle(condition.field)} is called so.` : undefined;
        return get().notices.say(found.message, 'info', short);
      }
      put(edited ?? where.length, { ...condition, value: found });
      const { navigation, menu, filter } = get();
      // What is refused stays typed.
      if (filter.where !== where && topRoute(navigation.stack).screen === 'filter') menu.reset();
    },
  };
}

/** The first day that the filter of the website in view counts, where that is within the period; undefined where it counts all days. */
export function filterBegins(state: Needs): Day | undefined {
  const websiteId = websiteIdOf(state.navigation.view);
  const question = { websites: websiteId === undefined ? [] : [websiteId], period: shownPeriod(state) };
  return filterBeginsQuery.result(question, knownOf(state));
}

/** All visitors, and how many are left by each condition with those before it: of days before those that a filter counts nothing is known. */
export function shownLeaves(
  state: Needs,
): { readonly all: Left; readonly left: readonly Left[] } | undefined {
  if (websiteIdOf(state.navigation.view) === undefined) return undefined;
  const [all, ...left] = growing(state.filter.where).map(where => leftWithin(state, where));
  const begins = filterBegins(state);
  const isBefore = begins !== undefined && begins > shownPeriod(state).to;
  return { all, left: isBefore ? left.map(() => undefined) : left };
}

/** The conditions before one that is typed, and that one. */
export function withTyped(
  { where, edited }: Pick<FilterSlice, 'where' | 'edited'>,
  condition: Condition,
): Filter {
  return [...where.slice(0, edited ?? where.length), condition];
}

/** How many visitors a condition leaves that is still typed, with those before it, as far as that is read. */
export function leftByTyped(state: Filtered, condition: Condition): Left {
  return leftWithin(state, withTyped(state.filter, condition));
}

/** The rows of a field within the other conditions; undefined where the service has none. */
function valuesRequest(state: Filtered, websiteId: string, field: FilterField) {
  const { capabilities, filter } = state;
  const where = filter.where.filter((each, at) => at !== filter.edited && each.field !== field);
  if (isTimeField(field) || !hasStatistic(capabilities, field)) return undefined;
  if (whyNotFiltered(field, capabilities, where) !== undefined) return undefined;
  return { where, request: request.rows(firstQuery(field, websiteDays(state, websiteId).rows)) };
}

/** How often each value of a field was counted within the other conditions, as far as it is read; `isAll`: there are no others. */
export function valueCounts(
  state: Filtered,
  field: FilterField,
): { readonly counts: ReadonlyMap<string, number>; readonly isAll: boolean } {
  const websiteId = websiteIdOf(state.navigation.view);
  const values = websiteId === undefined ? undefined : valuesRequest(state, websiteId, field);
  if (websiteId === undefined || values === undefined) return { counts: new Map(), isAll: false };
  const { data } = state.answers.within(values.where).get(websiteId, values.request);
  const counts = new Map((data?.rows ?? []).map(({ value, count }) => [value, count]));
  return { counts, isAll: data?.next === 'no' };
}

/** The values of a field that rows of the website in view have shown, the most frequent first. */
export function knownValues(
  state: Pick<Needs, 'navigation' | 'answers'>,
  field: FilterField,
): readonly string[] {
  if (field === 'hour') return hourValues;
  if (field === 'weekday') return weekdayNames.map((_, at) => String(at + 1));
  const websiteId = websiteIdOf(state.navigation.view);
  if (websiteId === undefined) return [];
  const counts = new Map<string, number>();
  for (const { kind, name, answer } of state.answers.known(websiteId))
    if (kind === 'rows' && name === field)
      for (const { value, count } of answer.data?.rows ?? [])
        counts.set(value, Math.max(count, counts.get(value) ?? 0));
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}

/** Visitors within a filter, as the number above the panels counts them: what that has read is not read again. */
function visitorsRequest(
  state: ViewState,
  websiteId: string,
): DataRequestOf<'visitors'> | DataRequestOf<'series'> {
  const { period, span } = websiteDays(state, websiteId);
  return hasExactVisitors(state.capabilities, period)
    ? request.visitors(period)
    : request.series('visitors', span);
}

/** Nothing, and then the conditions one after the other, each with all before it. */
function growing(where: Filter): Filter[] {
  return [noFilter, ...where.map((_, at) => where.slice(0, at + 1))];
}

/** 'awaited' while it is read; undefined where it cannot be, or was not asked for. */
export type Left = number | 'awaited' | undefined;

function leftWithin(state: ViewState, where: Filter): Left {
  const websiteId = websiteIdOf(state.navigation.view);
  if (websiteId === undefined) return undefined;
  const { from, to } = shownPeriod(state);
  const asked = visitorsRequest(state, websiteId);
  const { data, loading } = state.answers.within(where).get(websiteId, asked);
  if (typeof data === 'number') return data;
  if (data === undefined) return loading ? 'awaited' : undefined;
  return sum(data.filter(({ day }) => day >= from && day <= to));
}
