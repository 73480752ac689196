/** The first row drawn: `top`, but where the terminal has become smaller since, the selected row stays on screen. */
export function firstRow(top: number, selected: number | undefined, height: number): number {
  if (selected === undefined || selected < 0) return top;
  return Math.max(Math.min(top, selected), selected - height + 1);
}
