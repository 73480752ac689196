import { Column, Line } from '#components/Line.tsx';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { useMapLines } from '#screens/useMapLines.ts';
import { shownTableRows } from '#store/statistics/comparedTable.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { mapRows } from '#store/statistics/statistic.ts';
import type { State } from '#store/core/state.ts';
import { spaces } from '#terminal/fit.ts';
import { countryChanges } from './countryChanges.ts';

const indent = 2;

/** The countries on a map of the world, the selected row's one the brightest; below it those that changed most. */
export function CountryMap({
  state,
  width,
  height,
}: {
  readonly state: State;
  readonly width: number;
  readonly height: number;
}) {
  const rows = shownTableRows(state);
  const room = width - indent - 1;
  const selected = rows[state.statistic.position.selected]?.value;
  const map = useMapLines({ rows: mapRows(state), selected, width: room, height });
  // Without a comparison there is nothing below the map: it stands in the middle.
  const isCompared = shownComparison(state) !== undefined;
  const above = isCompared ? 0 : Math.floor((height - map.length) / 2);
  const changes = isCompared
    ? countryChanges(rows, {
        width: room,
        height: height - map.length - 1,
        counts: countsOf('country', state.capabilities),
      })
    : [];
  const lines = [
    ...Array.from({ length: above }, () => []),
    ...map,
    ...(changes.length > 0 ? [[]] : []),
    ...changes,
  ];
  return (
    <Column width={width} height={height}>
      {lines.map((parts, index) => (
        <Line key={index} parts={[{ text: spaces(indent) }, ...parts]} width={width} />
      ))}
    </Column>
  );
}
