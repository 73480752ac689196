import type { Command } from '#commands/command.ts';
import { dim, fitParts, type Part, type Tone } from '#components/parts.ts';
import { type LinesQuestion, linesText } from '#model/lines.ts';
import { describePeriod, hourText } from '#model/period/format.ts';
import { filterLabel, typedCondition } from '#model/service/filterText.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { moveCommands, stopCommand } from '#screens/listCommands.ts';
import {
  clearSearch,
  goBack,
  messageOf,
  narrowColumns,
  type ScreenMessage,
  tryAgain,
} from '#screens/messages.ts';
import { siteOf, sourceOf, subjectOf } from '#screens/sharing.ts';
import { titleOfWebsite } from '#screens/words.ts';
import { nothingRead, type ExportSource } from '#store/exporting.ts';
import { missingOf, shownLines } from '#store/lines.ts';
import { type State } from '#store/state.ts';
import { tableEscape } from '#store/navigation/table.ts';
import { textWidth } from '#text/characters.ts';
import { head } from '#text/fit.ts';
import { label, safeText, type SafeText, sliceSafe } from '#text/safeText.ts';
import { counted, keyOf, percent } from '#text/words.ts';

type Printed = NonNullable<State['lines']['printed']>;

/** No line of a log is longer. */
const maxLineLength = 65_536;

export function lineText(line: string): SafeText {
  return safeText(line, maxLineLength);
}

function selectedLine({ lines }: State): string | undefined {
  return shownLines(lines)[lines.position.selected];
}

