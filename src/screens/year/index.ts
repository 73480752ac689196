import { domainInView, linesBehind, siteOf, sourceOf, subjectOf, whereWords } from '#screens/sharing.ts';
import { calendarHeadings, type CalendarInput } from '#charts/calendar.ts';
import { chartIndent, chartMargins, dim, type Part, partsWidth } from '#components/parts.ts';
import { statisticTable, type TableEntry } from '#model/export/statisticTables.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { type ChartPosition, pointIndex } from '#model/statistics/cursor.ts';
import { describePeriod, weekdayNames } from '#model/period/format.ts';
import { monthHeadings } from '#model/statistics/year.ts';
import { noNotes, type Notes } from '#model/website/notes.ts';
import { calendarDays, factsOfYear, rankedFacts, type Year, yearPoints } from '#queries/year.ts';
import {
  cursorCommands,
  cursorDetail,
  type CursorKey,
  pointExplained,
  pointUnderCursor,
} from '#screens/chart/cursor.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { statsCommands } from '#screens/listCommands.ts';
import { goBack, messageOf, type ScreenMessage, unreadMessage } from '#screens/messages.ts';
import { notesAt } from '#screens/chart/notes.ts';
import { titleOfWebsite } from '#screens/words.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import { nothingRead, type ExportSource } from '#store/exporting.ts';
import { type RouteOf, routeKey } from '#store/navigation/route.ts';
import { readYear, shownYear } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { isAscii } from '#text/characters.ts';
import { spaces } from '#text/fit.ts';
import { joinSafe, label, type SafeText, safeText } from '#text/safeText.ts';
import { compactNumber, groupThousands, keyOf } from '#text/words.ts';

const alongYear: readonly CursorKey[] = [
  {
    move: 'weekBack',
    keys: ['Left', 'h', '('],
    title: 'Move by weeks',
    short: 'move',
    footerKey: 'Arrows',
  },
  { move: 'weekOn', keys: ['Right', 'l', ')'], title: 'Move by weeks' },
  { move: 'left', keys: ['Up', 'k'], title: 'Move by a day' },
  { move: 'right', keys: ['Down', 'j'], title: 'Move by a day' },
  { move: 'first', keys: ['Home', 'g'], title: 'Go to first or last day' },
  { move: 'last', keys: ['End', 'G'], title: 'Go to first or last day' },
];

const noDay = 'No day is selected: Left and Right go to one.';

export const yearScreen: ScreenDefinition<'year'> = {
  screen: 'year',
  view: async () => (await import('./Screen.tsx')).YearScreen,
  commands: [...cursorCommands('year', { moves: alongYear }), ...statsCommands('year')],
  title: (state, { websiteId }) => [titleOfWebsite(state, websiteId), yearTitle(state, websiteId)],
  detail,
  keyHints: (state, { websiteId }) => yearMessage(state, websiteId)?.keyHints ?? [],
  load: (state, route, force) => readYear(state, route.websiteId, { owner: routeKey(route), force }),
  chart(state, { websiteId, cursor }) {
    const points = yearPoints(shownYear(state, websiteId));
    return points.every(({ count = 0 }) => count === 0)
      ? undefined
      : { websiteId, name: 'visitors', points, index: pointIndex(points, cursor) };
  },
  autoRefreshes: true,
  explained: (state, route) => (pointUnderCursor(state) === undefined ? noDay : pointExplained(state, route)),
  exported: (state, { websiteId }) =>
    shownYear(state, websiteId).summary === undefined ? nothingRead : () => exported(state, websiteId),
  selected(state, route) {
    const day = pointUnderCursor(state)?.span;
    return day === undefined || day.unit === 'hour'
      ? domainInView(state, route)
      : { value: day.from, url: undefined };
  },
  lines(state, { websiteId }) {
    const day = pointUnderCursor(state)?.span;
    return day === undefined || day.unit === 'hour' ? noDay : linesBehind(state, websiteId, day);
  },
  conditions: () => `Days are no condition: ${keyOf('filter.menu')} adds one.`,
  commandWords: (state, { websiteId }) => ['year', siteOf(state, websiteId), ...whereWords(state)],
  commandPrints: 'picture',
};

