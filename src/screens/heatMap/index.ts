import { type HeatMapInput, hoursBelow } from '#charts/heatMap.ts';
import { maximum } from '#charts/scale.ts';
import type { Command } from '#commands/command.ts';
import { chartIndent, chartMargins, dim, type Part } from '#components/parts.ts';
import { statisticTable, type TableEntry } from '#model/export/statisticTables.ts';
import { hourText, hourValues, weekdayNames } from '#model/period/format.ts';
import { weekdaysWithin } from '#model/service/filter.ts';
import { countsOf, whyNoPageViews, ofService } from '#model/service/capabilities.ts';
import type { ChartPosition } from '#model/statistics/cursor.ts';
import { busiestHour, weekHours } from '#model/statistics/series.ts';
import type { HoursName } from '#model/statistics/statistics.ts';
import type { Size } from '#screens/layout.ts';
import { showWeek, whyNoWeek } from '#screens/chart/cursor.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { websiteCommands } from '#screens/listCommands.ts';
import {
  narrowColumns,
  notLoaded,
  nothingCounted,
  type ScreenMessage,
  tryAgain,
  unreadMessage,
} from '#screens/messages.ts';
import {
  domainInView,
  hasRead,
  periodWords,
  siteOf,
  sourceOf,
  subjectOf,
  whereWords,
  behindRow,
  linesBehind,
} from '#screens/sharing.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import { nothingRead, type ExportSource } from '#store/exporting.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { shownPeriod } from '#store/queries/question.ts';
import { type HeatMapRead, heatMapRead } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { isAscii } from '#text/characters.ts';
import { spaces } from '#text/fit.ts';
import { joinSafe, label, safeText } from '#text/safeText.ts';
import { compactNumber, keyOf } from '#text/words.ts';

interface GridCell {
  /** 0 for Monday. */
  readonly row: number;
  readonly hour: number;
}

/** An hour of a weekday as conditions; a sentence without one. */
function gridConditions(position: ChartPosition | undefined) {
  const cell = gridCell(position);
  if (cell === undefined) return 'No hour is selected: Left and Right go to one.';
  return [
    { field: 'weekday', value: String(cell.row + 1) },
    { field: 'hour', value: String(cell.hour).padStart(2, '0') },
  ] as const;
}

export function gridCell(position: ChartPosition | undefined): GridCell | undefined {
  return typeof position === 'number' ? { row: Math.floor(position / 24), hour: position % 24 } : undefined;
}

type GridMove = (from: GridCell, weekdays: readonly number[]) => GridCell;

/** From one weekday that is shown to the next. */
const byWeekday =
  (step: -1 | 1): GridMove =>
  ({ row, hour }, weekdays) => ({
    row: weekdays[weekdays.indexOf(row) + step] ?? row,
    hour,
  });

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
    title: 'Move by an hour',
    short: 'hour',
    footerKey: 'Left Right',
    move: ({ row, hour }) => ({ row, hour: Math.max(0, hour - 1) }),
  },
  {
    id: 'right',
    keys: ['Right', 'l'],
    title: 'Move by an hour',
    move: ({ row, hour }) => ({ row, hour: Math.min(23, hour + 1) }),
  },
  {
    id: 'up',
    keys: ['Up', 'k'],
    title: 'Move by a day',
    short: 'weekday',
    footerKey: 'Up Down',
    move: byWeekday(-1),
  },
  {
    id: 'down',
    keys: ['Down', 'j'],
    title: 'Move by a day',
    move: byWeekday(1),
  },
  {
    id: 'first',
    keys: ['Home', 'g'],
    title: 'Go to first or last hour',
    move: ({ row }) => ({ row, hour: 0 }),
  },
  {
    id: 'last',
    keys: ['End', 'G'],
    title: 'Go to first or last hour',
    move: ({ row }) => ({ row, hour: 23 }),
  },
];

/** A cursor over the grid: the first key puts it on the busiest hour. */
const gridCommands: readonly Command[] = moves.map(({ id, keys, title, short, footerKey, move }) => ({
  id: `heatMap.${id}`,
  keys,
  title,
  section: 'Move',
  inPalette: false,
  ...(short !== undefined && { short, footerPlace: 1 as const }),
  ...(footerKey !== undefined && { footerKey }),
  disabledReason: whyNoGrid,
  run({ state }) {
    const { view } = state.navigation;
    if (view.screen !== 'heatMap') return;
    const from = gridCell(view.cursor);
    const weekdays = weekdaysWithin(state.filter.where);
    const { row, hour } = from === undefined ? busiestCell(state, view) : move(from, weekdays);
    state.navigation.pointAt(row * 24 + hour);
  },
}));

