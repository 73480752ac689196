import { maximum } from '#charts/spread.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { visitorsNote } from '#model/statistics/summary.ts';
import { hourText, type HoursName, type SeriesName } from '#model/statistics/statistics.ts';
import { rowsPeriod } from '#store/statistics/comparison.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import type { State } from '#store/core/state.ts';
import { spanKey } from '#store/statistics/statsQueries.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';

/** A measure's sum over the period, with its unit; undefined until it is read. */
export function seriesDetail(state: State, websiteId: string, name: SeriesName): SafeText | undefined {
  const { summary } = shownSeries(state, websiteId, name);
  if (summary === undefined) return undefined;
  const isSum = name === 'visitors' && summary.points.length > 1;
  // Short enough for 80 columns behind the title.
  const note = summary.isExact === true ? state.capabilities.visitors.note : visitorsNote;
  if (isSum) return safeText(`${groupThousands(summary.total)}, ${note}`);
  return safeText(counted(summary.total, countsOf(name, state.capabilities)));
}

/** The busiest hour of the day; undefined where there is none. */
export function hoursDetail(state: State, websiteId: string, name: HoursName): SafeText | undefined {
  const hours = state.stats.hours[spanKey(websiteId, name, rowsPeriod(state))]?.data ?? [];
  const most = maximum(hours);
  if (most === 0) return undefined;
  const hour = hourText(hours.indexOf(most));
  return safeText(`busiest at ${hour}   ${counted(most, countsOf(name, state.capabilities))}`);
}
