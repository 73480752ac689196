import { rowOn } from '#charts/row.ts';
import { Aside, Column, Lines } from '#components/Line.tsx';
import { firstRow, tableIndent } from '#components/Table.tsx';
import { barRows, dim, fitParts, type Part } from '#components/parts.ts';
import { differenceTone } from '#model/comparison/change.ts';
import { countsOf } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { shortComparison } from '#model/period/format.ts';
import { readableValue } from '#model/statistics/values.ts';
import { signedText } from '#model/why/sentence.ts';
import { useMapLines } from '#screens/chart/worldMap.tsx';
import { blank, type Size } from '#screens/layout.ts';
import { LastSeen } from '#screens/PeriodLine.tsx';
import { useMade } from '#screens/storeView.ts';
import { shownTableRows, statisticOf, type ComparedTableRow, worldRows } from '#store/queries/rows.ts';
import { hasSpacing } from '#store/display.ts';
import { shownComparison } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { hasMap, isPaneBelow, rowPaneWidth } from '#store/views/rowPane.ts';
import { spaces } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';
import { rowPaneLines, zerosBelow } from './pane.ts';

const minHeight = 4;

/** The rows that changed most. None before the earlier rows are read. `counts`: "visitors". */
export function rowChanges(
  rows: readonly ComparedTableRow[],
  options: {
    readonly name: StatisticName;
    readonly width: number;
    readonly height: number;
    readonly counts: string;
    /** "against Wed 18 Nov" */
    readonly against?: string;
  },
): (readonly Part[])[] {
  const { name: statistic, width, height, counts, against = '' } = options;
  if (height < minHeight) return [];
  const changed = rows
    .flatMap(row => {
      const change = changeOf(row);
      const { count: now, compared } = row;
      return change === 0
        ? []
        : [{ name: readableValue(statistic, row.value), now, before: compared?.before, change }];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, height - 1);
  if (changed.length === 0) return [];
  const cells = changed.map(({ name, ...row }) => ({
    label: { text: safeText(name) },
    value: row.change,
    numbers: [{ text: safeText(signedText(row.change)), tone: differenceTone(row) }],
  }));
  const lines = barRows(cells, { width }).flat();
  const title = `CHANGE IN ${counts.toUpperCase()}${against === '' ? '' : `  ${against}`}`;
  return [[dim(safeText(title))], ...lines];
}

/** 0 also where it is not known. */
function changeOf({ count, compared }: ComparedTableRow): number {
  const isKnown = compared !== undefined && ['change', 'new', 'gone'].includes(compared.mark.kind);
  return isKnown ? count - (compared.before ?? 0) : 0;
}

/** Of the pane below the rows: less has no room for a chart. */
const minPane = 10;

const indent = 2;
export const mapIndent: Part = { text: spaces(indent) };

export function CountryMap(props: {
  readonly state: State;
  readonly width: number;
  readonly height: number;
}) {
  const { state, width, height } = props;
  const rows = shownTableRows(state);
  const room = width - indent - 1;
  const map = useCountryMap(state, width, height);
  const changes = hasRowChanges(state)
    ? rowChanges(rows, {
        name: 'country',
        width: room,
        height: height - map.length - 1,
        counts: countsOf('country', state.capabilities),
      })
    : [];
  const shown = changes.length === 0 ? map : [...map, [], ...changes];
  const below = zerosBelow(state, ['settings'], { width: room, height: height - shown.length });
  // Without anything below the map it stands in the middle.
  const isAlone = changes.length + below.length === 0;
  const lines = [...blank(isAlone ? Math.floor((height - map.length) / 2) : 0), ...shown, ...below];
  return (
    <Column width={width} height={height}>
      <Lines lines={lines} before={mapIndent} width={width} />
    </Column>
  );
}

export function useCountryMap(state: State, width: number, height: number): readonly (readonly Part[])[] {
  const selected = shownTableRows(state)[state.statistic.position.selected]?.value;
  return useMapLines({
    rows: worldRows(state, state.statistic.websiteId),
    selected,
    width: width - indent - 1,
    height,
  });
}

export const codesWidth = 12;

/** "US 3,362" beside a map that is too low to have rows below it. */
export function mapWithCodes(
  map: readonly (readonly Part[])[],
  rows: readonly { readonly value: string; readonly count: number }[],
  selected: number,
  width: number,
): Part[][] {
  const top = firstRow(0, selected, map.length);
  const room = width - codesWidth - indent;
  return map.map((parts, line) => {
    const row = rows[top + line];
    const code =
      row === undefined ? label`` : safeText(/^[a-z]{2}(?=:|$)/i.exec(row.value)?.[0] ?? row.value, 4);
    const count = row === undefined ? label`` : safeText(groupThousands(row.count));
    const cells = fitParts([{ text: code }], [{ text: count }], codesWidth - 1);
    const isSelected = top + line === selected;
    return [...fitParts(parts, [], room), ...rowOn(cells, { isSelected })];
  });
}

/** Whether the rows have changes, perhaps once the usual day is known. */
export function hasRowChanges(state: State): boolean {
  const { websiteId, name } = state.statistic;
  return statisticOf(state, websiteId, name).days.isCompared;
}

export function RowPane(room: Size & { readonly hasEdge?: boolean }) {
  const { width, height } = room;
  const lines = useMade(state => rowPaneLines(state, { width: width - 3, height }), [width, height]);
  return (
    <LastSeen>
      <Aside {...room} lines={lines} />
    </LastSeen>
  );
}

/** What stands below rows that leave room for it: the pane where it has none beside them, else those that changed most. */
export function rowsBelow(state: State, free: number, columns: number): readonly (readonly Part[])[] {
  const { name, websiteId } = state.statistic;
  const width = columns - tableIndent - 1;
  const compared = shownComparison(state, websiteId);
  if (isPaneBelow(state) && rowPaneWidth(state) > 0 && (!hasMap(state) || free >= minPane)) {
    const above = hasSpacing(state.viewport) ? [[]] : [];
    return [...above, ...rowPaneLines(state, { width, height: free - above.length })];
  }
  if (hasMap(state) || !hasRowChanges(state)) return [];
  const changes = rowChanges(shownTableRows(state), {
    name,
    width,
    height: free - 1,
    counts: countsOf(name, state.capabilities),
    against: compared === undefined ? '' : shortComparison(compared),
  });
  return changes.length === 0 ? [] : [[], ...changes];
}
