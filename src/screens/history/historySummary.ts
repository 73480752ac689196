import type { Capabilities } from '#model/service/capabilities.ts';
import type { Part } from '#components/style.ts';
import type { Change } from '#model/statistics/comparison.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { formatDayShort } from '#model/period/day.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { HistoryPart } from '#model/statistics/historyParts.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { changePart } from '#screens/changeParts.ts';
import { failureMessage, tryAgain, type AskedKey, type ScreenMessage } from '#screens/emptyMessages.ts';
import type { State } from '#store/core/state.ts';
import type { HistorySlice } from '#store/statistics/history.ts';
import { shownHistory, type ShownHistory } from '#store/statistics/shownHistory.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { partWhen } from './historyTable.ts';

/** The count over the parts that are read, its change, and the busiest part. `since`: the first day that has detail. */
export function summaryParts(
  { name, parts }: ShownHistory,
  change: Change | 'unknown',
  since: Day | undefined,
  width: number,
  capabilities: Capabilities,
): Part[] {
  const known = parts.filter(({ count }) => count !== undefined);
  const total = known.reduce((sum, { count = 0 }) => sum + count, 0);
  const sum = known.length === 0 ? '' : counted(total, countsOf(name, capabilities));
  const by: Part =
    change === 'unknown'
      ? { text: width < 60 ? label` ?` : safeText(`, change unknown: ${whyUnknown(since)}`), tone: 'dim' }
      : {
          ...changePart(change),
          text: change.kind === 'none' ? label`` : label` ${changePart(change).text}`,
        };
  const most = width < 60 ? label`` : safeText(mostText(known));
  return [{ text: safeText(` ${sum}`), tone: 'dim' }, by, { text: most, tone: 'dim' }];
}

/** Progress of the reading, with what to press where it has stopped; once all is read, which parts the `rows` show. */
export function progressPart(
  { parts, unit }: ShownHistory,
  { reading, stopped, position }: HistorySlice,
  rows: number,
): Part {
  const read = parts.filter(({ isRead }) => isRead).length;
  const progress = label`${read} of ${parts.length} ${safeText(unit)}s read`;
  if (reading.loading) return { text: label`${progress}, Esc stops `, tone: 'warn' };
  if (stopped && read < parts.length) return { text: label`${progress}, stopped: r goes on `, tone: 'warn' };
  if (reading.error !== undefined && read === parts.length)
    return { text: label`not refreshed, r tries again `, tone: 'bad' };
  const unclear = parts.filter(({ isRead, count }) => isRead && count === undefined).length;
  if (unclear > 0)
    return { text: label`${unclear} ${safeText(unit)}s cannot be told: too many like it `, tone: 'warn' };
  const first = position.selected + 1;
  const last = Math.min(parts.length, position.selected + rows);
  const shown = parts.length <= rows ? label`` : label`, ${first} to ${last} of ${parts.length}`;
  return { text: label`by ${safeText(unit)}${shown} `, tone: 'dim' };
}

/** In place of the chart, where some parts could not be read. */
export function historyMessage(
  { parts }: ShownHistory,
  error: HistorySlice['reading']['error'],
  profile: State['profile'],
): ScreenMessage | undefined {
  const isWhole = parts.every(({ isRead }) => isRead);
  return error === undefined || isWhole
    ? undefined
    : failureMessage(label`Not all could be read`, error, profile);
}

/** The keys that the chart's message asks for, or the line of its progress. */
export function historyAsks(state: State): readonly AskedKey[] {
  const { history, profile } = state;
  const shown = shownHistory(state);
  const message = historyMessage(shown, history.reading.error, profile);
  if (message !== undefined) return message.asks;
  if (history.reading.loading) return [];
  if (history.stopped && shown.parts.some(({ isRead }) => !isRead)) return [{ key: 'r', does: label`go on` }];
  return history.reading.error === undefined ? [] : [tryAgain];
}

function whyUnknown(since: Day | undefined): string {
  return since === undefined ? 'no or not all detail before' : `detail only since ${formatDayShort(since)}`;
}

function mostText(known: readonly HistoryPart[]): string {
  const most = known.reduce<HistoryPart | undefined>(
    (best, part) => ((part.count ?? 0) > (best?.count ?? 0) ? part : best),
    undefined,
  );
  return most === undefined ? '' : `, most ${partWhen(most)}: ${groupThousands(most.count ?? 0)}`;
}
