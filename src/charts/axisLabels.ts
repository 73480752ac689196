/** A point that has a mark on the axis, and the text below it. One column to a character. */
export interface AxisTick {
  readonly place: number;
  readonly text: string;
}

interface PlacedTick {
  readonly column: number;
  /** Where the text begins. */
  readonly start: number;
  readonly text: string;
}

const gap = 2;

/**
 * Of sets of ticks, the closest first (the days, the Mondays, the months ...), the first one whose texts all have room,
 * so that every tick carries its text; where none has, as many of the last one as fit at an even distance.
 */
export function placedTicks(
  sets: readonly (readonly AxisTick[])[],
  columnOf: (place: number) => number,
  width: number,
): readonly PlacedTick[] {
  const placed = sets
    .map(ticks =>
      ticks
        .filter(({ text }) => text !== '' && text.length <= width)
        .map(({ place, text }) => placeTick(columnOf(place), text, width)),
    )
    .filter(ticks => ticks.length > 0);
  return placed.find(haveRoom) ?? thinned(placed.at(-1) ?? []);
}

function placeTick(column: number, text: string, width: number): PlacedTick {
  const start = column - Math.floor((text.length - 1) / 2);
  return { column, start: Math.max(0, Math.min(start, width - text.length)), text };
}

function haveRoom(ticks: readonly PlacedTick[]): boolean {
  return ticks.every(({ start }, index) => {
    const before = ticks[index - 1];
    return before === undefined || before.start + before.text.length + gap <= start;
  });
}

function thinned(ticks: readonly PlacedTick[]): readonly PlacedTick[] {
  for (let stride = 1; stride < ticks.length; stride += 1) {
    const chosen = ticks.filter((_, index) => index % stride === 0);
    if (haveRoom(chosen)) return chosen;
  }
  return ticks.slice(0, 1);
}
