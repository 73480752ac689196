import { hasRoomForBefore, lineStyle } from '#charts/lines.ts';
import type { Command } from '#commands/command.ts';
import { chartMargins, dim, type Part } from '#components/parts.ts';
import { formatChange } from '#model/comparison/change.ts';
import { type SideBySideLine, sideBySideRowCount, sideBySideTable } from '#model/comparison/sideBySide.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { longPointName, pointIndex, pointChange } from '#model/statistics/cursor.ts';
import { type Notes, notesOfSeveral } from '#model/website/notes.ts';
import { websiteName } from '#model/website/website.ts';
import { sideBySideLine, type SideBySide } from '#queries/sideBySide.ts';
import {
  chartUnit,
  conditionOfPoint,
  cursorCommands,
  linesOfPoint,
  pointExplained,
  pointUnderCursor,
} from '#screens/chart/cursor.ts';
import { notesAt, pointWithNote } from '#screens/chart/notes.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { compareCommand } from '#screens/listCommands.ts';
import {
  narrowColumns,
  nothingCounted,
  type ScreenMessage,
  tryAgain,
  unreadMessage,
} from '#screens/messages.ts';
import { domainInView, numberWords, siteOf } from '#screens/sharing.ts';
import { titleOfWebsite } from '#screens/words.ts';
import { type ExportSource, nothingRead } from '#store/exporting.ts';
import { shownNotes } from '#store/kept/notes.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { shownPeriod } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { shownSideBySide } from '#store/websites/marks.ts';
import { websiteOf } from '#store/websites/records.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { tellingCut } from '#text/fit.ts';
import { memoizeLast } from '#text/memo.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { groupThousands, keyOf } from '#text/words.ts';

/** By website; undefined where its visitors are not read. */
export type SideBySideLines = readonly (SideBySideLine | undefined)[];

const lastLines = memoizeLast<SideBySideLines>();

export function sideBySideLines({ viewport }: Pick<State, 'viewport'>, data: SideBySide): SideBySideLines {
  const days = Math.max(0, ...data.websites.map(({ visitors }) => visitors?.points.length ?? 0));
  const unit = chartUnit(days, viewport.columns - chartMargins);
  return lastLines([data, unit], () => data.websites.map(website => sideBySideLine(website, unit)));
}

/** In place of the chart, where none of the websites has a line. */
export function sideBySideMessage(state: State, { websites, days }: SideBySide): ScreenMessage | undefined {
  const isOfHours = websites.some(({ hours }) => hours !== undefined);
  const read = websites.flatMap(({ visitors }) => visitors ?? []);
  if (read.length === 0) {
    const error = websites.find(website => website.error !== undefined)?.error;
    return unreadMessage(state, error, label`websites`);
  }
  const isNothing = read.every(({ points }) => points.every(({ count = 0 }) => count === 0));
  return isNothing && (days.single === undefined || !isOfHours)
    ? nothingCounted('visitors', state)
    : undefined;
}

const roomForLegend = 76;

/** What the chart is of, for where there is room. */
export function scaleNote(
  { sideBySide, capabilities, viewport }: State,
  lines: SideBySideLines,
  chart: number,
): SafeText {
  const counts = safeText(countsOf('visitors', capabilities));
  if (!sideBySide.hasOwnScales) return label`${counts} on one scale`;
  const isCompared = lines.some(line => line?.points.some(({ before }) => before?.count !== undefined));
  return isCompared && viewport.columns >= roomForLegend && hasRoomForBefore(lines.length, chart)
    ? label`${safeText(isAscii() ? 'oo' : '⠤⠤')} before   each on its own scale`
    : label`each on its own scale`;
}

const lastNotes = memoizeLast<Notes>();

export function notesOfAll(state: State, { websiteIds }: RouteOf<'sideBySide'>): Notes {
  const websites = websiteIds.flatMap(id => websiteOf(state, id) ?? []);
  const keys = [...websites, ...websites.map(({ id }) => shownNotes(state, id))];
  return lastNotes(keys, () => notesOfSeveral(websites, ({ id }) => shownNotes(state, id)));
}

