import type { PanelProps, PanelRow } from '#components/Panel.tsx';
import type { Part } from '#components/style.ts';
import { formatDayShort } from '#model/period/day.ts';
import { groupThousands } from '#model/text/number.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { type Day, isHours, type HoursName, type StatisticName } from '#model/statistics/statistics.ts';
import { markPart } from '#screens/changeParts.ts';
import { numberKey } from '#store/websites/changedNumbers.ts';
import { rowsBeside } from '#store/statistics/comparedTable.ts';
import type { DashboardLayout } from '#store/statistics/dashboardLayout.ts';
import { rowsPeriod } from '#store/statistics/comparison.ts';
import type { Remote } from '#store/core/remote.ts';
import { detailSince, hoursBefore } from '#store/statistics/shownReach.ts';
import type { State } from '#store/core/state.ts';
import { isAwaited, isOffline } from '#store/lastSeen/lastSeen.ts';
import { panelQuery, rowsKey, spanKey } from '#store/statistics/statsQueries.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { hourLines } from './hourLines.ts';

interface PanelContent {
  readonly rows: readonly PanelRow[];
  /** In place of rows. */
  readonly draw?: PanelProps['draw'];
  /** Why there are no rows. */
  readonly message?: Part | undefined;
  /** What the counts are of, unless the rows are older than the last attempt to read them or lack what they are compared with. */
  readonly note?: Part | undefined;
  /** An earlier session read them. */
  readonly isKept: boolean;
}

/** A panel's rows, or the line that says why there are none. */
export function panelContent(
  state: State,
  websiteId: string,
  name: StatisticName,
  { values: rows, hasChanges }: Pick<DashboardLayout, 'values' | 'hasChanges'>,
): PanelContent {
  if (isHours(name)) return hoursContent(state, websiteId, name);
  const key = rowsKey(websiteId, panelQuery(name, rowsPeriod(state), rows));
  const slot = state.stats.rows[key];
  const { compared, error, isUnknown } = rowsBeside(
    state,
    websiteId,
    name,
    hasChanges ? slot?.data : undefined,
  );
  const found = (slot?.data?.rows ?? []).slice(0, rows).map(({ value, count }, index): PanelRow => {
    const mark = compared?.[index]?.mark;
    return {
      ...panelRow(readableValue(name, value), count),
      isChanged: state.autoRefresh.changed.has(numberKey(key, value)),
      mark: mark && markPart(mark, true),
    };
  });
  return {
    rows: found,
    isKept: isAwaited(state, slot),
    message: emptiness(state, slot, found.length),
    note:
      noteOf(slot, error !== undefined, { isUnknown, since: detailSince(state, websiteId, name) }) ??
      unitOf(state, name),
  };
}

/** The hours of the day as bars. */
function hoursContent(state: State, websiteId: string, name: HoursName): PanelContent {
  const slot = state.stats.hours[spanKey(websiteId, name, rowsPeriod(state))];
  const before = hoursBefore(state, websiteId, name);
  const hours = slot?.data?.some(count => count > 0) === true ? slot.data : [];
  return {
    rows: [],
    isKept: isAwaited(state, slot),
    draw: (width, height) => hourLines(hours, before.counts, width, height),
    message: emptiness(state, slot, hours.length),
    note: noteOf(slot, before.error !== undefined, before) ?? unitOf(state, name),
  };
}

function panelRow(value: string, count: number): PanelRow {
  return { value: safeText(value), count, countText: safeText(groupThousands(count)) };
}

function emptiness(state: State, slot: Remote<unknown> | undefined, found: number): Part | undefined {
  if (found > 0) return undefined;
  // Why is said once, in the header.
  if (slot?.data === undefined && isOffline(state)) return { text: label`Was not read before`, tone: 'dim' };
  if (slot?.error !== undefined)
    return { text: safeText(`${sentence(slot.error.message)} Press r to try again.`), tone: 'bad' };
  if (slot?.data === undefined) return { text: label`Reading ...`, tone: 'dim' };
  return { text: label`Nothing in this period`, tone: 'dim' };
}

/** The service's message may end without a full stop. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The unit of the counts, for the title. */
function unitOf(state: State, name: StatisticName): Part {
  return { text: label`${safeText(countsOf(name, state.capabilities))} `, tone: 'dim' };
}

function noteOf(
  slot: Remote<unknown> | undefined,
  isAlone: boolean,
  { isUnknown, since }: { readonly isUnknown: boolean; readonly since: Day | undefined },
): Part | undefined {
  if (slot?.data === undefined) return undefined;
  if (slot.error !== undefined) return { text: label`not refreshed `, tone: 'bad' };
  if (isAlone) return { text: label`not compared `, tone: 'bad' };
  if (!isUnknown) return undefined;
  const text = since === undefined ? 'no detail before ' : `detail since ${formatDayShort(since)} `;
  return { text: safeText(text), tone: 'dim' };
}
