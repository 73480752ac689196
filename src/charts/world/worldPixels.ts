import { worldHeight, worldWidth } from './projection.ts';
import { worldPoints, worldRows } from './worldGrid.ts';

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

let grid: readonly (readonly Pixel[])[] | undefined;
let places: ReadonlyMap<string, Place> | undefined;

/**
 * The countries of a map of so many pixels, row by row from the north. Every country of `wanted` that is on the map at all
 * has at least one pixel: one that is too small takes the next that is sea, or of a country with another.
 */
export function worldPixels(
  width: number,
  height: number,
  wanted: ReadonlySet<string>,
): readonly (readonly Pixel[])[] {
  const of = [width, height, ...[...wanted].sort()].join(' ');
  if (last?.of !== of) last = { of, pixels: newPixels(width, height, wanted) };
  return last.pixels;
}

/** Most maps have the pixels of the one before, and another country selected. */
let last: { readonly of: string; readonly pixels: readonly (readonly Pixel[])[] } | undefined;

function newPixels(width: number, height: number, wanted: ReadonlySet<string>): Pixel[][] {
  grid ??= worldRows.map(pixelsOf);
  const pixels = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => countryAt(x, y, worldWidth / width, worldHeight / height)),
  );
  placeSmall(pixels, wanted);
  return pixels;
}

/** Every country that the map knows, by its two letters. */
export function worldCountries(): ReadonlySet<string> {
  return new Set(countryPlaces().keys());
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
  const parts = new Map<string, number>();
  let land = 0;
  for (let row = Math.floor(y * high); row < (y + 1) * high; row += 1) {
    for (let column = Math.floor(x * wide); column < (x + 1) * wide; column += 1) {
      const code = grid?.[row]?.[column];
      if (code === undefined) continue;
      const part = overlap(row, y, high) * overlap(column, x, wide);
      land += part;
      parts.set(code, (parts.get(code) ?? 0) + part);
    }
  }
  if (land < landShare * wide * high) return undefined;
  return [...parts].reduce<[Pixel, number]>(
    (most, part) => (part[1] > most[1] ? part : most),
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
  let least = Infinity;
  for (let y = Math.floor(atY) - reach; y <= atY + reach; y += 1) {
    for (let x = Math.floor(atX) - reach; x <= atX + reach; x += 1) {
      const added = cost({ x, y });
      const far = Math.hypot(x + 0.5 - atX, y + 0.5 - atY) + (added ?? 0);
      if (added === undefined || far >= least) continue;
      least = far;
      best = { x, y };
    }
  }
  return best;
}

/** The middle of each country in stored pixels: the mean of its pixels, else the point that is stored. */
function countryPlaces(): ReadonlyMap<string, Place> {
  if (places) return places;
  grid ??= worldRows.map(pixelsOf);
  const found = new Map<string, Place[]>();
  for (const [y, row] of grid.entries())
    for (const [x, code] of row.entries())
      if (code !== undefined) found.set(code, [...(found.get(code) ?? []), { x: x + 0.5, y: y + 0.5 }]);
  const middles = new Map([...found].map(([code, all]) => [code, middleOf(all)]));
  for (const [, code = '', x, y] of worldPoints.matchAll(/([A-Z]{2})(\d+),(\d+)/g))
    middles.set(code, { x: Number(x) + 0.5, y: Number(y) + 0.5 });
  places = middles;
  return middles;
}

function middleOf(all: readonly Place[]): Place {
  const mean = (of: (place: Place) => number) => all.reduce((sum, place) => sum + of(place), 0) / all.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}
