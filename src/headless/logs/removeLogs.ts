import { resolve } from 'node:path';
import { RefusedError, UsageError } from '#connection/errors.ts';
import { mustWrite } from '#headless/withService.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { say } from '#headless/output/stderr.ts';
import { didYouMean } from '#model/text/didYouMean.ts';
import { counted } from '#model/text/number.ts';
import { normaliseDomain } from '#model/website/domain.ts';
import { deleteLogSource, selectLogSources } from '#server/database/logSources.ts';
import { safeText } from '#terminal/safeText.ts';
import { withSources } from './withSources.ts';

/**
 * Forgets sources of a website: those with these patterns, or all. What was counted stays.
 * @param first the domain; with `--each-host` a pattern
 */
export async function removeLogs(
  first: string | undefined,
  more: readonly string[],
  options: GlobalOptions & { readonly eachHost?: boolean | undefined },
): Promise<void> {
  const isEach = options.eachHost === true;
  if (!isEach && first === undefined)
    throw new UsageError('Name the website: sitedeck logs remove DOMAIN, or --each-host.');
  const patterns = isEach ? [first ?? [], more].flat() : more;
  await withSources(options, async run => {
    mustWrite(run);
    const { database } = run;
    const name = isEach ? undefined : normaliseDomain(first ?? '');
    const wanted = patterns.map(pattern => resolve(pattern));
    const removed = await database.write(() => {
      const all = selectLogSources(database);
      const sources = all.filter(({ website }) => website?.domain === name);
      const missing = wanted.find(pattern => !sources.some(source => source.pattern === pattern));
      if (missing !== undefined || sources.length === 0)
        return all.map(({ website }) => website?.domain ?? '');
      const chosen = sources.filter(({ pattern }) => wanted.length === 0 || wanted.includes(pattern));
      for (const { id } of chosen) deleteLogSource(database, id);
      return chosen.length;
    });
    if (typeof removed !== 'number')
      throw new RefusedError(
        `${safeText(name ?? '--each-host', 100)} has no such logs: sitedeck logs list shows those it has. Nothing was removed.${removed.includes(name ?? '') ? '' : didYouMean(name ?? '', removed)}`,
      );
    say(`${counted(removed, 'sources')} removed. What was counted stays.`);
  });
}
