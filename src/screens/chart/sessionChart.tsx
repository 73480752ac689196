import { Chart } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import { chartMargins, type Part } from '#components/parts.ts';
import type { BucketUnit } from '#model/period/bucket.ts';
import { type CursorPoint, placeOf } from '#model/statistics/cursor.ts';
import { sessionMeasureInfo } from '#model/statistics/sessions.ts';
import { useAppState } from '#screens/storeView.ts';
import { shownComparison } from '#store/queries/question.ts';
import { shownSessions } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { label, safeText } from '#text/safeText.ts';
import { cursorBox } from './cursor.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { comparedLegend } from './SeriesChart.tsx';
import { bucketChart } from './seriesChartRows.ts';
import { type Placed, pointsShown, saidOf } from './sessionPoints.ts';
import { keyOf } from '#text/keyNames.ts';

export function SessionChart(
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

export function sessionLegend(state: State, websiteId: string): Part[] {
  return shownComparison(state, websiteId) === undefined ? [] : comparedLegend();
}
