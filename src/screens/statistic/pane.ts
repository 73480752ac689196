import type { ChartRow } from '#charts/canvas.ts';
import { maximum } from '#charts/scale.ts';
import {
  changePart,
  dim,
  dotsOf,
  fitParts,
  heading,
  markPart,
  type Part,
  partsWidth,
} from '#components/parts.ts';
import { change } from '#model/comparison/change.ts';
import { addDays, dayParts } from '#model/period/day.ts';
import { bucketName } from '#model/period/bucket.ts';
import { hourCursorPoints, seriesCursorPoints } from '#model/statistics/cursor.ts';
import { describePeriod, describeShown, shortComparison } from '#model/period/format.ts';
import { countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { amountOf, amountText } from '#model/statistics/summary.ts';
import { isSeries, isTime, type Period, type StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { noNotes } from '#model/website/notes.ts';
import type { WhyFacts } from '#model/why/facts.ts';
import { movingSentence, shapeOf } from '#model/why/shape.ts';
import { cursorBox } from '#screens/chart/cursor.ts';
import { bucketChart, hourBars, partsOfDay } from '#screens/chart/seriesChartRows.ts';
import { zeroColumns, type ZeroPart } from '#screens/emptyWebsite.ts';
import type { Size } from '#screens/layout.ts';
import { outageFacts } from '#screens/websites/failurePanel.ts';
import { beforeMark, movedLines, whyRows, fittingSentences } from '#screens/websites/pane.ts';
import type { RowName } from '#queries/answers/request.ts';
import { historyBefore, historyComparisons, type ShownHistory, shownHistory } from '#store/views/history.ts';
import { shownTableRows } from '#store/queries/rows.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { singleDay } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { shownComparisons, shownSeries } from '#store/queries/series.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { shownDayRows, shownDayWhy } from '#store/views/dayWhy.ts';
import { type PaneHours, paneHours, comparedLists, isPaneBelow, type RowPart } from '#store/views/rowPane.ts';
import { websiteOf } from '#store/websites/records.ts';
import { isAscii } from '#text/characters.ts';
import { cutMiddle, total, wrapWithin } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';
import {
  comparedList,
  columnLines,
  hoursList,
  linesOf,
  listColumns,
  type PaneList,
  type PaneRow,
  weekdays,
} from './paneLists.ts';

/** With the blank line above it, and the line below it. */
const minChart = 8;
/** Of a chart that has no room for either. */
const leastChart = 3;
/** Of a chart above a sentence. */
const leastWithWords = 5;
/** Of the room, where the lists would take all of it. */
const chartShare = 0.36;
/** So many lines are the longest lists longer than the others where the chart has what is left. */
const unevenness = 5;

/** What stands beside rows: of the row or the day that the selection rests on. */
interface PaneContent {
  readonly head: readonly ChartRow[];
  /** In exactly so many lines; undefined where there is none. */
  readonly chart: ((size: Size) => ChartRow[]) | undefined;
  readonly sentences: readonly ChartRow[];
  readonly lists: readonly PaneList[];
}

/**
 * The row that the selection rests on: its number, its days or hours, what they did, and what came with it. Nothing of another
 * statistic. The chart has what the lists leave.
 */
export function rowPaneLines(state: State, { width, height }: Size): ChartRow[] {
  const row = shownRow(state);
  if (row === undefined) return [];
  const { head: heading, chart, sentences, lists } = contentOf(state, row, width);
  // Little room is the chart's.
  const head = chart !== undefined && height - heading.length < leastChart ? [] : heading;
  const isLow = chart !== undefined && height - head.length - sentences.length < leastWithWords;
  const words = isLow ? [] : sentences;
  const room = height - head.length - words.length;
  const share = chart === undefined ? 0 : Math.max(minChart, Math.floor(room * chartShare));
  // What the chart leaves; where a few lists are much longer than the others it has more.
  const max = room - share;
  const whole = listColumns(lists, { width, height: max });
  const even = Math.ceil(total(whole.map(linesOf)) / whole.length) + unevenness;
  const isEven = chart === undefined || whole.length < 2 || even >= max;
  const columns = isEven ? whole : listColumns(lists, { width, height: even });
  const wanted = isEven ? maximum(columns.map(linesOf)) : even;
  const charted = chart === undefined ? 0 : Math.min(room, Math.max(share, room - wanted));
  const isChart = charted >= (columns.length === 0 ? leastChart : minChart);
  // Without lists, and a line above it, nothing is to be kept apart.
  const above: ChartRow[] = charted < minChart || head.length === 0 ? [] : [[]];
  const lines = [
    ...head,
    ...(isChart ? [...above, ...(chart?.({ width, height: charted - above.length }) ?? [])] : []),
    ...words,
    ...columnLines(columns, { width, height: room - (isChart ? charted : 0) }),
  ];
  if (chart !== undefined) return lines.slice(0, height);
  const left = { width, height: height - lines.length };
  const below = isOutage(state)
    ? unreadBelow(state, columns.length === 0 ? label`Its hours could not be read.` : undefined, left)
    : zerosBelow(state, width < wideZeros ? ['helps'] : ['helps', 'counts'], left);
  return [...lines, ...below].slice(0, height);
}

const minZeros = 6;
/** Fewer columns have room for one part of them. */
const wideZeros = 96;

/** What helps, or how the website is set, in the lines that rows without numbers leave. */
export function zerosBelow(state: State, parts: readonly ZeroPart[], { width, height }: Size): ChartRow[] {
  const website = websiteOf(state, state.statistic.websiteId);
  if (website === undefined || height < minZeros) return [];
  return [[], ...zeroColumns(state, website, parts, { width, height: height - 1 })];
}

function shownRow(state: State): RowPart | undefined {
  const {
    rowPane: { row },
    navigation: { view },
  } = state;
  const single = singleDay(state);
  if (view.screen === 'statistic' && single !== undefined && statisticInfo(view.name).kind !== 'rows') {
    const { websiteId } = view;
    const isViews = ['pageviews', 'pageviews_hours'].includes(view.name);
    const name =
      isViews && shownSeries(state, websiteId, 'pageviews').summary !== undefined ? 'pageviews' : 'visitors';
    return { websiteId, name, value: single, at: { from: single, to: single } };
  }
  if (row === undefined || (view.screen !== 'statistic' && view.screen !== 'history')) return undefined;
  const isShown = view.websiteId === row.websiteId && view.name === row.name;
  return isShown && (view.screen === 'statistic' || view.value === row.value) ? row : undefined;
}

function contentOf(state: State, row: RowPart, width: number): PaneContent {
  const { asked, answered } = state.rowPane;
  const isOver = asked > 0 && answered === asked;
  const came = comparedLists(state, row)
    .map(list => comparedList(state, list))
    .filter(({ rows }) => !isOver || rows !== undefined);
  const hours = paneHours(state, row);
  const isNone = hours?.counts?.every((count, hour) => count === 0 && (hours.before?.[hour] ?? 0) === 0);
  const isOne = hours?.hours.length === 1;
  // Of several days their own chart has the only hour of each.
  const areHoursRead = !isOver || hours?.counts !== undefined;
  const hasHours =
    hours !== undefined && areHoursRead && isNone !== true && (!isOne || singleDay(state) !== undefined);
  const ofHours = hasHours
    ? (size: Size) => (isOne ? daysOfHourLines(state, hours, size) : hoursLines(hours, size))
    : undefined;
  const hourList = hasHours ? [{ ...hoursList(state, row.name, hours), isWhole: row.at !== undefined }] : [];
  if (row.at !== undefined && isSeries(row.name)) {
    const rows = shownDayRows(state);
    const isAlone = singleDay(state) !== undefined;
    return {
      head: pointHead(state, { ...row, at: row.at }, width),
      // The hours of the period stand beside the pane already.
      chart: isAlone ? undefined : ofHours,
      sentences: whyLines(state, rows?.facts, {
        width,
        count: isAlone ? maxMovedAlone : maxMoved,
        name: row.name,
      }),
      lists: (rows?.lists ?? []).map(list => comparedList(state, list)),
    };
  }
  const history = shownHistory(state, row);
  const hasDays = history.parts.length > 1;
  const sentences = hasDays ? shapeLines(state, row, history, width) : [];
  const best = [...bestParts(state, row, history), ...weekdays(state, history)];
  if (row.at !== undefined)
    return {
      // Of a single part the line above says it.
      head: hasDays ? pointHead(state, { ...row, at: row.at }, width) : [],
      chart: ofHours,
      sentences,
      lists: hasDays ? [...came, ...best] : [...hourList, ...came],
    };
  const head = headLines(state, row, hasDays ? legendOf(state, row, history) : [], width);
  return {
    head,
    chart: hasDays
      ? areDaysUnread(state)
        ? size => unreadLines(state, label`Its days could not be read.`, size)
        : size => chartLines(state, row, history, { ...size, hasLegend: head.length !== 1 })
      : ofHours,
    sentences,
    lists: [...came, ...(hasDays ? best : hourList)],
  };
}

/** Below what was read before: what else could not be, and what may be behind it. */
function unreadBelow(state: State, message: SafeText | undefined, { width, height }: Size): ChartRow[] {
  if (height < minZeros) return [];
  const lines =
    message === undefined
      ? outageFacts(state, width, height - 1)
      : unreadLines(state, message, { width, height: height - 1 });
  return [[], ...lines];
}

/** Of the selected row not one of its days could be read. */
function areDaysUnread(state: State): boolean {
  const row = shownRow(state);
  const { asked, answered } = state.rowPane;
  if (row === undefined || asked === 0 || answered < asked) return false;
  return shownHistory(state, row).parts.every(({ count }) => count === undefined);
}

/** In place of days of which none could be read; what else could not be has no place. */
function unreadLines(state: State, message: SafeText, { width, height }: Size): ChartRow[] {
  const behind = outageFacts(state, width, height - 2, state.statistic.list.error);
  const room = { width, height: height - 2 };
  const facts = behind.length > 0 ? behind : zerosBelow(state, ['counts'], room).slice(1);
  const lines: ChartRow[] = [[dim(message)], [], ...facts];
  return Array.from({ length: height }, (_, line) => lines[line] ?? []);
}

/** Below rows its name and what the chart shows, of a single row nothing: they say its number. */
function headLines(state: State, { name, value }: RowName, legend: ChartRow, width: number): ChartRow[] {
  const rows = shownTableRows(state);
  const found = rows.find(row => row.value === value);
  const title = cutMiddle(safeText(readableValue(name, value)), width);
  const numbers: Part[] =
    found === undefined
      ? []
      : [
          { text: safeText(amountOf(name, found.count, state.capabilities)), bold: true },
          ...(found.compared === undefined ? [] : [{ text: label` ` }, markPart(found.compared.mark, true)]),
        ];
  const titled = heading(title);
  if (!isPaneBelow(state)) return [titled, numbers];
  // No name is cut for the days that a legend says.
  const isRoom = partsWidth(titled) + partsWidth(legend) < width;
  const shownLegend = isRoom || legend.length < 2 ? legend : [...legend.slice(0, 1), dim(label` before`)];
  return rows.length === 1 ? [] : [fitParts(titled, shownLegend, width)];
}

function chartLines(
  state: State,
  row: RowName,
  history: ShownHistory,
  { hasLegend, ...size }: Size & { readonly hasLegend: boolean },
): ChartRow[] {
  const { parts, unit } = history;
  // Little room is the chart's.
  const height = !hasLegend || size.height < minChart - 1 ? size.height : size.height - 1;
  const before = historyBefore(state, row);
  const chart = bucketChart(parts, unit, state.today(), {
    ...size,
    height,
    compared: before?.counts,
    notes: shownNotes(state, state.statistic.websiteId),
  });
  return height === size.height ? [...chart.rows] : [...chart.rows, legendOf(state, row, history)];
}

function legendOf(state: State, row: RowName, { parts }: ShownHistory): ChartRow {
  if (parts.some(part => !part.isRead)) return [dim(progress(state))];
  const before = historyBefore(state, row);
  if (before === undefined) return [];
  const { from, counts } = before;
  return [
    { text: isAscii() ? label`oo` : label`⠤⠤`, tone: 'chartBefore' },
    dim(safeText(` before, ${describePeriod({ from, to: addDays(from, counts.length - 1) })}`)),
  ];
}

function progress({ rowPane: { asked, answered } }: State): SafeText {
  return asked === 0 ? label`Reading its days ...` : label`Reading its days: ${answered} of ${asked}`;
}

/** "Since 28 October one level higher ...", once the days are read, and those before where they are compared. */
function shapeLines(state: State, row: RowName, history: ShownHistory, width: number): ChartRow[] {
  const { parts, unit, name } = history;
  const counts = countsOf(name, state.capabilities);
  if (unit !== 'day' || isTime(name) || parts.some(part => part.count === undefined)) return [];
  const whole = parts.filter(part => part.to < state.today());
  const before = historyBefore(state, row);
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined) return [];
  const earlier = before?.counts ?? [];
  const adjoins = before !== undefined && addDays(before.from, earlier.length) === first.from;
  const points = [
    ...(adjoins ? earlier.map((count = 0, at) => ({ day: addDays(before.from, at), count })) : []),
    ...whole.map(({ from, count = 0 }) => ({ day: from, count })),
  ];
  const sentence = movingSentence(shapeOf(points, state.scale), dayParts(last.to).year, counts);
  return sentence === undefined
    ? []
    : [[], ...wrapWithin(safeText(sentence), width, 3).map(text => [{ text }])];
}

/** The highest days, or weeks, each beside what it is compared with by itself. */
function bestParts(state: State, row: RowName, { name, parts, unit }: ShownHistory): PaneList[] {
  const read = parts.filter(({ count }) => count !== undefined && count > 0);
  if (parts.length < 2 || parts.some(part => !part.isRead) || read.length === 0) return [];
  const comparisons = historyComparisons(state, row);
  const rows = read
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .map((part): PaneRow => ({
      text: safeText(bucketName(part.from, unit)),
      count: part.count ?? 0,
      numbers: [
        { text: safeText(amountText(name, part.count ?? 0)) },
        part.to >= state.today()
          ? dim(label`so far`)
          : changePart(change(part.count, comparisons(part)?.before)),
      ],
    }));
  return [{ title: `best ${unit}s`, counts: countsOf(name, state.capabilities), name, rows }];
}

/** A day or another part of the days: its name, its number, and what it is compared with by itself. */
function pointHead(
  state: State,
  { websiteId, name, at }: RowPart & { readonly at: Period },
  width: number,
): ChartRow[] {
  const ofDays = isSeries(name) ? shownSeries(state, websiteId, name).summary?.points : undefined;
  const count = isSeries(name)
    ? ofDays?.find(({ day }) => day === at.from)?.count
    : shownHistory(state).parts.find(({ from }) => from === at.from)?.count;
  const own = isSeries(name) ? shownComparisons(state, websiteId, name)(at) : historyComparisons(state)(at);
  const changed: Part[] =
    at.to >= state.today()
      ? [dim(label` so far`)]
      : [{ text: label` ` }, changePart(change(count, own?.before))];
  const against =
    own === undefined ? label`` : safeText(`${shortComparison(own.compared)}: ${groupThousands(own.before)}`);
  const numbers: Part[] =
    count === undefined
      ? [dim(label`no data`)]
      : [
          { text: safeText(amountOf(name, count, state.capabilities)), bold: true },
          ...changed,
          dim(label`  ${against}`),
        ];
  return [
    heading(safeText(describeShown(at))),
    partsWidth(numbers) <= width ? numbers : numbers.slice(0, -1),
  ];
}

const roomForParts = 60;

/** The bars of the hours, with a line below that says of which days those beside them are. */
function hoursLines({ counts, before, days, openFrom, hours }: PaneHours, size: Size): ChartRow[] {
  // Little room is the chart's.
  const height = size.height < minChart - 1 ? size.height : size.height - 1;
  if (counts === undefined) return readingHours(size);
  const legend: ChartRow =
    days === undefined
      ? []
      : [{ text: beforeMark(), tone: 'chartBefore' }, dim(safeText(` ${describeShown(days)}`))];
  const insets = size.width >= roomForParts && hours.length === 24 ? partsOfDay(counts) : [];
  const points = hourCursorPoints(counts, before, { openFrom, hours });
  const bars = hourBars(points, { ...size, height, insets, notes: noNotes });
  return height < size.height ? [...bars, legend] : [...bars];
}

function readingHours({ width, height }: Size): ChartRow[] {
  return [
    [dim(label`Reading the hours ...`)],
    ...Array.from({ length: height - 1 }, (): ChartRow => [dotsOf(width)]),
  ];
}

/** The days that have the only hour, up to the one that is shown, which is lit. */
function daysOfHourLines(state: State, { daysOfHour }: PaneHours, size: Size): ChartRow[] {
  if (daysOfHour === undefined) return readingHours(size);
  const points = seriesCursorPoints(daysOfHour, [], 'day', state.today());
  const notes = shownNotes(state, state.statistic.websiteId);
  return [...hourBars(points, { ...size, notes, cursor: cursorBox(points, points.length - 1, notes) })];
}

const maxSaid = 4;
const maxMoved = 5;
/** Where no chart stands above them. */
const maxMovedAlone = 9;

/** What explains the day, in sentences, and the rows that changed most. */
function whyLines(
  state: State,
  facts: WhyFacts | undefined,
  { width, count, name }: { readonly width: number; readonly count: number; readonly name: StatisticName },
): ChartRow[] {
  const why = shownDayWhy(state);
  if (why === undefined) return [];
  const { day, hour = [] } = why;
  if (day === undefined) return [[], heading(label`WHY`, label`reading ...`)];
  const safe = (texts: readonly string[]) => texts.map(text => safeText(text));
  const sentences = fittingSentences(safe(day), width, maxSaid);
  const ofHour = fittingSentences(safe(hour), width, maxSaid);
  const rows = facts === undefined ? [] : whyRows(facts, count);
  const moved = movedLines(rows, width, state.capabilities);
  // It explains the visitors, also beside the page views.
  const whose = name === 'pageviews' ? label`  of the visitors` : label``;
  const note = rows.length > 0 ? label`${whose}  what changed most` : whose;
  return sentences.length + moved.length === 0
    ? []
    : [
        [],
        [...heading(label`WHY`), dim(note)],
        ...sentences.map((text): ChartRow => [{ text }]),
        ...moved,
        ...(ofHour.length === 0 ? [] : [[], ...ofHour.map((text): ChartRow => [{ text }])]),
      ];
}