function busiestCell(state: State, { websiteId, name }: RouteOf<'heatMap'>): GridCell {
  const best = busiestHour(weekHours(heatMapRead(state, websiteId, name).days));
  return { row: best?.weekday ?? 0, hour: best?.hour ?? 0 };
}

function whyNoGrid(state: State): string | undefined {
  const { view } = state.navigation;
  const read = view.screen === 'heatMap' ? heatMapRead(state, view.websiteId, view.name) : undefined;
  if (view.screen !== 'heatMap' || read === undefined || read.read === 0)
    return notLoaded('Hours', read?.error);
  return weekMessage(state, read, view.name) === undefined
    ? undefined
    : `Nothing is counted here: ${keyOf('period.menu')} chooses other days.`;
}

export const heatMapScreen: ScreenDefinition<'heatMap'> = {
  screen: 'heatMap',
  view: async () => (await import('./Screen.tsx')).HeatMapScreen,
  commands: [
    {
      id: 'heatMap.measure',
      keys: ['m'],
      title: 'Show page views or visitors',
      about: 'The other one of both numbers.',
      words: 'visitors page views chart',
      short: 'measure',
      disabledReason: ({ capabilities }) => ofService(whyNoPageViews(capabilities)),
      run({ state }) {
        const route = topRoute(state.navigation.stack);
        if (route.screen !== 'heatMap') return;
        const name = route.name === 'visitors_hours' ? 'pageviews_hours' : 'visitors_hours';
        state.navigation.replace({ ...route, name });
      },
    },
    ...gridCommands,
    ...(['weekBack', 'weekOn'] as const).map((move): Command => ({
      id: `heatMap.chart.${move}`,
      keys: [move === 'weekBack' ? '(' : ')'],
      title: 'Move by weeks',
      section: 'Move',
      inPalette: false,
      disabledReason: state => whyNoWeek(state, move, 'heatMap'),
      run: ({ state }) => showWeek(state, move),
    })),
    {
      id: 'heatMap.place',
      keys: ['Enter'],
      title: 'Set or clear the cursor',
      section: 'Move',
      inPalette: false,
      short: 'cursor',
      footerPlace: 1,
      disabledReason: whyNoGrid,
      run({ state }) {
        const { view } = state.navigation;
        if (view.screen !== 'heatMap') return;
        const { row, hour } = busiestCell(state, view);
        state.navigation.pointAt(view.cursor === undefined ? row * 24 + hour : undefined);
      },
    },
    ...websiteCommands('heatMap'),
  ],
  // It is always opened from the hours, whose title names the website.
  title: ({ filter, viewport }) => [
    // Without room for the line of the period.
    filter.where.length > 0 && !hasSpacing(viewport) ? label`Weekdays, filtered` : label`Weekdays`,
  ],
  detail,
  keyHints(state, { websiteId, name, cursor }) {
    if (cursor !== undefined) return [{ key: 'Esc', shown: label`Esc/Enter`, action: label`clear` }];
    const read = heatMapRead(state, websiteId, name);
    return weekMessage(state, read, name)?.keyHints ?? (read.failed > 0 && !read.loading ? [tryAgain] : []);
  },
  load: (state, { websiteId, name }, force) => state.heatMap.load(websiteId, name, force),
  hasPeriod: true,
  exported: (state, { websiteId, name }) =>
    hasRead(state, websiteId, name) ? () => exported(state, websiteId, name) : nothingRead,
  selected: domainInView,
  lines(state, { websiteId, cursor }) {
    const found = gridConditions(cursor);
    const question = linesBehind(state, websiteId, shownPeriod(state));
    if (typeof found === 'string' || typeof question === 'string') return question;
    return behindRow(question, found);
  },
  conditions(_, { cursor }) {
    return gridConditions(cursor);
  },
  commandWords: (state, { websiteId, name }) => [
    'stats',
    siteOf(state, websiteId),
    name,
    ...periodWords(state.period.choice),
    ...whereWords(state),
  ],
};

