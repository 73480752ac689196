import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { isSearchable } from '#model/statistics/exactCount.ts';
import type { RowName } from '#store/statistics/exactCount.ts';
import type { State } from '#store/core/state.ts';

/** Opens the history of a row. An empty value cannot be searched for: a notice says so instead. */
export function openHistory(state: State, { websiteId, name, value }: RowName): void {
  if (isSearchable(value)) return state.navigation.push({ screen: 'history', websiteId, name, value });
  const { emptyValue } = statisticInfo(name);
  state.notices.say(`${emptyValue} has no history: the service cannot search for an empty value.`);
}
