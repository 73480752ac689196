import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { isHours, isSeries } from '#model/statistics/statistics.ts';
import { useAppState } from '#screens/useAppState.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { hoursInstead } from '#store/statistics/dayHours.ts';
import { HoursView } from './HoursView.tsx';
import { RowsView } from './RowsView.tsx';
import { SeriesView } from './SeriesView.tsx';

/** One statistic, opened whole: a chart with its table for a series and for hours, else all its rows. */
export function StatisticScreen(props: RouteOf<'statistic'>) {
  const { websiteId, name, cursor } = props;
  const instead = useAppState(state => (isSeries(name) ? hoursInstead(state, name) : undefined));
  const hours = instead ?? name;
  if (isHours(hours)) return <HoursView websiteId={websiteId} name={hours} cursor={cursor} />;
  if (isSeries(name)) return <SeriesView websiteId={websiteId} name={name} cursor={cursor} />;
  return <RowsView info={statisticInfo(name)} />;
}
