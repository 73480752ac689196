import type { PanelRow } from '#components/Panel.tsx';
import type { Part } from '#components/style.ts';
import { groupThousands } from '#model/number.ts';
import { readableValue } from '#model/statisticValue.ts';
import type { Period, StatisticName } from '#model/statistics.ts';
import { isHours } from '#store/dashboard.ts';
import type { Remote } from '#store/remote.ts';
import { panelQuery, rowsKey, spanKey, type StatsSlice } from '#store/stats.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** A panel's rows, or the line that says why there are none. */
export function panelContent(
  stats: StatsSlice,
  websiteId: string,
  name: StatisticName,
  period: Period,
  rows: number,
): { rows: PanelRow[]; message?: Part | undefined } {
  if (isHours(name)) {
    const slot = stats.hours[spanKey(websiteId, name, period)];
    const hours = slot?.data?.some(count => count > 0) === true ? slot.data : [];
    return { rows: busiestHours(hours, rows), message: emptiness(slot, hours.length) };
  }
  const slot = stats.rows[rowsKey(websiteId, panelQuery(name, period, rows))];
  const found = slot?.data?.rows ?? [];
  const panelRows = found.map(({ value, count }) => panelRow(readableValue(name, value), count));
  return { rows: panelRows, message: emptiness(slot, found.length) };
}

/** As many of the busiest hours as fit, in the order of the day. */
function busiestHours(hours: readonly number[], rows: number): PanelRow[] {
  const busiest = hours
    .map((count, hour) => ({ count, hour }))
    .sort((a, b) => b.count - a.count || a.hour - b.hour)
    .slice(0, rows)
    .sort((a, b) => a.hour - b.hour);
  return busiest.map(({ hour, count }) => panelRow(`${String(hour).padStart(2, '0')}:00`, count));
}

function panelRow(value: string, count: number): PanelRow {
  return { value: safeText(value), count, countText: safeText(groupThousands(count)) };
}

function emptiness(slot: Remote<unknown> | undefined, found: number): Part | undefined {
  if (found > 0) return undefined;
  if (slot?.error !== undefined) return { text: safeText(slot.error.message), tone: 'bad' };
  if (slot?.data === undefined) return { text: label`Reading ...`, tone: 'dim' };
  return { text: label`Nothing in this period`, tone: 'dim' };
}
