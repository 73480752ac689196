import { columns } from '#charts/columns.ts';
import { Chart, chartMargins } from '#components/Chart.tsx';
import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import type { Part } from '#components/style.ts';
import { change } from '#model/statistics/comparison.ts';
import { formatDayShort } from '#model/period/day.ts';
import { compactNumber, counted, groupThousands } from '#model/text/number.ts';
import { shareText, type ShareBasis } from '#model/statistics/share.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { HoursName } from '#model/statistics/statistics.ts';
import { changePart } from '#screens/changeParts.ts';
import { unreadMessage, nothingCounted } from '#screens/emptyMessages.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { rowsPeriod } from '#store/statistics/comparison.ts';
import type { Remote } from '#store/core/remote.ts';
import { wholeBasis } from '#store/statistics/shownShares.ts';
import { hoursBefore } from '#store/statistics/shownReach.ts';
import { spanKey } from '#store/statistics/stats.ts';
import { bodyRows, hasSpacing, hoursLayout } from '#store/core/viewport.ts';
import { isAscii } from '#terminal/charset.ts';
import { fitStart, spaces } from '#terminal/fit.ts';
import { label, safeText } from '#terminal/safeText.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The profile of the day: a column for each hour, and the counts below. */
export function HoursView({ websiteId, name }: { readonly websiteId: string; readonly name: HoursName }) {
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const slot = state.stats.hours[spanKey(websiteId, name, rowsPeriod(state))];
  const before = hoursBefore(state, websiteId, name);
  const width = viewport.columns;
  const counts = slot?.data;
  const layout = hoursLayout(viewport);
  return (
    <>
      <PeriodLine width={width} />
      {hasSpacing(viewport) && <Line parts={[]} right={hoursLegend(slot, before)} width={width} />}
      {counts === undefined ? (
        <Message
          {...unreadMessage(slot?.error, {
            reading: label`Reading ...`,
            failed: label`The hours could not be read`,
          })}
          width={width}
          height={bodyRows(viewport) - 2}
        />
      ) : [...counts, ...(before.counts ?? [])].every(count => count === 0) ? (
        <Message
          {...nothingCounted(name, state.capabilities)}
          width={width}
          height={bodyRows(viewport) - 2}
        />
      ) : (
        <>
          <Chart
            width={width}
            rows={columns({
              points: hours.map(hour => ({ count: counts[hour] ?? 0, label: String(hour).padStart(2, '0') })),
              compared: before.counts,
              width: width - chartMargins,
              height: layout.chart,
              ascii: isAscii(),
              formatCount: compactNumber,
            })}
          />
          {layout.rows > 0 && <Line parts={[]} width={width} />}
          <HourTable counts={counts} before={before.counts} name={name} rows={layout.rows} width={width} />
        </>
      )}
    </>
  );
}

function hoursLegend(slot: Remote<unknown> | undefined, before: ReturnType<typeof hoursBefore>): Part[] {
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
  return [{ text: isAscii() ? label`- before ` : label`─ before `, tone: 'dim' }];
}

function beside(count: number, basis: ShareBasis, before: { count: number | undefined } | undefined): Part {
  const part: Part =
    before === undefined
      ? { text: safeText(shareText(count, basis)), tone: 'dim' }
      : changePart(change(count, before.count));
  return { ...part, text: fitStart(part.text, 6) };
}

/** Hours, counts and shares, or changes where hours are compared, in as many columns side by side as it takes. */
function HourTable(props: {
  readonly counts: readonly number[];
  readonly before: readonly number[] | undefined;
  readonly name: HoursName;
  readonly rows: number;
  readonly width: number;
}) {
  const { counts, before, name, rows, width } = props;
  const capabilities = useAppState(state => state.capabilities);
  const basis = wholeBasis(counts.map(count => ({ count })));
  if (rows <= 0) return null;
  const perColumn = Math.max(Math.ceil(24 / Math.max(1, Math.floor(width / 26))), 1);
  const lines = hours
    .slice(0, Math.min(rows, perColumn))
    .map(row =>
      hours
        .filter(hour => hour % perColumn === row)
        .flatMap(hour => [
          { text: safeText(`   ${String(hour).padStart(2, '0')}:00`), tone: 'dim' as const },
          { text: fitStart(safeText(groupThousands(counts[hour] ?? 0)), 10) },
          beside(counts[hour] ?? 0, basis, before && { count: before[hour] }),
          { text: spaces(1) },
        ]),
    );
  return (
    <>
      {lines.slice(0, rows).map((parts, index) => (
        <Line key={index} parts={parts} width={width} />
      ))}
      {rows > lines.length && (
        <Line
          parts={[
            {
              text: safeText(`   ${counted(basis.total, countsOf(name, capabilities))} in all`),
              tone: 'dim',
            },
          ]}
          width={width}
        />
      )}
    </>
  );
}
