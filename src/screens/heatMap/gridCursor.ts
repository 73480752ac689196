import type { Command } from '#commands/command.ts';
import type { ChartPlace } from '#model/period/chartPlace.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';
import { busiestHour, weekHours } from '#model/period/weekHours.ts';
import { heatMapRead } from '#store/statistics/heatMap.ts';

interface GridCell {
  /** 0 for Monday. */
  readonly row: number;
  readonly hour: number;
}

/** The cell of an hour of the week, 0 for Monday 00:00. */
export function gridCell(place: ChartPlace | undefined): GridCell | undefined {
  return typeof place === 'number' ? { row: Math.floor(place / 24), hour: place % 24 } : undefined;
}

type GridMove = (from: GridCell) => GridCell;

const moves: readonly {
  id: string;
  keys: readonly string[];
  title: string;
  short?: string;
  footerKey?: string;
  move: GridMove;
}[] = [
  {
    id: 'left',
    keys: ['Left', 'h'],
    title: 'An hour earlier or later',
    short: 'hour',
    footerKey: 'Left/Right',
    move: ({ row, hour }) => ({ row, hour: Math.max(0, hour - 1) }),
  },
  {
    id: 'right',
    keys: ['Right', 'l'],
    title: 'An hour earlier or later',
    move: ({ row, hour }) => ({ row, hour: Math.min(23, hour + 1) }),
  },
  {
    id: 'up',
    keys: ['Up', 'k'],
    title: 'The day before or after',
    short: 'weekday',
    footerKey: 'Up/Down',
    move: ({ row, hour }) => ({ row: Math.max(0, row - 1), hour }),
  },
  {
    id: 'down',
    keys: ['Down', 'j'],
    title: 'The day before or after',
    move: ({ row, hour }) => ({ row: Math.min(6, row + 1), hour }),
  },
  {
    id: 'first',
    keys: ['Home', 'g'],
    title: 'The first or the last hour of the day',
    move: ({ row }) => ({ row, hour: 0 }),
  },
  {
    id: 'last',
    keys: ['End', 'G'],
    title: 'The first or the last hour of the day',
    move: ({ row }) => ({ row, hour: 23 }),
  },
];

/** A cursor over the grid: the first key puts it on the busiest hour. */
export const gridCommands: readonly Command[] = moves.map(({ id, keys, title, short, footerKey, move }) => ({
  id: `heatMap.${id}`,
  keys,
  title,
  ...(short !== undefined && { short, footerPlace: 1 as const }),
  ...(footerKey !== undefined && { footerKey }),
  disabledReason: whyNoGrid,
  run({ state }) {
    const { view } = state.navigation;
    if (view.screen !== 'heatMap') return;
    const from = gridCell(view.cursor);
    const { row, hour } = from === undefined ? busiestCell(state, view) : move(from);
    state.navigation.pointAt(row * 24 + hour);
  },
}));

function busiestCell(state: State, { websiteId, name }: RouteOf<'heatMap'>): GridCell {
  const best = busiestHour(weekHours(heatMapRead(state, websiteId, name).days));
  return { row: best?.weekday ?? 0, hour: best?.hour ?? 0 };
}

function whyNoGrid(state: State): string | undefined {
  const { view } = state.navigation;
  const isRead = view.screen === 'heatMap' && heatMapRead(state, view.websiteId, view.name).read > 0;
  return isRead ? undefined : 'The hours are not read: wait a moment, or r reads them.';
}
