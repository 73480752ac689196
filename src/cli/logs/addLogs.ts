import { resolve } from 'node:path';
import { exitCodes, UsageError } from '#model/failure.ts';
import { createPrinter } from '#cli/output/printer.ts';
import { complain, say } from '#cli/output/stderr.ts';
import { rememberChanges } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import { formatOf, type GlobalOptions } from '#cli/subcommand.ts';
import { mustWrite } from '#cli/withService.ts';
import { problemOfPattern, type UpdatedSource } from '#logs/index.ts';
import { safeText } from '#text/safeText.ts';
import { checkedDomain, hostRules, type HostValues, readingOf, type ReadingValues } from './options.ts';
import { ownLogs, reading } from './sources.ts';

/** An absolute pattern that matches a file which this account may read. Throws a UsageError. */
export function checkPattern(given: string): string {
  if (/[\x00-\x1f\x7f]/.test(given))
    throw new UsageError(`${safeText(given, 200)} has control characters, which no name of a log has.`);
  if (given === '-')
    throw new UsageError('Stdin cannot be read again: sitedeck import --follow DOMAIN - reads it.');
  const pattern = resolve(given);
  const problem = problemOfPattern(pattern);
  if (problem === undefined) return pattern;
  throw new UsageError(`${safeText(given, 200)} ${problem}`);
}

type AddOptions = GlobalOptions & ReadingValues & HostValues;

/**
 * Adds sources for a website, which is made where it is missing, and counts what they hold.
 * @param first the domain; with `--each-host` a pattern
 */
export async function addLogs(first: string, more: readonly string[], options: AddOptions): Promise<void> {
  const format = formatOf(options);
  const printer = createPrinter(options);
  const hosts = hostRules(options);
  const patterns = hosts ? [first, ...more] : more;
  const name = hosts ? undefined : checkedDomain(first);
  if (patterns.length === 0)
    throw new UsageError('Name the logs too: sitedeck logs add DOMAIN FILE..., or --each-host FILE...');
  const readAs = await readingOf(options);
  const { logs, profile } = ownLogs(options);
  mustWrite({ profile });
  const added = { domain: name, patterns: patterns.map(checkPattern), options: readAs };
  const onStored = (): void => rememberChanges('The logs are added.');
  const { sources: updated, by } = await reading(options, control =>
    logs.addAndRead(added, { ...control, onStored }),
  );
  if (by)
    return say(
      `Added: process ${by.process} (${safeText(by.name, 60)}) follows the logs, and counts them now.`,
    );
  await writeTable(
    addedTable(name, updated),
    { format, printer },
    {
      after: `From now on they are followed while Sitedeck runs (sitedeck --profile logs, or sitedeck serve), and read by sitedeck logs update.\nSee it with  sitedeck --profile logs${name === undefined ? '' : ` ${safeText(name, 253)}`}`,
    },
  );
  const problems = updated.flatMap(source => source.problems);
  const notes = new Set(updated.flatMap(({ hostNote }) => hostNote ?? []));
  for (const words of notes) complain(safeText(words, 1_000));
  for (const words of problems) complain(safeText(words, 600));
  if (problems.length > 0) process.exitCode = exitCodes.refused;
}

function addedTable(domain: string | undefined, updated: readonly UpdatedSource[]) {
  const views = updated.reduce((sum, { counted }) => sum + counted, 0);
  return {
    title: `Logs of ${domain ?? 'each host'}`,
    about: { domain, counted: views },
    columns: [
      { key: 'pattern', title: 'Logs' },
      { key: 'lines', title: 'Lines' },
      { key: 'counted', title: 'Page views' },
    ],
    rows: updated.map(({ pattern, read, counted }) => [pattern, read, counted]),
  };
}
