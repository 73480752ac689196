import { Chart } from '#components/Chart.tsx';
import { DayTable, type DayRow } from '#components/DayTable.tsx';
import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { addDays, formatDay, weekdayName } from '#model/day.ts';
import { change, formatChange } from '#model/comparison.ts';
import { groupThousands } from '#model/number.ts';
import { resolvePeriod } from '#model/period.ts';
import { seriesSpan } from '#model/seriesSpan.ts';
import type { SeriesName, SeriesPoint } from '#model/statistics.ts';
import { summarise } from '#model/summary.ts';
import { failureLines } from '#screens/failure.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { seriesChart } from '#screens/seriesChart.ts';
import { useAppState } from '#screens/useAppState.ts';
import { spanKey } from '#store/stats.ts';
import { bodyRows, hasAir, seriesLayout } from '#store/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** Visitors or page views: the chart, and the days below it, the last one first. */
export function SeriesView({ websiteId, name }: { readonly websiteId: string; readonly name: SeriesName }) {
  const state = useAppState(whole => whole);
  const { viewport, statistic } = state;
  const today = state.today();
  const period = resolvePeriod(state.period.choice, today);
  const span = seriesSpan(period, today);
  const slot = state.stats.series[spanKey(websiteId, name, span)];
  const width = viewport.columns;
  const layout = seriesLayout(viewport);
  if (slot?.data === undefined) {
    const failure = slot?.error;
    return (
      <>
        <PeriodLine width={width} />
        <Message
          title={failure === undefined ? label`Reading ...` : label`The days could not be read`}
          tone={failure === undefined ? 'dim' : 'bad'}
          lines={failure === undefined ? [] : failureLines(failure)}
          width={width}
          height={bodyRows(viewport) - 1}
        />
      </>
    );
  }
  const { points } = summarise(slot.data, period, today);
  const top = statistic.position.selected;
  return (
    <>
      <PeriodLine width={width} />
      {hasAir(viewport) && <Line parts={[]} width={width} />}
      {layout.chart > 0 && (
        <Chart
          rows={seriesChart(points, today, { width: width - 4, height: layout.chart })}
          indent={3}
          width={width}
        />
      )}
      <DayTable rows={dayRows(points, slot.data, today).slice(top, top + layout.rows)} />
      <Line
        parts={[
          { text: label`   ` },
          { text: safeText(position(points.length, top, layout.rows)), tone: 'dim' },
        ]}
        width={width}
      />
    </>
  );
}

function dayRows(points: readonly SeriesPoint[], span: readonly SeriesPoint[], today: string): DayRow[] {
  const counts = new Map(span.map(({ day, count }) => [day, count]));
  return points.toReversed().map(({ day, count }) => ({
    day: formatDay(day),
    weekday: weekdayName(day),
    count: groupThousands(count),
    change: day === today ? 'so far' : formatChange(change(count, counts.get(addDays(day, -7)))),
  }));
}

function position(days: number, top: number, rows: number): string {
  return `Days ${top + 1} to ${Math.min(days, top + rows)} of ${days}. The change is against the same weekday a week before.`;
}
