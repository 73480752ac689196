export interface BarOptions {
  readonly ascii?: boolean | undefined;
  /** A logarithmic scale, on which small counts still differ beside a great one. */
  readonly log?: boolean | undefined;
}

/**
 * A thin horizontal bar, padded to exactly so many columns. A count above zero has at least the thinnest mark, and only
 * one that reaches the maximum fills the width.
 */
export function bar(count: number, max: number, width: number, { ascii, log }: BarOptions = {}): string {
  const room = roomOf(width);
  const halves = stepsOf(count, max, room * 2, log ?? false);
  const [whole, half] = ascii ? ['=', '-'] : ['━', '╸'];
  return (whole.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? half : '')).padEnd(room);
}

/**
 * How many columns of a row, from its left end, lie on its bar: those a view draws with the tint of the bar behind the
 * text. As with the thin one, a count above zero has one at least, and only one that reaches the maximum has all.
 */
export function barColumns(
  count: number,
  max: number,
  width: number,
  { log }: Pick<BarOptions, 'log'> = {},
): number {
  return stepsOf(count, max, roomOf(width), log ?? false);
}

function roomOf(width: number): number {
  return width > 0 ? Math.floor(width) : 0;
}

function stepsOf(count: number, max: number, total: number, log: boolean): number {
  if (!(count > 0) || !(max > 0) || total < 1) return 0;
  if (count >= max) return total;
  const share = log ? Math.log1p(count) / Math.log1p(max) : count / max;
  return Math.max(1, Math.min(Math.round(share * total), total - 1));
}
