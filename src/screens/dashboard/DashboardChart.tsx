import { PanelTitle } from '#components/Panel.tsx';
import { type Capabilities, statisticTitle } from '#model/service/capabilities.ts';
import { type ChartPlace, type CursorPoint, placeOf } from '#model/statistics/cursor.ts';
import { isSessionMeasure, sessionMeasureInfo } from '#model/statistics/sessions.ts';
import { chartMargins, type Part, partsWidth } from '#components/parts.ts';
import { comparedLegend, dayLines, MeasureChart, measureLegend } from '#screens/chart/SeriesChart.tsx';
import { useAppState } from '#screens/storeView.ts';
import { type ChartMeasure, chartPanel, shownMeasure } from '#store/views/dashboard.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { textWidth } from '#text/characters.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { Chart } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import type { BucketUnit } from '#model/period/bucket.ts';
import { shownComparison } from '#store/queries/question.ts';
import { shownSessions } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { cursorBox } from '#screens/chart/cursor.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { bucketChart, type Placed, pointsShown, saidOf } from '#screens/chart/seriesChartRows.ts';
import { keyOf } from '#text/words.ts';

export function measureTitle(measure: ChartMeasure, capabilities: Capabilities): SafeText {
  return safeText(
    isSessionMeasure(measure) ? sessionMeasureInfo[measure].title : statisticTitle(measure, capabilities),
  );
}

/** Columns of the mark before the title and of the gaps behind it. */
const roomAround = 8;

/** The chart of the dashboard's measure; what explains a day beside its title, where it has no lines. `isBare`: without title, scale and axis. */
export function DashboardChart(props: {
  readonly websiteId: string;
  readonly cursor: ChartPlace | undefined;
  readonly width: number;
  readonly height: number;
  readonly isBare?: boolean;
}) {
  const { websiteId, cursor, width, height, isBare = false } = props;
  const state = useAppState(whole => whole);
  const measure = shownMeasure(state);
  const view = { websiteId, cursor, width, height: isBare ? height : height - 1, isBare };
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
          beside={dashboardLayout(state).sentence > 0 ? [] : dayLines(state, room, 1)[0]}
          right={right}
          width={width}
        />
      )}
      {isOfSessions ? <SessionChart name={measure} {...view} /> : <MeasureChart name={measure} {...view} />}
    </>
  );
}

function SessionChart(
  props: Placed & { readonly width: number; readonly height: number; readonly isBare?: boolean },
) {
  const { websiteId, name, cursor, width, height, isBare } = props;
  const state = useAppState(whole => whole);
  const points = pointsShown(state, props, width - chartMargins);
  const notes = shownNotes(state, websiteId);
  const { title } = sessionMeasureInfo[name];
  if (points.every(({ count }) => count === undefined)) {
    const isRead = shownSessions(state, websiteId) !== undefined;
    const said = isRead ? label`No session in this period` : label`Reading ...`;
    return (
      <Message
        title={safeText(`${title}: ${said}`)}
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
      cursor: cursorBox(points, placeOf(points, cursor), notes),
      said: saidOf(name),
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
