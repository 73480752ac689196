import { resultOfEach } from '#model/cachedResult.ts';
import { barColumns } from '#charts/bar.ts';
import { maximum } from '#charts/spread.ts';
import { justChanged, type Part } from '#components/style.ts';
import type { TableRow } from '#components/Table.tsx';
import { thinBar } from '#components/thinBar.ts';
import { groupThousands } from '#model/text/number.ts';
import { shareText } from '#model/statistics/share.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { markPart } from '#screens/changeParts.ts';
import { numberKey, tableSlot } from '#store/websites/changedNumbers.ts';
import { shownTableRows, type TableRowBeside } from '#store/statistics/comparedTable.ts';
import type { State } from '#store/core/state.ts';
import { tableBasis } from '#store/statistics/shownShares.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import type { RowColumn } from './columns.ts';

/** A row of the opened statistic, with its change where rows are compared. */
interface MarkedRow {
  readonly value: string;
  readonly count: number;
  readonly mark: Part;
}

/** Rows with what their columns are laid out by. */
export interface MarkedRows {
  readonly rows: readonly MarkedRow[];
  /** Columns of the widest count and of the widest mark. */
  readonly widest: { readonly count: number; readonly mark: number };
  readonly most: number;
}

// Every key draws the table, often with the same rows, which can be very many: their widths are cached.
const marked = resultOfEach<MarkedRows>();

/** The rows that are shown. `isShort`: marks for little room. */
export function markedRows(state: State, isShort: boolean): MarkedRows {
  const shown = shownTableRows(state);
  return marked(shown, [isShort], () => withWidths(shown, isShort));
}

function withWidths(shown: readonly TableRowBeside[], isShort: boolean): MarkedRows {
  const rows = shown.map(({ value, count, beside }) => ({
    value,
    count,
    mark: beside === undefined ? { text: label`` } : markPart(beside.mark, isShort),
  }));
  const widest = {
    count: maximum(rows.map(({ count }) => groupThousands(count).length)),
    mark: maximum(rows.map(({ mark }) => textWidth(mark.text))),
  };
  return { rows, widest, most: maximum(rows.map(({ count }) => count)) };
}

/**
 * The cells of the rows on screen, the first of them at `top`. `barWidth`: columns of the bar, 0 where there is none;
 * `barBehind`: of the longest one behind a row.
 */
export function tableCells(
  state: State,
  { rows, most }: MarkedRows,
  view: {
    readonly top: number;
    readonly height: number;
    readonly barWidth: number;
    readonly barBehind?: number;
  },
): TableRow<RowColumn>[] {
  const { name, logScale: log } = state.statistic;
  const { top, height, barWidth, barBehind = 0 } = view;
  const basis = tableBasis(state);
  const { family } = statisticInfo(name);
  return rows.slice(top, top + height).map(({ value, count, mark }, index) => {
    const isChanged = state.autoRefresh.changed.has(numberKey(tableSlot, value));
    return {
      id: `${top + index} ${value}`,
      ...(barBehind > 0 && {
        bar: { columns: barColumns(count, most, barBehind, { log }), tone: `${family}Bar` },
      }),
      cells: {
        value: { text: safeText(readableValue(name, value)) },
        bar: thinBar(count, most, barWidth, family, { log }),
        count: { text: safeText(groupThousands(count)), ...(isChanged && justChanged) },
        share: { text: safeText(basis === undefined ? '' : shareText(count, basis)), tone: 'dim' },
        change: mark,
      },
    };
  });
}
