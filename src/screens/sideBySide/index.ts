import type { Command } from '#commands/command.ts';
import { besideRowsEach, sideBySideTable } from '#model/export/sideBySideTable.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { websiteName } from '#model/website/website.ts';
import {
  conditionOfPoint,
  cursorCommands,
  linesOfPoint,
  pointExplained,
  pointUnderCursor,
} from '#screens/chart/cursor.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { compareCommand } from '#screens/listCommands.ts';
import { tryAgain } from '#screens/messages.ts';
import { domainInView, numberWords, siteOf } from '#screens/sharing.ts';
import { type ExportSource, nothingRead } from '#store/exporting.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { placeOf } from '#model/statistics/cursor.ts';
import { shownPeriod } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { shownSideBySide } from '#store/views/sideBySide.ts';
import { readDomain, websiteOf } from '#store/websites/records.ts';
import { label } from '#text/safeText.ts';
import { besideDetail, besideLines, besideMessage, notesOfAll } from './lines.ts';
import { keyOf } from '#text/words.ts';

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
    title: 'Go to the website beside',
    section: 'Move',
    inPalette: false,
    footerPlace: 1,
    run: ({ state }) => step(state, by),
  })),
  {
    id: 'sideBySide.open',
    keys: ['Enter'],
    title: 'Open the website selected',
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
    title: 'Index to 100, or visitors',
    titleIn: ({ capabilities }) => `Index to 100, or ${countsOf('visitors', capabilities)}`,
    words: 'relative absolute scale counts',
    short: 'index',
    footerPlace: 1,
    run: ({ state }) => state.sideBySide.toggleIndex(),
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
  title: (_, { websiteIds }) => [label`${websiteIds.length} websites side by side`],
  detail: besideDetail,
  asks(state, route) {
    const data = shownSideBySide(state, route);
    const failed = data.websites.some(({ error }) => error !== undefined) ? [tryAgain] : [];
    return besideMessage(state, data)?.asks ?? failed;
  },
  load(state, route, force) {
    for (const websiteId of route.websiteIds) readDomain(state, { ...route, websiteId });
    state.sideBySide.open(route, force);
  },
  hasPeriod: true,
  autoRefreshes: true,
  chart(state, route) {
    const lines = besideLines(state, shownSideBySide(state, route));
    const points = (
      lines[route.websiteIds.indexOf(route.websiteId)] ?? lines.find(line => line !== undefined)
    )?.points;
    if (points === undefined || points.length === 0) return undefined;
    const { websiteId } = route;
    return { websiteId, name: 'visitors', points, index: placeOf(points, route.cursor) };
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
    ...(state.sideBySide.isIndexed ? [] : ['--absolute']),
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
    rows: besideRowsEach,
    notes: notesOfAll(state, route),
  });
  return {
    table,
    nameParts: [...websites.map(({ website }) => websiteName(website)), 'side by side'],
    period,
  };
}
