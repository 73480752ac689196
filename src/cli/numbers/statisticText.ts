import { printLines } from '#cli/output/streams.ts';
import type { TableView, TextCell } from '#cli/output/table.ts';
import { change, changeTone, formatChange } from '#model/comparison/change.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { csvOfBatches, jsonOfBatches } from '#model/export/formats.ts';
import {
  statisticsTable,
  type TableEntry,
  type TableStatistic,
  type TableSubject,
  titleOf,
} from '#model/export/statisticTables.ts';
import { byNowWords, comparedDays, describePeriod, formatDay } from '#model/period/format.ts';
import { countsOf, statisticInfo, statisticTitle } from '#model/service/capabilities.ts';
import type { PageRows } from '#model/service/paging.ts';
import { basisText, type ShareBasis } from '#model/statistics/summary.ts';
import {
  type Day,
  isSeries,
  isTime,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { noDataText } from '#model/comparison/dataDays.ts';
import { readableValue } from '#model/statistics/values.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { capitalised, counted, groupThousands } from '#text/words.ts';

/** The view of a statistic for people: values in words, each with its share, and its change where it is compared. */
export function statisticView(
  subject: TableSubject,
  {
    name,
    entries,
    basis,
    begins = subject.begins,
  }: TableStatistic & {
    readonly basis: ShareBasis;
    /** The first day that it is counted of, where the period has earlier ones. */
    readonly begins?: Day | undefined;
  },
  {
    today,
    isLacking,
    isCut = false,
  }: {
    readonly today: Day;
    /** No day of the period has data. */
    readonly isLacking: boolean;
    /** The service has more rows than it gives. */
    readonly isCut?: boolean;
  },
): TableView {
  const { period, before, until, among } = subject;
  const compared = before && { now: period, before, among };
  const against =
    compared === undefined
      ? ''
      : `, ${until === undefined ? `against ${comparedDays(compared)}` : byNowWords(until, compared)}`;
  const heading = `${statisticTitle(name, subject.capabilities)} of ${titleOf(subject)}, ${describePeriod(period)}${against}`;
  return {
    columns: ['value', 'day', 'hour', 'count', 'day_before', 'count_before', 'share'],
    before: safeText(heading, 500),
    after:
      isLacking ||
      (begins !== undefined && begins > period.to) ||
      (entries.length > 0 && entries.every(({ count }) => count === undefined))
        ? safeText(`${capitalised(noDataText(period, today))}.`)
        : entries.length === 0
          ? nothingWords(subject, name, isCut)
          : totalWords(subject, name, basis),
    // A day inside a longer period has no change of its own here: it is compared with another day than stands beside it.
    ...(before === undefined || (isSeries(name) && period.from !== period.to)
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
  { parameters = {}, capabilities, begins }: TableSubject,
  name: StatisticName,
  basis: ShareBasis,
): SafeText {
  const total = parameters[name];
  if (isTime(name)) return safeText(`Of each page: ${statisticInfo(name).definition ?? ''}.`);
  const from = begins === undefined ? '' : `, from ${formatDay(begins)} on`;
  if (typeof total !== 'number')
    return safeText(`Shares are ${basisText(name, basis, capabilities)}${from}.`);
  const before = parameters[`${name}_before`];
  const sums =
    name === 'visitors' && parameters['visitors_are'] !== undefined ? ` (${parameters['visitors_are']})` : '';
  // Of today the hours that are over.
  const whole = parameters[`${name}_compared`] ?? total;
  const until = parameters['up_to'] === undefined ? '' : ` up to ${parameters['up_to']}`;
  const isCompared = typeof before === 'number' && parameters['no_comparison'] === undefined;
  const changed = isCompared ? formatChange(change(Number(whole), before)) : '';
  const earlier =
    typeof before === 'number'
      ? `, ${groupThousands(before)} before${until}${changed === '' ? '' : `: ${changed}`}`
      : '';
  return safeText(`${counted(total, countsOf(name, capabilities))} in all${sums}${from}${earlier}`);
}

/** For a search or a later page "nothing was counted" would be wrong. */
function nothingWords({ parameters = {} }: TableSubject, name: StatisticName, isCut: boolean): SafeText {
  const isAll = (parameters['search'] ?? '') === '' && (parameters['page'] ?? 1) === 1;
  const { lacking } = statisticInfo(name);
  if (!isAll) return isCut ? label`No such rows among those that the service gives.` : label`No such rows.`;
  return lacking ? safeText(`${lacking.title}. ${lacking.advice}`) : label`Nothing was counted.`;
}

/** The change of a row is unknown where its earlier count was not read. */
function changed(entry: TableEntry | undefined, isDay: boolean): TextCell {
  const isUnknown = !isDay && entry?.count !== undefined && entry.before === undefined;
  if (isUnknown) return { text: label`?` };
  const changed = change(entry?.count, entry?.before);
  return { text: safeText(formatChange(changed)), ink: changeTone(changed) };
}

/** So many rows are held: where there are more, each page is printed as it comes. */
export const mostRowsHeld = 10_000;

interface LongStatistic {
  readonly name: StatisticName;
  readonly basis: ShareBasis;
  readonly first: readonly StatisticRow[];
  readonly further: AsyncIterable<PageRows<StatisticRow>>;
}

/** Prints rows as they are read, holding a page at a time. */
export async function printLongStatistic(
  format: 'csv' | 'json',
  subject: TableSubject,
  { name, basis, first, further }: LongStatistic,
): Promise<void> {
  let complete = false;
  const table = (entries: readonly StatisticRow[]): DataTable =>
    statisticsTable(subject, [{ name, entries, basis }]);
  async function* batches(): AsyncGenerator<DataTable> {
    yield table(first);
    for await (const { rows, end } of further) {
      yield table(rows);
      complete = end === 'whole';
    }
  }
  const { about } = statisticsTable(subject, []);
  const lines =
    format === 'csv'
      ? csvOfBatches(batches())
      : jsonOfBatches(about, batches(), () => ({ complete: complete && subject.begins === undefined }));
  await printLines(lines);
}
