import { heatMap } from '#charts/heatMap.ts';
import { Chart } from '#components/Chart.tsx';
import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import type { Part } from '#components/style.ts';
import { addDays, dayCount, weekdayName } from '#model/day.ts';
import { compactNumber } from '#model/number.ts';
import { describePeriod } from '#model/period.ts';
import { statisticInfo } from '#model/statisticCatalogue.ts';
import type { HoursName } from '#model/statistics.ts';
import { busiestHour, weekHours } from '#model/weekHours.ts';
import { failureLines } from '#screens/failure.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { heatMapRead, type HeatMapRead } from '#store/heatMap.ts';
import { bodyRows, hasAir } from '#store/viewport.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';

const indent = 3;
const headings = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** A Monday. */
const someMonday = '2024-01-01';
const weekdays = Array.from({ length: 7 }, (_, place) => weekdayName(addDays(someMonday, place)));

/** Weekday by hour, the average of the last whole weeks of the period; filled in as its days are read. */
export function HeatMapScreen(props: { readonly websiteId: string; readonly name: HoursName }) {
  const { websiteId, name } = props;
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const width = viewport.columns;
  const read = heatMapRead(state, websiteId, name);
  const week = weekHours(read.days);
  const air = hasAir(viewport);
  return (
    <>
      <PeriodLine width={width} />
      <Line parts={[subject(name, read)]} right={progress(read)} width={width} />
      {air && <Line parts={[]} width={width} />}
      {read.read === 0 ? (
        <Message
          title={read.error === undefined ? label`Reading ...` : label`The days could not be read`}
          tone={read.error === undefined ? 'dim' : 'bad'}
          lines={read.error === undefined ? [] : failureLines(read.error)}
          width={width}
          height={bodyRows(viewport) - 2 - (air ? 1 : 0)}
        />
      ) : (
        <Chart
          indent={indent}
          width={width}
          rows={heatMap({
            rows: week.map((counts, weekday) => ({ label: dayLabel(weekday, width), counts })),
            headings,
            width: width - indent - 1,
            ascii: isAscii(),
            formatCount: compactNumber,
          }).slice(0, bodyRows(viewport) - 2)}
        />
      )}
      {air && read.read > 0 && <Line parts={[]} width={width} />}
      {air && <Line parts={[busiest(week, name)]} width={width} />}
    </>
  );
}

function dayLabel(weekday: number, width: number): string {
  const name = weekdays[weekday] ?? '';
  return width < 60 ? name.slice(0, 2) : name;
}

function subject(name: HoursName, { period }: HeatMapRead): Part {
  const weeks = dayCount(period) / 7;
  const of = weeks === 1 ? 'one week' : `average of ${weeks} weeks`;
  return {
    text: safeText(` ${capital(statisticInfo(name).counts)} an hour, ${of}, ${describePeriod(period)}`),
    tone: 'dim',
  };
}

function progress({ days, read, failed, loading }: HeatMapRead): Part[] {
  if (loading) return [{ text: label`${read} of ${days.length} days, Esc cancels `, tone: 'warn' }];
  if (failed > 0)
    return [{ text: label`${failed} of ${days.length} days not read, r tries again `, tone: 'bad' }];
  return [];
}

function busiest(week: readonly (readonly (number | undefined)[])[], name: HoursName): Part {
  const best = busiestHour(week);
  if (best === undefined) return { text: label`` };
  const time = `${weekdays[best.weekday] ?? ''} ${String(best.hour).padStart(2, '0')}:00`;
  const count = `${compactNumber(best.count)} ${statisticInfo(name).counts}`;
  return { text: safeText(`   Busiest: ${time}, ${count}.`) };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
