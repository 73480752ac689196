import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';
import { z } from 'zod';
import { columnOf, rowOf, worldHeight, worldWidth } from '#charts/map/worldMap.ts';

type Point = readonly number[];
type Polygon = readonly (readonly Point[])[];
interface Shape {
  readonly code: string;
  readonly polygons: readonly Polygon[];
}

const rings = z.array(z.array(z.array(z.number())));
const collection = z.object({
  features: z.array(
    z.object({
      id: z.string().optional(),
      properties: z.object({ name: z.string() }),
      geometry: z.discriminatedUnion('type', [
        z.object({ type: z.literal('Polygon'), coordinates: rings }),
        z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
      ]),
    }),
  ),
});

const output = fileURLToPath(new URL('../src/charts/map/worldGrid.ts', import.meta.url));
const source = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'));

/** Territories without a number in the data, by the name they have there; the code is what services send for them. */
const unnumbered: Readonly<Record<string, string>> = {
  Kosovo: 'XK',
  Somaliland: 'SO',
  'N. Cyprus': 'CY',
  'Siachen Glacier': 'IN',
};

/** Parts of a country that have a code of their own, by the box they lie in: west, south, east, north. */
const ownCodes: Readonly<Record<string, readonly (readonly [string, number, number, number, number])[]>> = {
  FR: [
    ['GF', -55, 1, -51, 7],
    ['GP', -62, 15.7, -60.9, 16.7],
    ['MQ', -61.4, 14.2, -60.6, 15],
    ['RE', 55, -22, 56, -20],
    ['YT', 44.8, -13.2, 45.5, -12.4],
  ],
  NO: [['SJ', -10, 70.7, 35, 82]],
  NL: [['BQ', -69, 11, -62, 18]],
};

/** Samples along each side of a pixel. */
const fine = 3;

/** src/charts/map/worldGrid.ts as Natural Earth's data (1:50 million) make it. */
export function worldGridSource(): string {
  const shapes = readShapes();
  const samples = drawnSamples(shapes);
  const rows = Array.from({ length: worldHeight }, (_, row) =>
    Array.from({ length: worldWidth }, (_, column) => mostAt(samples, column, row)),
  );
  const seen = new Set(rows.flat());
  const points = shapes
    .filter(({ code }) => !seen.has(code))
    .map(({ code, polygons }) => `${code}${middleOf(polygons).join(',')}`);
  return `// Made by npm run world of Natural Earth's countries (public domain). Each row: how many pixels of sea, then of what country.
export const worldRows = [
${rows.map(row => `  '${runsOf(row)}',`).join('\n')}
];

/** Countries smaller than a pixel: the column and the row of their middle. */
export const worldPoints =
  '${[...new Set(points)].sort().join(' ')}';
`;
}

