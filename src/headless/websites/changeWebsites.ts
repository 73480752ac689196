import { mustWrite, withService } from '#headless/withService.ts';
import { UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { askBefore, readSecret } from '#headless/output/ask.ts';
import { say } from '#headless/output/stderr.ts';
import { rememberChanges } from '#headless/output/stdout.ts';
import { sameDomain } from '#connection/resolveSite.ts';
import { normaliseDomain } from '#model/website/domain.ts';
import type { WebsiteDraft } from '#model/website/draft.ts';
import { checkDraft } from '#model/website/draftCheck.ts';
import { distinctName, hasDomain, websiteDefaults, websiteName } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import { givenIn, refuseWrong, withoutPassword, type FieldOptions } from './givenFields.ts';
import { writeRecords } from './writeRecords.ts';
import { writeTable } from '#headless/output/write.ts';
import { websitesTable } from '#model/website/websitesTable.ts';

/** Adds a website and prints it. Throws a UsageError for wrong settings. */
export async function createWebsite(domain: string, options: FieldOptions): Promise<void> {
  const settings = givenIn(options);
  const draft: WebsiteDraft = { ...websiteDefaults, ...settings, domain: normaliseDomain(domain) };
  refuseWrong(withoutPassword(checkDraft(draft, 'add')));
  await withService(options, async run => {
    mustWrite(run);
    const password = draft.privacy === 'password' ? await readSecret('password for the statistics') : '';
    refuseWrong(checkDraft({ ...draft, password }, 'add'));
    const website = await run.api.createWebsite({ ...draft, password });
    rememberChanges(`${safeText(draft.domain, 100)} was created.`);
    if (website !== undefined) return await writeRecords(run, [website]);
    // The service answered without a body.
    await writeRecords(run, [await run.resolveSite(draft.domain)]);
  });
}

/** Deletes a website. Asks for its domain, as the application does, unless --yes is given. */
export async function deleteWebsite(site: string, options: GlobalOptions): Promise<void> {
  await withService(options, async run => {
    mustWrite(run);
    const website = await run.resolveSite(site);
    const name = safeText(websiteName(website), 200);
    if (options.yes !== true) {
      const whole = safeText(distinctName(website), 300);
      const wanted = hasDomain(website) ? 'domain' : 'name';
      const typed = await askBefore(
        `delete ${whole}`,
        `This deletes ${whole} with all its statistics. Type its ${wanted} to go on:`,
      );
      if (typed !== website.id && !sameDomain(websiteName(website), typed))
        throw new UsageError(`That is not its ${wanted}: nothing was changed.`);
    }
    await run.api.deleteWebsite(website.id);
    rememberChanges(`${name} was deleted.`);
    if (run.format === 'table') return say(`Deleted ${name} and its statistics.`);
    await writeTable(websitesTable('Deleted websites', [website]), run);
  });
}
