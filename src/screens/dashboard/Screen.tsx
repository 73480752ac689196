import { Fragment, type ReactNode } from 'react';
import { frameColumns } from '#components/box/frame.ts';
import { Message } from '#components/box/Message.tsx';
import { Column, Dimmed, Line, SideBySide } from '#components/Line.tsx';
import { MeasureStrip, type TileMeasure, Tiles } from '#components/Measures.tsx';
import { Panel, type PanelProps } from '#components/Panel.tsx';
import { columnWidths, dim, type Part, partsWidth } from '#components/parts.ts';
import {
  type Capabilities,
  countsOf,
  countsVisits,
  statisticInfo,
  statisticTitle,
  whyNoSessions,
} from '#model/service/capabilities.ts';
import { isHours, type StatisticName } from '#model/statistics/statistics.ts';
import { DaySentences } from '#screens/chart/SeriesChart.tsx';
import { useMapLines } from '#screens/chart/worldMap.tsx';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState, useMade } from '#screens/storeView.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import { isAwaited } from '#store/reading/lastSeen.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { dayByHour, shownSeries, shownSessions, todayByHour } from '#store/queries/series.ts';
import { isTodayChanged } from '#store/reading/reading.ts';
import type { State } from '#store/state.ts';
import { chartPanel } from '#store/views/dashboard.ts';
import {
  type DashboardLayout,
  dashboardLayout,
  hasGoalLine,
  isSmall,
  mapColumns,
  panelsOnScreen,
  panelsText,
  showsToday,
  tileRows,
} from '#store/views/dashboardLayout.ts';
import { focusedPanel } from '#store/kept/yours.ts';
import { WebsiteMessage } from '#screens/WebsiteMessage.tsx';
import { urgentGoal } from '#screens/goals.ts';
import { label, safeText } from '#text/safeText.ts';
import { type Arrangement, arrangementOf, roomFor } from './arrangement.ts';
import { measuresOf, stripOf } from './measures.ts';
import { DashboardChart, SmallDashboard } from './DashboardChart.tsx';
import { chartMessage, isUnreadIn, nothingMessage, panelContent, unreadWords } from './panels.ts';
import { worldRows } from '#store/queries/rows.ts';

function PanelGrid(props: {
  readonly websiteId: string;
  readonly layout: DashboardLayout;
  readonly arrangement: Arrangement;
  /** Of each row of panels. */
  readonly heights: readonly number[];
  readonly width: number;
  readonly gap: number;
}) {
  const { websiteId, layout, arrangement, heights, width, gap } = props;
  const state = useAppState(whole => whole);
  const { panel: focused, row: selected } = state.dashboard;
  const { panels, isFramed, isOpen } = layout;
  const spacing = !isFramed && hasSpacing(state.viewport);
  const shapeOf = (panelIndex: number): PanelShape => {
    const name = panels[panelIndex];
    return name === undefined || !isHours(name) ? 'rows' : layout.hasWeek ? 'week' : 'hours';
  };
  const panelAt = (panelIndex: number, size: PanelSize): ReactNode => {
    const name = panels[panelIndex];
    if (name === undefined) return null;
    return (
      <StatisticPanel
        key={name}
        websiteId={websiteId}
        name={name}
        layout={layout}
        number={panelIndex < 9 ? label`${panelIndex + 1}` : undefined}
        focused={panelIndex === focused}
        selected={panelIndex === focused ? selected : undefined}
        {...size}
      />
    );
  };
  const widthsOf = (indexes: readonly number[]) =>
    panelWidths(indexes.map(shapeOf), { width, columns: indexes.length, gap });
  return (
    <>
      {arrangement.rows.map((indexes, row) => {
        const widths = widthsOf(indexes);
        const height = heights[row] ?? layout.panelHeight;
        return (
          <Fragment key={row}>
            {row > 0 && spacing && <Line parts={[]} width={width} />}
            <SideBySide>
              {indexes.map((panelIndex, index) =>
                panelAt(panelIndex, {
                  width: widths[index] ?? 0,
                  height,
                  isFramed,
                  isOpen,
                  isTall: arrangement.isBesideChart === true,
                  gap,
                }),
              )}
            </SideBySide>
          </Fragment>
        );
      })}
      {arrangement.empty.length > 0 && (
        <Line parts={emptyParts(state, websiteId, arrangement.empty, width)} width={width} />
      )}
    </>
  );
}

