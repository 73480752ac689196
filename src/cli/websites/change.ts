import { exitCodeOf, failureLine, UsageError } from '#api/failure.ts';
import { chosenBy, searchWebsites } from '#cli/numbers/overview.ts';
import { sameDomain } from '#connection/resolveSite.ts';
import { mustNameSites, type SeveralOptions } from '#cli/options/websites.ts';
import { askBefore, confirm, readSecret } from '#cli/output/ask.ts';
import { complain, progress, refuseAll, say, tell } from '#cli/output/stderr.ts';
import { rememberChanges } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import type { GlobalOptions } from '#cli/subcommand.ts';
import { mustWrite, type Run, withService } from '#cli/withService.ts';
import { websitesTable } from '#model/export/websiteTables.ts';
import { normaliseDomain } from '#model/website/domain.ts';
import {
  addEntries,
  changedFields,
  changesFor,
  checkDraft,
  type DraftErrors,
  draftOf,
  firstBadAddress,
  removeEntries,
  unknownFields,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import {
  distinctName,
  givenSettings,
  hasDomain,
  type Privacy,
  settingNames,
  type Website,
  websiteDefaults,
  websiteName,
  type WebsiteSettings,
} from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import type { Step } from './plan.ts';
import { writeRecords } from './print.ts';
import { changeWords, domainOf, endedWords, runSteps } from './steps.ts';

/** The fields of websites as the command line has them. */
export interface FieldOptions extends GlobalOptions {
  readonly name?: string;
  readonly privacy?: Privacy;
  readonly email?: boolean;
  readonly excludeBots?: boolean;
  readonly excludeParams?: readonly string[];
  readonly excludeIps?: readonly string[];
  readonly password?: boolean;
}

/** The settings on the command line. A list given as "" alone is empty. */
export function givenIn({ excludeParams, excludeIps, ...options }: FieldOptions): Partial<WebsiteSettings> {
  return givenSettings({
    ...options,
    excludeParams: excludeParams?.filter(Boolean).join('\n'),
    excludeIps: excludeIps?.filter(Boolean).join('\n'),
  });
}

/** A password is asked for only where the rest is right. */
export function withoutPassword(errors: DraftErrors): DraftErrors {
  const { password: _, ...others } = errors;
  return others;
}

/** Throws a UsageError for the first error. */
export function refuseWrong(errors: DraftErrors): void {
  const [first] = Object.entries(errors);
  if (first === undefined) return;
  const names: Readonly<Record<string, string>> = {
    excludeParams: '--exclude-params',
    excludeIps: '--exclude-ips',
  };
  const [field, line] = first;
  throw new UsageError(safeText(`${names[field] ?? field}: ${line}`, 400));
}

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

/** Sends only the settings given and prints the website. Throws a UsageError for wrong settings. */
export async function updateWebsite(site: string, options: FieldOptions): Promise<void> {
  const settings = givenIn(options);
  if (Object.keys(settings).length === 0 && options.password !== true)
    throw new UsageError(
      'Say what to change, such as --privacy public. See sitedeck websites update --help.',
    );
  if (options.password === true && settings.privacy !== undefined && settings.privacy !== 'password')
    throw new UsageError('A password goes with --privacy password only.');
  await withService(options, async run => {
    mustWrite(run);
    await update(run, await run.readSite(site), settings, options.password === true);
  });
}

async function update(
  run: Run,
  website: Website,
  settings: Partial<WebsiteSettings>,
  newPassword: boolean,
): Promise<void> {
  const original = draftOf(website);
  const draft = { ...original, ...settings };
  if (newPassword && draft.privacy !== 'password')
    throw new UsageError(`${safeText(websiteName(website), 100)} has no password: add --privacy password.`);
  refuseWrong(withoutPassword(checkDraft(draft, 'edit', original)));
  const isNew = draft.privacy === 'password' && original.privacy !== 'password';
  const password = newPassword || isNew ? await readSecret('password for the statistics') : '';
  refuseWrong(checkDraft({ ...draft, password }, 'edit', original));
  const unknown = unknownFields(website);
  const setUnknown = new Set(settingNames.filter(name => name in settings && unknown.has(name)));
  const changes = changedFields(original, { ...draft, password }, setUnknown);
  if (Object.keys(changes).length === 0) {
    say(`${websiteName(website)} is unchanged: it has these values.`);
    return await writeRecords(run, [website]);
  }
  const updated = await run.api.updateWebsite(website.id, changes);
  for (const words of endedWords(website, changes)) say(`${websiteName(website)}: ${words}`);
  rememberChanges(`${safeText(websiteName(website), 100)} was changed.`);
  await writeRecords(run, [updated ?? (await run.api.showWebsite(website.id))]);
}

/** What a command line adds to the lists of websites and removes from them. */
export interface ListChanges {
  readonly addExcludeIp?: readonly string[];
  readonly removeExcludeIp?: readonly string[];
  readonly addExcludeParam?: readonly string[];
  readonly removeExcludeParam?: readonly string[];
}

const lists = [
  { name: 'excludeIps', add: 'addExcludeIp', remove: 'removeExcludeIp', what: 'addresses' },
  { name: 'excludeParams', add: 'addExcludeParam', remove: 'removeExcludeParam', what: 'parameters' },
] as const;

type List = (typeof lists)[number];

export function changesLists(options: ListChanges): boolean {
  return lists.some(list => isChanged(list, options));
}

function isChanged({ add, remove }: List, options: ListChanges): boolean {
  return options[add] !== undefined || options[remove] !== undefined;
}

/** Whether a list is both given whole and added to or removed from. */
export function replacesAndChanges(settings: Partial<WebsiteSettings>, options: ListChanges): boolean {
  return lists.some(list => settings[list.name] !== undefined && isChanged(list, options));
}

/** The lists of a website that become other ones, whole. */
export function changedLists(website: Website, options: ListChanges): Partial<WebsiteSettings> {
  return Object.fromEntries(
    lists.flatMap(({ name, add, remove }) => {
      const stored = website[name] ?? '';
      const changed = addEntries(removeEntries(stored, options[remove] ?? []), options[add] ?? []);
      return changed === stored ? [] : [[name, changed]];
    }),
  );
}

/** A list that the service does not tell cannot be added to: it would be replaced. */
export function unknownLists(website: Website, options: ListChanges): string[] {
  return lists
    .filter(list => website[list.name] === undefined && isChanged(list, options))
    .map(
      ({ what }) =>
        `${safeText(websiteName(website), 100)}: the service does not tell which ${what} are excluded, so none can be added or removed.`,
    );
}

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
