import type { ReactNode } from 'react';
import { Column, Line, Lines, SideBySide } from '#components/Line.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import {
  barRows,
  changePart,
  dim,
  hasShortDays,
  ownTitle,
  type Part,
  partsWidth,
} from '#components/parts.ts';
import { change, type IsChance, judged } from '#model/comparison/change.ts';
import { countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { type ChartPosition, pointIndex, shortPointName } from '#model/statistics/cursor.ts';
import { type HoursName, isHours, isSeries, type SeriesName } from '#model/statistics/statistics.ts';
import { isSumOfHours, rowsBasis, type ShareBasis, shareText, sumOf } from '#model/statistics/summary.ts';
import { dayCount } from '#model/period/day.ts';
import { hourText } from '#model/period/format.ts';
import { LastSeen, PeriodLine } from '#screens/PeriodLine.tsx';
import { shownNotes } from '#store/kept/notes.ts';
import {
  dayLines,
  HoursChart,
  hoursLegend,
  MeasureChart,
  measureLegend,
} from '#screens/chart/SeriesChart.tsx';
import { hasNoHours, hoursMessage, nothingCounted, measureMessage } from '#screens/messages.ts';
import { silentMessage } from '#screens/dashboard/panels.ts';
import { PeriodMessage, WebsiteMessage } from '#screens/WebsiteMessage.tsx';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows, hasSpacing, hoursLayout, seriesLayout, withFewDays } from '#store/display.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { type ComparedDay, daysInOrder } from '#store/queries/rows.ts';
import { hoursInstead, shownComparisons, shownHours, shownSeries } from '#store/queries/series.ts';
import { shownComparison, shownPeriod } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import type { StatisticSlice } from '#store/views/statistic.ts';
import { spaces } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { hoursWithin } from '#screens/heatMap/index.ts';
import { rowPaneWidth } from '#store/views/rowPane.ts';
import { RowPane } from './RowPane.tsx';
import { usualParts } from './paneLists.ts';
import { RowsView } from './RowsView.tsx';
import { partColumns } from '#screens/history/index.ts';
import { dayRows, rowOfCursor } from './days.ts';

function HoursView(props: {
  readonly websiteId: string;
  readonly name: HoursName;
  readonly cursor?: ChartPosition | undefined;
}) {
  const { websiteId, name, cursor } = props;
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const shown = shownHours(state, websiteId, name);
  const pane = rowPaneWidth(state);
  const width = viewport.columns - pane;
  const counts = hasNoHours(shown) ? undefined : shown.slot?.data;
  const layout = withRoomOfHours(
    hoursLayout(viewport),
    shown.daysOfHour?.points?.length ?? shown.hours.length,
    width,
  );
  const legend = hoursLegend(shown, isOutage(state));
  // Of today, which is compared with nothing, hours stand beside those of a whole day, but have no changes.
  const hasChanges = shownComparison(state, websiteId) !== undefined;
  const message = hoursMessage(shown, name, state);
  if (message?.isOfZeros === true) return <PeriodMessage {...{ message, websiteId }} />;
  const hours =
    pane > 0 ? [hoursWithin(state, name)] : hoursSaid(state, name, width - partsWidth(legend) - 3);
  return (
    <WithPane pane={pane}>
      {hasSpacing(viewport) && <Line parts={hours} right={legend} width={width} />}
      <HoursChart
        shown={shown}
        name={name}
        notes={shownNotes(state, websiteId)}
        cursor={cursor}
        hasParts
        width={width}
        height={counts === undefined ? bodyRows(viewport) - 2 : layout.chart}
      />
      {counts !== undefined && (
        <>
          {layout.rows > 0 && <Line parts={[]} width={width} />}
          <HourTable {...{ shown, counts, name, hasChanges, width }} cursor={cursor} rows={layout.rows} />
        </>
      )}
    </WithPane>
  );
}

/** Below the line of the period, with what stands beside it where there is room. */
function WithPane(props: { readonly pane: number; readonly children: ReactNode }) {
  const { pane, children } = props;
  const viewport = useAppState(state => state.viewport);
  const height = bodyRows(viewport) - 1;
  return (
    <>
      <PeriodLine width={viewport.columns} />
      <SideBySide>
        <Column width={viewport.columns - pane} height={height}>
          <LastSeen>{children}</LastSeen>
        </Column>
        {pane > 0 && <RowPane width={pane} height={height} />}
      </SideBySide>
    </>
  );
}

/** What the numbers are of within a filter, else what explains the day. */
function hoursSaid(state: State, name: HoursName, width: number): readonly Part[] {
  const within = hoursWithin(state, name);
  return within.text === '' ? [{ text: label` ` }, ...(dayLines(state, width, 1)[0] ?? [])] : [within];
}

