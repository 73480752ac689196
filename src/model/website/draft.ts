import { givenSettings, settingNames, websiteDefaults, type Website, type WebsiteFields } from './website.ts';

/** What the editor holds: every field a person can write. */
export type WebsiteDraft = WebsiteFields;
export type FieldName = keyof WebsiteFields;
/** What an update may send. */
export type WebsiteChanges = Partial<Omit<WebsiteFields, 'domain'>>;

const none: ReadonlySet<FieldName> = new Set();

/** A field the service left out starts at its default. The password is never known, so it starts empty. */
export function draftOf(website: Website): WebsiteDraft {
  return { ...websiteDefaults, ...givenSettings(website), domain: website.domain ?? websiteDefaults.domain };
}

/** The fields the service left out: what the draft shows for them is a guess. */
export function unknownFields(website: Website): ReadonlySet<FieldName> {
  return new Set(settingNames.filter(name => website[name] === undefined));
}

/**
 * What an update sends: the fields that differ, and those the person set although the service had left them out, even
 * to the default. A password goes along only when it was typed and the website asks for one.
 */
export function changedFields(
  original: WebsiteDraft,
  draft: WebsiteDraft,
  setUnknown: ReadonlySet<FieldName> = none,
): WebsiteChanges {
  const changed = settingNames.filter(name => draft[name] !== original[name] || setUnknown.has(name));
  const fields: WebsiteChanges = Object.fromEntries(changed.map(name => [name, draft[name]]));
  return draft.privacy === 'password' && draft.password !== ''
    ? { ...fields, password: draft.password }
    : fields;
}

/** Whether leaving the form would lose something that was typed. */
export function isUnsaved(original: WebsiteDraft, draft: WebsiteDraft): boolean {
  return draft.domain !== original.domain || Object.keys(changedFields(original, draft)).length > 0;
}

/** A website's draft with the fields touched while several were edited at once. */
export function applyTouched(original: WebsiteDraft, touched: WebsiteChanges): WebsiteDraft {
  return { ...original, ...touched };
}

/** What the update of one of several websites sends; empty where it already has every touched value. */
export function changesFor(website: Website, touched: WebsiteChanges): WebsiteChanges {
  const original = draftOf(website);
  const unknown = unknownFields(website);
  const setUnknown = new Set(settingNames.filter(name => touched[name] !== undefined && unknown.has(name)));
  return changedFields(original, applyTouched(original, touched), setUnknown);
}
