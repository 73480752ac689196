import { paint } from '#cli/output/printer.ts';
import { say } from '#cli/output/stderr.ts';
import { print } from '#cli/output/stdout.ts';
import { usualCell, writeTable } from '#cli/output/table.ts';
import type { Run } from '#cli/withService.ts';
import type { DataCell, DataTable } from '#model/export/dataTable.ts';
import { leftOutWords, websitesTable } from '#model/export/websiteTables.ts';
import { canWrite } from '#model/service/capabilities.ts';
import { settingNames, type Website, websiteName, wireNames } from '#model/website/website.ts';
import { padEnd } from '#text/fit.ts';
import { plainText, safeText } from '#text/safeText.ts';

/** Prints websites with all fields; as a table for people one field below the other. */
export async function writeRecords(run: Run, websites: readonly Website[]): Promise<void> {
  const table = recordsTable(websites);
  for (const website of websites) {
    const words = leftOutWords(website);
    if (words !== undefined) say(`${websiteName(website)}: left out ${words}.`);
  }
  if (run.format !== 'table') return await writeTable(table, run);
  await print(table.rows.map(row => recordText(table, row, run)).join('\n'));
}

function recordText(
  { columns }: DataTable,
  row: DataTable['rows'][number],
  { printer, api: { capabilities } }: Run,
): string {
  const lacking = new Set<string>(
    settingNames.filter(name => !canWrite(capabilities, name)).map(name => wireNames[name]),
  );
  const width = Math.max(...columns.map(({ title }) => title.length)) + 2;
  const lines = columns.flatMap(({ key, title }, at) => {
    const cell = row[at];
    // A setting that the service does not have is none that is empty.
    if (cell === undefined && lacking.has(key)) return [];
    // A stored list has one entry a line.
    const parts = typeof cell === 'string' && cell.includes('\n') ? cell.split(/\r?\n/) : [cell];
    return parts.map((part, index) => {
      const name = padEnd(safeText(index === 0 ? title : ''), width);
      return `${paint(name, 'dim', printer)}${usualCell(part).text}`;
    });
  });
  return `${lines.join('\n')}\n`;
}

function recordsTable(websites: readonly Website[]): DataTable {
  const table = websitesTable('Websites', websites);
  const known = new Set(table.columns.map(({ key }) => key));
  const others = [...new Set(websites.flatMap(({ fields }) => Object.keys(fields)))].filter(
    name => !known.has(name) && name !== 'password',
  );
  return {
    ...table,
    columns: [...table.columns, ...others.map(key => ({ key, title: key }))],
    rows: websites.map((website, at) => [
      ...(table.rows[at] ?? []),
      ...others.map(name => unknownCell(Object.hasOwn(website.fields, name) ? website.fields[name] : null)),
    ]),
  };
}

function unknownCell(value: unknown): DataCell {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? undefined : plainText(value);
}
