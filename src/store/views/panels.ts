import { type Capabilities, panelsOf } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';

/** What the panels of a dashboard depend on. */
export interface PanelsState {
  readonly capabilities: Capabilities;
}

/** The panels of the website in view, in their order; the same list as long as nothing changes it. */
export function shownPanels({ capabilities }: PanelsState): readonly StatisticName[] {
  return panelsOf(capabilities);
}

/** The panel that has the focus; undefined where the chart has it. */
export function focusedPanel(
  state: PanelsState & { readonly dashboard: { readonly panel: number } },
): StatisticName | undefined {
  return shownPanels(state)[state.dashboard.panel];
}
