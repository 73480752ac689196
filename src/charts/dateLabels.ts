export interface PlacedLabel {
  /** The column it belongs to. */
  readonly column: number;
  readonly text: string;
}

interface Spot {
  readonly start: number;
  readonly text: string;
}

const gap = 2;

/**
 * One line of labels, each around its column, none touching another: the first, the last, and between them as many as
 * fit at an even distance. Labels are in the order of their columns, one column to a character.
 */
export function labelLine(labels: readonly PlacedLabel[], width: number): string {
  const spots = labels
    .filter(({ text }) => text !== '' && text.length <= width)
    .map(({ column, text }): Spot => ({ start: startOf(column, text, width), text }));
  const first = spots[0];
  if (!first) return ' '.repeat(Math.max(0, width));
  const last = spots.at(-1);
  const end = last && last !== first && follows(first, last) ? last : undefined;
  return write([first, ...between(spots, first, end), ...(end ? [end] : [])], width);
}

/** Every second, third ... label: the closest rhythm in which none meets the one before. */
function between(spots: readonly Spot[], first: Spot, end: Spot | undefined): Spot[] {
  for (let stride = 1; stride < spots.length; stride++) {
    const chosen = spots.filter(
      (spot, place) => place > 0 && place % stride === 0 && (!end || follows(spot, end)),
    );
    if (chosen.every((spot, place) => follows(chosen[place - 1] ?? first, spot))) return chosen;
  }
  return [];
}

function follows(before: Spot, after: Spot): boolean {
  return before.start + before.text.length + gap <= after.start;
}

function startOf(column: number, text: string, width: number): number {
  return Math.max(0, Math.min(column - Math.floor((text.length - 1) / 2), width - text.length));
}

function write(spots: readonly Spot[], width: number): string {
  return spots.reduce((line, { start, text }) => line.padEnd(start) + text, '').padEnd(width);
}