/** "Nothing in: 4 Campaigns  5 Events", as far as there is room; the one with the focus is among them. */
function emptyParts(state: State, websiteId: string, empty: readonly number[], width: number): Part[] {
  const { panel: focused } = state.dashboard;
  const { panels, values } = dashboardLayout(state);
  const parts = empty.map((panelIndex): Part[] => {
    const name = panels[panelIndex];
    const title = name === undefined ? label`` : safeText(statisticTitle(name, state.capabilities));
    if (panelIndex === focused) return [{ text: label`  > ${title}`, tone: 'accent', bold: true }];
    const number = panelIndex < 9 ? label`${panelIndex + 1} ` : label``;
    return [dim(label`  ${number}${title}`)];
  });
  const names = empty.flatMap(panelIndex => panels[panelIndex] ?? []);
  const unread = names.filter(name => isUnreadIn(state, websiteId, name, values));
  const why = unread.length === 0 ? label`Nothing in` : unreadWords(state, websiteId, unread);
  const others = unread.length > 0 && unread.length < names.length ? label`, or nothing in` : label``;
  const isBad = unread.length > 0 && !isOutage(state);
  const start: Part = { text: label` ${why}${others}:`, tone: isBad ? 'bad' : 'dim' };
  const upTo = parts.slice(0, empty.indexOf(focused) + 1);
  const room = width - partsWidth([start]) - 1;
  while (upTo.length > 1 && partsWidth(upTo.flat()) > room) upTo.shift();
  const left = upTo.length === 0 ? parts : [...upTo, ...parts.slice(empty.indexOf(focused) + 1)];
  return [start, ...left.flat()];
}

type PanelSize = Pick<PanelProps, 'width' | 'height' | 'isFramed' | 'isOpen' | 'isTall' | 'gap'>;

function StatisticPanel(
  props: PanelSize &
    Pick<PanelProps, 'number' | 'focused' | 'selected'> & {
      readonly websiteId: string;
      readonly name: StatisticName;
      readonly layout: DashboardLayout;
    },
) {
  const { websiteId, name, layout, ...size } = props;
  const { values, hasChanges, hasWeek } = layout;
  const { isKept, ...content } = useMade(
    state => panelContent(state, websiteId, name, { values, hasChanges, hasWeek }),
    [websiteId, name, values, hasChanges, hasWeek],
  );
  const title = useAppState(({ capabilities }) => statisticTitle(name, capabilities));
  const { family } = statisticInfo(name);
  return (
    <Dimmed on={isKept}>
      <Panel title={safeText(title)} family={family} {...size} {...content} />
    </Dimmed>
  );
}

function WorldPanel(props: {
  readonly websiteId: string;
  /** With the free columns behind it. */
  readonly width: number;
  readonly gap: number;
  readonly height: number;
}) {
  const { websiteId, width, gap, height } = props;
  const state = useAppState(whole => whole);
  const { row } = state.dashboard;
  const rows = worldRows(state, websiteId);
  const isCountry = focusedPanel(state) === 'country';
  const lines = useMapLines({
    rows,
    selected: isCountry && row !== undefined ? rows[row]?.value : undefined,
    width: width - gap - frameColumns,
    height: height - 2,
  });
  const content = useMade(({ capabilities }) => mapContent(lines, capabilities), [lines]);
  return (
    <Panel
      title={label`Where`}
      family="places"
      focused={false}
      {...content}
      isFramed
      width={width}
      gap={gap}
      height={height}
    />
  );
}

