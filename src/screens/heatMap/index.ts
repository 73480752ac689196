import { websiteCommands } from '#screens/statsCommands.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { busiestHour, weekHours } from '#model/period/weekHours.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { hourText, type HoursName } from '#model/statistics/statistics.ts';
import { statisticTable, type TableEntry } from '#model/statistics/statisticTables.ts';
import type { Part } from '#components/style.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { nothingCounted, tryAgain, unreadMessage, type ScreenMessage } from '#screens/emptyMessages.ts';
import { sourceOf, subjectOf } from '#store/exporting/exportEntries.ts';
import { hasRead, nothingRead, type ExportSource } from '#store/exporting/exportSource.ts';
import { domainInView } from '#store/navigation/selected.ts';
import { periodWords, siteOf } from '#store/navigation/viewCommand.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { heatMapRead, type HeatMapRead } from '#store/statistics/heatMap.ts';
import { readDomain } from '#store/websites/records.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { gridCell, gridCommands } from './gridCursor.ts';
import { weekdays } from './weekdays.ts';
import { weekFormat } from './weekFormat.ts';

export const heatMapScreen: ScreenDefinition<'heatMap'> = {
  screen: 'heatMap',
  view: async () => (await import('./Screen.tsx')).HeatMapScreen,
  commands: [
    {
      id: 'heatMap.measure',
      keys: ['m'],
      title: 'The other measure: visitors or page views',
      short: 'measure',
      run({ state }) {
        const route = topRoute(state.navigation.stack);
        if (route.screen !== 'heatMap') return;
        const name = route.name === 'visitors_hours' ? 'pageviews_hours' : 'visitors_hours';
        state.navigation.replace({ ...route, name });
      },
    },
    ...gridCommands,
    ...websiteCommands('heatMap'),
  ],
  // It is always opened from the hours, whose title names the website.
  title: () => [label`Weekdays`],
  detail,
  asks(state, { websiteId, name }) {
    const read = heatMapRead(state, websiteId, name);
    return weekMessage(state, read, name)?.asks ?? (read.failed > 0 && !read.loading ? [tryAgain] : []);
  },
  load(state, route, force) {
    readDomain(state, route);
    state.heatMap.load(route.websiteId, route.name, force);
  },
  hasPeriod: true,
  exported: (state, { websiteId, name }) => exported(state, websiteId, name),
  whyNoExport: ({ stats }, { websiteId, name }) =>
    hasRead(stats.hours, [websiteId, name]) ? undefined : nothingRead,
  selected: domainInView,
  commandWords: (state, { websiteId, name }) => [
    'stats',
    siteOf(state, websiteId),
    name,
    ...periodWords(state.period.choice),
  ],
};

/** In place of the hours: they are being read, could not be, or are all zeros. */
export function weekMessage(state: State, read: HeatMapRead, name: HoursName): ScreenMessage | undefined {
  const titles = { reading: label`Reading ...`, failed: label`The days could not be read` };
  if (read.read === 0) return unreadMessage(read.error, titles, state.profile);
  const isEmpty = read.days.every(({ hours }) => hours?.every(count => count === 0) === true);
  return isEmpty ? nothingCounted(name, state.capabilities) : undefined;
}

/** The hour under the cursor and the busiest one of the week; while it is read, how far that is. */
function detail(state: State, { websiteId, name, cursor }: RouteOf<'heatMap'>): Part {
  const read = heatMapRead(state, websiteId, name);
  if (read.loading)
    return { text: label`Read ${read.read} of ${read.days.length} days. Esc cancels.`, tone: 'dim' };
  const week = weekHours(read.days);
  const best = busiestHour(week);
  if (best === undefined) return { text: label`` };
  const { formatCount } = weekFormat(week);
  const counts = countsOf(name, state.capabilities);
  const average = (text: string) => `${text} ${text === '1' ? counts.slice(0, -1) : counts} on average`;
  const busiest = `busiest on ${timeOf(best.weekday, best.hour)}   ${formatCount(best.count)}`;
  const at = gridCell(cursor);
  if (at === undefined) return { text: safeText(`${busiest} ${counts} on average`) };
  const count = week[at.row]?.[at.hour];
  const said = count === undefined ? 'not read' : average(formatCount(count));
  return { text: safeText(`${timeOf(at.row, at.hour)}   ${said}   ${busiest}`) };
}

/** "Sunday 14:00". */
function timeOf(weekday: number, hour: number): string {
  return `${weekdays[weekday] ?? ''} ${hourText(hour)}`;
}

/** Every hour of every day that is read. */
function exported(state: State, websiteId: string, name: HoursName): ExportSource | undefined {
  const { days, period } = heatMapRead(state, websiteId, name);
  const entries = days.flatMap(({ day, hours }) =>
    (hours ?? []).map((count, hour): TableEntry => ({ value: `${day} ${hourText(hour)}`, count })),
  );
  if (entries.length === 0) return undefined;
  const subject = { ...subjectOf(state, websiteId, period), before: undefined };
  return sourceOf(subject, statisticTable(subject, { name, entries }), `${name} by day`);
}
