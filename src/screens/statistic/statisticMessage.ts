import { isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import {
  clearSearch,
  hoursMessage,
  messageOf,
  nothingInPeriod,
  previousPage,
  seriesMessage,
  tryAgain,
  unreadMessage,
  type AskedKey,
  type ScreenMessage,
} from '#screens/messages.ts';
import type { State } from '#store/state.ts';
import { shownTableRows, tableRowsBeside } from '#store/queries/rows.ts';
import { shownComparison } from '#store/queries/question.ts';
import { hoursInstead, shownHours } from '#store/queries/hours.ts';
import { shownSeries } from '#store/queries/series.ts';
import { label, safeText } from '#text/safeText.ts';

/** The keys that the screen of a statistic asks for: those of its message, or of what was not read again. */
export function statisticAsks(state: State, websiteId: string, name: StatisticName): readonly AskedKey[] {
  const hours = isSeries(name) ? hoursInstead(state, name) : name;
  if (hours !== undefined && isHours(hours)) {
    const shown = shownHours(state, websiteId, hours);
    const isOld = shown.slot?.error !== undefined || shown.before.error !== undefined;
    return hoursMessage(shown, hours, state)?.asks ?? (isOld ? [tryAgain] : []);
  }
  if (isSeries(name)) {
    const series = shownSeries(state, websiteId, name);
    const message = seriesMessage(series, name, shownComparison(state) !== undefined, state);
    return message?.asks ?? (series.error === undefined ? [] : [tryAgain]);
  }
  if (shownTableRows(state).length === 0) return rowsMessage(state).asks;
  const isOld = state.statistic.list.error !== undefined || tableRowsBeside(state).error !== undefined;
  return isOld ? [tryAgain] : [];
}

export function rowsMessage({ statistic: { list, search, page }, profile }: State): ScreenMessage {
  const titles = { reading: label`Reading ...`, failed: label`The rows could not be read` };
  if (list.error !== undefined || list.data === undefined) return unreadMessage(list.error, titles, profile);
  if (search !== '')
    return messageOf({ title: label`No row matches "${safeText(search)}"`, asks: [clearSearch] });
  return page > 1 ? messageOf({ title: label`No more rows`, asks: [previousPage] }) : nothingInPeriod;
}
