import { readPaths } from '#config/paths.ts';
import { storedProfiles } from '#connection/chosenProfile.ts';
import { formatOf, type GlobalOptions } from '#headless/options/globalOptions.ts';
import { createPrinter } from '#headless/output/printer.ts';
import { say } from '#headless/output/stderr.ts';
import { writeTable } from '#headless/output/write.ts';
import { profilesTable } from './profilesTable.ts';

/** Prints the profiles, without their keys. Throws a ConfigError for a file that cannot be read. */
export async function listProfiles(options: GlobalOptions): Promise<void> {
  const format = formatOf(options);
  const printer = createPrinter(options);
  const file = storedProfiles(readPaths(process.env));
  await writeTable(profilesTable(file), { format, printer });
  if (format === 'table' && (process.env['SITEDECK_URL'] ?? '') !== '')
    say('SITEDECK_URL is set: that service is used, and not the current profile.');
}
