import {
  givenSettings,
  settingNames,
  type ShareLink,
  websiteDefaults,
  type Website,
  type WebsiteFields,
} from './website.ts';

/** The values of the form: every field a user can write. */
export type WebsiteDraft = WebsiteFields;
export type FieldName = keyof WebsiteFields;
/** The fields an update may send. */
export type WebsiteChanges = Partial<Omit<WebsiteFields, 'domain'>>;

const none: ReadonlySet<FieldName> = new Set();

/** A field the service left out starts at its default. The password is never returned, so it starts empty. */
export function draftOf(website: Website): WebsiteDraft {
  return { ...websiteDefaults, ...givenSettings(website), domain: website.domain ?? websiteDefaults.domain };
}

/** The fields the service left out: the draft's values for them are a guess. */
export function unknownFields(website: Website): ReadonlySet<FieldName> {
  return new Set(settingNames.filter(name => website[name] === undefined));
}

/**
 * The fields an update sends: those that differ, and those the user has set although the service had left them out, even
 * to the default. A password is sent only if it was typed and privacy is "password".
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

/** Whether leaving the form would lose typed values. */
export function isUnsaved(original: WebsiteDraft, draft: WebsiteDraft): boolean {
  return draft.domain !== original.domain || Object.keys(changedFields(original, draft)).length > 0;
}

/** The draft of a website with the fields set in a bulk edit. */
export function applyTouched(original: WebsiteDraft, touched: WebsiteChanges): WebsiteDraft {
  return { ...original, ...touched };
}

/** The fields a bulk edit sends for a website; empty where it already has all of the values. */
export function changesFor(website: Website, touched: WebsiteChanges): WebsiteChanges {
  const original = draftOf(website);
  const unknown = unknownFields(website);
  const setUnknown = new Set(settingNames.filter(name => touched[name] !== undefined && unknown.has(name)));
  return changedFields(original, applyTouched(original, touched), setUnknown);
}

/** The share links that a change ends: those of a website that becomes private. */
export function endedLinks(
  { privacy, shareLinks = [] }: Pick<Website, 'privacy' | 'shareLinks'>,
  changes: WebsiteChanges,
): readonly ShareLink[] {
  return privacy === 'public' && changes.privacy === 'private' ? shareLinks : [];
}

/** "/share/k3Hs (For the board), /share/x8Qp": the name where it is not that of the website. Foreign text. */
export function linkWords(links: readonly ShareLink[], website: Pick<Website, 'name'>): string {
  return links
    .map(({ slug, name }) =>
      name === '' || name === website.name ? `/share/${slug}` : `/share/${slug} (${name})`,
    )
    .join(', ');
}
