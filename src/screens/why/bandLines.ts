import type { Part } from '#components/style.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { WhyPlace } from '#store/statistics/whyCursor.ts';
import type { WhyLayout } from '#store/statistics/whyLayout.ts';
import type { ShownWhyGroup } from '#store/statistics/whyShown.ts';
import { spaces } from '#terminal/fit.ts';
import { changeWidthOf, groupLines } from './groupLines.ts';

export interface Bands {
  readonly groups: readonly ShownWhyGroup[];
  readonly layout: WhyLayout;
  readonly cursor: WhyPlace | undefined;
  /** The first band on screen. */
  readonly top: number;
  /** Which way the total went: negative for a fall. */
  readonly way: number;
  readonly capabilities: Capabilities;
}

/** The groups on screen, line by line. */
export function bandLines(bands: Bands): Part[][] {
  const { groups, layout, cursor, way, capabilities } = bands;
  const { columns, width, lines, gap, air } = layout;
  const view = { width, lines, way, capabilities, changeWidth: changeWidthOf(groups, lines) };
  const [first, last] = groupsOnScreen(bands);
  const drawn = groups
    .slice(first, last)
    .map((group, place) =>
      groupLines(group, view, first + place + 1, cursor?.group === first + place ? cursor.row : undefined),
    );
  return Array.from({ length: Math.ceil(drawn.length / columns) }, (_, band) => band).flatMap(band => {
    const side = drawn.slice(band * columns, (band + 1) * columns);
    const joined = Array.from({ length: lines + 1 }, (_, line): Part[] =>
      side.flatMap((each, place) => [{ text: spaces(place === 0 ? 1 : gap) }, ...(each[line] ?? [])]),
    );
    return band === 0 ? joined : [...Array.from({ length: air }, (): Part[] => []), ...joined];
  });
}

/** The first group on screen and the one behind the last: that of the cursor is among them. */
export function groupsOnScreen({
  groups,
  layout,
  cursor,
  top,
}: Pick<Bands, 'groups' | 'layout' | 'cursor' | 'top'>): [number, number] {
  const { columns, bands } = layout;
  const all = Math.ceil(groups.length / columns);
  const highest = Math.max(0, Math.min(top, all - bands));
  const selected = cursor === undefined ? highest : Math.floor(cursor.group / columns);
  const first = Math.max(Math.min(highest, selected), selected - bands + 1) * columns;
  return [first, Math.min(groups.length, first + bands * columns)];
}