export function weekMessage(state: State, read: HeatMapRead, name: HoursName): ScreenMessage | undefined {
  // Of some weekdays alone a map would be empty, and an average of fewer weeks than it says.
  const isOfSome = weekdaysWithin(state.filter.where).some(weekday => read.unreadWeekdays.includes(weekday));
  if (read.read === 0 || isOfSome) return unreadMessage(state, read.error, label`days`);
  const isEmpty =
    read.read === read.days.length &&
    read.days.every(({ hours }) => (hours ?? []).every(count => count === 0));
  return isEmpty ? nothingCounted(name, state) : undefined;
}

function detail(state: State, { websiteId, name, cursor }: RouteOf<'heatMap'>): Part {
  const { viewport } = state;
  const read = heatMapRead(state, websiteId, name);
  if (read.loading && read.read < read.days.length)
    return dim(hasSpacing(viewport) ? label`` : label`${read.read} of ${read.days.length} days read`);
  const week = weekHours(read.days);
  const best = busiestHour(week);
  if (best === undefined) return { text: label`` };
  const { formatCount } = weekFormat(week);
  const counts = countsOf(name, state.capabilities);
  const average = (text: string) => `${text} ${text === '1' ? counts.slice(0, -1) : counts} on average`;
  const busiest = `busiest on ${timeOf(best.weekday, best.hour)}   ${formatCount(best.count)}`;
  const at = gridCell(cursor);
  // On the smallest screens the hours have no other line than this, which has a blank before it.
  const space = { width: viewport.columns - chartMargins, height: bodyRows(viewport) };
  const hours =
    at === undefined ? hoursBelow(mapInput(read, weekdaysWithin(state.filter.where), space)) : undefined;
  if (hours !== undefined)
    return dim(joinSafe([spaces(chartIndent - 1), ...hours.map(({ text }) => text)], label``));
  if (at === undefined) return { text: safeText(`${busiest} ${counts} on average`) };
  const count = week[at.row]?.[at.hour];
  const countText = count === undefined ? 'not read' : average(formatCount(count));
  return { text: safeText(`${timeOf(at.row, at.hour)}   ${countText}   ${busiest}`) };
}

function timeOf(weekday: number, hour: number): string {
  return `${weekdayNames[weekday] ?? ''} ${hourText(hour)}`;
}

function exported(state: State, websiteId: string, name: HoursName): ExportSource | undefined {
  const { days, period } = heatMapRead(state, websiteId, name);
  const entries = days.flatMap(({ day, hours }) =>
    (hours ?? []).map((count, hour): TableEntry => ({ value: `${day} ${hourText(hour)}`, count })),
  );
  if (entries.length === 0) return undefined;
  const subject = { ...subjectOf(state, websiteId, period), before: undefined };
  return sourceOf(subject, statisticTable(subject, { name, entries }), `${name} by day`);
}

/** What is drawn of the hours in a width and height. */
export function mapInput({ days }: HeatMapRead, weekdays: readonly number[], space: Size): HeatMapInput {
  const week = weekHours(days);
  // In few columns the first letters of a weekday.
  const letters = space.width + chartMargins < narrowColumns ? 2 : undefined;
  return {
    rows: weekdays.map(weekday => ({
      label: (weekdayNames[weekday] ?? '').slice(0, letters),
      counts: week[weekday] ?? [],
    })),
    headings: hourValues,
    ascii: isAscii(),
    ...space,
    ...weekFormat(week),
  };
}

/** Below it whole numbers would make the averages of a small website alike. */
const wholeFrom = 10;

interface WeekFormat {
  readonly decimals: 0 | 1;
  readonly formatCount: (count: number) => string;
}

/** How the averages of a week are written: with a decimal where all are small; what is not nothing never as a zero. */
export function weekFormat(week: readonly (readonly (number | undefined)[])[]): WeekFormat {
  if (maximum(week.flat()) >= wholeFrom)
    return { decimals: 0, formatCount: count => (count > 0 && count < 0.5 ? '<1' : compactNumber(count)) };
  return { decimals: 1, formatCount: smallAverage };
}

function smallAverage(count: number): string {
  if (count > 0 && count < 0.05) return '<0.1';
  return count === 0 ? '0' : count.toFixed(1);
}

/** Said of visitors by hour within a filter, where that may be about hours: the number of an hour may grow by a filter on it. */
export function hoursWithin({ capabilities, filter }: State, name: HoursName): Part {
  const isSaid =
    name === 'visitors_hours' && filter.where.length > 0 && capabilities.filters?.hour !== undefined;
  return isSaid ? dim(label` Each visitor once, in the first hour that fits`) : { text: label`` };
}
