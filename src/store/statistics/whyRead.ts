import { lastResult } from '#model/cachedResult.ts';
import type { ApiError } from '#api/error.ts';
import type { Page } from '#model/paging/query.ts';
import type {
  Day,
  Period,
  SeriesName,
  SeriesPoint,
  StatisticName,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import { whyFacts, type WhyFacts } from '#model/why/whyFacts.ts';
import {
  whyNames,
  whyPeriods,
  whyQuery,
  whySeriesPeriods,
  type WhyPeriods,
  type WhyQuestion,
} from '#model/why/whyPlan.ts';
import { seriesSides, whyDimensions, type SeriesSides, type WhyPages } from '#model/why/whyReading.ts';
import type { State } from '#store/core/state.ts';
import type { Remote } from '#store/core/remote.ts';
import { rowsKey, spanKey } from './statsQueries.ts';

/** What is asked: of a website, for the period or for one day. */
export interface WhySubject {
  readonly websiteId: string;
  readonly day?: Day | undefined;
}

export interface WhyRead {
  /** Undefined where nothing is compared, or before it is known with which day a day is. */
  readonly periods: WhyPeriods | undefined;
  /** Of what is read so far; undefined before the visitors are. */
  readonly facts: WhyFacts | undefined;
  readonly groups: readonly { readonly name: StatisticName; readonly state: WhyGroupState }[];
  /** Requests that are answered, and how many there are. */
  readonly answered: number;
  readonly asked: number;
  readonly loading: boolean;
  /** Of the visitors: without them there is nothing to explain. */
  readonly error: ApiError | undefined;
}

export type WhyGroupState = 'read' | 'reading' | 'failed' | 'stopped';

/** A day, or the chosen period; undefined where nothing is compared, by choice. */
export function whyQuestion(state: State, { day }: WhySubject): WhyQuestion | undefined {
  if (day !== undefined) return { kind: 'day', day };
  const { baseline } = state.comparison;
  return baseline && { kind: 'period', choice: state.period.choice, baseline };
}

/** The days compared; undefined while they are not known, and where there is nothing to compare. */
export function comparedDays(state: State, subject: WhySubject): WhyPeriods | undefined {
  const question = whyQuestion(state, subject);
  if (question === undefined) return undefined;
  const [visitors] = seriesSlots(state, subject.websiteId, question, 'visitors');
  return periodsOf(
    [
      question.kind,
      subject.day,
      state.period.choice,
      state.comparison.baseline,
      state.today(),
      visitors?.data,
    ],
    () => whyPeriods(question, state.today(), visitors?.data),
  );
}

const periodsOf = lastResult<WhyPeriods | undefined>();
const lastRead = lastResult<WhyRead>();

/** What explains the change, as far as it is read. The same object as long as nothing of it changes. */
export function whyRead(state: State, subject: WhySubject): WhyRead {
  const { websiteId } = subject;
  const question = whyQuestion(state, subject);
  const periods = comparedDays(state, subject);
  const series = (name: SeriesName) =>
    question === undefined ? [] : seriesSlots(state, websiteId, question, name);
  const visitors = series('visitors');
  const pageviews = series('pageviews');
  const names = whyNames(state.capabilities);
  const rows = names.flatMap(name => {
    const slot = (period: Period | undefined) =>
      period && state.stats.rows[rowsKey(websiteId, whyQuery(name, period))];
    return [slot(periods?.now), slot(periods?.before)];
  });
  return lastRead(
    [periods, state.capabilities, state.scale, visitors.length, ...visitors, ...pageviews, ...rows],
    () => readOf({ periods, names, rows, visitors, pageviews }, state),
  );
}

type Series = Remote<readonly SeriesPoint[]> | undefined;
type Rows = Remote<Page<StatisticRow>> | undefined;

interface Slots {
  readonly periods: WhyPeriods | undefined;
  readonly names: readonly StatisticName[];
  /** Of each name, both sides. */
  readonly rows: readonly Rows[];
  readonly visitors: readonly Series[];
  readonly pageviews: readonly Series[];
}

function readOf(
  { periods, names, rows, visitors, pageviews }: Slots,
  { capabilities, scale }: State,
): WhyRead {
  const sides = names.map((name, place) => ({ name, now: rows[place * 2], before: rows[place * 2 + 1] }));
  const pages = sides.map(({ name, now, before }): WhyPages => ({
    name,
    now: now?.data,
    before: before?.data,
  }));
  const series = { visitors: sidesOf(visitors, periods), pageviews: sidesOf(pageviews, periods) };
  const all: readonly (Remote<unknown> | undefined)[] = [...visitors, ...pageviews, ...rows];
  const facts =
    series.visitors &&
    whyFacts({
      ...series.visitors,
      dimensions: whyDimensions(pages, series, capabilities),
      known: periods?.weekdays === undefined ? undefined : visitors[0]?.data,
      scale,
    });
  return {
    periods,
    facts,
    groups: sides.map(({ name, now, before }) => ({ name, state: stateOf([now, before]) })),
    answered: all.filter(isAnswered).length,
    asked: all.length,
    loading: all.some(slot => slot?.loading === true),
    error: facts === undefined ? visitors.find(slot => slot?.error !== undefined)?.error : undefined,
  };
}

function stateOf(sides: readonly Rows[]): WhyGroupState {
  if (sides.every(slot => slot?.data !== undefined)) return 'read';
  if (sides.some(slot => slot?.loading === true)) return 'reading';
  return sides.some(slot => slot?.error !== undefined) ? 'failed' : 'stopped';
}

function isAnswered(slot: Remote<unknown> | undefined): boolean {
  return slot !== undefined && !slot.loading && (slot.data !== undefined || slot.error !== undefined);
}

function sidesOf(slots: readonly Series[], periods: WhyPeriods | undefined): SeriesSides | undefined {
  return (
    periods &&
    seriesSides(
      slots.map(slot => slot?.data),
      periods,
    )
  );
}

function seriesSlots(state: State, websiteId: string, question: WhyQuestion, name: SeriesName): Series[] {
  const { span, apart } = whySeriesPeriods(question, state.today());
  return [span, ...(apart === undefined ? [] : [apart])].map(
    period => state.stats.series[spanKey(websiteId, name, period)],
  );
}
