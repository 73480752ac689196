import type { Command, DisabledReason } from '#commands/command.ts';
import { cursorAt } from '#model/statistics/cursorPoint.ts';
import { movedPlace, type CursorMove } from '#model/period/chartPlace.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';
import { pointUnderCursor, shownChart } from './chartPoints.ts';

interface CursorKeys {
  /** Whether the chart has the focus. */
  isHere?(state: State): boolean;
  /** Why there is no chart, though it would have the focus. */
  readonly whyNone?: DisabledReason | undefined;
  /** Called when the cursor has moved: brings the row of that place into view. */
  moved?(state: State): void;
}

const moves: readonly { move: CursorMove; key: string; title: string; short?: string }[] = [
  { move: 'left', key: 'Left', title: 'Along the chart: days or hours', short: 'cursor' },
  { move: 'right', key: 'Right', title: 'Along the chart: days or hours' },
  { move: 'first', key: 'Home', title: 'The ends of the chart' },
  { move: 'last', key: 'End', title: 'The ends of the chart' },
];

/** The cursor of a chart, the same keys on every one. */
export function cursorCommands(screen: ScreenName, keys: CursorKeys = {}): Command[] {
  const { isHere = () => true, whyNone, moved } = keys;
  const whyNoChart = (state: State) => whyNone?.(state) ?? whyUnread(state);
  return [
    ...moves.map(({ move, key, title, short }): Command => ({
      id: `${screen}.chart.${move}`,
      keys: [key],
      title,
      ...(short !== undefined && { short, footerKey: 'Left/Right', footerPlace: 1 as const }),
      isHere,
      disabledReason: whyNoChart,
      run(context) {
        moveCursor(context.state, move);
        // The state as the move has left it.
        moved?.(context.state);
      },
    })),
    {
      id: `${screen}.openDay`,
      keys: ['Enter'],
      title: 'Open the day under the cursor; Esc comes back to the period',
      short: 'open day',
      footerPlace: 1,
      isHere,
      disabledReason: state => whyNoChart(state) ?? whyNoDay(state),
      run: ({ state }) => openDay(state),
    },
  ];
}

function moveCursor(state: State, move: CursorMove): void {
  const chart = shownChart(state);
  const point = chart?.points[movedPlace(chart.place, move, chart.points.length)];
  if (point !== undefined) state.navigation.pointAt(cursorAt(point));
}

/** The dashboard of the days under the cursor; leaving it brings the period back. */
function openDay(state: State): void {
  const of = pointUnderCursor(state)?.of;
  const { view } = state.navigation;
  if (of === undefined || of.unit === 'hour' || !('websiteId' in view) || view.websiteId === undefined)
    return;
  const { websiteId } = view;
  const days = { from: of.from, to: of.to, leftPeriod: state.period.choice };
  state.navigation.push({ screen: 'dashboard', websiteId, days });
}

function whyUnread(state: State): string | undefined {
  return shownChart(state) === undefined ? 'The chart is not read: wait a moment, or r reads it.' : undefined;
}

function whyNoDay(state: State): string | undefined {
  const point = pointUnderCursor(state);
  if (point === undefined) return 'Left and Right put a cursor on the chart first.';
  return point.of.unit === 'hour' ? 'The cursor is on an hour: only days can be opened.' : undefined;
}
