import { Chart, Dimmed, Line, Lines } from '#components/Line.tsx';
import type { TileMeasure } from '#components/Measures.tsx';
import { PanelTitle } from '#components/Panel.tsx';
import { Message } from '#components/box/Message.tsx';
import { chartMargins, dim, type Part, partsWidth } from '#components/parts.ts';
import type { BucketUnit } from '#model/period/bucket.ts';
import { describePeriod } from '#model/period/format.ts';
import { describeChoice } from '#model/period/period.ts';
import { type ChartPosition, type CursorPoint, pointIndex } from '#model/statistics/cursor.ts';
import { isSessionMeasure, sessionMeasureInfo } from '#model/statistics/sessions.ts';
import { noNotes } from '#model/website/notes.ts';
import { comparisonTexts, filterParts, PeriodLine } from '#screens/PeriodLine.tsx';
import {
  type ChartView,
  comparedLegend,
  dayLines,
  MeasureChart,
  measureLegend,
} from '#screens/chart/SeriesChart.tsx';
import { cursorBox, shownChart } from '#screens/chart/cursor.ts';
import { bucketChart, type Placed, pointsShown, countTextOf } from '#screens/chart/seriesChartRows.ts';
import { useAppState, useMade } from '#screens/storeView.ts';
import { bodyRows } from '#store/display.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { shownComparison, shownPeriod } from '#store/queries/question.ts';
import { shownSessions } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { chartPanel, shownMeasure } from '#store/views/dashboard.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { textWidth } from '#text/characters.ts';
import { label, safeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';
import { measureTitle } from './index.ts';
import { stripOf } from './measures.ts';
import { bestLines } from './panels.ts';

/** Columns of the mark before the title and of the gaps behind it. */
const roomAround = 8;

/** The chart of the dashboard's measure; what explains a day beside its title, where it has no lines. `isBare`: without title, scale and axis. */
export function DashboardChart(props: Omit<ChartView, 'hasBox'> & { readonly websiteId: string }) {
  const { websiteId, cursor, width, height, isBare = false } = props;
  const state = useAppState(whole => whole);
  const measure = shownMeasure(state);
  const view = { websiteId, cursor, width, height: isBare ? height : height - 1, isBare, hasBox: !isBare };
  const isOfSessions = isSessionMeasure(measure);
  const title = measureTitle(measure, state.capabilities);
  const right = isOfSessions
    ? sessionLegend(state, websiteId)
    : measureLegend(state, websiteId, measure, width);
  const room = width - textWidth(title) - partsWidth(right) - roomAround;
  return (
    <>
      {!isBare && (
        <PanelTitle
          title={title}
          focused={state.dashboard.panel === chartPanel}
          subtitle={dashboardLayout(state).sentence > 0 ? [] : dayLines(state, room, 1)[0]}
          right={right}
          width={width}
        />
      )}
      {isOfSessions ? <SessionChart name={measure} {...view} /> : <MeasureChart name={measure} {...view} />}
    </>
  );
}

function SessionChart(props: Placed & ChartView) {
  const { websiteId, name, cursor, width, height, isBare, hasBox } = props;
  const state = useAppState(whole => whole);
  const points = pointsShown(state, props, width - chartMargins);
  const notes = shownNotes(state, websiteId);
  const { title } = sessionMeasureInfo[name];
  if (points.every(({ count }) => count === undefined)) {
    const isRead = shownSessions(state, websiteId) !== undefined;
    const problem = isRead ? label`No session in this period` : label`Reading ...`;
    return (
      <Message
        title={safeText(`${title}: ${problem}`)}
        lines={[label`Press ${keyOf('dashboard.measure')} for another measure.`]}
        {...{ width, height }}
      />
    );
  }
  const { rows } = bucketChart(
    points.flatMap(({ span, count }) => (span.unit === 'hour' ? [] : [{ ...span, count, partial: false }])),
    unitOf(points),
    state.today(),
    {
      width: width - chartMargins,
      height,
      isBare,
      compared: points.map(({ before }) => before?.count),
      notes,
      cursor: cursorBox(points, pointIndex(points, cursor), notes, hasBox),
      countText: countTextOf(name),
    },
  );
  return <Chart rows={rows} width={width} />;
}

function unitOf([first]: readonly CursorPoint[]): BucketUnit {
  const unit = first?.span.unit;
  return unit === undefined || unit === 'hour' ? 'day' : unit;
}

function sessionLegend(state: State, websiteId: string): Part[] {
  return shownComparison(state, websiteId) === undefined ? [] : comparedLegend();
}

/** Where a chart and panels have no room beside each other: a number, its days, and the first page, source and country. */
export function SmallDashboard(props: {
  readonly websiteId: string;
  readonly cursor: ChartPosition | undefined;
  readonly measures: readonly TileMeasure[];
  readonly isKept: boolean;
}) {
  const { websiteId, cursor, measures, isKept } = props;
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const width = viewport.columns;
  const best = useMade(state => bestLines(state, websiteId, width - 2), [websiteId, width]);
  const hasPeriod = bodyRows(viewport) > minBody;
  // The last of them stands in the line above the footer.
  const rows = Math.max(0, best.length - 1);
  const height = bodyRows(viewport) - rows - 1 - Number(hasPeriod);
  const isBare = height < minForAxis;
  return (
    <>
      {hasPeriod && <PeriodLine width={width} />}
      <Dimmed on={isKept}>
        <Line {...numberLine(state, { measures, width, hasPeriod, isBare })} width={width} />
        <DashboardChart {...{ websiteId, cursor, width, height }} isBare={isBare} />
      </Dimmed>
      <Lines lines={best.slice(0, rows)} before={{ text: label` ` }} width={width} />
    </>
  );
}

/** With fewer rows the period stands beside the number. */
const minBody = 7;
const minForAxis = 5;

interface NumberInput {
  readonly measures: readonly TileMeasure[];
  readonly width: number;
  readonly hasPeriod: boolean;
  /** The chart is too low for a box: what is under the cursor stands here. */
  readonly isBare: boolean;
}

function numberLine(state: State, { measures, width, hasPeriod, isBare }: NumberInput) {
  const title = measureTitle(shownMeasure(state), state.capabilities);
  const [shown] = stripOf(measures.filter(measure => measure.title === title));
  const { value = label`-`, shortTitle = title, note = label``, tone = 'dim' } = shown ?? {};
  const chart = isBare ? shownChart(state) : undefined;
  const at = chart && cursorBox(chart.points, chart.index, noNotes);
  if (at?.value !== undefined) {
    const { title: day = '', value, change } = at;
    const parts: readonly Part[] = [
      { text: label` ${safeText(value)}`, bold: true, tone: 'accent' },
      { text: safeText(` ${title.toLowerCase()} `) },
      ...(change === undefined ? [] : [{ text: safeText(change.text), tone: change.role }]),
    ];
    return { parts, right: [{ text: label`${safeText(day)} ` }] };
  }
  const number: readonly Part[] = [
    { text: label` ${value}`, bold: true },
    { text: safeText(` ${shortTitle.toLowerCase()} `) },
    { text: note, tone },
  ];
  if (hasPeriod) return { parts: number };
  const { choice } = state.period;
  const { from, to } = shownPeriod(state);
  // A single day stands in the title.
  const [compared = ''] = from === to ? comparisonTexts(state).slice(-1) : [];
  const days = choice.kind === 'preset' ? describeChoice(choice) : describePeriod({ from, to });
  const words = compared === '' ? days : compared;
  const parts = [...number, ...filterParts(state, width - partsWidth(number) - 1)];
  const isRoom = partsWidth(parts) + words.length + 1 < width;
  return { parts, right: isRoom ? [dim(label`${safeText(words)} `)] : [] };
}
