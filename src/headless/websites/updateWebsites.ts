import { exitCodeOf, failureLine, UsageError } from '#connection/errors.ts';
import { chosenBy, searchWebsites } from '#headless/overview/readOverview.ts';
import { mustNameSites, type SeveralOptions } from '#headless/options/severalSites.ts';
import { confirm } from '#headless/output/ask.ts';
import { complain, progress, say, tell } from '#headless/output/stderr.ts';
import { refuseAll } from '#headless/settings/refuseAll.ts';
import { runSteps } from '#headless/settings/runSteps.ts';
import type { Step } from '#headless/settings/planSteps.ts';
import { changeWords, domainOf } from '#headless/settings/stepTable.ts';
import { mustWrite, withService, type Run } from '#headless/withService.ts';
import { counted } from '#model/text/number.ts';
import { changesFor, draftOf } from '#model/website/draft.ts';
import { firstBadAddress } from '#model/website/addressList.ts';
import { checkDraft } from '#model/website/draftCheck.ts';
import { websiteName, type Website, type WebsiteSettings } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import { givenIn, type FieldOptions } from './givenFields.ts';
import {
  changedLists,
  changesLists,
  replacesAndChanges,
  unknownLists,
  type ListChanges,
} from './listChanges.ts';
import { updateWebsite } from './updateWebsite.ts';

export type UpdateOptions = FieldOptions & SeveralOptions & ListChanges;

/**
 * Changes one website at once; of several, or where entries of lists are added and removed, says before and after, asks, and
 * goes on after a failure, which makes the exit code 1. Throws a UsageError.
 */
export async function updateWebsites(sites: readonly string[], options: UpdateOptions): Promise<void> {
  mustNameSites(sites, options);
  const [only, ...others] = sites;
  if (only !== undefined && others.length === 0 && !changesLists(options))
    return await updateWebsite(only, options);
  const settings = givenIn(options);
  refuseTogether(options, settings);
  refuseWrongAddresses(options);
  await withService(options, async run => {
    mustWrite(run);
    const { websites, failed } = await readFresh(run, sites);
    const steps = websites.map(website => stepFor(website, settings, options));
    refuseAll([
      ...websites.flatMap(website => unknownLists(website, options)),
      ...steps.flatMap(step => wrongIn(step, options)),
    ]);
    const changed = steps.filter(step => step.action === 'update');
    const show = options.yes === true ? say : tell;
    for (const step of changed) show(`${domainOf(step)}: ${changeWords(step)}`);
    if (changed.length > 0 && options.yes !== true) {
      const what = counted(changed.length, 'websites');
      await confirm(`change ${what}`, `Change ${what}?`);
    }
    await runSteps(run, steps, new Map(), failed);
  });
}

function refuseTogether(options: UpdateOptions, settings: Partial<WebsiteSettings>): void {
  if (options.password === true || settings.privacy === 'password')
    throw new UsageError('A password is set for one website at a time: name one, without --add or --remove.');
  if (settings.name !== undefined)
    throw new UsageError('A name is of one website: name one, without --add or --remove.');
  if (Object.keys(settings).length === 0 && !changesLists(options))
    throw new UsageError('Say what to change, such as --add-exclude-ip 192.0.2.7.');
  if (replacesAndChanges(settings, options))
    throw new UsageError('Replace a list, or add to it and remove from it: not both.');
}

/** An address of the command line is wrong for every website: it is said once, before any is read. */
function refuseWrongAddresses({ addExcludeIp = [], excludeIps = [] }: UpdateOptions): void {
  const given = { '--add-exclude-ip': addExcludeIp, '--exclude-ips': excludeIps };
  refuseAll(
    Object.entries(given).flatMap(([option, list]) =>
      list.flatMap(entry => {
        const bad = firstBadAddress(entry);
        const what = `${option}: "${safeText(bad?.entry, 60)}" is no address and no range: 203.0.113.7 or 10.0.0.0/8.`;
        return bad === undefined ? [] : [what];
      }),
    ),
  );
}

/** Each website on its own, as it is now; those that cannot be read are said on stderr and counted. */
async function readFresh(run: Run<UpdateOptions>, sites: readonly string[]) {
  const listed = sites.length > 0 ? undefined : (await searchWebsites(run.api, chosenBy(run))).rows;
  const reads =
    listed === undefined
      ? sites.map(name => ({ name, read: () => run.readSite(name) }))
      : listed.map(site => ({ name: websiteName(site), read: () => run.api.showWebsite(site.id) }));
  const websites = new Map<string, Website>();
  let failed = 0;
  for (const [at, { name, read }] of reads.entries()) {
    progress.show(`${at + 1} of ${reads.length} websites read`);
    try {
      const website = await read();
      websites.set(website.id, website);
    } catch (error) {
      if (exitCodeOf(error) === undefined) throw error;
      failed += 1;
      complain(`${safeText(name, 100)}: ${failureLine(error)}`);
    }
  }
  progress.clear();
  return { websites: [...websites.values()], failed };
}

function stepFor(website: Website, settings: Partial<WebsiteSettings>, options: UpdateOptions): Step {
  const changes = changesFor(website, { ...settings, ...changedLists(website, options) });
  return Object.keys(changes).length === 0
    ? { action: 'leave', website }
    : { action: 'update', website, changes };
}

function wrongIn(step: Step, options: UpdateOptions): string[] {
  if (step.action !== 'update') return [];
  const original = draftOf(step.website);
  // Of a list that is added to only the new entries are checked, which has been done: what is stored is never refused.
  const excludeIps = options.excludeIps === undefined ? original.excludeIps : step.changes.excludeIps;
  const draft = { ...original, ...step.changes, excludeIps: excludeIps ?? original.excludeIps };
  const errors = checkDraft({ ...draft, password: 'given' }, 'edit', original);
  return Object.values(errors).map(line => `${safeText(domainOf(step), 100)}: ${safeText(line, 300)}`);
}
