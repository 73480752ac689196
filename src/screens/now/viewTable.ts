import type { TableRow } from '#components/Table.tsx';
import type { RecentView } from '#model/now/nowNumbers.ts';
import { timeStampIn } from '#model/period/today.ts';
import { placeColumns, type PlacedColumn } from '#model/text/columnLayout.ts';
import { label, safeText } from '#terminal/safeText.ts';

type ViewColumn = 'time' | 'page' | 'referrer';

/** `width`: columns of the terminal that the table may take. */
export function viewColumns(width: number): PlacedColumn<ViewColumn>[] {
  return placeColumns(
    [
      { key: 'time', title: 'TIME', width: 8, priority: 2 },
      { key: 'page', title: 'PAGE', width: 12, grow: 2, most: 110, priority: 3, cut: 'middle' },
      { key: 'referrer', title: 'REFERRER', width: 10, grow: 1, most: 60, priority: 1, cut: 'middle' },
    ],
    width,
  );
}

export function viewRows(views: readonly RecentView[], timeZone: string): TableRow<ViewColumn>[] {
  return views.map(({ time, page, referrer }, place) => ({
    // The newest come first: what is counted from the end stays the same.
    id: String(views.length - place),
    cells: {
      time: { text: safeText(timeStampIn(timeZone, new Date(time * 1000)).slice(-8)), tone: 'dim' },
      page: { text: safeText(page) },
      referrer: referrer === '' ? { text: label`(direct)`, tone: 'dim' } : { text: safeText(referrer) },
    },
  }));
}
