import type { ApiError } from '#api/error.ts';
import { seriesSpan } from '#model/seriesSpan.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics.ts';
import { comparedWith, summarise, type Summary } from '#model/summary.ts';
import { shownComparison, shownPeriod } from './comparison.ts';
import type { State } from './state.ts';
import { spanKey, type ReadOptions } from './stats.ts';

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'stats'>;

/** What a chart and its changes need. The period before lies in the span; other days are asked for apart. */
export function readSeries(
  state: Known,
  websiteId: string,
  names: readonly SeriesName[],
  options: ReadOptions,
): void {
  const { span, apart } = seriesPeriods(state);
  for (const name of names) void state.stats.readSeries(websiteId, name, span, options);
  if (apart === undefined) return;
  for (const name of names) void state.stats.readSeries(websiteId, name, apart, options);
}

export interface ShownSeries {
  readonly summary: Summary | undefined;
  readonly error: ApiError | undefined;
  readonly loading: boolean;
}

/** A measure over the period beside what it is compared with, as far as they were read. */
export function shownSeries(state: Known, websiteId: string, name: SeriesName): ShownSeries {
  const { span, apart } = seriesPeriods(state);
  const slot = state.stats.series[spanKey(websiteId, name, span)];
  const summary = slot?.data && summaryOf(slot.data, shownPeriod(state), state.today());
  const before = apart && state.stats.series[spanKey(websiteId, name, apart)]?.data;
  return {
    summary: summary && apart !== undefined ? comparedWith(summary, before) : summary,
    error: slot?.error,
    loading: slot?.loading === true,
  };
}

interface Summarised {
  readonly period: Period;
  readonly today: Day;
  readonly summary: Summary;
}

/** The last one of each series: the same object for every frame, so that what it is drawn as can stay too. */
const summaries = new WeakMap<readonly SeriesPoint[], Summarised>();

function summaryOf(series: readonly SeriesPoint[], period: Period, today: Day): Summary {
  const known = summaries.get(series);
  if (known?.today === today && known.period.from === period.from && known.period.to === period.to)
    return known.summary;
  const summary = summarise(series, period, today);
  summaries.set(series, { period, today, summary });
  return summary;
}

function seriesPeriods(state: Known): { span: Period; apart: Period | undefined } {
  const span = seriesSpan(shownPeriod(state), state.today());
  const compared = shownComparison(state);
  const isApart = compared !== undefined && state.comparison.baseline !== 'previous';
  return { span, apart: isApart ? compared.before : undefined };
}
