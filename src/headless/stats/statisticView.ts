import { changeInk } from '#headless/output/paint.ts';
import type { TextCell } from '#headless/output/textTable.ts';
import type { TableView } from '#headless/output/write.ts';
import { change, formatChange } from '#model/statistics/comparison.ts';
import { differenceWords } from '#model/statistics/comparisonWords.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { describePeriod } from '#model/period/period.ts';
import { basisText, type ShareBasis } from '#model/statistics/share.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import {
  titleOf,
  type TableEntry,
  type TableStatistic,
  type TableSubject,
} from '#model/statistics/statisticTables.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** The view of a statistic for people: values in words, each with its share, and its change where it is compared. */
export function statisticView(
  subject: TableSubject,
  { name, entries, basis }: TableStatistic & { readonly basis: ShareBasis },
): TableView {
  const { title } = statisticInfo(name);
  const { period, before } = subject;
  const versus =
    before === undefined
      ? ''
      : `, compared with ${describePeriod(before)}${differenceWords({ now: period, before })}`;
  const heading = `${title} of ${titleOf(subject)}, ${describePeriod(period)}${versus}`;
  return {
    columns: ['value', 'day', 'hour', 'count', 'day_before', 'count_before', 'share'],
    before: safeText(heading, 500),
    after: entries.length === 0 ? nothingWords(subject) : totalWords(subject, name, basis),
    ...(before === undefined
      ? {}
      : { extra: { title: 'Change', cell: (_, at) => changed(entries[at], isSeries(name)) } }),
    cell: (key, row, at) =>
      key === 'value' || key === 'day' || key === 'hour' || key === 'day_before'
        ? row[at] === undefined
          ? undefined
          : { text: safeText(readableValue(name, String(row[at]))) }
        : undefined,
  };
}

/** The total of a series with the earlier one; for rows what their shares are based on. */
function totalWords(
  { parameters = {}, capabilities }: TableSubject,
  name: StatisticName,
  basis: ShareBasis,
): SafeText {
  const total = parameters[name];
  if (typeof total !== 'number') return safeText(`Shares are ${basisText(name, basis, capabilities)}.`);
  const before = parameters[`${name}_before`];
  const earlier =
    typeof before === 'number'
      ? `, ${groupThousands(before)} before: ${formatChange(change(total, before))}`
      : '';
  return safeText(`${counted(total, countsOf(name, capabilities))} in all${earlier}`);
}

/** For a search or a later page "nothing was counted" would be wrong. */
function nothingWords({ parameters = {} }: TableSubject): SafeText {
  const isAll = (parameters['search'] ?? '') === '' && (parameters['page'] ?? 1) === 1;
  return isAll ? label`Nothing was counted.` : label`No such rows.`;
}

/** The change of a row is unknown where its earlier count was not read. */
function changed(entry: TableEntry | undefined, isDay: boolean): TextCell {
  const isUnknown = !isDay && entry?.count !== undefined && entry.before === undefined;
  const text = isUnknown ? '?' : formatChange(change(entry?.count, entry?.before));
  return { text: safeText(text), ink: changeInk(text) };
}
