import { useEffect, useMemo, useState } from 'react';
import { maximum } from '#charts/scale.ts';
import type * as worldModule from '#charts/map/worldMap.ts';
import type { MapPaint, WorldMapInput } from '#charts/map/worldMap.ts';
import { dim, type Part } from '#components/parts.ts';
import { hasColours, hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { spaces } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

type World = typeof worldModule;

// Module-level: a screen that is opened later shows the map in its first frame.
let world: World | undefined;

/** The map is a part of the build that is loaded when it is first shown; undefined until then, or where its file is gone. */
function useWorld(): World | undefined {
  const [loaded, setLoaded] = useState(world);
  useEffect(() => {
    if (loaded !== undefined) return;
    const load = async () => setLoaded((world = await import('#charts/map/worldMap.ts')));
    load().catch(() => undefined);
  }, [loaded]);
  return loaded;
}

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
  return hasTints() ? 'backgrounds' : 'letters';
}

/** The map in the middle of the width; what its steps mean lies in the Pacific, else east of Cape Horn, or below where both are too narrow. */
function mapParts({ worldMap, mapLegend, mapSize }: World, input: WorldMapInput): Part[][] {
  const { rows, width, height, paint } = input;
  const margin = Math.floor((width - mapSize(width, height).width) / 2);
  const max = maximum(rows.map(({ count }) => count));
  const [land, ...steps] = mapLegend(paint).map(run => runPart(run, paint));
  const legend: Part[] =
    max === 0 || land === undefined
      ? []
      : [
          dim(label` none `),
          land,
          dim(label`  few `),
          ...steps,
          dim(label` ${safeText(groupThousands(max))}`),
        ];
  const lines = worldMap(input).map((runs): Part[] => [
    { text: spaces(margin) },
    ...runs.map(run => runPart(run, paint)),
  ]);
  const south = lines.at(-1) ?? [];
  const east = width - lengthOf(south) - lengthOf(legend);
  const last =
    overSea(south, legend) ?? (east > 1 ? [...south, { text: spaces(east) }, ...legend] : undefined);
  if (last !== undefined) return [...lines.slice(0, -1), last];
  return lines.length < height ? [...lines, [{ text: spaces(margin) }, ...legend]] : lines;
}

/** Characters are thin: how many visitors they stand for is said by which they are, not by how quiet. */
function runPart(run: Part, paint: MapPaint): Part {
  if (paint !== 'ascii' || run.tone === undefined) return run;
  return { ...run, tone: run.tone === 'land' ? 'dim' : run.tone === 'mapSelected' ? 'accent' : 'places' };
}

/** The line with other parts at its start; undefined where there is not sea enough for them. */
function overSea(parts: readonly Part[], over: readonly Part[]): Part[] | undefined {
  const coast = parts.findIndex(({ tone }) => tone !== undefined);
  const sea = coast === -1 ? parts : parts.slice(0, coast);
  const room = lengthOf(sea) - lengthOf(over);
  return room < 1 ? undefined : [...over, { text: spaces(room) }, ...parts.slice(sea.length)];
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}
