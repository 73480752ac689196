import {
  type WebsiteRequest,
  daysOf,
  keyOf,
  type QueryContext,
  type QuestionDays,
} from '#queries/answers/request.ts';
import type { Answers, ReadOptions } from '#queries/answers/answers.ts';
import { type Baseline, type ComparedPeriods, defaultBaseline } from '#model/comparison/periods.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import { memoizeLast } from '#text/memo.ts';
import type { Filter } from '#model/service/filter.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { websiteDaysOf } from '#queries/days/series.ts';
import { comparesToday } from '#queries/days/today.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import type { Viewport } from '#store/display.ts';
import type { ProfileInfo } from '#store/profile/services.ts';
import type { SliceContext } from '#store/slice.ts';

/** What every number is compared with; one choice for all screens. */
export interface ComparisonSlice {
  /** Undefined: nothing. */
  readonly baseline: Baseline | undefined;
  choose(baseline: Baseline | undefined): void;
}

type ComparisonContext = SliceContext<
  { comparison: ComparisonSlice },
  { readonly navigation: NavigationSlice }
>;

export function createComparison({ get, patch, load, services }: ComparisonContext): ComparisonSlice {
  const saved = services.choices?.saved.compareWith ?? defaultBaseline;
  return {
    baseline: saved === 'none' ? undefined : saved,
    choose(baseline) {
      patch('comparison', { baseline });
      const { view } = get().navigation;
      // The list itself does not depend on the comparison; its numbers follow by themselves.
      if (view.screen !== 'websites') load(view);
    },
  };
}

export interface ComparisonState {
  readonly period: { readonly choice: PeriodChoice };
  readonly comparison: { readonly baseline: Baseline | undefined };
  today(): Day;
}

/** The days of all numbers, and those to read for them: a website's usual day is not among them yet. */
export function shownDays({ period, comparison, today }: ComparisonState): QuestionDays {
  return daysOf({ choice: period.choice, baseline: comparison.baseline }, today());
}

export function shownPeriod(state: ComparisonState): Period {
  return shownDays(state).period;
}

export interface AnsweredState extends ComparisonState, Omit<QueryContext, 'today' | 'answers'> {
  readonly answers: Pick<Answers, 'get'>;
  /** What all of it is within. */
  readonly filter?: { readonly where: Filter };
}

/** The days of a website's numbers: with its usual day, as far as that is known. */
export function websiteDays(state: AnsweredState, websiteId: string): QuestionDays {
  return websiteDaysOf(websiteId, shownDays(state), knownOf(state));
}

/** Undefined where nothing is compared, the period is today alone, or the usual day is not known. */
export function shownComparison(state: AnsweredState, websiteId: string): ComparedPeriods | undefined {
  return websiteDays(state, websiteId).compared;
}

/** The days that rows are counted over: only whole days while they are compared. */
export function rowsPeriod(state: AnsweredState, websiteId: string): Period {
  return websiteDays(state, websiteId).rows;
}

// The days of a choice are made once: see `daysOf`.
const rangeOf = memoizeLast<PeriodChoice>(4);

/** The same state as if these days were the period; without any as it is. */
export function seenIn<S extends ComparisonState>(state: S, days: Period | undefined): S {
  if (days === undefined) return state;
  const { from, to } = days;
  return {
    ...state,
    period: { ...state.period, choice: rangeOf([from, to], () => ({ kind: 'range', from, to })) },
  };
}

/** The day of a period of one day, whose measures are shown hour by hour. */
export function singleDay(state: ComparisonState): Day | undefined {
  return shownDays(state).single;
}

/** Whether the rows of the list have changes, of today alone by its hours. */
export function isListCompared(state: ComparisonState & Pick<QueryContext, 'capabilities'>): boolean {
  const days = shownDays(state);
  return days.isCompared || comparesToday(days, state);
}

/** The days of the list's numbers as they were on an earlier day. */
export function earlierDays({ period, comparison }: ComparisonState, day: Day): QuestionDays {
  return shownDays({ period, comparison, today: () => day });
}

export interface QueryState extends ComparisonState, Omit<QueryContext, 'today' | 'answers'> {
  readonly answers: Answers;
}

export interface ViewState extends QueryState {
  readonly navigation: NavigationSlice;
  readonly viewport: Viewport;
  readonly profile: ProfileInfo;
  readonly filter: { readonly where: Filter };
}

/** Reads what was asked; what it answers is shown as it comes. */
export function readAll(
  { answers }: Pick<QueryState, 'answers'>,
  requests: readonly WebsiteRequest[],
  options: ReadOptions,
): void {
  for (const { website, request } of requests) void answers.read(website, request, options);
}

/** Stage by stage: what is asked once others are answered is read too, until nothing more is asked or `isLeft`. */
export async function readStages(
  answers: () => Pick<Answers, 'read'>,
  asksNow: () => readonly WebsiteRequest[],
  isLeft: () => boolean,
  options: ReadOptions,
): Promise<void> {
  const begun = new Set<string>();
  while (!isLeft()) {
    const open = asksNow().filter(({ website, request }) => !begun.has(`${website} ${keyOf(request)}`));
    if (open.length === 0) return;
    for (const { website, request } of open) begun.add(`${website} ${keyOf(request)}`);
    await Promise.all(open.map(({ website, request }) => answers().read(website, request, options)));
  }
}

export function knownOf({
  answers,
  capabilities,
  timeZone,
  scale,
  today,
  filter,
}: AnsweredState): QueryContext {
  return { answers, capabilities, timeZone, scale, today: today(), where: filter?.where };
}
