import { Fragment, type ReactNode } from 'react';
import { Dimmed } from '#components/Dimmed.tsx';
import { Line, SideBySide } from '#components/Line.tsx';
import { Panel, type PanelProps } from '#components/Panel.tsx';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { isHours, type StatisticName } from '#model/statistics/statistics.ts';
import { useAppState, useMade } from '#screens/useAppState.ts';
import {
  firstPanelOnScreen,
  panelsOnScreen,
  type DashboardLayout,
} from '#store/statistics/dashboardLayout.ts';
import { hasSpacing } from '#store/core/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { panelContent } from './panelContent.ts';
import { panelWidths, type PanelShape } from './panelWidths.ts';
import { weekContent } from './weekLines.ts';

/** The panels on screen, in rows. Those off screen are read when they are scrolled to. */
export function PanelGrid(props: {
  readonly websiteId: string;
  readonly layout: DashboardLayout;
  readonly width: number;
  readonly gap: number;
}) {
  const { websiteId, layout, width, gap } = props;
  const state = useAppState(whole => whole);
  const { panel: focused, row: selected } = state.dashboard;
  const air = !layout.isFramed && hasSpacing(state.viewport);
  const first = firstPanelOnScreen(focused, layout);
  const names = panelsOnScreen(focused, layout);
  const { panelColumns, panelRows, panelHeight, isFramed } = layout;
  const shapes = [
    ...names.map((name): PanelShape => (isHours(name) ? 'hours' : 'rows')),
    ...(layout.hasWeek ? (['week'] as const) : []),
  ];
  const widths = Array.from({ length: panelRows }, (_, row) =>
    panelWidths(shapes.slice(row * panelColumns, (row + 1) * panelColumns), {
      width,
      columns: panelColumns,
      gap,
    }),
  );
  const size = (place: number) => ({
    width: widths[Math.floor(place / panelColumns)]?.[place % panelColumns] ?? 0,
    height: panelHeight,
    isFramed,
    gap,
  });
  const panels = names.map((name, place): ReactNode => {
    const index = first + place;
    return (
      <StatisticPanel
        key={name}
        websiteId={websiteId}
        name={name}
        layout={layout}
        number={index < 9 ? label`${index + 1}` : undefined}
        focused={index === focused}
        selected={index === focused ? selected : undefined}
        {...size(place)}
      />
    );
  });
  if (layout.hasWeek) panels.push(<WeekPanel key="week" websiteId={websiteId} {...size(names.length)} />);
  return Array.from({ length: panelRows }, (_, row) => (
    <Fragment key={row}>
      {row > 0 && air && <Line parts={[]} width={width} />}
      <SideBySide>{panels.slice(row * panelColumns, (row + 1) * panelColumns)}</SideBySide>
    </Fragment>
  ));
}

type PanelPlace = Pick<PanelProps, 'width' | 'height' | 'isFramed' | 'gap'>;

function StatisticPanel(
  props: PanelPlace &
    Pick<PanelProps, 'number' | 'focused' | 'selected'> & {
      readonly websiteId: string;
      readonly name: StatisticName;
      readonly layout: DashboardLayout;
    },
) {
  const { websiteId, name, layout, ...place } = props;
  const { values, hasChanges } = layout;
  const { isKept, ...content } = useMade(
    state => panelContent(state, websiteId, name, { values, hasChanges }),
    [websiteId, name, values, hasChanges],
  );
  const { title, family } = statisticInfo(name);
  return (
    <Dimmed on={isKept}>
      <Panel title={safeText(title)} family={family} {...place} {...content} />
    </Dimmed>
  );
}

function WeekPanel({ websiteId, ...place }: PanelPlace & { readonly websiteId: string }) {
  const content = useMade(state => weekContent(state, websiteId), [websiteId]);
  return (
    <Panel title={label`Weekdays by hours`} family="technology" focused={false} {...place} {...content} />
  );
}
