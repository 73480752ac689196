import { resolve } from 'node:path';
import { exitCodes, RefusedError, UsageError } from '#api/failure.ts';
import { createPrinter } from '#cli/output/printer.ts';
import { complain, say } from '#cli/output/stderr.ts';
import { rememberChanges } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import { formatOf, type GlobalOptions } from '#cli/subcommand.ts';
import { mustWrite } from '#cli/withService.ts';
import { expandPattern, problemOf } from '#logs/files/find.ts';
import { addSources } from '#logs/index.ts';
import { deleteLogSource, type ReadingOptions } from '#logs/storage/sources.ts';
import type { UpdatedSource } from '#logs/tasks.ts';
import { timeStampIn } from '#model/period/zone.ts';
import { checkDomain, normaliseDomain } from '#model/website/domain.ts';
import { deleteWebsite } from '#server/database/websites.ts';
import { safeText } from '#text/safeText.ts';
import {
  checkLogFormat,
  clientFieldOf,
  hostRules,
  type HostValues,
  type ReadingValues,
  sourceName,
} from './options.ts';
import { readNew, withSources } from './sources.ts';

/** An absolute pattern that matches a file which this account may read. Throws a UsageError. */
export function checkPattern(given: string): string {
  if (/[\x00-\x1f\x7f]/.test(given))
    throw new UsageError(`${safeText(given, 200)} has control characters, which no name of a log has.`);
  if (given === '-')
    throw new UsageError('Stdin cannot be read again: sitedeck import --follow DOMAIN - reads it.');
  const pattern = resolve(given);
  const problems = expandPattern(pattern).map(problemOf);
  const [first] = problems;
  if (problems.length > 0 && problems.includes(undefined)) return pattern;
  throw new UsageError(
    `${safeText(given, 200)} ${first ?? 'matches no file: put it in quotes, and look whether this account may read its folder.'}`,
  );
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
  const reading = { ...readingOf(options), ...(hosts && { hosts }) };
  await withSources(options, async run => {
    mustWrite(run);
    const checked = patterns.map(checkPattern);
    const addedAt = timeStampIn(run.profile.timeZone, new Date());
    const { sources, isKnown, created } = await addSources(run.database, {
      domain: name,
      patterns: checked,
      options: reading,
      addedAt,
    });
    rememberChanges('The logs are added.');
    const updated: UpdatedSource[] = [];
    for (const source of sources) {
      const { sources: found, by } = await readNew(run, options, source.id);
      if (by)
        return say(
          `Added: process ${by.process} (${safeText(by.name, 60)}) follows the logs, and counts them now.`,
        );
      updated.push(...found);
    }
    const problems = updated.flatMap(source => source.problems);
    if (problems.length > 0 && updated.every(({ read }) => read === 0) && !isKnown) {
      await run.database.write(() => {
        for (const { id } of sources) deleteLogSource(run.database, id);
        if (created !== undefined) deleteWebsite(run.database, created);
      });
      throw new RefusedError(`${safeText(problems[0], 600)} The logs were not added.`);
    }
    await writeTable(
      addedTable(name, updated),
      { format, printer },
      {
        after: `From now on they are followed while Sitedeck runs (sitedeck --profile logs, or sitedeck serve), and read by sitedeck logs update.\nSee it with  sitedeck --profile logs${name === undefined ? '' : ` ${safeText(name, 253)}`}`,
      },
    );
    const notes = new Set(updated.flatMap(({ hostNote }) => hostNote ?? []));
    for (const words of notes) complain(safeText(words, 1_000));
    for (const words of problems) complain(safeText(words, 600));
    if (problems.length > 0) process.exitCode = exitCodes.refused;
  });
}

function checkedDomain(domain: string): string {
  const problem = checkDomain(domain);
  if (problem !== undefined) throw new UsageError(`${safeText(domain, 100)}: ${safeText(problem, 200)}`);
  return normaliseDomain(domain);
}

function readingOf(options: AddOptions): ReadingOptions {
  clientFieldOf(options);
  checkLogFormat(options);
  const { client, trustedProxy, logFormat } = options;
  const source = sourceName(options.source);
  return {
    ...(source !== '' && { source }),
    ...(logFormat !== undefined && { logFormat }),
    ...(client !== undefined && { client }),
    ...(trustedProxy !== undefined && { trustedProxies: trustedProxy }),
  };
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
