import type { ChartCursor } from '#charts/labels.ts';
import type { Command } from '#commands/command.ts';
import { changePart, chartMargins, type Part } from '#components/parts.ts';
import { formatChange, noDataToday } from '#model/comparison/change.ts';
import type { LinesQuestion } from '#model/lines.ts';
import { bucketName, type BucketUnit, bucketUnitFor } from '#model/period/bucket.ts';
import { addDays } from '#model/period/day.ts';
import { comparedDays, hourValues, shortComparison } from '#model/period/format.ts';
import { stepWeek } from '#model/period/period.ts';
import { countsOf, countsVisits } from '#model/service/capabilities.ts';
import {
  type ChartPosition,
  cursorAt,
  type CursorMove,
  type CursorPoint,
  historyCursorPoints,
  hourCursorPoints,
  longPointName,
  movedIndex,
  pointIndex,
  pointChange,
  pointsOfWeek,
  seriesCursorPoints,
  shortPointName,
} from '#model/statistics/cursor.ts';
import { isSessionMeasure, sessionMeasureInfo } from '#model/statistics/sessions.ts';
import type { HoursName, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import { sumOf } from '#model/statistics/summary.ts';
import type { Notes } from '#model/website/notes.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import { type ShownChart, type State } from '#store/state.ts';
import { viewRules } from '#store/viewRules.ts';
import { historyBefore, historyComparisons, shownHistory } from '#store/views/history.ts';
import {
  hasNoDataToday,
  hoursInstead,
  shownComparisons,
  shownHours,
  shownSeries,
  shownYear,
} from '#store/queries/series.ts';
import { shownComparison, shownPeriod } from '#store/queries/question.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { websiteOf } from '#store/websites/records.ts';
import { narrowColumns, notLoaded } from '#screens/messages.ts';
import { notesInBox, notesAt, pointWithNote } from './notes.ts';
import { conditionOf, linesBehind } from '#screens/sharing.ts';
import { filterOfRow, rowPaneWidth } from '#store/views/rowPane.ts';
import type { WhySubject } from '#store/views/why.ts';
import { memoizeLast } from '#text/memo.ts';
import { label, safeText } from '#text/safeText.ts';
import { capitalised, counted, groupThousands, keyOf } from '#text/words.ts';

const lastSeries = memoizeLast<readonly CursorPoint[]>();
const lastParts = memoizeLast<readonly CursorPoint[]>();

/** Columns that the scale takes of the chart's width. */
const scaleColumns = 8;

export function chartUnit(days: number, width: number): BucketUnit {
  return bucketUnitFor(days, width - scaleColumns);
}

/** The chart of the view that has the focus, as far as it is read: its screen says which. */
export function shownChart(state: State): ShownChart | undefined {
  return viewRules(state).chart?.(state, state.navigation.view);
}

export function pointUnderCursor(state: State): CursorPoint | undefined {
  const chart = shownChart(state);
  return chart?.index === undefined ? undefined : chart.points[chart.index];
}

interface ChartOf<N> {
  readonly websiteId: string;
  readonly name: N;
  readonly cursor?: ChartPosition | undefined;
}

export function measureChart(state: State, chart: ChartOf<SeriesName>): ShownChart | undefined {
  const hours = hoursInstead(state, chart.name);
  if (hours !== undefined) return hoursChart(state, { ...chart, name: hours });
  const points = measurePoints(state, chart, state.viewport.columns - daysPane(state) - chartMargins);
  return points && ofSome(chart, points);
}

/** Columns of the pane beside the days of a statistic: their chart has the others. */
function daysPane(state: State): number {
  return state.navigation.view.screen === 'statistic' ? rowPaneWidth(state) : 0;
}

/** Where nothing is counted, now or before, no chart is drawn for a cursor. */
function ofSome(chart: ChartOf<StatisticName>, points: readonly CursorPoint[]): ShownChart | undefined {
  const isSome = points.some(({ count = 0, before }) => count > 0 || (before?.count ?? 0) > 0);
  return isSome ? withPlace(chart, points) : undefined;
}

/** Undefined before they are read. */
export function measurePoints(
  state: State,
  { websiteId, name }: ChartOf<SeriesName>,
  width: number,
): readonly CursorPoint[] | undefined {
  const { summary } = shownSeries(state, websiteId, name);
  if (summary === undefined) return undefined;
  const isCompared = shownComparison(state, websiteId) !== undefined;
  // The rows of why compare a day with that at its place in the days before, and so does its box.
  const isWhy = state.navigation.view.screen === 'why';
  const comparisons = isWhy ? undefined : shownComparisons(state, websiteId, name);
  const today = state.today();
  const unit = chartUnit(summary.points.length, width);
  return lastSeries([summary, isCompared, unit, today, comparisons], () =>
    seriesCursorPoints(summary.points, isCompared ? summary.before : [], unit, today, comparisons),
  );
}

export function hoursChart(state: State, chart: ChartOf<HoursName>): ShownChart | undefined {
  const points = pointsOfHours(shownHours(state, chart.websiteId, chart.name));
  return points && ofSome(chart, points);
}

/** The hours, or the days that have the only one that the filter leaves; undefined before they are read. */
export function pointsOfHours({
  slot,
  before,
  daysOfHour,
  ...days
}: ReturnType<typeof shownHours>): readonly CursorPoint[] | undefined {
  if (daysOfHour !== undefined) return daysOfHour.points;
  return slot?.data && hourCursorPoints(slot.data, before.counts, days);
}

export function partsChart(state: State, chart: ChartOf<StatisticName>): ShownChart | undefined {
  const { parts, unit } = shownHistory(state);
  const today = state.today();
  const before = historyBefore(state);
  const comparisons = historyComparisons(state);
  const points = lastParts([parts, unit, today, before, comparisons], () =>
    historyCursorPoints(parts, unit, today, before, comparisons),
  );
  const shown = withPlace(chart, points);
  // A day alone needs no cursor: Enter opens it.
  return shown && points.length === 1 ? { ...shown, index: 0 } : shown;
}

/** The hour under the cursor as a condition; undefined where there is none. */
export function conditionOfPoint(state: State) {
  const span = pointUnderCursor(state)?.span;
  return span?.unit === 'hour' ? conditionOf('visitors_hours', hourValues[span.hour] ?? '') : undefined;
}

/** The lines of the page views of the day or the hour under the cursor, without one of all that is shown. */
export function linesOfPoint(state: State, websiteId: string): LinesQuestion | string {
  const span = pointUnderCursor(state)?.span;
  if (span === undefined) return linesBehind(state, websiteId, shownPeriod(state));
  if (span.unit !== 'hour') return linesBehind(state, websiteId, { from: span.from, to: span.to });
  const value = hourValues[span.hour] ?? '';
  const period = span.day === undefined ? shownPeriod(state) : { from: span.day, to: span.day };
  return linesBehind(state, websiteId, period, { name: 'pageviews_hours', value });
}

export function withPlace(
  chart: ChartOf<ShownChart['name']>,
  points: readonly CursorPoint[],
): ShownChart | undefined {
  const { websiteId, name, cursor } = chart;
  return points.length === 0 ? undefined : { websiteId, name, points, index: pointIndex(points, cursor) };
}

interface CursorKeys {
  isHere?(state: State): boolean;
  canOpen?(state: State): boolean;
  /** Whether Enter puts the cursor there; where it opens something else it needs none. */
  canPlace?(state: State): boolean;
  /** Called when the cursor has moved: brings the row of that place into view. */
  moved?(state: State): void;
  /** Of a chart whose days are not in one line. */
  readonly moves?: readonly CursorKey[];
}

export interface CursorKey extends Pick<Command, 'keys' | 'title' | 'short' | 'footerKey'> {
  readonly move: CursorMove;
}

const alongChart: readonly CursorKey[] = [
  { move: 'left', keys: ['Left'], title: 'Move along the chart', short: 'move', footerKey: 'Left Right' },
  { move: 'right', keys: ['Right'], title: 'Move along the chart' },
  { move: 'weekBack', keys: ['('], title: 'Move by weeks' },
  { move: 'weekOn', keys: [')'], title: 'Move by weeks' },
  { move: 'first', keys: ['Home'], title: 'Go to start or end' },
  { move: 'last', keys: ['End'], title: 'Go to start or end' },
];

const enter = {
  keys: ['Enter'],
  title: 'Open the selected day',
  about: 'Its hours beside those of a usual day.',
  footerPlace: 1,
} as const;

export function cursorCommands(screen: ScreenName, keys: CursorKeys = {}): Command[] {
  const { isHere = () => true, canOpen, canPlace = () => canOpen === undefined } = keys;
  const { moved, moves = alongChart } = keys;
  return [
    ...moves.map(({ move, ...key }): Command => ({
      ...key,
      id: `${screen}.chart.${move}`,
      section: 'Move',
      inPalette: false,
      footerPlace: 1,
      isHere,
      disabledReason: state =>
        isWeek(move) && hasNoWeeks(state)
          ? whyNoWeek(state, move, screen)
          : (whyUnread(state) ?? whyAlone(state)),
      run(context) {
        if (isWeek(move) && hasNoWeeks(context.state)) showWeek(context.state, move);
        else moveCursor(context.state, move);
        // The state as the move has left it.
        moved?.(context.state);
      },
    })),
    {
      ...enter,
      id: `${screen}.openDay`,
      short: 'open',
      isHere: state => isHere(state) && canOpen?.(state) !== false,
      disabledReason: state => whyUnread(state) ?? whyNoDay(state),
      run: ({ state }) => openDay(state),
    },
    // As Left does, where there is no cursor yet: from then on Enter opens.
    {
      ...enter,
      id: `${screen}.place`,
      inPalette: false,
      short: 'cursor',
      isHere: state => isHere(state) && canPlace(state),
      disabledReason: state => whyUnread(state) ?? (pointUnderCursor(state) && 'There is a cursor already.'),
      run(context) {
        moveCursor(context.state, 'left');
        moved?.(context.state);
      },
    },
    {
      id: `${screen}.note`,
      keys: ['A'],
      title: 'Add a note',
      about: 'What happened on that day: it helps to explain a change.',
      section: 'Edit',
      words: 'annotate annotation remark release',
      leaves: true,
      // In the panels beside a chart too.
      isHere: ({ notes, profile }) => notes.isKept || profile.isKiosk === true,
      disabledReason: state => state.notes.problem ?? whyNoNote(state),
      run: ({ state }) => annotate(state),
    },
  ];
}

function moveCursor(state: State, move: CursorMove): void {
  const chart = shownChart(state);
  const first = chart?.points[0];
  if (chart === undefined || first === undefined) return;
  const { index, points } = chart;
  // The hours of today that are to come are gone to, not begun at; what is not read yet is.
  const isBegun = ({ count, isOpen }: CursorPoint) => count !== undefined || !isOpen;
  const begun = index === undefined ? 1 + points.findLastIndex(isBegun) : 0;
  const point = points[movedIndex(index, move, begun || points.length, pointsOfWeek(first.span) ?? 0)];
  if (point !== undefined) state.navigation.pointAt(cursorAt(point));
}

function openDay(state: State): void {
  const span = pointUnderCursor(state)?.span;
  const { view } = state.navigation;
  if (span === undefined || span.unit === 'hour' || !('websiteId' in view) || view.websiteId === undefined)
    return;
  const { websiteId } = view;
  const where = view.screen === 'history' ? filterOfRow(state, view) : undefined;
  const days = {
    from: span.from,
    to: span.to,
    leftPeriod: state.period.choice,
    filters: where && { shown: where, left: state.filter.where },
    isWhole: view.screen === 'history' && where === undefined,
  };
  state.navigation.push({ screen: 'dashboard', websiteId, days });
}

function annotate(state: State): void {
  const { view } = state.navigation;
  const website =
    'websiteId' in view && view.websiteId !== undefined ? websiteOf(state, view.websiteId) : undefined;
  const { from, to } = shownPeriod(state);
  const whole = from === to ? ({ unit: 'day', from, to } as const) : undefined;
  if (website !== undefined) state.notes.open(website, pointUnderCursor(state)?.span ?? whole);
}

function whyNoNote(state: State): string | undefined {
  const span = pointUnderCursor(state)?.span;
  return span?.unit === 'hour' && span.day === undefined
    ? 'These are hours of several days: a note is of one.'
    : undefined;
}

function whyUnread(state: State): string | undefined {
  if (shownChart(state) !== undefined) return undefined;
  const { view } = state.navigation;
  const { websiteId } = 'websiteId' in view ? view : {};
  if (websiteId !== undefined && hasNoDataToday(state, websiteId)) return `${capitalised(noDataToday)}.`;
  const read =
    websiteId === undefined
      ? undefined
      : view.screen === 'year'
        ? shownYear(state, websiteId)
        : shownSeries(state, websiteId, 'visitors');
  return read?.summary !== undefined ? 'Nothing in these days.' : notLoaded('Chart', read?.error);
}

function whyAlone(state: State): string | undefined {
  return shownChart(state)?.points.length === 1 && pointUnderCursor(state) !== undefined
    ? 'There is only this day: Enter opens it.'
    : undefined;
}

type WeekMove = 'weekBack' | 'weekOn';

const isWeek = (move: CursorMove): move is WeekMove => move.startsWith('week');
const steps = { weekBack: -1, weekOn: 1 } as const;

/** A chart of hours or of one day, which may have none: its days are then those a week earlier or later. */
function hasNoWeeks(state: State): boolean {
  if (viewRules(state).hasPeriod !== true) return false;
  const { from, to } = shownPeriod(state);
  return from === to || shownChart(state)?.points[0]?.span.unit === 'hour';
}

/** The days a week earlier or later; a cursor keeps its hour, one on a day goes with it. */
export function showWeek({ period, navigation }: State, move: WeekMove): void {
  const { view } = navigation;
  period.step(steps[move], 'week');
  if ('cursor' in view && typeof view.cursor === 'string')
    navigation.pointAt(addDays(view.cursor, 7 * steps[move]));
}

export function whyNoWeek({ period, today }: State, move: WeekMove, screen: ScreenName): string | undefined {
  return stepWeek(period.choice, steps[move], today()) === period.choice
    ? `There is no later week: ${keyOf(`${screen}.chart.weekBack`)} shows the one before.`
    : undefined;
}

function whyNoDay(state: State): string | undefined {
  const point = pointUnderCursor(state);
  if (point === undefined) return 'No cursor on the chart: press Left or Right.';
  if (point.span.unit !== 'hour') return undefined;
  const filters =
    state.capabilities.filters?.hour === undefined ? '' : `, ${keyOf('filter.only')} filters by an hour`;
  return `The cursor is on an hour: only days can be opened${filters}.`;
}

export function cursorBox(
  points: readonly CursorPoint[],
  index: number | undefined,
  notes: Notes,
  hasBox = true,
): ChartCursor | undefined {
  const point = index === undefined ? undefined : points[index];
  if (index === undefined || point === undefined) return undefined;
  if (!hasBox) return { index };
  const { count, isOpen } = point;
  return {
    index,
    title: shortPointName(point),
    value: count === undefined ? unknown(point) : countText(point, count),
    change: isOpen ? { text: count === undefined ? '' : 'so far', role: 'dim' } : changeOf(point),
    before: againstText(point),
    notes: notesInBox(notesAt(notes, point)),
  };
}

/** What the change is against; without one what is drawn beside it. */
function againstText(point: CursorPoint): string | undefined {
  const { before, own, isOpen } = point;
  if (own !== undefined && !isOpen) return `${shortComparison(own.compared)}  ${groupThousands(own.before)}`;
  if (before?.count === undefined) return undefined;
  return `${beforeWords(before)}  ${countText(point, before.count)}`;
}

/** "usual, Fri 16 Oct", "before". */
function beforeWords({ name, isUsual }: NonNullable<CursorPoint['before']>): string {
  return `${isUsual === true ? 'usual' : 'before'}${name === '' ? '' : `, ${name}`}`;
}

function countText({ countText = groupThousands }: CursorPoint, count: number): string {
  return countText(count);
}

function unknown({ isOpen, hasNoData }: CursorPoint): string {
  if (hasNoData === true) return 'no data';
  return isOpen ? 'not yet' : 'not read yet';
}

function changeOf(point: CursorPoint): ChartCursor['change'] {
  const { text, tone = 'plain' } = changePart(pointChange(point));
  return { text, role: tone };
}

export function cursorDetail(state: State): Part | undefined {
  const { view } = state.navigation;
  if (!('cursor' in view) || view.cursor === undefined) return undefined;
  const chart = shownChart(state);
  const point = chart?.index === undefined ? undefined : chart.points[chart.index];
  if (chart === undefined || point === undefined) return undefined;
  const { name } = chart;
  const counts = isSessionMeasure(name)
    ? sessionMeasureInfo[name].title.toLowerCase()
    : countsOf(name, state.capabilities);
  const isSum =
    name === 'visitors' &&
    !countsVisits(state.capabilities) &&
    point.span.unit !== 'hour' &&
    point.span.unit !== 'day';
  const noted = notesAt(shownNotes(state, chart.websiteId), point);
  const { columns } = state.viewport;
  const { head, tail } = pointText(point, counts, isSum, columns < narrowColumns);
  // Before what it is compared with, which a narrow line cuts.
  const detail = pointWithNote(safeText(head), noted, state.viewport.columns - 2);
  return { text: label`${detail}${safeText(tail)}` };
}

interface PointText {
  /** What it is, and its count. */
  readonly head: string;
  readonly tail: string;
}

/** "Sunday 8 Nov 2026: 412 visitors   +22% against 338 on Sun 1 Nov, a usual Sunday   before, Sun 11 Oct: 315". */
function pointText(point: CursorPoint, counts: string, isSum: boolean, isShort: boolean): PointText {
  const { count, before, own, isOpen, span } = point;
  const countsText =
    count === undefined
      ? unknown(point)
      : point.countText === undefined
        ? `${counted(count, counts)}${isSum ? ` (${sumOf('days')})` : ''}`
        : `${counts} ${point.countText(count)}`;
  const open = isOpen && count !== undefined ? ' so far' : '';
  const earlier =
    before?.count === undefined ? '' : `   ${beforeWords(before)}: ${countText(point, before.count)}`;
  const by = formatChange(pointChange(point));
  const name = isShort ? shortPointName(point) : longPointName(point);
  const head = `${name}: ${countsText}${open}`;
  if (by === '') return { head, tail: earlier };
  if (span.unit === 'hour' || own === undefined) return { head, tail: `${earlier}   ${by}` };
  const { from, to } = own.compared.before;
  const isSame = from === to && before?.name === bucketName(from, 'day');
  // A short line has room for the change alone.
  const against = `${by}${isShort ? '   ' : ' '}against ${groupThousands(own.before)} ${from === to ? 'on' : 'in'} ${comparedDays(own.compared)}`;
  return {
    head: `${name}: ${countsText}`,
    tail: `${isShort ? ', ' : '   '}${against}${isSame ? '' : earlier}`,
  };
}

/** What `w` explains on a view with a chart: the day under its cursor, else the period. */
export function pointExplained(
  state: State,
  { websiteId }: { readonly websiteId: string },
): WhySubject | string {
  const span = pointUnderCursor(state)?.span;
  const day = span?.unit === 'hour' ? span.day : span?.unit === 'day' ? span.from : undefined;
  if (day === undefined) return { websiteId };
  return day < state.today()
    ? { websiteId, day }
    : `This day is not over: ${keyOf('why')} explains whole days.`;
}
