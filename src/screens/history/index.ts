import { maximum } from '#charts/scale.ts';
import type { TableRow } from '#components/Table.tsx';
import { type ShownComparison, changePart, countColumns, dim, type Part } from '#components/parts.ts';
import { type Change, change, noDataTextOfParts, missingDaysText } from '#model/comparison/change.ts';
import { historyTable } from '#model/export/statisticTables.ts';
import { bucketName, type BucketUnit, type HistoryPart, partNote } from '#model/period/bucket.ts';
import { describePeriod, formatDayLong, formatDayShort } from '#model/period/format.ts';
import { type Capabilities, countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { hoursWithin } from '#model/service/filter.ts';
import { isSearchable } from '#model/service/paging.ts';
import { type Day, isTime, type Period, type StatisticName } from '#model/statistics/statistics.ts';
import { mostOf } from '#model/statistics/series.ts';
import { amountOf, amountText, sumOf } from '#model/statistics/summary.ts';
import { codeNote, readableValue } from '#model/statistics/values.ts';
import type { RowName } from '#queries/answers/request.ts';
import { detailSince, missingDaysOfRows } from '#queries/rows/rows.ts';
import {
  cursorCommands,
  cursorDetail,
  partsChart,
  pointExplained,
  pointUnderCursor,
  shownChart,
} from '#screens/chart/cursor.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { moveCommands, statsCommands, stopCommand, withoutEnds, withRowKeys } from '#screens/listCommands.ts';
import {
  againWords,
  type KeyHint,
  failureMessage,
  keyHint,
  narrowColumns,
  type ScreenMessage,
  tryAgain,
} from '#screens/messages.ts';
import {
  conditionOf,
  linesBehind,
  periodWords,
  selectedValue,
  siteOf,
  sourceOf,
  subjectOf,
  whereWords,
} from '#screens/sharing.ts';
import { titleOfWebsite } from '#screens/words.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { type ExportSource, nothingRead } from '#store/exporting.ts';
import { type State } from '#store/state.ts';
import { escapeTarget } from '#store/viewRules.ts';
import { historyChange, type ShownHistory, shownHistory } from '#store/views/history.ts';
import { knownOf, shownComparison, shownPeriod } from '#store/queries/question.ts';
import { statisticOf } from '#store/queries/rows.ts';
import type { PlacedColumn } from '#text/fit.ts';
import { joinSafe, label, safeText } from '#text/safeText.ts';
import { capitalised, keyOf } from '#text/words.ts';

/** Opens the history of a row. An empty value cannot be searched for: a notice says so instead. */
export function openHistory(state: State, { websiteId, name, value }: RowName): void {
  if (isSearchable(value)) return state.navigation.push({ screen: 'history', websiteId, name, value });
  const { emptyValue } = statisticInfo(name);
  state.notices.say(`${emptyValue} has no history: the service cannot search for an empty value.`);
}

type PartColumn = 'part' | 'before' | 'count' | 'change';

/** Of the days, weeks or months of a statistic or of one of its rows. */
export function partColumns(
  { name, unit }: Pick<ShownHistory, 'name' | 'unit'>,
  width: number,
  capabilities: Capabilities,
  comparison: ShownComparison,
  own?: string,
): PlacedColumn<PartColumn>[] {
  const counts = { title: countsOf(name, capabilities).toUpperCase(), width: 12 };
  return countColumns({ key: 'part', title: unit.toUpperCase() }, counts, comparison, width, own);
}

/** @param comparisons what each is compared with by itself @param max what the longest bar stands for */
export function partRows(
  { name, parts, unit }: Pick<ShownHistory, 'name' | 'unit' | 'parts'>,
  today: Day,
  comparisons: (part: HistoryPart) => { readonly before: number | undefined } | undefined,
  isShort = false,
  max = maximum(parts.map(({ count }) => count)),
): TableRow<PartColumn>[] {
  const { family } = statisticInfo(name);
  return parts.map((part): TableRow<PartColumn> => ({
    id: part.from,
    bar: { count: part.count ?? 0, max, hue: family },
    cells: {
      part: {
        text: safeText(
          isShort ? bucketName(part.from, unit) : `${partName(part, unit)}${partNote(part, today)}`,
        ),
        tone: part.count === 0 ? 'dim' : 'plain',
      },
      before: beforeCell(name, comparisons(part)?.before),
      count: countCell(name, part),
      change:
        part.to >= today
          ? dim(isShort ? label`so far` : label``)
          : changePart(change(part.count, comparisons(part)?.before)),
    },
  }));
}

/** What a count is compared with. */
function beforeCell(name: StatisticName, count: number | undefined): Part {
  return dim(safeText(count === undefined ? '' : amountText(name, count)));
}

function countCell(name: StatisticName, { count, isRead, hasNoData }: HistoryPart) {
  if (hasNoData === true) return dim(label`-`);
  if (count !== undefined)
    return { text: safeText(amountText(name, count)), tone: count === 0 ? 'dim' : 'plain' } as const;
  return dim(isRead ? label`?` : label`...`);
}

/** "Tue 3 Mar 2026", "2 Mar - 8 Mar 2026" or "March 2026". */
function partName(part: Period, unit: BucketUnit): string {
  return unit === 'day' ? formatDayLong(part.from) : describePeriod(part);
}

function partWhen({ from, to }: Period): string {
  return from === to ? `on ${formatDayShort(from)}` : `from ${formatDayShort(from)} to ${formatDayShort(to)}`;
}

/** Without the highest part. */
const shortSummary = 40;

/** Visitors of several parts are added up: said so. The change is of whole days: today alone has none here. */
export function summaryParts(
  { name, parts, unit }: ShownHistory,
  {
    change,
    unknown,
    today,
  }: { readonly change: Change | 'unknown'; readonly unknown: string; readonly today: Day },
  width: number,
  capabilities: Capabilities,
): Part[] {
  const missingDays = noDataTextOfParts(parts, today);
  if (missingDays !== undefined) return [dim(safeText(` ${capitalised(missingDays)}.`))];
  const known = parts.filter(({ count }) => count !== undefined);
  const total = known.reduce((sum, { count = 0 }) => sum + count, 0);
  const counts = countsOf(name, capabilities);
  const isSum = known.length > 1 && counts === 'visitors';
  const isOpen = (parts.at(-1)?.to ?? '') >= today;
  const sum =
    known.length === 0 || isTime(name)
      ? ''
      : `${amountOf(name, total, capabilities)}${isOpen ? ' so far' : ''}${isSum ? ` (${sumOf(`${unit}s`)})` : ''}`;
  const by: Part =
    change === 'unknown'
      ? dim(width < 60 ? label` ?` : safeText(`, ${unknown}`))
      : {
          ...changePart(change),
          text:
            change.kind === 'none'
              ? label``
              : label` ${changePart(change).text}${isOpen && width >= 60 ? label` of whole days` : label``}`,
        };
  const busiest = width < 60 || parts.length === 1 ? label`` : safeText(mostText(name, known));
  return [dim(safeText(` ${sum}`)), by, dim(busiest)];
}

export function summaryOf(state: State, width: number): Part[] {
  const shown = shownHistory(state);
  const unknown = whyChangeUnknown(state, shown);
  const changed = { change: historyChange(state), unknown, today: state.today() };
  return summaryParts(shown, changed, width, state.capabilities);
}

/** Progress of the reading, with what to press where it has stopped; once all is read, which parts the `rows` show. */
export function progressPart(state: State, rows: number, isByHour: boolean): Part {
  const { reading, stopped, position } = state.history;
  const { parts, unit } = shownHistory(state);
  const isNarrow = state.viewport.columns < narrowColumns;
  const read = parts.filter(({ isRead }) => isRead).length;
  const progress = label`${read} of ${parts.length} ${safeText(unit)}s read`;
  if (reading.loading && read < parts.length) return { text: label`${progress} `, tone: 'warn' };
  if (stopped && read < parts.length)
    return { text: label`${progress}, stopped: ${keyOf('refresh')} goes on `, tone: 'warn' };
  if (reading.error !== undefined && (!isOutage(state) || read < parts.length)) {
    const what = read < parts.length ? progress : label`not refreshed`;
    return { text: label`${what}${againWords(state, isNarrow)} `, tone: 'bad' };
  }
  const unclear = parts.filter(
    ({ isRead, count, hasNoData }) => isRead && count === undefined && hasNoData !== true,
  ).length;
  if (unclear > 0)
    return { text: label`${unclear} ${safeText(unit)}s unknown: too many similar rows `, tone: 'warn' };
  const first = position.selected + 1;
  const last = Math.min(parts.length, position.selected + rows);
  // Where the filter leaves one hour its days are shown.
  const isOfHours = isByHour && hoursWithin(state.filter.where).length !== 1;
  const by = label`by ${isOfHours ? label`hour` : safeText(unit)}`;
  if (parts.length <= rows || isByHour) return dim(label`${by} `);
  if (isNarrow) return dim(label`${first}-${last} of ${parts.length} `);
  return dim(label`${by}, ${first} to ${last} of ${parts.length} `);
}

export function historyMessage(state: State): ScreenMessage | undefined {
  const { error } = state.history.reading;
  // Beside what is known the others are gaps.
  return error === undefined || shownHistory(state).parts.some(({ isRead }) => isRead)
    ? undefined
    : failureMessage(label`It could not be read`, error, state.profile);
}

function historyHints(state: State): readonly KeyHint[] {
  const { history } = state;
  const message = historyMessage(state);
  if (message !== undefined) return message.keyHints;
  if (history.reading.loading) return [];
  if (history.stopped && shownHistory(state).parts.some(({ isRead }) => !isRead))
    return [keyHint('refresh', label`go on`)];
  return history.reading.error === undefined ? [] : [tryAgain];
}

function whyChangeUnknown(state: State, { websiteId, name }: RowName): string {
  const statistic = statisticOf(state, websiteId, name);
  const missingDays = missingDaysOfRows(statistic, knownOf(state));
  if (missingDays !== undefined) return missingDaysText(missingDays);
  const since = detailSince(statistic, knownOf(state));
  return `change unknown: ${since === undefined ? 'no or not all detail before' : `detail only since ${formatDayShort(since)}`}`;
}

function mostText(name: StatisticName, known: readonly HistoryPart[]): string {
  const highest = mostOf(known);
  return highest === undefined ? '' : `, most ${partWhen(highest)}: ${amountText(name, highest.count ?? 0)}`;
}

export const historyScreen: ScreenDefinition<'history'> = {
  screen: 'history',
  view: async () => (await import('./Screen.tsx')).HistoryScreen,
  commands: [
    stopCommand(
      'history',
      state => (escapeTarget(state) === 'reading' ? undefined : 'Nothing is loading.'),
      ({ history }) => history.stop(),
    ),
    ...cursorCommands('history', {
      moved: state => {
        const index = shownChart(state)?.index;
        if (index !== undefined) state.history.showRow(shownHistory(state).parts.length - 1 - index);
      },
    }),
    ...withRowKeys(withoutEnds(moveCommands('history', (state, move) => state.history.move(move)))),
    ...statsCommands('history'),
  ],
  title: (state, { websiteId, name, value }) => [
    titleOfWebsite(state, websiteId),
    safeText(statisticInfo(name).title),
    safeText(readableValue(name, value)),
  ],
  detail,
  keyHints: historyHints,
  load(state, route, force) {
    state.history.open(route, force);
    if (force !== false) state.rowPane.restart(force);
  },
  chart: partsChart,
  escapeTarget: ({ history }) => (history.reading.loading ? 'reading' : undefined),
  hasPeriod: true,
  autoRefreshes: true,
  explained: pointExplained,
  exported: state =>
    shownHistory(state).parts.some(({ isRead }) => isRead) ? () => exported(state) : nothingRead,
  selected: (state, route) => selectedValue(state, route.websiteId, route.name, route),
  lines(state, { websiteId, name, value }) {
    const span = pointUnderCursor(state)?.span;
    const period =
      span === undefined || span.unit === 'hour' ? shownPeriod(state) : { from: span.from, to: span.to };
    return linesBehind(state, websiteId, period, { name, value });
  },
  conditions: (_, { name, value }) => conditionOf(name, value),
  commandWords(state, { websiteId, name, value }) {
    if (value === '') return undefined;
    const options = [...periodWords(state.period.choice), ...whereWords(state)];
    return ['history', ...options, '--', siteOf(state, websiteId), name, value];
  },
};

function detail(state: State): Part {
  const pointed = cursorDetail(state);
  if (pointed !== undefined) return pointed;
  const { history } = state;
  const { name, value } = history;
  const readable = readableValue(name, value);
  const code = readable === value ? label`` : codeNote(name, value);
  const summary = summaryOf(state, shortSummary).map(({ text }) => text);
  return dim(label`${safeText(readable)}${code}  ${joinSafe(summary, label``)}`);
}

/** The parts of the period; those that are not read yet have no count. */
function exported(state: State): ExportSource | undefined {
  const { websiteId, name, value, parts, sides } = shownHistory(state);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const days = { from: first.from, to: last.to };
  const compared = shownComparison(state, websiteId);
  const parameters = {
    compared_from: compared?.now.from,
    compared_to: compared?.now.to,
    count_compared: compared && sides.now,
    count_before: historyChange(state) === 'unknown' ? undefined : sides.before,
  };
  const subject = { ...subjectOf(state, websiteId, days), parameters };
  return sourceOf(subject, historyTable(subject, name, value, parts), `${name} history ${value}`);
}
