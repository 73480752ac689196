import {
  applyTouched,
  changesFor,
  draftOf,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import type { Website } from '#model/website/website.ts';
import { label, joinSafe, safeText, type SafeText } from '#terminal/safeText.ts';

/** The present and the new values of the fields that would change; undefined where none would. */
export function beforeAndAfter(
  website: Website,
  touched: WebsiteChanges,
): { before: SafeText; after: SafeText } | undefined {
  const changes = changesFor(website, touched);
  const fields = shownFields.filter(field => field in changes);
  if (fields.length === 0) return undefined;
  const before = draftOf(website);
  const after = applyTouched(before, changes);
  // The service never says a password, and may leave fields out.
  const known = fields.filter(field => field !== 'password' && website[field] !== undefined);
  return {
    before: known.length === 0 ? label`not known` : inWords(before, known),
    after: inWords(after, fields),
  };
}

/** Values in a few words, which tell the field without its title. */
export function inWords(draft: WebsiteDraft, fields: readonly (keyof WebsiteChanges)[]): SafeText {
  return joinSafe(
    fields.map(field => valueWords(draft, field)),
    label`, `,
  );
}

const shownFields = ['privacy', 'password', 'email', 'excludeBots', 'excludeParams', 'excludeIps'] as const;

function valueWords(draft: WebsiteDraft, field: keyof WebsiteChanges): SafeText {
  switch (field) {
    case 'privacy':
      return safeText(draft.privacy);
    case 'password':
      return label`new password`;
    case 'email':
      return draft.email ? label`reports` : label`no reports`;
    case 'excludeBots':
      return draft.excludeBots ? label`bots excluded` : label`bots counted`;
    case 'excludeParams':
      return listWords('parameters', draft.excludeParams);
    case 'excludeIps':
      return listWords('addresses', draft.excludeIps);
  }
}

function listWords(noun: string, lines: string): SafeText {
  const entries = lines.split(/\r?\n/).filter(line => line.trim() !== '');
  return safeText(entries.length === 0 ? `no ${noun}` : `${noun} ${entries.join(' ')}`);
}