/** Where the screen has no line for its sum the title says that. */
function yearTitle(state: State, websiteId: string): SafeText {
  const { count } = shownYear(state, websiteId).summary ?? {};
  return hasSpacing(state.viewport) || count === undefined
    ? label`Year`
    : label`Year ${safeText(groupThousands(count))}`;
}

export const readingYear = label`Reading 53 weeks ...`;

export function isReadingYear({ summary, error }: Year): boolean {
  return summary === undefined && error === undefined;
}

export function yearMessage(state: State, websiteId: string): ScreenMessage | undefined {
  const { summary, error, days } = shownYear(state, websiteId);
  if (summary !== undefined)
    return summary.points.every(({ count = 0 }) => count === 0)
      ? messageOf({
          title: safeText(`No ${countsOf('visitors', state.capabilities)} in these 53 weeks`),
          tone: 'dim',
          lines: [safeText(describePeriod(days.period))],
          keyHints: [goBack],
          isOfZeros: true,
        })
      : undefined;
  return unreadMessage(state, error, label`days`, readingYear);
}

/** What is told of a year in one line, as much as fits, and the first of what does not. */
export function factParts(year: Year, width: number): { shown: readonly Part[]; next: Part | undefined } {
  const shown: Part[] = [];
  let next: Part | undefined;
  for (const { name, text } of rankedFacts(year)) {
    const gap = shown.length === 0 ? label` ` : label`   `;
    const more: Part[] = [dim(label`${gap}${safeText(name)} `), { text: safeText(text) }];
    if (partsWidth([...shown, ...more]) <= width) shown.push(...more);
    else next ??= dim(safeText(`${name} ${text}`));
  }
  return { shown, next };
}

interface CalendarSpace {
  readonly notes: Notes;
  readonly cursor: ChartPosition | undefined;
  readonly width: number;
  readonly height: number;
  readonly hasWeekdays: boolean;
}

const narrow = 60;

export function calendarInput(
  year: Year,
  { notes, cursor, width, height, hasWeekdays }: CalendarSpace,
): CalendarInput {
  const points = yearPoints(year);
  const averages = factsOfYear(year)?.weekdays ?? [];
  return {
    isUnread: points.every(({ count }) => count === undefined),
    ...calendarDays(year),
    noted: points.map(point => notesAt(notes, point).length > 0),
    labels: weekdayNames.map(name => name.slice(0, width < narrow ? 2 : 3)),
    headings: monthHeadings(year.days.period),
    averages: hasWeekdays || width < narrow ? undefined : averages.map(average => averageText(average)),
    cursor: pointIndex(points, cursor),
    width: width - chartMargins,
    height,
    ascii: isAscii(),
    formatCount: compactNumber,
  };
}

export function averageText(average: number | undefined): string {
  return average === undefined ? '-' : groupThousands(Math.round(average));
}

function detail(state: State, { websiteId }: RouteOf<'year'>): Part {
  const { viewport } = state;
  const { columns: width } = viewport;
  const pointed = cursorDetail(state);
  if (pointed !== undefined) return pointed;
  const year = shownYear(state, websiteId);
  if (isReadingYear(year) && !hasSpacing(viewport)) return dim(readingYear);
  const isDrawn = yearMessage(state, websiteId) === undefined && !hasSpacing(viewport);
  const space = { notes: noNotes, cursor: undefined, width, height: bodyRows(viewport), hasWeekdays: false };
  const months = isDrawn ? calendarHeadings(calendarInput(year, space)) : undefined;
  // The line has a blank before it.
  if (months !== undefined)
    return dim(joinSafe([spaces(chartIndent - 1), ...months.map(({ text }) => text)], label``));
  return factParts(year, hasSpacing(viewport) ? width : 0).next ?? { text: label`` };
}

function exported(state: State, websiteId: string): ExportSource | undefined {
  const { summary, days } = shownYear(state, websiteId);
  const entries = summary?.points.map(({ day, count }): TableEntry => ({ value: day, count }));
  if (entries === undefined) return undefined;
  const subject = { ...subjectOf(state, websiteId, days.period), before: undefined, until: undefined };
  return sourceOf(subject, statisticTable(subject, { name: 'visitors', entries }), 'year');
}
