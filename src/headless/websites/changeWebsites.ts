import { mustWrite, withService, type Run } from '#headless/withService.ts';
import { UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { readSecret, ask } from '#headless/output/ask.ts';
import { say } from '#headless/output/stderr.ts';
import { rememberChanges } from '#headless/output/stdout.ts';
import { sameDomain } from '#connection/resolveSite.ts';
import { normaliseDomain } from '#model/website/domain.ts';
import { changedFields, draftOf, unknownFields, type WebsiteDraft } from '#model/website/draft.ts';
import { checkDraft, type DraftErrors } from '#model/website/draftCheck.ts';
import {
  givenSettings,
  settingNames,
  websiteDefaults,
  websiteName,
  type Privacy,
  type Website,
  type WebsiteSettings,
} from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import { writeRecords } from './writeRecords.ts';
import { writeTable } from '#headless/output/write.ts';
import { websitesTable } from '#model/website/websitesTable.ts';

export interface FieldOptions extends GlobalOptions {
  readonly name?: string;
  readonly privacy?: Privacy;
  readonly email?: boolean;
  readonly excludeBots?: boolean;
  readonly excludeParams?: readonly string[];
  readonly excludeIps?: readonly string[];
  readonly password?: boolean;
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
  rememberChanges(`${safeText(websiteName(website), 100)} was changed.`);
  await writeRecords(run, [updated ?? (await run.api.showWebsite(website.id))]);
}

/** The settings on the command line. A list given as "" alone is empty. */
export function givenIn({ excludeParams, excludeIps, ...options }: FieldOptions): Partial<WebsiteSettings> {
  return givenSettings({
    ...options,
    excludeParams: excludeParams?.filter(Boolean).join('\n'),
    excludeIps: excludeIps?.filter(Boolean).join('\n'),
  });
}

function withoutPassword(errors: DraftErrors): DraftErrors {
  const { password: _, ...others } = errors;
  return others;
}

function refuseWrong(errors: DraftErrors): void {
  const [first] = Object.entries(errors);
  if (first === undefined) return;
  const names: Readonly<Record<string, string>> = {
    excludeParams: '--exclude-params',
    excludeIps: '--exclude-ips',
  };
  const [field, line] = first;
  throw new UsageError(safeText(`${names[field] ?? field}: ${line}`, 400));
}

/** Deletes a website. Asks for its domain, as the application does, unless --yes is given. */
export async function deleteWebsite(site: string, options: GlobalOptions): Promise<void> {
  await withService(options, async run => {
    mustWrite(run);
    const website = await run.resolveSite(site);
    const name = safeText(websiteName(website), 200);
    if (options.yes !== true) {
      const typed = await ask(`This deletes ${name} with all its statistics. Type its domain to go on:`);
      if (typed === undefined)
        throw new UsageError(
          `Cannot ask whether to delete ${name} without a terminal: add --yes. Nothing was changed.`,
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
