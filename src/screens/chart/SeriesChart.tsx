import { formatDayShort } from '#model/period/format.ts';
import { Chart, Lines } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import { chartMargins, dim, type Part } from '#components/parts.ts';
import { type DayCount, missingDaysText } from '#model/comparison/change.ts';
import { bucketName } from '#model/period/bucket.ts';
import { type ChartPosition, pointIndex } from '#model/statistics/cursor.ts';
import type { HoursName, SeriesName } from '#model/statistics/statistics.ts';
import type { Notes } from '#model/website/notes.ts';
import type { Size } from '#screens/layout.ts';
import { hoursMessage, measureMessage } from '#screens/messages.ts';
import { useAppState, useMade } from '#screens/storeView.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { hoursInstead, shownHours, shownSeries } from '#store/queries/series.ts';
import { shownComparison } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { isAscii } from '#text/characters.ts';
import { label, safeText, type SafeText, sliceSafe } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';
import { chartUnit, cursorBox, measurePoints, pointsOfHours } from './cursor.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { hourBars, partsOfDay, seriesChart } from './seriesChartRows.ts';
import { fittingSentences } from '#screens/websites/pane.ts';
import { shownDayWhy } from '#store/views/dayWhy.ts';

const none: readonly DayCount[] = [];

const roomForWeekend = 50;

/** Of an outage a box above says why it was not refreshed. */
export function measureLegend(state: State, websiteId: string, name: SeriesName, width: number): Part[] {
  const hours = hoursInstead(state, name);
  if (hours !== undefined) return hoursLegend(shownHours(state, websiteId, hours), isOutage(state));
  const { summary, error } = shownSeries(state, websiteId, name);
  if (summary === undefined) return [];
  const isCompared = shownComparison(state, websiteId) !== undefined;
  const unit = chartUnit(summary.points.length, width - chartMargins);
  const weekend = isAscii() ? '==' : '━━';
  const days: Part = dim(
    unit === 'day' ? label`${safeText(weekend)} weekend   ` : label`by ${safeText(unit)}   `,
  );
  return [
    ...(error === undefined || isOutage(state)
      ? []
      : [{ text: label`not refreshed   `, tone: 'bad' } satisfies Part]),
    ...(unit === 'day' && width < roomForWeekend ? [] : [days]),
    // Nothing is drawn of days before without data.
    ...(isCompared && summary.before.some(({ count }) => count !== undefined) ? comparedLegend() : []),
  ];
}

/** Which line is of the period, and which of the days compared with. */
export function comparedLegend(): Part[] {
  const line = isAscii() ? '##' : '▅▅';
  return [{ text: safeText(line), tone: 'accent' }, dim(label` now   `), ...beforeLegend()];
}

export function beforeLegend(): Part[] {
  return [dim(label`${safeText(isAscii() ? 'oo' : '⠤⠤')} before `)];
}

/** How much room a chart has, and how it is drawn. */
export interface ChartView extends Size {
  readonly cursor?: ChartPosition | undefined;
  /** Without scale and axis. */
  readonly isBare?: boolean;
  /** Whether the cursor has a box; by default it has. */
  readonly hasBox?: boolean;
}

/** A measure of the website by day, or of a day by its hours. */
export function MeasureChart(props: ChartView & { readonly websiteId: string; readonly name: SeriesName }) {
  const { websiteId, name, ...view } = props;
  const { cursor, width, height, isBare, hasBox } = view;
  const state = useAppState(whole => whole);
  const notes = shownNotes(state, websiteId);
  const hours = hoursInstead(state, name);
  if (hours !== undefined)
    return <HoursChart shown={shownHours(state, websiteId, hours)} name={hours} notes={notes} {...view} />;
  const { summary } = shownSeries(state, websiteId, name);
  const isCompared = shownComparison(state, websiteId) !== undefined;
  const message = measureMessage(state, websiteId, name);
  if (message !== undefined || summary === undefined)
    return message && <Message {...message} width={width} height={height} />;
  const before = isCompared ? summary.before : none;
  const size = { width: width - chartMargins, height, isBare };
  const today = state.today();
  const points = measurePoints(state, { websiteId, name }, size.width) ?? [];
  const at = cursorBox(points, pointIndex(points, cursor), notes, hasBox);
  const { rows } = seriesChart(summary.points, before, today, { ...size, notes, cursor: at });
  return <Chart rows={rows} width={width} />;
}

