import { UsageError } from '#connection/errors.ts';
import { readSecret } from '#headless/output/ask.ts';
import { say } from '#headless/output/stderr.ts';
import { rememberChanges } from '#headless/output/stdout.ts';
import { mustWrite, withService, type Run } from '#headless/withService.ts';
import { changedFields, draftOf, unknownFields } from '#model/website/draft.ts';
import { checkDraft } from '#model/website/draftCheck.ts';
import { settingNames, websiteName, type Website, type WebsiteSettings } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import { endedWords } from '#headless/settings/stepTable.ts';
import { givenIn, refuseWrong, withoutPassword, type FieldOptions } from './givenFields.ts';
import { writeRecords } from './writeRecords.ts';

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