function mapContent(
  lines: ReturnType<typeof useMapLines>,
  capabilities: Capabilities,
): Pick<PanelProps, 'rows' | 'draw' | 'note'> {
  const note = dim(safeText(countsOf('country', capabilities)));
  return { rows: [], draw: () => lines, note };
}

/** Of the lines below the tiles, where nobody came in this period and some did in the one before. */
const shareOfBefore = 0.4;

export function DashboardScreen({ websiteId, cursor }: RouteOf<'dashboard'>) {
  const state = useAppState(whole => whole);
  const { viewport, dashboard } = state;
  const layout = dashboardLayout(state);
  const arrangement = arrangementOf(state, websiteId);
  const room = roomFor(arrangement, layout, viewport);
  const width = viewport.columns;
  const spacing = !layout.isFramed && hasSpacing(viewport);
  const gap = layout.isFramed && width >= minForGaps ? 1 : 0;
  const nothing = nothingMessage(state, websiteId, layout);
  const measures = useMade(state => shownMeasures(state, websiteId), [websiteId]);
  const isSeriesKept = isAwaited(state, shownSeries(state, websiteId, 'visitors'));
  const goals = useMade(state => goalLine(state, websiteId, width - 2), [websiteId, width]);
  const isChartAlone = isSmall(state);
  const ofChart = chartMessage(state, websiteId);
  const zeros = nothing && (ofChart ?? { ...nothing, isOfZeros: true });
  // Measures that all say nothing take the room of what helps.
  const hasMeasures = nothing === undefined || measures.some(({ value }) => value !== '-' && value !== '0');
  const strip = hasMeasures ? layout.strip : 0;
  const above = hasMeasures ? layout.above : 0;
  const tops = above + strip + (spacing && hasMeasures ? 1 : 0) + layout.sentence;
  const below = bodyRows(viewport) - 1 - tops;
  const chart =
    nothing === undefined
      ? room.chart - goals.length
      : layout.chart > 0 && ofChart === undefined
        ? Math.floor(below * shareOfBefore)
        : 0;
  const hasMap = layout.map > 0 && nothing === undefined && !arrangement.isBesideChart;
  const map = hasMap && worldRows(state, websiteId).length > 0 ? mapColumns(chart, width) : 0;
  const sideColumns = arrangement.isBesideChart ? Math.min(maxSideColumns, Math.floor(width / 3)) : map;
  const isUnread =
    isOutage(state) &&
    ofChart?.tone === 'bad' &&
    panelsOnScreen(dashboard.panel, layout).every(name => isUnreadIn(state, websiteId, name, layout.values));
  if (isUnread)
    return (
      <>
        <PeriodLine width={width} />
        <Message {...ofChart} width={width} height={bodyRows(viewport) - 1} />
      </>
    );
  if (isChartAlone && nothing === undefined)
    return <SmallDashboard {...{ websiteId, cursor, measures }} isKept={isSeriesKept} />;
  const panels = { websiteId, layout, gap, heights: room.heights };
  return (
    <>
      <PeriodLine
        width={width}
        right={
          isChartAlone || nothing !== undefined ? undefined : safeText(panelsText(dashboard.panel, layout))
        }
      />
      {above > 0 && <Line parts={[]} width={width} />}
      <Dimmed on={isSeriesKept}>
        {strip === tileRows ? (
          <Tiles measures={measures} width={width} gap={gap} />
        ) : (
          strip > 0 && <MeasureStrip measures={stripOf(measures)} rows={strip} width={width} />
        )}
      </Dimmed>
      {spacing && hasMeasures && <Line parts={[]} width={width} />}
      {layout.sentence > 0 && <DaySentences width={width} height={layout.sentence} />}
      {nothing === undefined &&
        goals.map((part, line) => <Line key={line} parts={[{ text: label` ` }, part]} width={width} />)}
      {zeros !== undefined && (
        <WebsiteMessage
          {...{ message: zeros, websiteId, width }}
          height={below - chart - Number(chart > 0)}
        />
      )}
      {zeros !== undefined && chart > 0 && <Line parts={[]} width={width} />}
      {chart > 0 && (
        <SideBySide>
          <Column width={width - sideColumns} height={chart}>
            <Dimmed on={isSeriesKept}>
              <DashboardChart
                websiteId={websiteId}
                cursor={dashboard.panel === chartPanel ? cursor : undefined}
                width={width - sideColumns}
                height={chart}
              />
            </Dimmed>
          </Column>
          {map > 0 && <WorldPanel websiteId={websiteId} width={map} gap={gap} height={chart} />}
          {arrangement.isBesideChart && (
            <Column width={sideColumns} height={chart}>
              <PanelGrid {...panels} arrangement={{ ...arrangement, empty: [] }} width={sideColumns} />
            </Column>
          )}
        </SideBySide>
      )}
      {layout.below > 0 && zeros === undefined && <Line parts={[]} width={width} />}
      {!isChartAlone && nothing === undefined && (
        <PanelGrid
          {...panels}
          arrangement={arrangement.isBesideChart ? { ...arrangement, rows: [] } : arrangement}
          width={width}
        />
      )}
    </>
  );
}

