import { mustWrite, withService, type Run } from '#headless/connection/connect.ts';
import { UsageError } from '#headless/failure.ts';
import type { GlobalOptions } from '#headless/options/global.ts';
import { readSecret } from '#headless/output/ask.ts';
import { say } from '#headless/output/stderr.ts';
import { resolveSite, siteName } from '#headless/resolveSite.ts';
import {
  checkDraft,
  changedFields,
  draftOf,
  normaliseDomain,
  unknownFields,
  type DraftErrors,
  type FieldName,
  type WebsiteDraft,
} from '#model/draft.ts';
import { websiteDefaults, type Privacy } from '#model/website.ts';
import { safeText } from '#terminal/safeText.ts';
import { writeRecords } from './records.ts';

export interface FieldOptions extends GlobalOptions {
  readonly privacy?: Privacy;
  readonly email?: boolean;
  readonly excludeBots?: boolean;
  readonly excludeParams?: readonly string[];
  readonly excludeIps?: readonly string[];
  readonly password?: boolean;
}

export async function createWebsite(domain: string, options: FieldOptions): Promise<void> {
  const fields = givenFields(options);
  const draft: WebsiteDraft = { ...websiteDefaults, ...fields, domain: normaliseDomain(domain) };
  refuseWrong(withoutPassword(checkDraft(draft, 'add')));
  await withService(options, async run => {
    mustWrite(run);
    const password = draft.privacy === 'password' ? await readSecret('password for the statistics') : '';
    refuseWrong(checkDraft({ ...draft, password }, 'add'));
    const website = await run.api.createWebsite({ ...draft, password });
    if (website !== undefined) return await writeRecords(run, [website]);
    // A service may say no more than that it is done.
    await writeRecords(run, [await resolveSite(run.api, draft.domain)]);
  });
}

export async function updateWebsite(site: string, options: FieldOptions): Promise<void> {
  const fields = givenFields(options);
  if (Object.keys(fields).length === 0 && options.password !== true)
    throw new UsageError(
      'Say what to change, such as --privacy public. See sitedeck websites update --help.',
    );
  if (options.password === true && fields.privacy !== undefined && fields.privacy !== 'password')
    throw new UsageError('A password goes with --privacy password only.');
  await withService(options, async run => {
    mustWrite(run);
    const { id } = await resolveSite(run.api, site);
    await update(run, id, fields, options.password === true);
  });
}

async function update(
  run: Run,
  id: string,
  fields: Partial<WebsiteDraft>,
  newPassword: boolean,
): Promise<void> {
  const website = await run.api.showWebsite(id);
  const original = draftOf(website);
  const draft = { ...original, ...fields };
  if (newPassword && draft.privacy !== 'password')
    throw new UsageError(`${safeText(siteName(website), 100)} has no password: add --privacy password.`);
  refuseWrong(withoutPassword(checkDraft(draft, 'edit', original)));
  const isNew = draft.privacy === 'password' && original.privacy !== 'password';
  const password = newPassword || isNew ? await readSecret('password for the statistics') : '';
  refuseWrong(checkDraft({ ...draft, password }, 'edit', original));
  const unknown = unknownFields(website);
  const setUnknown = new Set(fieldNames(fields).filter(name => unknown.has(name)));
  const changes = changedFields(original, { ...draft, password }, setUnknown);
  if (Object.keys(changes).length === 0) {
    say(`${siteName(website)} is so already: nothing was changed.`);
    return await writeRecords(run, [website]);
  }
  const updated = await run.api.updateWebsite(id, changes);
  await writeRecords(run, [updated ?? (await run.api.showWebsite(id))]);
}

/** The fields named on the command line. */
function givenFields(options: FieldOptions): Partial<WebsiteDraft> {
  const { privacy, email, excludeBots, excludeParams, excludeIps } = options;
  return {
    ...(privacy === undefined ? {} : { privacy }),
    ...(email === undefined ? {} : { email }),
    ...(excludeBots === undefined ? {} : { excludeBots }),
    ...(excludeParams === undefined ? {} : { excludeParams: excludeParams.filter(Boolean).join('\n') }),
    ...(excludeIps === undefined ? {} : { excludeIps: excludeIps.filter(Boolean).join('\n') }),
  };
}

function fieldNames(fields: Partial<WebsiteDraft>): FieldName[] {
  const names: FieldName[] = ['privacy', 'email', 'excludeBots', 'excludeParams', 'excludeIps'];
  return names.filter(name => name in fields);
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