function shareOrChange(
  count: number,
  basis: ShareBasis,
  before: { count: number | undefined } | undefined,
  isChance?: IsChance,
): Part {
  return before === undefined
    ? dim(safeText(shareText(count, basis)))
    : changePart(judged(change(count, before.count), count, before.count, isChance));
}

const hourIndent = 3;
const minHour = 26;
const widestHour = 120;

/** What hours, or days of one of them, leave below them is the chart's. */
function withRoomOfHours(layout: ReturnType<typeof hoursLayout>, count: number, width: number) {
  if (layout.rows === 0) return layout;
  const { perColumn, lines } = hourColumns(count, width, layout.rows);
  const spare = Math.max(0, layout.rows - perColumn * lines - 1);
  return { chart: layout.chart + spare, rows: layout.rows - spare };
}

interface HourColumns {
  readonly columns: number;
  readonly perColumn: number;
  /** Of each hour. */
  readonly lines: 1 | 2;
}

/** As few columns of so many hours, or days, as leave a line for their sum, of a width that one row is read across. */
function hourColumns(count: number, width: number, rows: number): HourColumns {
  const min = Math.ceil(width / widestHour);
  const max = Math.max(min, Math.floor(width / minHour));
  const all = Array.from({ length: max - min + 1 }, (_, index): HourColumns => {
    const perColumn = Math.ceil(count / (min + index));
    return { columns: min + index, perColumn, lines: perColumn * 2 < rows ? 2 : 1 };
  });
  return (
    all.find(({ perColumn }) => perColumn < rows) ?? all.at(-1) ?? { columns: 1, perColumn: count, lines: 1 }
  );
}

/** Hours that are to come have what is usual. Of one hour the days that have it, the latest first. */
export function HourTable(props: {
  readonly shown: ReturnType<typeof shownHours>;
  readonly counts: readonly number[];
  readonly hasChanges: boolean;
  readonly name: HoursName;
  readonly cursor: ChartPosition | undefined;
  readonly rows: number;
  readonly width: number;
}) {
  const { shown, counts, hasChanges, name, cursor, rows, width } = props;
  const { before, openFrom = 24, hours, daysOfHour } = shown;
  const capabilities = useAppState(state => state.capabilities);
  const basis = rowsBasis(counts.map(count => ({ count })));
  const days = daysOfHour?.points?.toReversed();
  const ofDays = rowsBasis(days ?? []);
  const hasOwn = days?.some(({ own }) => own !== undefined) === true;
  const items = days ?? hours;
  if (rows <= 0) return null;
  const { columns, perColumn, lines: tall } = hourColumns(items.length, width, rows);
  const each = Math.floor(width / columns);
  const selected = days === undefined ? hours.findIndex(hour => hour === cursor) : pointIndex(days, cursor);
  const drawn = barRows(
    items.map(item => {
      if (typeof item !== 'number') {
        const { count = 0, own } = item;
        const part = hasOwn
          ? changePart(change(item.isOpen ? undefined : item.count, own?.before))
          : shareOrChange(count, ofDays, undefined);
        const name = { text: safeText(shortPointName(item)) };
        return { label: name, value: count, numbers: [{ text: safeText(groupThousands(item.count)) }, part] };
      }
      const hour = item;
      const count = counts[hour] ?? 0;
      const usual = before.counts?.[hour];
      const name = { text: safeText(hourText(hour)) };
      if (hour >= openFrom && count === 0 && usual !== undefined)
        return { label: name, value: usual, isUsual: true, numbers: usualParts(usual) };
      const part = shareOrChange(
        count,
        basis,
        before.counts && hasChanges ? { count: usual } : undefined,
        shown.isChance,
      );
      return { label: name, value: count, numbers: [{ text: safeText(groupThousands(count)) }, part] };
    }),
    {
      width: each - hourIndent - 1,
      family: statisticInfo(name).family,
      min: [6, 6],
      lines: tall,
      selected,
    },
  );
  const lines = Array.from({ length: perColumn }, (_, row) => row).flatMap(row =>
    Array.from({ length: tall }, (_, line) =>
      [...items.keys()]
        .filter(index => index % perColumn === row)
        .flatMap((index): Part[] => [
          {
            text: index === selected && line === 0 ? label` > ` : spaces(hourIndent),
            tone: 'accent',
            bold: true,
          },
          ...(drawn[index]?.[line] ?? []),
          { text: spaces(1) },
        ]),
    ),
  );
  return (
    <>
      <Lines lines={lines.slice(0, rows)} width={width} />
      {rows > lines.length && (
        <Line
          parts={[
            dim(
              safeText(
                days === undefined
                  ? `   ${counted(basis.total, countsOf(name, capabilities))} in all${isSumOfHours(name, capabilities) ? ` (${sumOf('hours')})` : ''}`
                  : `   ${counted(days.length, 'days')}, latest first`,
              ),
            ),
          ]}
          width={width}
        />
      )}
    </>
  );
}

