import type { Move } from '#store/core/list.ts';

/** A row of a group, both by their places on screen. */
export interface WhyPlace {
  readonly group: number;
  readonly row: number;
}

export type WhyMove = Move | 'left' | 'right' | 'nextGroup' | 'previousGroup';

/**
 * Where a move leads. Up and down stay in their column of groups, left and right in their band; groups without rows are
 * passed over. Where nothing lies that way the place stays.
 * @param rows how many rows of each group are on screen
 * @param columns groups side by side
 */
export function movedInGroups(
  rows: readonly number[],
  columns: number,
  place: WhyPlace,
  move: WhyMove,
): WhyPlace {
  const has = (group: number) => (rows[group] ?? 0) > 0;
  const groups = rows.map((_, group) => group);
  const inColumn = groups.filter(group => group % columns === place.group % columns && has(group));
  const above = inColumn.findLast(group => group < place.group);
  const below = inColumn.find(group => group > place.group);
  const last = (group: number) => Math.max(0, (rows[group] ?? 0) - 1);
  const at = (group: number | undefined, row: number): WhyPlace =>
    group === undefined ? place : { group, row: Math.min(row, last(group)) };
  const filled = groups.filter(has);
  switch (move) {
    case 'up':
      return place.row > 0 ? at(place.group, place.row - 1) : at(above, Infinity);
    case 'down':
      return place.row < last(place.group) ? at(place.group, place.row + 1) : at(below, 0);
    case 'halfUp':
      return above === undefined ? at(place.group, 0) : at(above, place.row);
    case 'halfDown':
      return below === undefined ? at(place.group, last(place.group)) : at(below, place.row);
    case 'left':
    case 'right':
      return at(beside(filled, columns, place.group, move === 'left' ? -1 : 1), place.row);
    case 'first':
      return at(filled[0], 0);
    case 'last':
      return at(filled.at(-1), Infinity);
    case 'nextGroup':
      return at(filled.find(group => group > place.group) ?? filled[0], 0);
    case 'previousGroup':
      return at(filled.findLast(group => group < place.group) ?? filled.at(-1), 0);
  }
}

/** The next group with rows on that side, in the same band; in a single column the one above or below. */
function beside(filled: readonly number[], columns: number, group: number, step: -1 | 1): number | undefined {
  const band = (of: number) => (columns === 1 ? 0 : Math.floor(of / columns));
  const others = filled.filter(each => band(each) === band(group));
  return step === 1 ? others.find(each => each > group) : others.findLast(each => each < group);
}
