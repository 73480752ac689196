import { Line } from '#components/Line.tsx';
import type { Part } from '#components/style.ts';
import type { ChartPlace } from '#model/period/chartPlace.ts';
import { change } from '#model/statistics/comparison.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { shareText, type ShareBasis } from '#model/statistics/share.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { hourText, type HoursName } from '#model/statistics/statistics.ts';
import { changePart } from '#screens/changeParts.ts';
import { hasNoHours } from '#screens/emptyMessages.ts';
import { HoursChart, hoursLegend } from '#screens/HoursChart.tsx';
import { LastSeen } from '#screens/LastSeen.tsx';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { shownHours } from '#store/statistics/dayHours.ts';
import { wholeBasis } from '#store/statistics/shownShares.ts';
import { bodyRows, hasSpacing, hoursLayout } from '#store/core/viewport.ts';
import { fitStart, spaces } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The hours of the day: a chart of bars, and the counts below. */
export function HoursView(props: {
  readonly websiteId: string;
  readonly name: HoursName;
  readonly cursor?: ChartPlace | undefined;
}) {
  const { websiteId, name, cursor } = props;
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const shown = shownHours(state, websiteId, name);
  const width = viewport.columns;
  const counts = hasNoHours(shown) ? undefined : shown.slot?.data;
  const layout = hoursLayout(viewport);
  // Of today, which is compared with nothing, hours stand beside those of a whole day, but have no changes.
  const before = shownComparison(state) === undefined ? undefined : shown.before.counts;
  return (
    <>
      <PeriodLine width={width} />
      <LastSeen>
        {hasSpacing(viewport) && <Line parts={[]} right={hoursLegend(shown)} width={width} />}
        <HoursChart
          shown={shown}
          name={name}
          cursor={cursor}
          width={width}
          height={counts === undefined ? bodyRows(viewport) - 2 : layout.chart}
        />
        {counts !== undefined && (
          <>
            {layout.rows > 0 && <Line parts={[]} width={width} />}
            <HourTable
              counts={counts}
              before={before}
              name={name}
              selected={typeof cursor === 'number' ? cursor : undefined}
              rows={layout.rows}
              width={width}
            />
          </>
        )}
      </LastSeen>
    </>
  );
}

function beside(count: number, basis: ShareBasis, before: { count: number | undefined } | undefined): Part {
  const part: Part =
    before === undefined
      ? { text: safeText(shareText(count, basis)), tone: 'dim' }
      : changePart(change(count, before.count));
  return { ...part, text: fitStart(part.text, 6) };
}

function hourPart(hour: number, isSelected: boolean): Part {
  const text = safeText(`${isSelected ? ' > ' : '   '}${hourText(hour)}`);
  return isSelected ? { text, tone: 'accent', bold: true } : { text, tone: 'dim' };
}

/** Hours, counts and shares, or changes where hours are compared, in as many columns side by side as it takes. */
function HourTable(props: {
  readonly counts: readonly number[];
  readonly before: readonly number[] | undefined;
  readonly name: HoursName;
  /** The hour under the cursor. */
  readonly selected: number | undefined;
  readonly rows: number;
  readonly width: number;
}) {
  const { counts, before, name, selected, rows, width } = props;
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
          hourPart(hour, hour === selected),
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
