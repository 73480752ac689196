import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { HoursView } from './HoursView.tsx';
import { RowsView } from './RowsView.tsx';
import { SeriesView } from './SeriesView.tsx';

/** One statistic, opened whole: a chart with its table for a series and for hours, else all its rows. */
export function StatisticScreen(props: { readonly websiteId: string; readonly name: StatisticName }) {
  const { websiteId, name } = props;
  if (isSeries(name)) return <SeriesView websiteId={websiteId} name={name} />;
  if (isHours(name)) return <HoursView websiteId={websiteId} name={name} />;
  return <RowsView info={statisticInfo(name)} />;
}
