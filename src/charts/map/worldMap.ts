import { memoizeLast } from '#text/memo.ts';
import { label, safeText } from '#text/safeText.ts';
import type { Run } from '#charts/canvas.ts';
import { worldPoints, worldRows } from './worldGrid.ts';

/** Pixels of the stored map. */
export const worldWidth = 240;
export const worldHeight = 104;

/** Degrees: the map begins in the Bering Strait, so that no country but the islands of Alaska is cut, and has no Antarctica. */
const west = -169;
const south = -56;

/** The column, with a fraction, of a longitude in degrees: 0 at the western edge. */
export function columnOf(longitude: number): number {
  return ((((longitude - west) % 360) + 360) % 360) * (worldWidth / 360);
}

/** The row, with a fraction, of a latitude in degrees: 0 at the northern edge (about 80 degrees). */
export function rowOf(latitude: number): number {
  const pixels = worldWidth / (2 * Math.PI);
  return worldHeight - (northing(latitude) - northing(south)) * pixels;
}

/** Patterson's cylindrical projection: Europe is not pressed flat, Greenland not blown up. In radians of the equator. */
function northing(latitude: number): number {
  const angle = (latitude * Math.PI) / 180;
  const square = angle * angle;
  return angle * (1.0148 + square * square * (0.23185 + square * (-0.14499 + square * 0.02406)));
}

/** The two letters of a country, undefined for sea. */
type Pixel = string | undefined;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Land where it has at least this part of a pixel: less, and straits close; more, and islands sink. */
const landShare = 0.38;
/** Pixels around its place where a country that is smaller than one may be drawn. */
const reach = 4;

type Pixels = readonly (readonly Pixel[])[];

const stored = memoizeLast<Pixels>();
const places = memoizeLast<ReadonlyMap<string, Place>>();
/** Most maps have the pixels of the one before, and another country selected. */
const drawn = memoizeLast<Pixels>();

function storedPixels(): Pixels {
  return stored([], () => worldRows.map(pixelsOf));
}

/** Row by row from the north. Every country of `wanted` has a pixel: one too small takes the next that is sea, or can spare it. */
export function worldPixels(width: number, height: number, wanted: ReadonlySet<string>): Pixels {
  return drawn([width, height, [...wanted].sort().join(' ')], () => {
    const pixels = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (__, x) => countryAt(x, y, worldWidth / width, worldHeight / height)),
    );
    placeSmall(pixels, wanted);
    return pixels;
  });
}

function pixelsOf(runs: string): Pixel[] {
  const pixels: Pixel[] = [];
  for (const [, length, code] of runs.matchAll(/(\d*)(\.|[A-Z]{2})/g)) {
    const pixel = code === '.' ? undefined : code;
    for (let left = Number(length || 1); left > 0; left -= 1) pixels.push(pixel);
  }
  return pixels;
}

function countryAt(x: number, y: number, wide: number, high: number): Pixel {
  const grid = storedPixels();
  const parts = new Map<string, number>();
  let land = 0;
  for (let row = Math.floor(y * high); row < (y + 1) * high; row += 1) {
    for (let column = Math.floor(x * wide); column < (x + 1) * wide; column += 1) {
      const code = grid[row]?.[column];
      if (code === undefined) continue;
      const part = overlap(row, y, high) * overlap(column, x, wide);
      land += part;
      parts.set(code, (parts.get(code) ?? 0) + part);
    }
  }
  if (land < landShare * wide * high) return undefined;
  return [...parts].reduce<[Pixel, number]>(
    (largest, part) => (part[1] > largest[1] ? part : largest),
    [undefined, 0],
  )[0];
}

/** How much of a stored row or column lies in one that is `size` as large. */
function overlap(at: number, target: number, size: number): number {
  return Math.max(0, Math.min(at + 1, (target + 1) * size) - Math.max(at, target * size));
}

