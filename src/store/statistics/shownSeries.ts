import { resultOfEach } from '#model/cachedResult.ts';
import type { ApiError } from '#api/error.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import { summarise, type Summary } from '#model/statistics/summary.ts';
import { shownComparison, shownPeriod, shownSeriesPeriods } from './comparison.ts';
import type { State } from '#store/core/state.ts';
import { spanKey, type ReadOptions } from './stats.ts';

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'stats'>;

/** What a chart and its changes need. The earlier days are part of the span, or read separately. */
export function readSeries(
  state: Known,
  websiteId: string,
  names: readonly SeriesName[],
  options: ReadOptions,
): void {
  const { span, apart } = shownSeriesPeriods(state);
  for (const name of names) void state.stats.readSeries(websiteId, name, span, options);
  if (apart === undefined) return;
  for (const name of names) void state.stats.readSeries(websiteId, name, apart, options);
}

export interface ShownSeries {
  readonly summary: Summary | undefined;
  readonly error: ApiError | undefined;
  readonly loading: boolean;
}

/** A measure over the period and over the days compared with, as far as they are read. */
export function shownSeries(state: Known, websiteId: string, name: SeriesName): ShownSeries {
  const { span, apart } = shownSeriesPeriods(state);
  const slot = state.stats.series[spanKey(websiteId, name, span)];
  const beside = apart && state.stats.series[spanKey(websiteId, name, apart)];
  const points = beside?.data;
  const summary =
    slot?.data &&
    summaryOf(slot.data, shownPeriod(state), state.today(), {
      before: shownComparison(state)?.before,
      points,
    });
  return { summary, error: slot?.error, loading: slot?.loading === true || beside?.loading === true };
}

interface Beside {
  readonly before: Period | undefined;
  /** The earlier counts, where they were read separately. */
  readonly points: readonly SeriesPoint[] | undefined;
}

/** The last result of each series: charts of an unchanged series are not drawn again, so it must keep its identity. */
const summaries = resultOfEach<Summary>();

function summaryOf(
  series: readonly SeriesPoint[],
  period: Period,
  today: Day,
  { before, points }: Beside,
): Summary {
  const keys = [period.from, period.to, today, before?.from, before?.to, points];
  return summaries(series, keys, () =>
    summarise(series, period, today, before && { period: before, points }),
  );
}
