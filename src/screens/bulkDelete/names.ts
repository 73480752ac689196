import { joinSafe, label, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';

/** Each name in a line of its own; where there are more names than rows, the last line counts the others. */
export function listedNames(names: readonly SafeText[], rows: number): SafeText[] {
  const shown = names.length > rows ? names.slice(0, rows - 1) : names;
  const others = names.length - shown.length;
  return [...shown, ...(others > 0 ? [label`and ${others} more`] : [])];
}

/** As many names as fit one after the other into so many rows, and how many others there are. */
export function runningNames(names: readonly SafeText[], rows: number, columns: number): SafeText[] {
  // A name takes three columns at least: of thousands only the first ones are tried.
  const most = Math.min(names.length, Math.ceil((rows * columns) / 3));
  for (let count = most; count > 0; count -= 1) {
    const text = joinSafe(names.slice(0, count), label`, `);
    const others = names.length - count;
    const lines = wrapSafe(others === 0 ? text : label`${text} and ${others} more`, columns);
    if (lines.length <= rows) return lines;
  }
  return [];
}
