import { Fragment } from 'react';
import { Line, SideBySide } from '#components/Line.tsx';
import { Panel } from '#components/Panel.tsx';
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

/** The panels on screen, in rows. Those off screen are read when they are scrolled to. */
export function PanelGrid(props: {
  readonly websiteId: string;
  readonly layout: DashboardLayout;
  readonly width: number;
}) {
  const { websiteId, layout, width } = props;
  const state = useAppState(whole => whole);
  const focused = state.dashboard.panel;
  const spaced = hasSpacing(state.viewport);
  const first = firstPanelOnScreen(focused, layout);
  const names = panelsOnScreen(focused, layout);
  const { panelColumns, panelRows, panelHeight } = layout;
  const column = Math.floor(width / panelColumns);
  return Array.from({ length: panelRows }, (_, row) => (
    <Fragment key={row}>
      {row > 0 && spaced && <Line parts={[]} width={width} />}
      <SideBySide>
        {names.slice(row * panelColumns, (row + 1) * panelColumns).map((name, place) => {
          const index = first + row * panelColumns + place;
          return (
            <Panel
              key={name}
              title={safeText(statisticInfo(name).title)}
              number={index < 9 ? label`${index + 1}` : undefined}
              focused={index === focused}
              width={column}
              height={panelHeight}
              {...panelContent(state, websiteId, name, panelHeight - 1)}
            />
          );
        })}
      </SideBySide>
    </Fragment>
  ));
}
