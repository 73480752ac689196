export function cycle<T>(all: readonly T[], now: T, step: -1 | 1): T {
  return all[(all.indexOf(now) + step + all.length) % all.length] ?? now;
}

export interface ListPosition {
  readonly selected: number;
  readonly top: number;
}

export const listStart: ListPosition = { selected: 0, top: 0 };

export type Move = 'up' | 'down' | 'halfUp' | 'halfDown' | 'first' | 'last';

/** At the edge the list moves by half a page: scrolling by one line would redraw the whole screen for every key. */
export function moveInList(list: ListPosition, move: Move, count: number, height: number): ListPosition {
  const half = Math.max(1, Math.floor(height / 2));
  const target = {
    up: list.selected - 1,
    down: list.selected + 1,
    halfUp: list.selected - half,
    halfDown: list.selected + half,
    first: 0,
    last: count - 1,
  }[move];
  return selectInList(list, target, count, height);
}

/** Selects a row and brings it into view, moving what is drawn by whole half pages. */
export function selectInList(
  list: ListPosition,
  target: number,
  count: number,
  height: number,
): ListPosition {
  const selected = clamp(target, 0, Math.max(0, count - 1));
  const rows = Math.max(1, height);
  const half = Math.max(1, Math.floor(rows / 2));
  const lastTop = Math.max(0, count - rows);
  let top = clamp(list.top, 0, lastTop);
  if (selected < top) top -= Math.ceil((top - selected) / half) * half;
  if (selected >= top + rows) top += Math.ceil((selected - top - rows + 1) / half) * half;
  return { selected, top: clamp(top, 0, lastTop) };
}

/** In a list that only scrolls, a step of one line would redraw the whole screen: it moves by half a page. */
export const scrolled: Readonly<Record<Move, Move>> = {
  up: 'halfUp',
  down: 'halfDown',
  halfUp: 'halfUp',
  halfDown: 'halfDown',
  first: 'first',
  last: 'last',
};

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
