import type { Part } from '#components/style.ts';
import type { ChartPlace } from '#model/period/chartPlace.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { hoursInstead, shownHours } from '#store/statistics/dayHours.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import type { State } from '#store/core/state.ts';
import { HoursChart, hoursLegend } from './HoursChart.tsx';
import { chartLegend, SeriesChart } from './SeriesChart.tsx';
import { useAppState } from './useAppState.ts';

/** A measure over the period: an area, of one day the bars of its hours. */
export function MeasureChart(props: {
  readonly websiteId: string;
  readonly name: SeriesName;
  /** Where the cursor stands; undefined without the focus. */
  readonly cursor?: ChartPlace | undefined;
  readonly width: number;
  readonly height: number;
}) {
  const { websiteId, name, ...view } = props;
  const state = useAppState(whole => whole);
  const hours = hoursInstead(state, name);
  if (hours !== undefined)
    return <HoursChart shown={shownHours(state, websiteId, hours)} name={hours} {...view} />;
  return (
    <SeriesChart
      series={shownSeries(state, websiteId, name)}
      name={name}
      isCompared={shownComparison(state) !== undefined}
      today={state.today()}
      {...view}
    />
  );
}

/** What the parts of that chart are, for the right end of its title. */
export function measureLegend(state: State, websiteId: string, name: SeriesName, width: number): Part[] {
  const hours = hoursInstead(state, name);
  if (hours !== undefined) return hoursLegend(shownHours(state, websiteId, hours));
  return chartLegend(shownSeries(state, websiteId, name), shownComparison(state) !== undefined, width);
}