function placeSmall(pixels: Pixel[][], wanted: ReadonlySet<string>): void {
  const counts = new Map<Pixel, number>();
  for (const pixel of pixels.flat()) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const wide = worldWidth / (pixels[0]?.length ?? 1);
  const high = worldHeight / pixels.length;
  for (const [code, place] of countryPlaces()) {
    if (!wanted.has(code) || counts.has(code)) continue;
    const free = nearest(place.x / wide, place.y / high, ({ x, y }) => {
      const row = pixels[y];
      if (row === undefined || x < 0 || x >= row.length) return undefined;
      const owner = row[x];
      if (owner === undefined) return 0;
      return (counts.get(owner) ?? 0) > 1 ? 0.5 : undefined;
    });
    const row = free && pixels[free.y];
    if (free === undefined || row === undefined) continue;
    const owner = row[free.x];
    counts.set(owner, (counts.get(owner) ?? 1) - 1);
    counts.set(code, 1);
    row[free.x] = code;
  }
}

/** The pixel with the least distance from a place; `cost` is added to it, and undefined where it cannot be taken. */
function nearest(atX: number, atY: number, cost: (place: Place) => number | undefined): Place | undefined {
  let best: Place | undefined;
  let min = Infinity;
  for (let y = Math.floor(atY) - reach; y <= atY + reach; y += 1) {
    for (let x = Math.floor(atX) - reach; x <= atX + reach; x += 1) {
      const added = cost({ x, y });
      const far = Math.hypot(x + 0.5 - atX, y + 0.5 - atY) + (added ?? 0);
      if (added === undefined || far >= min) continue;
      min = far;
      best = { x, y };
    }
  }
  return best;
}

/** The middle of each country in stored pixels: the mean of its pixels, else the point that is stored. */
function countryPlaces(): ReadonlyMap<string, Place> {
  return places([], () => {
    const found = new Map<string, Place[]>();
    for (const [y, row] of storedPixels().entries())
      for (const [x, code] of row.entries())
        if (code !== undefined) found.set(code, [...(found.get(code) ?? []), { x: x + 0.5, y: y + 0.5 }]);
    const middles = new Map([...found].map(([code, all]) => [code, middleOf(all)]));
    for (const [, code = '', x, y] of worldPoints.matchAll(/([A-Z]{2})(\d+),(\d+)/g))
      middles.set(code, { x: Number(x) + 0.5, y: Number(y) + 0.5 });
    return middles;
  });
}

