import { exitCodes, UsageError } from '#connection/errors.ts';
import { mustWrite } from '#headless/withService.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { complain } from '#headless/output/stderr.ts';
import { hasLogSources } from '#server/database/logSources.ts';
import { safeText } from '#terminal/safeText.ts';
import { readNew } from './readNew.ts';
import { withSources } from './withSources.ts';

interface UpdateOptions extends GlobalOptions {
  readonly quiet?: boolean | undefined;
}

/**
 * Reads what is new of all sources. Says nothing where all is well, also where another process follows them; exit code 1 where a
 * file could not be read.
 */
export async function updateSources(options: UpdateOptions): Promise<void> {
  await withSources(options, async run => {
    mustWrite(run);
    if (!(await run.database.read(() => hasLogSources(run.database))))
      throw new UsageError('There are no logs to read: add some with sitedeck logs add DOMAIN FILE...');
    const { sources } = await readNew(run, options);
    const problems = sources.flatMap(source => source.problems);
    if (options.quiet !== true) for (const words of problems) complain(safeText(words, 600));
    if (problems.length > 0) process.exitCode = exitCodes.refused;
  });
}
