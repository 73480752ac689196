import { frameColumns } from '#components/frame.ts';
import { Panel, type PanelProps } from '#components/Panel.tsx';
import { panelsOf, type Capabilities } from '#model/service/capabilities.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { useAppState, useMade } from '#screens/useAppState.ts';
import { useMapLines } from '#screens/useMapLines.ts';
import { worldRows } from '#store/statistics/dashboardExtras.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** The map of the world beside the chart: the country of the row that the cursor is on is the brightest. */
export function WorldPanel(props: {
  readonly websiteId: string;
  /** With the free columns behind it. */
  readonly width: number;
  readonly gap: number;
  readonly height: number;
}) {
  const { websiteId, width, gap, height } = props;
  const state = useAppState(whole => whole);
  const { panel, row } = state.dashboard;
  const rows = worldRows(state, websiteId);
  const isCountry = panelsOf(state.capabilities)[panel] === 'country';
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
  const note = { text: safeText(countsOf('country', capabilities)), tone: 'dim' } as const;
  return { rows: [], draw: () => lines, note };
}