function middleOf(all: readonly Place[]): Place {
  const mean = (read: (place: Place) => number) =>
    all.reduce((sum, place) => sum + read(place), 0) / all.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** Land without visitors, five steps, the selected country. A cell without one is sea. */
const mapRoles = ['land', 'map1', 'map2', 'map3', 'map4', 'map5', 'mapSelected'] as const;
type MapRole = (typeof mapRoles)[number];

/**
 * What the terminal can show. `backgrounds`: a cell's letter and background each have their colour, two pixels a cell; `letters`:
 * colours of letters only (the sixteen, too few for all steps), more ink is more visitors, a cell of two countries shows
 * the stronger; `density`: the same without colours; `ascii`: in ASCII.
 */
export type MapPaint = 'backgrounds' | 'letters' | 'density' | 'ascii';

export interface WorldMapInput {
  /** Rows of the statistic "country": values as services send them, "US:United States", "US" or "us". */
  readonly rows: readonly { readonly value: string; readonly count: number }[];
  readonly selected?: string | undefined;
  /** Columns and lines there are room for. The map keeps its shape, so it may take less of either. */
  readonly width: number;
  readonly height: number;
  readonly paint: MapPaint;
}

const order: readonly (MapRole | undefined)[] = [undefined, ...mapRoles];
const inks: Readonly<Record<Exclude<MapPaint, 'backgrounds'>, string>> = {
  letters: ' ⠅░░▒▓██',
  density: ' ⠅░░▒▒▓█',
  ascii: ' .:-+*#@',
};

/**
 * Five steps of the square root, so that the second country does not vanish beside the first. Countries too small for a
 * pixel are there where they have visitors. Lines of at most `width` cells, without sea at their end.
 */
export function worldMap(input: WorldMapInput): Run[][] {
  const { paint } = input;
  const { width, lines } = mapSize(input.width, input.height);
  const roles = rolesOf(input);
  const pixels = worldPixels(width, lines * 2, new Set(roles.keys()));
  const roleAt = (x: number, y: number): MapRole | undefined => {
    const code = pixels[y]?.[x];
    return code === undefined ? undefined : (roles.get(code) ?? 'land');
  };
  return Array.from({ length: lines }, (_, line) =>
    runsOf(
      Array.from({ length: width }, (_, x) => cellOf(roleAt(x, line * 2), roleAt(x, line * 2 + 1), paint)),
    ),
  );
}

/** A cell of each step in their order: land without visitors, then from few visitors to the most. */
export function mapLegend(paint: MapPaint): Run[] {
  return order.slice(1, -1).map(role => cellOf(role, role, paint));
}

/** The largest map of the right shape in so many columns and lines: a cell is twice as high as wide. */
export function mapSize(width: number, height: number): { readonly width: number; readonly lines: number } {
  const shape = worldHeight / worldWidth / 2;
  const columns = Math.max(0, Math.min(Math.floor(width), Math.floor(height / shape)));
  return { width: columns, lines: Math.min(height, Math.round(columns * shape)) };
}

/** "US" of "US:United States", "US" and "us"; undefined for what is no country. */
export function countryCode(value: string): string | undefined {
  const code = /^\s*([A-Za-z]{2})\s*(?::|$)/.exec(value)?.[1]?.toUpperCase();
  return code === 'UK' ? 'GB' : code;
}

function rolesOf({ rows, selected }: WorldMapInput): Map<string, MapRole> {
  const counts = new Map<string, number>();
  for (const { value, count } of rows) {
    const code = countryCode(value);
    if (code !== undefined && count > 0) counts.set(code, (counts.get(code) ?? 0) + count);
  }
  const max = Math.max(0, ...counts.values());
  const roles = new Map<string, MapRole>();
  for (const [code, count] of counts)
    roles.set(code, order[1 + Math.ceil(Math.sqrt(count / max) * 5)] ?? 'land');
  const chosen = selected === undefined ? undefined : countryCode(selected);
  if (chosen !== undefined) roles.set(chosen, 'mapSelected');
  return roles;
}

function cellOf(upper: MapRole | undefined, lower: MapRole | undefined, paint: MapPaint): Run {
  const tone = order.indexOf(upper) > order.indexOf(lower) ? upper : lower;
  const solid = label`█`;
  // Dots as far from each other across as down. A fill, also a thin one, would be as strong as few visitors.
  if (tone === 'land' && (paint === 'letters' || paint === 'density'))
    return { text: upper === undefined ? label`⠄` : lower === undefined ? label`⠁` : label`⠅`, tone };
  const ink =
    tone === undefined ? ' ' : paint === 'backgrounds' ? solid : (inks[paint][order.indexOf(tone)] ?? ' ');
  if (paint === 'density' || ink !== solid) return { text: safeText(ink), tone };
  if (upper === undefined || lower === undefined)
    return { text: upper === undefined ? label`▄` : label`▀`, tone };
  if (upper === lower || paint === 'letters') return { text: solid, tone };
  return { text: label`▀`, tone: upper, on: lower };
}

function runsOf(cells: readonly Run[]): Run[] {
  const runs: Run[] = [];
  for (const cell of cells.slice(0, cells.findLastIndex(({ tone }) => tone !== undefined) + 1)) {
    const last = runs.at(-1);
    if (last && last.tone === cell.tone && last.on === cell.on)
      runs[runs.length - 1] = { ...last, text: label`${last.text}${cell.text}` };
    else runs.push(cell);
  }
  return runs;
}
