import { useAppState } from '#screens/useAppState.ts';
import { memo } from 'react';
import { hoursChart } from '#charts/hours.ts';
import { Chart } from '#components/Chart.tsx';
import { chartMargins } from '#components/chartLines.ts';
import { Message } from '#components/Message.tsx';
import type { Part } from '#components/style.ts';
import type { ChartPlace } from '#model/period/chartPlace.ts';
import { bucketName } from '#model/period/bucket.ts';
import { formatDayShort } from '#model/period/day.ts';
import { hourCursorPoints, hourTicks, placeOf } from '#model/statistics/cursorPoint.ts';
import type { HoursName } from '#model/statistics/statistics.ts';
import { compactNumber } from '#model/text/number.ts';
import type { shownHours } from '#store/statistics/dayHours.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { cursorBox } from './cursorText.ts';
import { hoursMessage } from './emptyMessages.ts';

type ShownHours = ReturnType<typeof shownHours>;

interface HoursChartProps {
  readonly shown: ShownHours;
  readonly name: HoursName;
  readonly cursor?: ChartPlace | undefined;
  readonly width: number;
  readonly height: number;
}

/** The hours of a day, or of all days of a period, as bars beside those compared with, or what there is to say in its place. */
export const HoursChart = memo(function HoursChart(props: HoursChartProps) {
  const { shown, name, cursor, width, height } = props;
  const capabilities = useAppState(state => state.capabilities);
  const profile = useAppState(state => state.profile);
  const { slot, before, ...days } = shown;
  const message = hoursMessage(shown, name, { capabilities, profile });
  if (message !== undefined || slot?.data === undefined)
    return message && <Message {...message} width={width} height={height} />;
  const points = hourCursorPoints(slot.data, before.counts, days);
  const { rows } = hoursChart({
    points: points.map(({ count, isOpen }) => ({ count, unfinished: isOpen })),
    ticks: hourTicks,
    compared: before.counts,
    cursor: cursorBox(points, placeOf(points, cursor)),
    width: width - chartMargins,
    height,
    ascii: isAscii(),
    formatCount: compactNumber,
  });
  return <Chart rows={rows} width={width} />;
}, isSameChart);

function isSameChart(before: HoursChartProps, now: HoursChartProps): boolean {
  return (
    before.shown.slot?.data === now.shown.slot?.data &&
    before.shown.slot?.error === now.shown.slot?.error &&
    before.shown.before.counts === now.shown.before.counts &&
    before.shown.day === now.shown.day &&
    before.shown.beforeDay === now.shown.beforeDay &&
    before.shown.openFrom === now.shown.openFrom &&
    before.name === now.name &&
    before.cursor === now.cursor &&
    before.width === now.width &&
    before.height === now.height
  );
}

/** What the bars are, for the right end of the chart's title. */
export function hoursLegend({ slot, before, beforeDay }: ShownHours): Part[] {
  const failed = slot?.error !== undefined && slot.data !== undefined;
  if (failed) return [{ text: label`not refreshed, r tries again `, tone: 'bad' }];
  if (before.isUnknown) {
    const { since } = before;
    const why =
      since === undefined ? 'not all hours before were kept' : `hours only since ${formatDayShort(since)}`;
    return [{ text: safeText(`changes unknown: ${why} `), tone: 'dim' }];
  }
  if (before.error !== undefined) return [{ text: label`not compared, r tries again `, tone: 'bad' }];
  if (before.counts === undefined) return [];
  const day = beforeDay === undefined ? 'before' : bucketName(beforeDay, 'day');
  return [{ text: safeText(`${isAscii() ? ':' : '⡇'} ${day} `), tone: 'dim' }];
}
