import { whyNoStatistic } from '#model/service/whyLacking.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import type { State } from '#store/core/state.ts';

/** Why nothing is found by what was typed: for a statistic that the service does not record, its reason. */
export function whyNothing({ menu, capabilities }: State): string {
  const typed = menu.text.value.trim().toLowerCase();
  const isNamed = (text: string) => text.toLowerCase().startsWith(typed);
  const named = allStatistics.filter(name => isNamed(name) || isNamed(statisticInfo(name).title));
  const reason = named.map(name => whyNoStatistic(capabilities, name)).find(why => why !== undefined);
  return reason ?? 'Nothing by that name';
}
