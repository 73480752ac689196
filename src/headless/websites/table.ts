import type { DataCell, DataTable } from '#model/dataTable.ts';
import { parseDay, formatDay } from '#model/day.ts';
import type { Website } from '#model/website.ts';
import { safeText } from '#terminal/safeText.ts';
import { plainText } from '#terminal/plainText.ts';
import type { TableView } from '#headless/output/write.ts';

const known = [
  { key: 'id', title: 'Id', of: (site: Website) => site.id },
  { key: 'domain', title: 'Domain', of: (site: Website) => site.domain },
  { key: 'privacy', title: 'Privacy', of: (site: Website) => site.privacy },
  { key: 'email', title: 'Email', of: (site: Website) => site.email },
  { key: 'exclude_bots', title: 'Bots excluded', of: (site: Website) => site.excludeBots },
  { key: 'exclude_params', title: 'Excluded parameters', of: (site: Website) => site.excludeParams },
  { key: 'exclude_ips', title: 'Excluded addresses', of: (site: Website) => site.excludeIps },
  { key: 'created_at', title: 'Added', of: (site: Website) => site.createdAt },
] as const;

/** Websites as data: a column for each field, by its name in the service's interface. */
export function websitesTable(
  title: string,
  websites: readonly Website[],
  about: DataTable['about'] = {},
): DataTable {
  return {
    title,
    about,
    columns: known.map(({ key, title }) => ({ key, title })),
    rows: websites.map(site => known.map(({ of }) => of(site))),
  };
}

/** The same with every other field the service returned, as it returned it. */
export function recordsTable(title: string, websites: readonly Website[]): DataTable {
  const table = websitesTable(title, websites);
  const names = new Set<string>(known.map(({ key }) => key));
  const others = [...new Set(websites.flatMap(({ fields }) => Object.keys(fields)))].filter(
    name => !names.has(name) && name !== 'password',
  );
  return {
    ...table,
    columns: [...table.columns, ...others.map(key => ({ key, title: key }))],
    rows: websites.map((site, at) => [
      ...(table.rows[at] ?? []),
      ...others.map(name => unknownCell(site.fields[name])),
    ]),
  };
}

function unknownCell(value: unknown): DataCell {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? undefined : plainText(value);
}

/** The list for people: the long texts are in the record. */
export const listView: TableView = {
  columns: ['id', 'domain', 'privacy', 'email', 'exclude_bots', 'created_at'],
  cell(key, row, at) {
    if (key !== 'created_at') return undefined;
    const text = plainText(row[at]);
    const day = parseDay(text);
    return { text: safeText(day === undefined ? text : formatDay(day)) };
  },
};