function readShapes(): Shape[] {
  const atlas = JSON.parse(readFileSync(source, 'utf8'));
  const { features } = collection.parse(feature(atlas, 'countries'));
  const shapes = new Map<string, Polygon[]>();
  for (const { id, properties, geometry } of features) {
    const code = id === undefined ? unnumbered[properties.name] : letterCode(id);
    if (code === undefined || code === 'AQ') continue;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    for (const polygon of polygons.map(rings => rings.map(unwrapped))) {
      const of = ownCode(code, polygon);
      shapes.set(of, [...(shapes.get(of) ?? []), polygon]);
    }
  }
  return [...shapes]
    .map(([code, polygons]) => ({ code, polygons }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Goes on past 180 degrees where a border leaves the map's edge on one side and comes back on the other: Chukotka, Fiji. */
function unwrapped(ring: readonly Point[]): Point[] {
  let last = ring[0]?.[0] ?? 0;
  return ring.map(([longitude = 0, latitude = 0]) => {
    last = longitude + Math.round((last - longitude) / 360) * 360;
    return [last, latitude];
  });
}

/** "US" of "840". */
function letterCode(id: string): string | undefined {
  const region = new Intl.Locale(`und-${id}`).region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : undefined;
}

function ownCode(code: string, polygon: Polygon): string {
  const [longitude = 0, latitude = 0] = centre(polygon);
  const part = ownCodes[code]?.find(
    ([, west, south, east, north]) =>
      longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
  return part?.[0] ?? code;
}

function centre(polygon: Polygon): Point {
  const [west, east] = limits(polygon, 0);
  const [south, north] = limits(polygon, 1);
  return [(west + east) / 2, (south + north) / 2];
}

function limits(polygon: Polygon, axis: 0 | 1): readonly [number, number] {
  const along = (polygon[0] ?? []).map(point => point[axis] ?? 0);
  return [Math.min(...along), Math.max(...along)];
}

/** The code of each sample, row by row: inside is where a line from the west has crossed the border an odd number of times. */
function drawnSamples(shapes: readonly Shape[]): (string | undefined)[][] {
  const samples = Array.from({ length: worldHeight * fine }, () =>
    Array.from({ length: worldWidth * fine }, (): string | undefined => undefined),
  );
  for (const { code, polygons } of shapes) {
    for (const polygon of polygons) {
      const [south, north] = limits(polygon, 1);
      const last = rowOf(south) * fine;
      for (let row = Math.max(0, Math.floor(rowOf(north) * fine)); row <= last; row += 1) {
        const line = samples[row];
        if (line) fillLine(line, crossings(polygon, (row + 0.5) / fine), code);
      }
    }
  }
  return samples;
}

/** The columns where a row crosses the border, from west to east. The map begins at another meridian than the data. */
function crossings(polygon: Polygon, row: number): number[] {
  const found: number[] = [];
  for (const ring of polygon) {
    for (const [index, [toLongitude = 0, toLatitude = 0]] of ring.entries()) {
      const [fromLongitude = 0, fromLatitude = 0] = ring[index - 1] ?? [toLongitude, toLatitude];
      const [from, to] = [rowOf(fromLatitude), rowOf(toLatitude)];
      if (from <= row === to <= row) continue;
      found.push(fromLongitude + ((row - from) / (to - from)) * (toLongitude - fromLongitude));
    }
  }
  return found.sort((a, b) => a - b);
}

function fillLine(line: (string | undefined)[], longitudes: readonly number[], code: string): void {
  const wide = worldWidth * fine;
  for (let index = 0; index + 1 < longitudes.length; index += 2) {
    const west = longitudes[index] ?? 0;
    const span = ((longitudes[index + 1] ?? west) - west) / 360;
    const start = columnOf(west) * fine;
    for (let at = Math.ceil(start - 0.5); at + 0.5 < start + span * wide; at += 1)
      line[((at % wide) + wide) % wide] = code;
  }
}

/** The country with the most samples of a pixel, where land has a third of them or more. */
function mostAt(
  samples: readonly (readonly (string | undefined)[])[],
  column: number,
  row: number,
): string | undefined {
  const counts = new Map<string, number>();
  let land = 0;
  for (let y = 0; y < fine; y += 1) {
    for (let x = 0; x < fine; x += 1) {
      const code = samples[row * fine + y]?.[column * fine + x];
      if (code === undefined) continue;
      land += 1;
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  if (land * 3 < fine * fine) return undefined;
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The pixel of the middle of the largest part. */
function middleOf(polygons: readonly Polygon[]): readonly number[] {
  const size = (polygon: Polygon) => {
    const [west, east] = limits(polygon, 0);
    const [south, north] = limits(polygon, 1);
    return (east - west) * (north - south);
  };
  const [largest] = [...polygons].sort((a, b) => size(b) - size(a));
  const [longitude = 0, latitude = 0] = largest ? centre(largest) : [];
  return [Math.floor(columnOf(longitude)), Math.floor(rowOf(latitude))];
}

/** "12US3CA": runs from the west, the number left out where it is one, sea as a dot. */
function runsOf(row: readonly (string | undefined)[]): string {
  const runs: { code: string; length: number }[] = [];
  for (const code of row) {
    const last = runs.at(-1);
    if (last?.code === (code ?? '.')) last.length += 1;
    else runs.push({ code: code ?? '.', length: 1 });
  }
  if (runs.at(-1)?.code === '.') runs.pop();
  return runs.map(({ code, length }) => `${length === 1 ? '' : length}${code}`).join('');
}

if (import.meta.main) writeFileSync(output, worldGridSource());
