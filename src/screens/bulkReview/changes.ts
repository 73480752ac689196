import { applyTouched, changesFor, draftOf, type WebsiteChanges } from '#model/draft.ts';
import type { Website } from '#model/website.ts';
import { fieldTitle, fieldValue } from '#screens/editor/fieldText.ts';
import { editorFields } from '#store/editorFields.ts';
import { joinSafe, label, type SafeText } from '#terminal/safeText.ts';

/** What a website has now in the fields that were touched and what it would have; undefined where nothing changes. */
export function beforeAndAfter(
  website: Website,
  touched: WebsiteChanges,
): { before: SafeText; after: SafeText } | undefined {
  const changes = changesFor(website, touched);
  const fields = editorFields.filter(field => field in changes);
  if (fields.length === 0) return undefined;
  const before = draftOf(website);
  const after = applyTouched(before, changes);
  const words = (draft: typeof before, isBefore: boolean) =>
    fields.map(field => {
      // The service never says a password, and may leave fields out.
      const isUnknown = isBefore && (field === 'password' || website[field] === undefined);
      return label`${fieldTitle(field)} ${isUnknown ? label`?` : fieldValue(draft, field)}`;
    });
  return {
    before: joinSafe(words(before, true), label`, `),
    after: joinSafe(words(after, false), label`, `),
  };
}
