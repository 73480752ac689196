import type { ChartRow } from '#charts/canvas.ts';
import { rowRuns } from '#charts/row.ts';
import { maximum } from '#charts/scale.ts';
import { changePart, columnWidths, fitParts, markPart, type Part } from '#components/parts.ts';
import { change } from '#model/comparison/change.ts';
import { addDays, dayParts } from '#model/period/day.ts';
import { bucketName } from '#model/period/bucket.ts';
import { describePeriod } from '#model/period/format.ts';
import { countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { amountOf, amountText } from '#model/statistics/summary.ts';
import { isHours, isTime, type StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { movingSentence, shapeOf } from '#model/why/shape.ts';
import { bucketChart } from '#screens/chart/seriesChartRows.ts';
import type { RowName } from '#queries/answers/ask.ts';
import { historyBefore, historyComparisons, type ShownHistory, shownHistory } from '#store/views/history.ts';
import { shownTableRows } from '#store/queries/rows.ts';
import { shownNotes } from '#store/kept/notes.ts';
import type { State } from '#store/state.ts';
import { type BesideList, besideLists } from '#store/views/rowBeside.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { fitMiddle, spaces, wrapWithin } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';

interface PaneRow {
  readonly text: SafeText;
  readonly count: number;
  readonly numbers: readonly Part[];
}

interface PaneList {
  readonly title: string;
  readonly counts: string;
  readonly name: StatisticName;
  /** The row whose they are, where that is not said above. */
  readonly of?: SafeText;
  /** Undefined while they are read. */
  readonly rows: readonly PaneRow[] | undefined;
}

const leastChart = 6;
const mostChart = 16;
const leastRows = 2;
/** Columns of a list beside another one. */
const leastList = 36;

export interface PaneRoom {
  readonly width: number;
  readonly height: number;
  /** The best days stand elsewhere. */
  readonly withoutBest?: boolean | undefined;
}

/** The row that the selection rests on: its number, its days, what they did, and what came with it. Nothing of another statistic. */
export function rowPaneLines(state: State, { width, height, withoutBest = false }: PaneRoom): ChartRow[] {
  const row = shownRow(state);
  if (row === undefined) return [];
  const history = shownHistory(state, row);
  const hasDays = history.parts.length > 1;
  const head = headLines(state, row, width);
  const said = hasDays ? shapeLines(state, row, history, width) : [];
  const lists = [
    ...besideLists(state, row).map(list => besideList(state, list)),
    ...(withoutBest ? [] : bestParts(state, row, history)),
  ];
  const chart = hasDays ? chartHeight(height - head.length - said.length, width, lists.length) : 0;
  const lines = [
    ...head,
    ...(chart > 0 ? chartLines(state, row, history, { width, height: chart }) : []),
    ...said,
  ];
  return [...lines, ...listLines(lists, width, height - lines.length)].slice(0, height);
}

export function bestDayLines(state: State, { width, height }: PaneRoom): ChartRow[] {
  const row = shownRow(state);
  if (row === undefined) return [];
  const of = safeText(readableValue(row.name, row.value));
  const lists = bestParts(state, row, shownHistory(state, row)).map(list => ({ ...list, of }));
  return listLines(lists, width, height);
}

function shownRow({ rowBeside: { row }, statistic }: State): RowName | undefined {
  const isShown = row?.websiteId === statistic.websiteId && row.name === statistic.name;
  return isShown ? row : undefined;
}

/** A third of the room, less where the lists need it for their first rows; all of it where there are none. */
function chartHeight(room: number, width: number, lists: number): number {
  if (lists === 0) return Math.max(0, room - 1);
  const bands = Math.ceil(lists / sideBySide(lists, width));
  const left = room - bands * (leastRows + 2) - 1;
  return Math.max(leastChart, Math.min(mostChart, Math.floor(room * 0.36), left));
}

function sideBySide(lists: number, width: number): number {
  return Math.max(1, Math.min(lists, Math.floor(width / leastList)));
}

function headLines(state: State, { name, value }: RowName, width: number): ChartRow[] {
  const found = shownTableRows(state).find(row => row.value === value);
  const title = fitMiddle(safeText(readableValue(name, value)), width);
  const numbers: Part[] =
    found === undefined
      ? []
      : [
          { text: safeText(amountOf(name, found.count, state.capabilities)), bold: true },
          ...(found.beside === undefined ? [] : [{ text: label` ` }, markPart(found.beside.mark, true)]),
        ];
  return [[{ text: title, tone: 'accent', bold: true }], numbers, []];
}

function chartLines(
  state: State,
  row: RowName,
  history: ShownHistory,
  size: { readonly width: number; readonly height: number },
): ChartRow[] {
  const { parts, unit } = history;
  const blank = Array.from({ length: size.height }, (): ChartRow => []);
  if (parts.every(part => !part.isRead)) return [[dim(progress(state))], ...blank];
  const before = historyBefore(state, row);
  const chart = bucketChart(parts, unit, state.today(), {
    ...size,
    compared: before?.counts,
    notes: shownNotes(state, state.statistic.websiteId),
  });
  const legend: ChartRow =
    before === undefined
      ? []
      : [
          { text: isAscii() ? label`oo` : label`⠤⠤`, tone: 'chartBefore' },
          dim(
            safeText(
              ` ${describePeriod({ from: before.from, to: addDays(before.from, before.counts.length - 1) })}`,
            ),
          ),
        ];
  return [...chart.rows, parts.some(part => !part.isRead) ? [dim(progress(state))] : legend];
}

function progress({ rowBeside: { asked, answered } }: State): SafeText {
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
  const own = historyComparisons(state, row);
  const rows = read
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .map((part): PaneRow => ({
      text: safeText(bucketName(part.from, unit)),
      count: part.count ?? 0,
      numbers: [
        { text: safeText(amountText(name, part.count ?? 0)) },
        part.to >= state.today()
          ? { text: label`so far`, tone: 'dim' }
          : changePart(change(part.count, own(part)?.before)),
      ],
    }));
  return [{ title: `best ${unit}s`, counts: countsOf(name, state.capabilities), name, rows }];
}

function besideList({ capabilities }: State, { name, rows }: BesideList): PaneList {
  const title = isHours(name) ? 'hours' : name === 'referrer' ? 'came from' : statisticInfo(name).title;
  return {
    title,
    counts: countsOf(name, capabilities),
    name,
    rows: rows?.map(({ value, count = 0, mark }) => ({
      text: safeText(isHours(name) ? value : readableValue(name, value)),
      count,
      numbers: [{ text: safeText(amountText(name, count)) }, markPart(mark, true)],
    })),
  };
}

/** The lists as far as they have room for two rows: beside each other, else below each other, the last with what is left. */
function listLines(lists: readonly PaneList[], width: number, height: number): ChartRow[] {
  const some = lists.filter(({ rows }) => rows === undefined || rows.length > 0);
  const columns = sideBySide(some.length, width);
  const bands = Math.min(Math.ceil(some.length / columns), Math.floor(height / (leastRows + 2)));
  const lines: ChartRow[] = [];
  for (let band = 0; band < bands; band += 1) {
    const each = Math.floor((height - lines.length) / (bands - band));
    const beside = some.slice(band * columns, (band + 1) * columns);
    const widths = columnWidths(width, beside.length).map((room, at) =>
      at < beside.length - 1 ? room - 2 : room,
    );
    const drawn = beside.map((list, at) => oneList(list, widths[at] ?? 0, each - 1));
    const longest = maximum(drawn.map(({ length }) => length));
    lines.push([]);
    for (let line = 0; line < longest; line += 1)
      lines.push(
        drawn.flatMap((list, at): Part[] => [
          ...(at === 0 ? [] : [{ text: spaces(2) }]),
          ...fitParts(list[line] ?? [], [], widths[at] ?? 0),
        ]),
      );
  }
  return lines;
}

function oneList({ title, of, counts, name, rows }: PaneList, width: number, height: number): ChartRow[] {
  const { family } = statisticInfo(name);
  const heading: ChartRow = [
    { text: safeText(title.toUpperCase()), tone: family, bold: true },
    dim(of === undefined ? safeText(`  ${counts}`) : label`  ${of}, ${safeText(counts)}`),
  ];
  if (rows === undefined) return [heading, [dim(label`Reading ...`)]];
  const cells = rows
    .slice(0, height - 1)
    .map(({ text, count, numbers }) => ({ label: { text }, value: count, numbers }));
  const look = {
    width,
    ascii: isAscii(),
    family,
    isBehind: hasTints(),
    bar: (room: number) => Math.floor(room * 0.35),
  };
  return [heading, ...rowRuns(cells, look).flat()];
}

function dim(text: SafeText): Part {
  return { text, tone: 'dim' };
}
