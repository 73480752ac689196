import { memo } from 'react';
import { Chart } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { chartMargins, type Part } from '#components/parts.ts';
import { type ChartPlace, placeOf } from '#model/statistics/cursor.ts';
import type { Day, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import { seriesMessage } from '#screens/messages.ts';
import { useAppState } from '#screens/storeView.ts';
import { hoursInstead, shownHours } from '#store/queries/hours.ts';
import { shownComparison } from '#store/queries/question.ts';
import { type ShownSeries, shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { isAscii } from '#text/characters.ts';
import { label, safeText } from '#text/safeText.ts';
import { HoursChart, hoursLegend } from './HoursChart.tsx';
import { chartUnit, cursorBox, measurePoints } from './cursor.ts';
import { seriesChart } from './seriesChartRows.ts';

const none: readonly SeriesPoint[] = [];

interface SeriesChartProps {
  readonly series: ShownSeries;
  readonly name: SeriesName;
  /** Whether what it is compared with is drawn beneath. */
  readonly isCompared: boolean;
  readonly today: Day;
  /** Where the cursor stands; undefined without the focus. */
  readonly cursor?: ChartPlace | undefined;
  readonly width: number;
  readonly height: number;
}

/** A measure over time, or a message in its place while there is nothing to draw. */
export const SeriesChart = memo(function SeriesChart(props: SeriesChartProps) {
  const { series, name, isCompared, today, cursor, width, height } = props;
  const capabilities = useAppState(state => state.capabilities);
  const profile = useAppState(state => state.profile);
  const message = seriesMessage(series, name, isCompared, { capabilities, profile });
  const { summary } = series;
  if (message !== undefined || summary === undefined)
    return message && <Message {...message} width={width} height={height} />;
  const { points } = summary;
  const before = isCompared ? summary.before : none;
  const size = { width: width - chartMargins, height };
  const found = measurePoints(summary, { isCompared, today, width: size.width });
  const at = cursorBox(found, placeOf(found, cursor));
  return <Chart rows={seriesChart(points, before, today, { ...size, cursor: at }).rows} width={width} />;
}, isSameChart);

function isSameChart(before: SeriesChartProps, now: SeriesChartProps): boolean {
  return (
    before.series.summary === now.series.summary &&
    before.series.error === now.series.error &&
    before.name === now.name &&
    before.isCompared === now.isCompared &&
    before.today === now.today &&
    before.cursor === now.cursor &&
    before.width === now.width &&
    before.height === now.height
  );
}

/** In fewer columns the title needs the room. */
const roomForWeekend = 50;

/** The legend of a chart, for the right end of its title. */
export function chartLegend(series: ShownSeries, isCompared: boolean, width: number): Part[] {
  const { summary, error } = series;
  if (summary === undefined) return [];
  const unit = chartUnit(summary.points.length, width - chartMargins);
  const weekend = isAscii() ? '==' : '━━';
  const days: Part = {
    text: unit === 'day' ? label`${safeText(weekend)} weekend   ` : label`by ${safeText(unit)}   `,
    tone: 'dim',
  };
  return [
    ...(error === undefined ? [] : [{ text: label`not refreshed   `, tone: 'bad' } satisfies Part]),
    ...(unit === 'day' && width < roomForWeekend ? [] : [days]),
    ...(isCompared ? comparedLegend() : []),
  ];
}

/** Which line is of the period, and which of the days compared with. */
export function comparedLegend(): Part[] {
  const [line, dots] = isAscii() ? ['##', 'oo'] : ['⠶⠶', '⠂⠂'];
  return [
    { text: safeText(line), tone: 'accent' },
    { text: label` now   ${safeText(dots)} before `, tone: 'dim' },
  ];
}

/** A measure over the period: an area, of one day the bars of its hours. */
export function MeasureChart(props: {
  readonly websiteId: string;
  readonly name: SeriesName;
  /** Where the cursor stands; undefined without the focus. */
  readonly cursor?: ChartPlace | undefined;
  readonly width: number;
  readonly height: number;
}) {
  const { websiteId, name, ...view } = props;
  const state = useAppState(whole => whole);
  const hours = hoursInstead(state, name);
  if (hours !== undefined)
    return <HoursChart shown={shownHours(state, websiteId, hours)} name={hours} {...view} />;
  return (
    <SeriesChart
      series={shownSeries(state, websiteId, name)}
      name={name}
      isCompared={shownComparison(state) !== undefined}
      today={state.today()}
      {...view}
    />
  );
}

/** What the parts of that chart are, for the right end of its title. */
export function measureLegend(state: State, websiteId: string, name: SeriesName, width: number): Part[] {
  const hours = hoursInstead(state, name);
  if (hours !== undefined) return hoursLegend(shownHours(state, websiteId, hours));
  return chartLegend(shownSeries(state, websiteId, name), shownComparison(state) !== undefined, width);
}