function SeriesView(props: {
  readonly websiteId: string;
  readonly name: SeriesName;
  readonly cursor: ChartPosition | undefined;
}) {
  const { websiteId, name, cursor } = props;
  const state = useAppState(whole => whole);
  const { viewport, statistic } = state;
  const series = shownSeries(state, websiteId, name);
  const pane = rowPaneWidth(state);
  const width = viewport.columns - pane;
  const layout = withFewDays(
    seriesLayout(viewport),
    series.summary?.points.length,
    dayCount(shownPeriod(state)),
  );
  const comparisons = shownComparisons(state, websiteId, name);
  const legend = measureLegend(state, websiteId, name, width);
  const message = measureMessage(state, websiteId, name);
  const nobody = series.summary?.points.every(({ count }) => count === 0)
    ? { ...(silentMessage(state, websiteId) ?? nothingCounted(name, state)), isOfZeros: true }
    : undefined;
  const zeros = message?.isOfZeros === true ? message : layout.hasTitles ? undefined : nobody;
  if (zeros !== undefined) return <PeriodMessage message={zeros} websiteId={websiteId} />;
  // Failures are said where the chart is; without one, in place of everything.
  const chart = series.summary === undefined ? bodyRows(viewport) - 2 : layout.chart;
  const top = statistic.position.selected;
  const days = series.summary && daysInOrder(series.summary, statistic, comparisons, state.today());
  const columns = partColumns(
    { name, unit: 'day' },
    width - tableIndent - 1,
    state.capabilities,
    state.comparison.baseline === undefined ? 'nothing' : pane > 0 ? 'both' : 'change',
    ownTitle(state.comparison.baseline, 'day'),
  );
  return (
    <WithPane pane={pane}>
      {hasSpacing(viewport) && <Line parts={[]} right={legend} width={width} />}
      {chart > 0 && (
        <MeasureChart {...{ websiteId, name, cursor, width }} height={chart} isBare={!layout.hasTitles} />
      )}
      {nobody !== undefined && (
        <WebsiteMessage
          message={nobody}
          websiteId={websiteId}
          part={pane > 0 ? 'settings' : 'helps'}
          width={width}
          height={layout.gap + layout.rows + 2}
        />
      )}
      {days !== undefined && nobody === undefined && (
        <>
          {layout.gap > 0 && <Line parts={[]} width={width} />}
          <Table
            columns={columns}
            rows={dayRows(days, {
              name,
              today: state.today(),
              top,
              height: layout.rows,
              isShort: hasShortDays(width - tableIndent - 1),
            })}
            selected={selectedRow(state, days, top, layout.rows)}
            top={0}
            height={layout.rows}
            width={width}
            hasTitles={layout.hasTitles}
          />
          {layout.hasTitles && (
            <Line parts={[position(days.length, top, layout.rows, statistic)]} width={width} />
          )}
        </>
      )}
    </WithPane>
  );
}

function selectedRow(
  state: State,
  days: readonly ComparedDay[],
  top: number,
  rows: number,
): number | undefined {
  const row = rowOfCursor(state, days);
  return row === undefined || row < top || row >= top + rows ? undefined : row - top;
}

function position(days: number, top: number, rows: number, { sortBy, sort }: StatisticSlice): Part {
  const [first, last] = sortBy === 'value' ? ['latest', 'earliest'] : ['highest', 'lowest'];
  const order = `${sort === 'desc' ? first : last}${sortBy === 'change' ? ' change' : ''} first`;
  const shown =
    days <= rows ? counted(days, 'days') : `days ${top + 1} to ${Math.min(days, top + rows)} of ${days}`;
  return dim(label`   ${safeText(shown)}, ${safeText(order)}`);
}

export function StatisticScreen(props: RouteOf<'statistic'>) {
  const { websiteId, name, cursor } = props;
  const instead = useAppState(state => (isSeries(name) ? hoursInstead(state, name) : undefined));
  const hours = instead ?? name;
  if (isHours(hours)) return <HoursView websiteId={websiteId} name={hours} cursor={cursor} />;
  if (isSeries(name)) return <SeriesView websiteId={websiteId} name={name} cursor={cursor} />;
  return <RowsView info={statisticInfo(name)} />;
}
