import { formatOf, type GlobalOptions } from '#headless/options/globalOptions.ts';
import { createPrinter } from '#headless/output/printer.ts';
import { say } from '#headless/output/stderr.ts';
import { writeTable } from '#headless/output/write.ts';
import type { DataCell } from '#model/export/dataTable.ts';
import { type LogSourceRecord, selectLogSources } from '#server/database/logSources.ts';
import { sourceState } from './sourceState.ts';
import { type SourcesRun, withSources } from './withSources.ts';

/** Prints the sources: how many files each has now, and the time of the last line that was read. */
export async function listLogs(options: GlobalOptions): Promise<void> {
  const format = formatOf(options);
  const printer = createPrinter(options);
  await withSources(options, async run => {
    const { database } = run;
    const rows = await database.read(() => selectLogSources(database).map(source => rowOf(run, source)));
    await writeTable(
      {
        title: 'Logs',
        about: {},
        columns: [
          { key: 'domain', title: 'Website' },
          { key: 'pattern', title: 'Logs' },
          { key: 'files', title: 'Files' },
          { key: 'read_to', title: 'Read to' },
        ],
        rows,
      },
      { format, printer },
    );
    if (rows.length === 0 && format === 'table')
      say('There are none: add some with sitedeck logs add DOMAIN FILE...');
  });
}

function rowOf({ database, profile }: SourcesRun, source: LogSourceRecord): DataCell[] {
  const { files, readTo } = sourceState(database, source, profile.timeZone);
  return [source.website?.domain ?? '(each host)', source.pattern, files.length, readTo];
}