/** The point of all lines under the cursor. */
export function pointOf(lines: SideBySideLines, { cursor }: RouteOf<'sideBySide'>) {
  const points = lines.find(line => line !== undefined)?.points ?? [];
  const index = pointIndex(points, cursor);
  const point = index === undefined ? undefined : points[index];
  return index === undefined || point === undefined ? undefined : { index, point };
}

/** What the lines show at the cursor, with names where there is room for them. */
export function sideBySideDetail(state: State, route: RouteOf<'sideBySide'>): Part {
  const data = shownSideBySide(state, route);
  const lines = sideBySideLines(state, data);
  const found = pointOf(lines, route);
  if (found === undefined) return selectedDetail(state, route, data);
  const { index, point } = found;
  const detail = (hasNames: boolean) =>
    joinSafe(
      lines.flatMap((line, at) => {
        const own = line?.points[index];
        if (own === undefined) return [];
        const { mark } = lineStyle(at, isAscii());
        const title = titleOfWebsite(state, route.websiteIds[at] ?? '');
        const name = hasNames ? label`${mark} ${title}` : mark;
        const count = own.count === undefined ? 'no data' : groupThousands(own.count);
        const change = formatChange(pointChange(own));
        return [label`${name} ${safeText(count)}${safeText(change === '' ? '' : ` ${change}`)}`];
      }),
      label`   `,
    );
  const noted = notesAt(notesOfAll(state, route), point);
  const head = label`${safeText(longPointName(point))}: `;
  const room = state.viewport.columns - 2;
  const whole = pointWithNote(label`${head}${detail(true)}`, noted, room);
  return {
    text: textWidth(whole) <= room ? whole : pointWithNote(label`${head}${detail(false)}`, noted, room),
  };
}

const leastName = 8;

/** The mean of the website selected. */
function selectedDetail(
  state: State,
  { websiteIds, websiteId }: RouteOf<'sideBySide'>,
  data: SideBySide,
): Part {
  const at = Math.max(0, websiteIds.indexOf(websiteId));
  const line = sideBySideLines(state, data)[at];
  const noComparison = data.websites[at]?.noComparison;
  const name = titleOfWebsite(state, websiteId);
  if (line?.mean === undefined) return dim(name);
  const mean = line.mean > 0 && line.mean < 10 ? line.mean.toFixed(1) : groupThousands(line.mean);
  const unit = line.points[0]?.span.unit === 'hour' ? label`an hour` : label`a day`;
  const detail = label`${safeText(mean)} ${safeText(countsOf('visitors', state.capabilities))} ${unit} on average${safeText(noComparison === undefined ? '' : `   ${noComparison}`)}`;
  const room = state.viewport.columns - 2 - textWidth(detail) - 2;
  const names = websiteIds.map(id => titleOfWebsite(state, id));
  // Without room for a part of its name that says which it is, its mark stands there as before its name above.
  const message =
    textWidth(name) <= room || room >= leastName
      ? label`${tellingCut(names, room)(name, room)}:`
      : lineStyle(at, isAscii()).mark;
  return dim(label`${message} ${detail}`);
}

function routeOf({ navigation: { view } }: State): RouteOf<'sideBySide'> | undefined {
  return view.screen === 'sideBySide' ? view : undefined;
}

function step(state: State, by: -1 | 1): void {
  const route = routeOf(state);
  if (route === undefined) return;
  const { websiteIds, websiteId } = route;
  const at = (websiteIds.indexOf(websiteId) + by + websiteIds.length) % websiteIds.length;
  state.navigation.switchWebsite(websiteIds[at] ?? websiteId);
}

const between = [
  { id: 'next', by: 1, keys: ['Tab', 'l', 'Down', 'j'], short: 'website' },
  { id: 'previous', by: -1, keys: ['Shift-Tab', 'h', 'Up', 'k'] },
] as const;

