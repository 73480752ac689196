import { barColumns } from '#charts/bar.ts';
import { thinBar } from '#charts/row.ts';
import { maximum } from '#charts/scale.ts';
import type { TableRow } from '#components/Table.tsx';
import { justChanged, markPart, type Part } from '#components/parts.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import { type ShareBasis, shareText } from '#model/statistics/share.ts';
import { readableValue } from '#model/statistics/values.ts';
import { shownTableRows, tableBasis, type TableRowBeside } from '#store/queries/rows.ts';
import { numberKey, ofTable } from '#store/reading.ts';
import type { State } from '#store/state.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import type { Column } from '#text/columns.ts';
import { resultOfEach } from '#text/memo.ts';
import { label, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

type RowColumn = 'value' | 'bar' | 'count' | 'share' | 'change';

/**
 * `title`: what the values are, "PAGE". `count` and `change`: columns of the longest of each; no change where rows are
 * not compared. `shares`: what they are of.
 */
export function rowColumns(
  title: string,
  counts: string,
  widths: { readonly count: number; readonly change: number | undefined },
  shares: ShareBasis['kind'] = 'measure',
): Column<RowColumn>[] {
  const columns: Column<RowColumn>[] = [
    { key: 'value', title, width: 16, grow: 2, most: 48, priority: 9, cut: 'middle' },
    { key: 'bar', title: '', width: 8, grow: 1, priority: 5 },
    {
      key: 'count',
      title: counts,
      width: Math.max(counts.length, widths.count),
      priority: 8,
      align: 'right',
    },
    shares === 'shown'
      ? { key: 'share', title: 'OF SHOWN', width: 8, priority: 6, align: 'right' }
      : { key: 'share', title: 'SHARE', width: 6, priority: 6, align: 'right' },
  ];
  if (widths.change === undefined) return columns;
  const width = Math.max('CHANGE'.length, widths.change);
  return [...columns, { key: 'change', title: 'CHANGE', width, priority: 7, align: 'right' }];
}

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
    const isChanged = state.autoRefresh.changed.has(numberKey(ofTable, value));
    return {
      id: `${top + index} ${value}`,
      ...(barBehind > 0 && {
        bar: { columns: barColumns(count, most, barBehind, { log }), tone: `${family}Bar` },
      }),
      cells: {
        value: { text: safeText(readableValue(name, value)) },
        bar: thinBar(count, most, barWidth, family, { log, ascii: isAscii() }),
        count: { text: safeText(groupThousands(count)), ...(isChanged && justChanged) },
        share: { text: safeText(basis === undefined ? '' : shareText(count, basis)), tone: 'dim' },
        change: mark,
      },
    };
  });
}
