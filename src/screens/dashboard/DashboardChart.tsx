import { PanelTitle } from '#components/Panel.tsx';
import { statisticInfo } from '#model/service/capabilities.ts';
import type { ChartPlace } from '#model/statistics/cursor.ts';
import { isSessionMeasure, sessionMeasureInfo } from '#model/statistics/sessions.ts';
import { partsWidth } from '#components/parts.ts';
import { dayLines } from '#screens/chart/daySentences.tsx';
import { MeasureChart, measureLegend } from '#screens/chart/SeriesChart.tsx';
import { SessionChart, sessionLegend } from '#screens/chart/sessionChart.tsx';
import { useAppState } from '#screens/storeView.ts';
import { type ChartMeasure, chartPanel, shownMeasure } from '#store/views/dashboard.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { textWidth } from '#text/characters.ts';
import { safeText, type SafeText } from '#text/safeText.ts';

export function measureTitle(measure: ChartMeasure): SafeText {
  return safeText((isSessionMeasure(measure) ? sessionMeasureInfo[measure] : statisticInfo(measure)).title);
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
  const title = measureTitle(measure);
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