/** In the usual formats: what was asked for behind a quotation mark, and the status of the answer behind that. */
const requestOfLine = /(?<=")([A-Z]{3,9} [^" ]*)([^"]*" )([1-5]\d\d)(?= )/;

/** A line from a column on: what was asked for stands out, and an answer that is an error. In other formats all is alike. */
export function lineParts(line: string, { shift, width }: { shift: number; width: number }): readonly Part[] {
  const text = lineText(line);
  const [, request = text, version = '', status = ''] = requestOfLine.exec(text) ?? [];
  const at = text.indexOf(request);
  const edges = [0, at, at + request.length, at + request.length + version.length];
  const [answer = 0] = edges.slice(-1);
  const tones: readonly Tone[] = ['dim', 'plain', 'dim', statusTone(status), 'dim'];
  const ends = [...edges.slice(1), answer + status.length, text.length];
  let left = shift;
  const parts = [...edges, answer + status.length].map((start, index): Part => {
    const part = sliceSafe(text, start, ends[index]);
    const hidden = head(part, left);
    left -= textWidth(hidden);
    return { text: sliceSafe(part, hidden.length), tone: tones[index] ?? 'dim' };
  });
  return fitParts(parts, [], width);
}

function statusTone(status: string): Tone {
  return status.startsWith('5') ? 'bad' : status.startsWith('4') ? 'warn' : 'dim';
}

/** Columns of a line on screen: without the mark of the selected one. */
export function lineColumns({ viewport }: Pick<State, 'viewport'>): number {
  return Math.max(1, viewport.columns - lineIndent - 1);
}

/** That of a table. */
const lineIndent = 3;

function whyNoShift(state: State): string | undefined {
  if (state.lines.searchField !== undefined) return 'Leave the search first: press Enter.';
  return selectedLine(state) === undefined ? 'There is no line here.' : undefined;
}

const own: readonly Command[] = [
  stopCommand(
    'lines',
    ({ lines }) => (lines.isReading ? undefined : 'Nothing is being read.'),
    ({ lines }) => lines.stop(),
  ),
  {
    id: 'lines.left',
    keys: ['Left', 'h'],
    title: 'Scroll wide lines',
    section: 'Move',
    inPalette: false,
    disabledReason: state =>
      whyNoShift(state) ?? (state.lines.shift === 0 ? 'The lines are shown from their start.' : undefined),
    run: ({ state }) => state.lines.shiftTo(state.lines.shift - shiftBy(state)),
  },
  {
    id: 'lines.right',
    keys: ['Right', 'l'],
    title: 'Scroll wide lines',
    section: 'Move',
    short: 'scroll',
    footerKey: 'Left Right',
    footerPlace: 1,
    inPalette: false,
    disabledReason: state => whyNoShift(state) ?? whyNotFurther(state),
    run: ({ state }) => state.lines.shiftTo(state.lines.shift + shiftBy(state)),
  },
  {
    id: 'lines.search',
    keys: ['/'],
    title: 'Search the lines',
    about: 'In all lines that were read.',
    words: 'find filter grep',
    short: 'search',
    footerPlace: 2,
    disabledReason: ({ lines }) => (lines.all.length === 0 ? 'No lines to search.' : undefined),
    run: ({ state }) => state.lines.openSearch(),
  },
  {
    id: 'lines.keepSearch',
    keys: ['Enter', 'Up', 'Down', 'Tab'],
    title: 'Keep the search',
    about: 'Only the rows that are found stay.',
    short: 'keep',
    footerPlace: 1,
    disabledReason: ({ lines }) =>
      lines.searchField === undefined ? `No search is open: ${keyOf('lines.search')} opens one.` : undefined,
    run: ({ state }) => state.lines.leaveSearch(),
  },
  {
    id: 'lines.clearSearch',
    keys: ['Esc'],
    title: 'Clear the search',
    about: 'All rows come back.',
    short: 'clear search',
    disabledReason: ({ lines }) =>
      tableEscape(lines) === undefined
        ? `Nothing is searched: ${keyOf('lines.search')} opens a search.`
        : undefined,
    run: ({ state }) => state.lines.clearSearch(),
  },
];

/** Half of what is seen, so that the eye finds its place again. */
function shiftBy(state: State): number {
  return Math.max(1, Math.floor(lineColumns(state) / 2));
}

function whyNotFurther(state: State): string | undefined {
  const width = textWidth(lineText(selectedLine(state) ?? ''));
  return width - state.lines.shift <= lineColumns(state) ? 'The selected line ends here.' : undefined;
}

const ofLines = (screen: 'lines' | 'output') => ({
  view: async () => (await import('./Screen.tsx')).LinesScreen,
  commands: [
    ...own,
    ...moveCommands(
      screen,
      (state, move) => state.lines.move(move),
      ({ lines }) => (lines.searchField === undefined ? undefined : 'Leave the search first: press Enter.'),
    ),
  ],
  focusedField: ({ lines }: State) =>
    lines.searchField && {
      text: lines.searchField,
      manyLines: false,
      passes: ['Enter', 'Up', 'Down'],
      change: lines.editSearch,
    },
  detail,
  keyHints(state: State) {
    const { search, searchField } = state.lines;
    const hints = linesMessage(state)?.keyHints;
    if (hints !== undefined || searchField !== undefined || state.viewport.columns >= narrowColumns)
      return hints ?? [];
    return [search === '' ? goBack : clearSearch];
  },
  escapeTarget: ({ lines }: State) => (lines.isReading ? ('reading' as const) : tableEscape(lines)),
  selected(state: State) {
    const line = selectedLine(state);
    return line === undefined ? undefined : { value: line, url: undefined };
  },
});

export const linesScreen: ScreenDefinition<'lines'> = {
  screen: 'lines',
  ...ofLines('lines'),
  title: (state, { websiteId, asked }) => [
    titleOfWebsite(state, websiteId),
    label`Lines`,
    safeText(whatOf(asked)),
  ],
  load: (state, { asked }, force) => state.lines.open(asked, force === true),
  exported: (state, { websiteId }) =>
    state.lines.all.length === 0 ? nothingRead : () => exported(state, websiteId),
  commandWords: (state, { websiteId, asked }) => [
    'lines',
    siteOf(state, websiteId),
    '--from',
    asked.period.from,
    '--to',
    asked.period.to,
    ...asked.where.flatMap(condition => ['--where', typedCondition(condition)]),
    ...requestWords(asked),
  ],
  commandPrints: 'text',
};

export const outputScreen: ScreenDefinition<'output'> = {
  screen: 'output',
  ...ofLines('output'),
  title: (_state, { name }) => [safeText(name)],
  load: (state, route, force) => state.lines.run(route, force === true && !route.asksAgain),
  exported(state, { name }) {
    if (state.lines.all.length === 0) return nothingRead;
    const period = { from: state.today(), to: state.today() };
    const columns = [{ key: 'line', title: 'Line' }];
    const rows = shownLines(state.lines).map(line => [line]);
    return () => ({ table: { title: name, about: {}, columns, rows }, nameParts: [name], period });
  },
};

/** "page /blog, 3 Mar 2026"; of rows of today "up to 14:00". */
function whatOf({ where: all, until, requests, period }: LinesQuestion): string {
  const where = until === undefined ? all : all.filter(({ field }) => field !== 'hour');
  const info = requests && statisticInfo(requests.name);
  const row = info && `${info.singular} ${requests?.value === '' ? info.emptyValue : requests?.value}`;
  return [
    row,
    where.length === 0 ? undefined : filterLabel(where),
    describePeriod(period),
    until && `up to ${hourText(until)}`,
  ]
    .filter(part => part !== undefined)
    .join(', ');
}

function requestWords({ requests }: LinesQuestion): string[] {
  if (requests === undefined) return [];
  const { name, value } = requests;
  if (value === undefined) return ['--bots'];
  return [`--${name.replaceAll('_', '-')}=${value}`];
}

/** In place of the lines, where there are none. */
export function linesMessage(state: State): ScreenMessage | undefined {
  const { lines } = state;
  const { summary, problem, progress, isReading, search, printed } = lines;
  if (printed !== undefined) return outputMessage(state, printed);
  if (isReading) {
    const { bytes = 0, totalBytes = 0, lines: read = 0 } = progress ?? {};
    const share = percent(Math.min(bytes, totalBytes), totalBytes);
    return messageOf({
      title: label`Reading the logs ... ${safeText(share)}`,
      tone: 'dim',
      lines: [safeText(counted(read, 'lines'))],
      keyHints: [{ key: 'Esc', action: label`stop`, to: label`to stop` }],
    });
  }
  if (problem !== undefined)
    return messageOf({
      title: label`The logs were not read`,
      tone: 'bad',
      lines: [safeText(problem)],
      keyHints: [tryAgain],
    });
  if (summary !== undefined && shownLines(lines).length === 0)
    return search === ''
      ? messageOf({
          title: label`There are no lines`,
          lines: [
            ...[missingOf(lines) ?? []].flat().map(text => safeText(text)),
            label`Of today there may be: Esc, then ${keyOf('period.menu')} and Today.`,
          ],
          isOfZeros: true,
        })
      : messageOf({ title: label`No line has "${safeText(search)}"`, keyHints: [clearSearch] });
  return undefined;
}

function outputMessage({ lines }: State, { name, ended }: Printed): ScreenMessage | undefined {
  const { problem, isReading, search } = lines;
  if (isReading)
    return messageOf({
      title: label`${safeText(name)} runs ...`,
      tone: 'dim',
      keyHints: [{ key: 'Esc', action: label`stop`, to: label`to stop it` }],
    });
  if (problem !== undefined)
    return messageOf({
      title: label`${safeText(name)} was not run`,
      tone: 'bad',
      lines: [safeText(problem)],
    });
  if (shownLines(lines).length > 0) return undefined;
  if (search !== '')
    return messageOf({ title: label`No line has "${safeText(search)}"`, keyHints: [clearSearch] });
  return messageOf({
    title: label`${safeText(name)} has printed nothing`,
    lines: ended === undefined ? [] : [label`It ${safeText(ended)}.`],
  });
}

/** "214 lines of 58 visitors", with how many of them are held. */
export function summaryText({ summary, all, printed }: State['lines']): string {
  if (printed !== undefined)
    return [counted(all.length, 'lines'), printed.ended].filter(part => part !== undefined).join(', ');
  if (summary === undefined) return '';
  const held = all.length < summary.lines ? `, the newest ${counted(all.length, 'lines')} of them here` : '';
  return `${linesText(summary)}${held}`;
}

function detail(state: State): Part {
  const line = selectedLine(state);
  if (line === undefined && state.lines.printed !== undefined) return { text: label`` };
  return line === undefined || textWidth(lineText(line)) <= lineColumns(state)
    ? dim(label`Lines hold addresses: nothing of them is kept.`)
    : { text: lineText(line) };
}

function exported(state: State, websiteId: string): ExportSource {
  const { question, summary, search } = state.lines;
  const subject = subjectOf(state, websiteId, question?.period ?? { from: state.today(), to: state.today() });
  const { id, domain = '' } = subject.website;
  const table = {
    title: `Lines of the logs of ${domain}`,
    about: {
      website: id,
      domain,
      lines: summary?.lines,
      bytes: summary?.bytes,
      search: search === '' ? undefined : search,
    },
    columns: [{ key: 'line', title: 'Line' }],
    rows: shownLines(state.lines).map(line => [line]),
  };
  return sourceOf(subject, table, 'lines');
}
