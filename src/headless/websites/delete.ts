import { mustWrite, withService } from '#headless/withService.ts';
import { UsageError } from '#connection/failure.ts';
import type { GlobalOptions } from '#headless/options/global.ts';
import { ask } from '#headless/output/ask.ts';
import { say } from '#headless/output/stderr.ts';
import { rememberChanges } from '#headless/output/stdout.ts';
import { writeTable } from '#headless/output/write.ts';
import { resolveSite, sameDomain } from '#connection/resolveSite.ts';
import { websiteName } from '#model/website/website.ts';
import { websitesTable } from '#model/website/websitesTable.ts';
import { safeText } from '#terminal/safeText.ts';

/** Asks for the domain as the application does, unless --yes was given. */
export async function deleteWebsite(site: string, options: GlobalOptions): Promise<void> {
  await withService(options, async run => {
    mustWrite(run);
    const website = await resolveSite(run.api, site);
    const name = safeText(websiteName(website), 200);
    if (options.yes !== true) {
      const typed = await ask(`This deletes ${name} with all its statistics. Type its domain to go on:`);
      if (typed === undefined)
        throw new UsageError(
          `Nobody can be asked whether to delete ${name}: add --yes. Nothing was changed.`,
        );
      if (typed.trim() !== website.id && !sameDomain(websiteName(website), typed))
        throw new UsageError('That is not its domain: nothing was changed.');
    }
    await run.api.deleteWebsite(website.id);
    rememberChanges(`${name} was deleted.`);
    if (run.format === 'table') return say(`Deleted ${name} and its statistics.`);
    await writeTable(websitesTable('Deleted websites', [website]), run);
  });
}
