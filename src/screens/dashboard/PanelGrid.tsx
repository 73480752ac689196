import { Fragment, type ReactNode } from 'react';
import { Line, SideBySide } from '#components/Line.tsx';
import { Panel } from '#components/Panel.tsx';
import { columnWidths } from '#components/Tiles.tsx';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { useAppState } from '#screens/useAppState.ts';
import {
  firstPanelOnScreen,
  panelsOnScreen,
  type DashboardLayout,
} from '#store/statistics/dashboardLayout.ts';
import { hasSpacing } from '#store/core/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { panelContent } from './panelContent.ts';
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
  const widths = columnWidths(width, panelColumns);
  const size = (place: number) => ({
    width: widths[place % panelColumns] ?? 0,
    height: panelHeight,
    isFramed,
    gap,
  });
  const panels = names.map((name, place): ReactNode => {
    const index = first + place;
    const { title, family } = statisticInfo(name);
    return (
      <Panel
        key={name}
        title={safeText(title)}
        number={index < 9 ? label`${index + 1}` : undefined}
        family={family}
        focused={index === focused}
        selected={index === focused ? selected : undefined}
        {...size(place)}
        {...panelContent(state, websiteId, name, layout)}
      />
    );
  });
  if (layout.hasWeek)
    panels.push(
      <Panel
        key="week"
        title={label`Weekdays by hours`}
        family="technology"
        focused={false}
        {...size(names.length)}
        {...weekContent(state, websiteId)}
      />,
    );
  return Array.from({ length: panelRows }, (_, row) => (
    <Fragment key={row}>
      {row > 0 && air && <Line parts={[]} width={width} />}
      <SideBySide>{panels.slice(row * panelColumns, (row + 1) * panelColumns)}</SideBySide>
    </Fragment>
  ));
}
