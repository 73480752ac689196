import { bar } from '#charts/bar.ts';
import { justChanged, type Part } from '#components/style.ts';
import type { TableRow } from '#components/Table.tsx';
import { groupThousands, percent } from '#model/number.ts';
import type { RowMark } from '#model/rowComparison.ts';
import { sum } from '#model/series.ts';
import { readableValue } from '#model/statisticValue.ts';
import { markPart } from '#screens/changeTone.ts';
import { numberKey, tableSlot } from '#store/changedNumbers.ts';
import { shownTableRows, tableRowsBeside } from '#store/comparedTable.ts';
import type { State } from '#store/state.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import type { RowColumn } from './columns.ts';

/** A row of the opened statistic as it is written. */
export interface WrittenRow {
  readonly value: SafeText;
  readonly count: number;
  readonly countText: SafeText;
  /** Of the rows on this page: nothing says how many more there are. */
  readonly share: SafeText;
  readonly mark: Part;
  /** A refresh has just changed the count. */
  readonly isChanged: boolean;
}

/** The page's rows, and those that are gone behind them. `isShort`: marks for little room. */
export function writtenRows(state: State, isShort: boolean): WrittenRow[] {
  const { compared, gone } = tableRowsBeside(state);
  const total = sum(state.statistic.list.data?.rows ?? []);
  return shownTableRows(state).map(({ value, count }, index) => ({
    value: safeText(readableValue(state.statistic.name, value)),
    count,
    countText: safeText(groupThousands(count)),
    share: safeText(percent(count, total)),
    isChanged: state.autoRefresh.changed.has(numberKey(tableSlot, value)),
    mark: optionalMark(compared?.[index]?.mark ?? gone[index - (compared?.length ?? 0)]?.mark, isShort),
  }));
}

function optionalMark(mark: RowMark | undefined, isShort: boolean): Part {
  return mark === undefined ? { text: label`` } : markPart(mark, isShort);
}

/** `barWidth`: columns of the bar, 0 where there is none. */
export function tableCells(
  rows: readonly WrittenRow[],
  barWidth: number,
  log: boolean,
): TableRow<RowColumn>[] {
  const most = Math.max(0, ...rows.map(({ count }) => count));
  return rows.map(({ value, count, countText, share, mark, isChanged }, index) => ({
    id: `${index} ${value}`,
    cells: {
      value: { text: value },
      bar: { text: safeText(bar(count, most, barWidth, { log, ascii: isAscii() })), tone: 'soft' },
      count: { text: countText, ...(isChanged && justChanged) },
      share: { text: share, tone: 'dim' },
      change: mark,
    },
  }));
}