function shownMeasures(state: State, websiteId: string): TileMeasure[] {
  return measuresOf({
    visitors: shownSeries(state, websiteId, 'visitors').summary,
    pageviews: shownSeries(state, websiteId, 'pageviews').summary,
    areVisits: countsVisits(state.capabilities),
    todayChanged: {
      visitors: isTodayChanged(state, websiteId, 'visitors'),
      pageviews: isTodayChanged(state, websiteId, 'pageviews'),
    },
    sessions: whyNoSessions(state.capabilities) === undefined ? shownSessions(state, websiteId) : 'none',
    today: showsToday(state) ? (todayByHour(state, websiteId) ?? 'unread') : undefined,
    day: dayByHour(state, websiteId),
  });
}

function goalLine(state: State, websiteId: string, width: number): readonly Part[] {
  const goal = hasGoalLine(state) ? urgentGoal(state, websiteId, width) : undefined;
  return goal === undefined ? [] : [goal];
}

const minForGaps = 100;
const maxSideColumns = 44;

/** What a panel draws: rows take any width, bars of hours and weekdays by hours only what 24 hours can share. */
type PanelShape = 'rows' | 'hours' | 'week';

const hours = 24;
/** Of a weekday's name and of the sum of its hours. */
const weekMargin = 10;

/**
 * Columns of the panels of one row of the grid, with the free ones (`gap`) behind each. In the row of the weekdays their hours
 * have two columns each, the bars of hours a frame no wider than they are, and rows of values what is left.
 */
export function panelWidths(
  shapes: readonly PanelShape[],
  { width, columns, gap }: { readonly width: number; readonly columns: number; readonly gap: number },
): number[] {
  const even = columnWidths(width, columns);
  if (!shapes.includes('week')) return even;
  const wide = { hours: hours + frameColumns + gap, week: hours * 2 + weekMargin + frameColumns + gap };
  const others = shapes.filter(shape => shape === 'rows').length;
  const taken = shapes.reduce((sum, shape) => sum + (shape === 'rows' ? 0 : wide[shape]), 0);
  const widest = even[0] ?? 0;
  // In a row that is not full panels are no wider than those of one that is.
  const room = shapes.length === columns ? width - taken : Math.min(width - taken, widest * others);
  const left = columnWidths(room, Math.max(1, others));
  if (others > 0 && (left[0] ?? 0) < minRows) return even;
  return shapes.map((shape, index) =>
    shape === 'rows'
      ? (left[shapes.slice(0, index).filter(before => before === 'rows').length] ?? 0)
      : wide[shape],
  );
}

const minRows = 32;
