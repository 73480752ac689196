import { memo } from 'react';
import { hoursChart } from '#charts/chart.ts';
import { Chart } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { chartMargins, type Part } from '#components/parts.ts';
import { bucketName } from '#model/period/bucket.ts';
import { formatDayShort } from '#model/period/format.ts';
import { type ChartPlace, hourCursorPoints, hourTicks, placeOf } from '#model/statistics/cursor.ts';
import type { HoursName } from '#model/statistics/statistics.ts';
import { hoursMessage } from '#screens/messages.ts';
import { useAppState } from '#screens/storeView.ts';
import type { shownHours } from '#store/queries/hours.ts';
import { isAscii } from '#text/characters.ts';
import { label, safeText } from '#text/safeText.ts';
import { compactNumber } from '#text/words.ts';
import { cursorBox } from './cursor.ts';

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
