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
