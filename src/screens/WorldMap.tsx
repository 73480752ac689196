import type * as worldModule from '#charts/world/worldMap.ts';
import { useEffect, useMemo, useState } from 'react';
import type { MapPaint, MapRun, WorldMapInput } from '#charts/world/worldMap.ts';
import { Line } from '#components/Line.tsx';
import type { Part } from '#components/style.ts';
import { groupThousands } from '#model/text/number.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { isAscii } from '#terminal/charset.ts';
import { spaces } from '#terminal/fit.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { hasColours, hasTints } from '#terminal/theme/current.ts';

type World = typeof worldModule;

let world: World | undefined;

/** The map is a part of the build that is loaded when it is first shown; undefined until then, or where its file is gone. */
function useWorld(): World | undefined {
  const [loaded, setLoaded] = useState(world);
  useEffect(() => {
    if (loaded !== undefined) return;
    const load = async () => setLoaded((world = await import('#charts/world/worldMap.ts')));
    load().catch(() => undefined);
  }, [loaded]);
  return loaded;
}

/** Countries on a map of the world, coloured by their counts: the selected one is the brightest. */
export function WorldMap(props: {
  readonly rows: readonly StatisticRow[];
  /** The value of the selected row. */
  readonly selected: string | undefined;
  readonly width: number;
  readonly height: number;
}) {
  const { width, height } = props;
  const lines = useMapLines(props);
  return (
    <>
      {Array.from({ length: height }, (_, index) => (
        <Line key={index} parts={lines[index] ?? []} width={width} />
      ))}
    </>
  );
}

/** The lines of the map; none before its part of the build is loaded. */
export function useMapLines(input: Omit<WorldMapInput, 'paint'>): readonly (readonly Part[])[] {
  const { rows, selected, width, height } = input;
  const loaded = useWorld();
  const paint = mapPaint();
  return useMemo(
    () => (loaded === undefined ? [] : mapParts(loaded, { rows, selected, width, height, paint })),
    [loaded, rows, selected, width, height, paint],
  );
}

function mapPaint(): MapPaint {
  if (isAscii()) return 'ascii';
  if (!hasColours()) return 'density';
  return hasTints() ? 'grounds' : 'letters';
}

/** The map in the middle of the width; what its steps mean lies in the Pacific. */
function mapParts({ worldMap, mapLegend, mapSize }: World, input: WorldMapInput): Part[][] {
  const { rows, width, height, paint } = input;
  const margin = Math.floor((width - mapSize(width, height).width) / 2);
  const most = Math.max(0, ...rows.map(({ count }) => count));
  const [land, ...steps] = mapLegend(paint).map(runPart);
  const legend: Part[] =
    most === 0 || land === undefined
      ? []
      : [
          { text: label` none `, tone: 'dim' },
          land,
          { text: label`  few `, tone: 'dim' },
          ...steps,
          { text: label` ${safeText(groupThousands(most))}`, tone: 'dim' },
        ];
  return worldMap(input).map((runs, index, all) => {
    const parts = [{ text: spaces(margin) }, ...runs.map(runPart)];
    return index === all.length - 1 ? overSea(parts, legend) : parts;
  });
}

function runPart({ text, role, ground }: MapRun): Part {
  return { text: safeText(text, text.length), tone: role, on: ground };
}

/** The line with other parts at its start, where there is sea enough for them. */
function overSea(parts: readonly Part[], over: readonly Part[]): Part[] {
  const coast = parts.findIndex(({ tone }) => tone !== undefined);
  const sea = coast === -1 ? parts : parts.slice(0, coast);
  const room = lengthOf(sea) - lengthOf(over);
  return room < 1 ? [...parts] : [...over, { text: spaces(room) }, ...parts.slice(sea.length)];
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}
