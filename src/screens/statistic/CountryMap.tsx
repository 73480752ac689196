import { WorldMap } from '#screens/WorldMap.tsx';
import { shownTableRows } from '#store/statistics/comparedTable.ts';
import { mapRows } from '#store/statistics/statistic.ts';
import type { State } from '#store/core/state.ts';

/** The countries on a map of the world: the selected row's one is the brightest. */
export function CountryMap({
  state,
  ...size
}: {
  readonly state: State;
  readonly width: number;
  readonly height: number;
}) {
  const selected = shownTableRows(state)[state.statistic.position.selected]?.value;
  return <WorldMap rows={mapRows(state)} selected={selected} {...size} />;
}
