import { highest, spread, type Places } from './spread.ts';

/** A column of a plot and the points it shows. */
export interface Stop {
  readonly x: number;
  readonly places: Places;
}

/**
 * Where points stand, from the left edge to the right one: each on its own, or several together where there are more
 * than columns. A single one stands in the middle.
 */
export function stopsOf(count: number, width: number): Stop[] {
  if (count > width) return spread(count, width).map((places, x) => ({ x, places }));
  const distance = count > 1 ? (width - 1) / (count - 1) : 0;
  const start = count > 1 ? 0 : Math.floor((width - 1) / 2);
  return Array.from({ length: count }, (_, place) => ({
    x: Math.round(start + place * distance),
    places: [place, place + 1],
  }));
}

/** The stop that shows a point. */
export function stopAt(stops: readonly Stop[], place: number): Stop | undefined {
  return stops.find(({ places: [from, to] }) => from <= place && place < to);
}

/** The stop nearest to a column. */
export function nearestStop(stops: readonly Stop[], x: number): Stop | undefined {
  return stops.reduce<Stop | undefined>(
    (best, stop) => (best === undefined || Math.abs(stop.x - x) < Math.abs(best.x - x) ? stop : best),
    undefined,
  );
}

/** A stretch of a series between neighbours that are both known, as wide as the plot for the only point there is. */
export interface Stretch {
  readonly from: { readonly x: number; readonly value: number };
  readonly to: { readonly x: number; readonly value: number };
  /** The stops of its ends. */
  readonly ends: readonly [Stop, Stop];
}

/** A known point without known neighbours is a stretch to itself. */
export function stretchesOf(
  stops: readonly Stop[],
  values: readonly (number | undefined)[],
  width: number,
): Stretch[] {
  const known = stops.map(stop => ({ stop, value: highest(values, stop.places) }));
  return known.flatMap(({ stop, value }, index): Stretch[] => {
    if (value === undefined) return [];
    const next = known[index + 1];
    if (next?.value !== undefined)
      return [
        { from: { x: stop.x, value }, to: { x: next.stop.x, value: next.value }, ends: [stop, next.stop] },
      ];
    if (known.length === 1)
      return [{ from: { x: 0, value }, to: { x: width - 1, value }, ends: [stop, stop] }];
    if (known[index - 1]?.value !== undefined) return [];
    return [{ from: { x: stop.x, value }, to: { x: stop.x, value }, ends: [stop, stop] }];
  });
}
