import { periodParameters, type DataCell, type DataTable } from '#model/export/dataTable.ts';
import type { Period } from '#model/statistics/statistics.ts';
import type { Website } from './website.ts';

interface ExportedField {
  /** Its name in the service's interface. */
  readonly key: string;
  readonly title: string;
  of(website: Website): DataCell;
}

const names: readonly ExportedField[] = [
  { key: 'id', title: 'Id', of: ({ id }) => id },
  { key: 'domain', title: 'Domain', of: ({ domain }) => domain },
];

const ofNames: readonly ExportedField[] = [{ key: 'name', title: 'Name', of: ({ name }) => name }];

const settings: readonly ExportedField[] = [
  { key: 'privacy', title: 'Privacy', of: ({ privacy }) => privacy },
  { key: 'email', title: 'Email', of: ({ email }) => email },
  { key: 'exclude_bots', title: 'Bots excluded', of: ({ excludeBots }) => excludeBots },
  { key: 'exclude_params', title: 'Excluded parameters', of: ({ excludeParams }) => excludeParams },
  { key: 'exclude_ips', title: 'Excluded addresses', of: ({ excludeIps }) => excludeIps },
  { key: 'created_at', title: 'Added', of: ({ createdAt }) => createdAt },
];

/** Websites with their settings, and their names where the service has them, without passwords and unknown fields. */
export function websitesTable(
  title: string,
  websites: readonly Website[],
  about: DataTable['about'] = {},
): DataTable {
  const isNamed = websites.some(({ name }) => name !== undefined);
  const all = [...names, ...(isNamed ? ofNames : []), ...settings];
  return {
    title,
    about,
    columns: all.map(({ key, title }) => ({ key, title })),
    rows: websites.map(website => all.map(({ of }) => of(website))),
  };
}

/** A website's counts in a period; undefined where they were not read. */
interface WebsiteNumbers {
  readonly visitors?: number | undefined;
  readonly visitorsBefore?: number | undefined;
  readonly pageviews?: number | undefined;
}

/** The same with their numbers. */
export function websiteNumbersTable(
  websites: readonly Website[],
  numbers: {
    readonly period: Period;
    /** The days compared with, where anything is. */
    readonly before: Period | undefined;
    readonly timeZone: string;
    readonly of: (website: Website) => WebsiteNumbers;
    readonly parameters: Readonly<Record<string, DataCell>>;
  },
): DataTable {
  const { period, before, timeZone, of, parameters } = numbers;
  const table = websitesTable('Websites', websites, {
    ...periodParameters(period, before, timeZone),
    ...parameters,
  });
  const at = names.length;
  return {
    ...table,
    columns: table.columns.toSpliced(
      at,
      0,
      { key: 'visitors', title: 'Visitors' },
      ...(before === undefined ? [] : [{ key: 'visitors_before', title: 'Visitors before' }]),
      { key: 'pageviews', title: 'Page views' },
    ),
    rows: websites.map((website, row) => {
      const { visitors, visitorsBefore, pageviews } = of(website);
      const counts = before === undefined ? [visitors] : [visitors, visitorsBefore];
      return (table.rows[row] ?? []).toSpliced(at, 0, ...counts, pageviews);
    }),
  };
}
