import type { DataCell, DataColumn, DataTable } from './dataTable.ts';
import { statisticInfo } from './statisticCatalogue.ts';
import { hourValue, type Period, type StatisticName } from './statistics.ts';

/** What the numbers of a table are of. */
export interface TableSubject {
  readonly website: { readonly id: string; readonly domain?: string | undefined };
  readonly period: Period;
  /** The days of the numbers before. */
  readonly before?: Period | undefined;
  readonly timeZone: string;
  /** What else was asked, by names that programs read. */
  readonly asked?: Readonly<Record<string, DataCell>> | undefined;
}

/** A count with its place: a value, a day, an hour. */
export interface TableEntry {
  readonly value: string;
  readonly count: number | undefined;
  readonly before?: number | undefined;
}

/** One statistic: rows of values, or a count for each day or hour. */
export function statisticTable(
  subject: TableSubject,
  name: StatisticName,
  entries: readonly TableEntry[],
): DataTable {
  const info = statisticInfo(name);
  return {
    title: `${info.title} of ${titleOf(subject)}`,
    about: { ...aboutOf(subject), statistic: name },
    columns: [
      {
        key: info.kind === 'series' ? 'day' : info.kind === 'hours' ? 'hour' : 'value',
        title: sentence(info.singular),
      },
      ...countColumns(subject, sentence(info.counts)),
    ],
    rows: entries.map(entry => [entry.value, ...countCells(subject, entry)]),
  };
}

/** Several statistics below each other, with the name of each beside its rows. */
export function statisticsTable(
  subject: TableSubject,
  statistics: readonly { readonly name: StatisticName; readonly entries: readonly TableEntry[] }[],
): DataTable {
  return {
    title: `Statistics of ${titleOf(subject)}`,
    about: aboutOf(subject),
    columns: [
      { key: 'statistic', title: 'Statistic' },
      { key: 'value', title: 'Value' },
      ...countColumns(subject, 'Count'),
    ],
    rows: statistics.flatMap(({ name, entries }) =>
      entries.map(entry => [name, entry.value, ...countCells(subject, entry)]),
    ),
  };
}

/** A row of a statistic over time. */
export function historyTable(
  subject: TableSubject,
  name: StatisticName,
  value: string,
  parts: readonly (Period & { readonly count: number | undefined })[],
): DataTable {
  const info = statisticInfo(name);
  return {
    title: `${sentence(info.singular)} ${value} of ${titleOf(subject)}`,
    about: { ...aboutOf(subject), statistic: name, value },
    columns: [
      { key: 'from', title: 'From' },
      { key: 'to', title: 'To' },
      { key: 'count', title: sentence(info.counts) },
    ],
    rows: parts.map(({ from, to, count }) => [from, to, count]),
  };
}

/** The hour of a day as a table writes it: "07:00". */
export function hourText(hour: number): string {
  return `${hourValue(hour)}:00`;
}

/** What every table of a website's numbers says about itself. */
export function aboutOf({ website, period, before, timeZone, asked = {} }: TableSubject): DataTable['about'] {
  return {
    website: website.id,
    domain: website.domain,
    from: period.from,
    to: period.to,
    before_from: before?.from,
    before_to: before?.to,
    time_zone: timeZone,
    ...asked,
  };
}

export function titleOf({ website }: TableSubject): string {
  return website.domain ?? `website ${website.id}`;
}

function countColumns({ before }: TableSubject, title: string): DataColumn[] {
  const now = { key: 'count', title };
  return before === undefined ? [now] : [now, { key: 'count_before', title: `${title} before` }];
}

function countCells({ before }: TableSubject, entry: TableEntry): DataCell[] {
  return before === undefined ? [entry.count] : [entry.count, entry.before];
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