type ShownHours = ReturnType<typeof shownHours>;

interface HoursChartProps extends ChartView {
  readonly shown: ShownHours;
  readonly name: HoursName;
  readonly notes: Notes;
  /** Over low bars: what the parts of the day have. */
  readonly hasParts?: boolean;
}

export function HoursChart(props: HoursChartProps) {
  const { shown, name, notes, cursor, width, height, isBare, hasBox, hasParts = false } = props;
  const state = useAppState(whole => whole);
  const { slot, hours, day, daysOfHour } = shown;
  const message = hoursMessage(shown, name, state);
  const points = pointsOfHours(shown);
  if (message !== undefined || points === undefined)
    return message && <Message {...message} width={width} height={height} />;
  // Of days that have one hour the one that is shown is lit.
  const lit = daysOfHour !== undefined && day !== undefined ? points.length - 1 : undefined;
  const at = pointIndex(points, cursor) ?? lit;
  const rows = hourBars(points, {
    notes,
    cursor: cursorBox(points, at, notes, hasBox),
    insets: hasParts && slot.data !== undefined && hours.length === 24 ? partsOfDay(slot.data) : [],
    width: width - chartMargins,
    height,
    isBare,
  });
  return <Chart rows={rows} width={width} />;
}

export function hoursLegend(shown: ShownHours, isOutageShown: boolean): Part[] {
  const { slot, before, beforeDay } = shown;
  const failed = slot?.error !== undefined && slot.data !== undefined;
  if (failed && !isOutageShown)
    return [{ text: label`not refreshed, ${keyOf('refresh')} tries again `, tone: 'bad' }];
  if (before.isUnknown) {
    const { since, missingDays } = before;
    if (missingDays !== undefined) return [dim(safeText(`${missingDaysText(missingDays)} `))];
    const why =
      since === undefined ? 'not all hours before were kept' : `hours only since ${formatDayShort(since)}`;
    return [dim(safeText(`changes unknown: ${why} `))];
  }
  if (before.error !== undefined && before.counts === undefined && !isOutageShown)
    return [{ text: label`not compared, ${keyOf('refresh')} tries again `, tone: 'bad' }];
  // Where there is nothing now, nothing stands beside it.
  if (before.counts === undefined || shown.hasNoData) return [];
  if (shown.daysOfHour !== undefined)
    return [dim(safeText(shown.day === undefined ? `${isAscii() ? 'o' : '⠤⠤'} before ` : 'by day '))];
  const day = beforeDay === undefined ? 'before' : bucketName(beforeDay, 'day');
  return [dim(safeText(`${isAscii() ? 'o' : '⠤⠤'} ${day} `))];
}

/** What explains the day, in so many lines, the last of them of the hour under the cursor. */
export function dayLines(state: State, width: number, height: number): readonly (readonly Part[])[] {
  const why = shownDayWhy(state);
  if (why === undefined || height < 1) return [];
  const lines = (texts: readonly string[] | undefined, room: number): readonly (readonly Part[])[] => {
    if (texts === undefined) return room < 1 ? [] : [[dim(label`reading ...`)]];
    const safe = texts.map(text => safeText(text));
    return sentenceParts(fittingSentences(safe, width, room), safe[0]?.length ?? 0);
  };
  const hour = why.hour?.length === 0 ? [] : lines(why.hour, 1);
  const day = lines(why.day, height - hour.length);
  return [...day, ...hour];
}

/** The first characters of the lines, with the blanks between them, stand out, and those from another on are dim. */
export function sentenceParts(lines: readonly SafeText[], bold: number, dimFrom = Infinity): Part[][] {
  let before = 0;
  return lines.map(text => {
    const part = (from: number, to?: number) =>
      sliceSafe(text, Math.max(0, from - before), to === undefined ? to : Math.max(0, to - before));
    const parts: Part[] = [
      { text: part(0, bold), bold: true },
      { text: part(bold, dimFrom) },
      dim(part(dimFrom)),
    ];
    before += text.length + 1;
    return parts.filter(each => each.text !== '');
  });
}

export function DaySentences({ width, height }: Size) {
  const lines = useMade(state => dayLines(state, width - 2, height), [width, height]);
  return <Lines lines={lines} before={{ text: label` ` }} height={height} width={width} />;
}