const own: readonly Command[] = [
  ...between.map(({ id, by, keys, ...shown }): Command => ({
    ...shown,
    id: `sideBySide.${id}`,
    keys,
    title: 'Go to the adjacent website',
    section: 'Move',
    inPalette: false,
    footerPlace: 1,
    run: ({ state }) => step(state, by),
  })),
  {
    id: 'sideBySide.open',
    keys: ['Enter'],
    title: 'Open the selected website',
    about: 'Its numbers by day, pages, sources and places.',
    short: 'open',
    footerPlace: 1,
    isHere: state => pointUnderCursor(state) === undefined,
    run({ state }) {
      const websiteId = routeOf(state)?.websiteId;
      if (websiteId !== undefined) state.navigation.push({ screen: 'dashboard', websiteId });
    },
  },
  {
    id: 'sideBySide.index',
    keys: ['I'],
    title: 'Show own scales or one',
    about: 'On its own scale a small website is as readable as a great one.',
    words: 'relative absolute index visitors counts',
    short: 'scale',
    footerPlace: 1,
    run: ({ state }) => state.sideBySide.toggleScales(),
  },
];

export const sideBySideScreen: ScreenDefinition<'sideBySide'> = {
  screen: 'sideBySide',
  view: async () => (await import('./Screen.tsx')).SideBySideScreen,
  commands: [
    ...own,
    ...cursorCommands('sideBySide', { canOpen: state => pointUnderCursor(state) !== undefined }),
    compareCommand('sideBySide'),
  ],
  title: ({ viewport }, { websiteIds: { length } }) => [
    viewport.columns < narrowColumns ? label`${length} side by side` : label`${length} websites side by side`,
  ],
  detail: sideBySideDetail,
  keyHints(state, route) {
    const data = shownSideBySide(state, route);
    const failed = data.websites.some(({ error }) => error !== undefined) ? [tryAgain] : [];
    return sideBySideMessage(state, data)?.keyHints ?? failed;
  },
  load: (state, route, force) => state.sideBySide.open(route, force),
  hasPeriod: true,
  autoRefreshes: true,
  chart(state, route) {
    const lines = sideBySideLines(state, shownSideBySide(state, route));
    const points = (
      lines[route.websiteIds.indexOf(route.websiteId)] ?? lines.find(line => line !== undefined)
    )?.points;
    if (points === undefined || points.length === 0) return undefined;
    const { websiteId } = route;
    return { websiteId, name: 'visitors', points, index: pointIndex(points, route.cursor) };
  },
  explained: pointExplained,
  exported: (state, route) =>
    shownSideBySide(state, route).websites.some(({ visitors }) => visitors !== undefined)
      ? () => exported(state, route)
      : nothingRead,
  selected: domainInView,
  lines: (state, { websiteId }) => linesOfPoint(state, websiteId),
  conditions: state =>
    conditionOfPoint(state) ?? `No hour is under the cursor: ${keyOf('filter.menu')} has all filters.`,
  commandWords: (state, { websiteIds }) => [
    'compare',
    ...numberWords(state),
    ...(state.sideBySide.hasOwnScales ? [] : ['--absolute']),
    ...websiteIds.map(id => siteOf(state, id)),
  ],
};

function exported(state: State, route: RouteOf<'sideBySide'>): ExportSource {
  const data = shownSideBySide(state, route);
  const websites = data.websites.map(({ website: id, ...numbers }) => {
    const { domain, name } = websiteOf(state, id) ?? {};
    return { ...numbers, website: { id, domain, name } };
  });
  const period = shownPeriod(state);
  const table = sideBySideTable({
    capabilities: state.capabilities,
    websites,
    sections: data.sections,
    period,
    before: data.days.before,
    timeZone: state.timeZone,
    where: state.filter.where,
    begins: data.begins,
    rows: sideBySideRowCount,
    notes: notesOfAll(state, route),
  });
  return {
    table,
    nameParts: [...websites.map(({ website }) => websiteName(website)), 'side by side'],
    period,
  };
}
