export interface BarOptions {
  readonly ascii?: boolean | undefined;
  /** A logarithmic scale, on which small counts still differ beside a great one. */
  readonly log?: boolean | undefined;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const halves = ['', '-'];

/**
 * A horizontal bar, padded to exactly so many columns. A count above zero has at least the thinnest mark, and only one
 * that reaches the maximum fills the width.
 */
export function bar(count: number, max: number, width: number, { ascii, log }: BarOptions = {}): string {
  const room = Math.max(0, width);
  const parts = ascii ? halves : eighths;
  const total = room * parts.length;
  const filled = share(count, max, log ?? false) * total;
  const steps =
    count > 0 && max > 0 ? Math.max(1, count < max ? Math.min(Math.round(filled), total - 1) : total) : 0;
  const full = Math.floor(steps / parts.length);
  const text = (ascii ? '#' : '█').repeat(full) + (parts[steps % parts.length] ?? '');
  return text.slice(0, room).padEnd(room);
}

function share(count: number, max: number, log: boolean): number {
  if (!(count > 0) || !(max > 0)) return 0;
  return Math.min(1, log ? Math.log1p(count) / Math.log1p(max) : count / max);
}
