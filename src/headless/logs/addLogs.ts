import { exitCodes, RefusedError, UsageError } from '#connection/errors.ts';
import { mustWrite } from '#headless/withService.ts';
import { formatOf, type GlobalOptions } from '#headless/options/globalOptions.ts';
import { hostRules, type HostValues } from '#headless/options/hostOptions.ts';
import type { ReadingValues } from '#headless/options/readingOptions.ts';
import { createPrinter } from '#headless/output/printer.ts';
import { complain, say } from '#headless/output/stderr.ts';
import { rememberChanges } from '#headless/output/stdout.ts';
import { writeTable } from '#headless/output/write.ts';
import { timeStampIn } from '#model/period/today.ts';
import { checkDomain, normaliseDomain } from '#model/website/domain.ts';
import { deleteLogSource, type ReadingOptions } from '#server/database/logSources.ts';
import { deleteWebsite } from '#server/database/websiteQueries.ts';
import { addSources } from '#server/import/follow/addSources.ts';
import type { UpdatedSource } from '#server/import/follow/protocol.ts';
import { safeText } from '#terminal/safeText.ts';
import { checkPattern } from './checkPattern.ts';
import { checkLogFormat, clientFieldOf, sourceName } from './readingValues.ts';
import { readNew } from './readNew.ts';
import { withSources } from './withSources.ts';

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
