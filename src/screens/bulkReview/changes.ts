import {
  applyTouched,
  changesFor,
  draftOf,
  endedLinks,
  linkWords,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import { listEntries } from '#model/website/listEntries.ts';
import type { Website } from '#model/website/website.ts';
import { label, joinSafe, safeText, type SafeText } from '#terminal/safeText.ts';

/**
 * The present and the new values of the fields that would change; undefined where none would. With `merges` the new lists
 * begin with what is added or removed, and their sizes: of long ones only the beginning is on screen.
 */
export function beforeAndAfter(
  website: Website,
  touched: WebsiteChanges,
  merges = false,
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
    after: joinSafe(
      fields.flatMap(field => [
        merges && isList(field) ? mergedWords(before, after, field) : valueWords(after, field),
        ...(field === 'privacy' ? endedWords(website, changes) : []),
      ]),
      label`, `,
    ),
  };
}

function endedWords(website: Website, changes: WebsiteChanges): SafeText[] {
  const ended = endedLinks(website, changes);
  return ended.length === 0 ? [] : [safeText(`ends ${linkWords(ended, website)}`)];
}

/** Whether any field of the website would change. */
export function isChanged(website: Website, touched: WebsiteChanges): boolean {
  const changes = changesFor(website, touched);
  return shownFields.some(field => field in changes);
}

/** Values in a few words, which tell the field without its title. */
export function inWords(draft: WebsiteDraft, fields: readonly (keyof WebsiteChanges)[]): SafeText {
  return joinSafe(
    fields.map(field => valueWords(draft, field)),
    label`, `,
  );
}

type ListField = 'excludeParams' | 'excludeIps';
const nouns: Readonly<Record<ListField, string>> = { excludeParams: 'parameters', excludeIps: 'addresses' };

function isList(field: keyof WebsiteChanges): field is ListField {
  return field in nouns;
}

/** "addresses +192.0.2.7, 3 in all". */
function mergedWords(before: WebsiteDraft, after: WebsiteDraft, field: ListField): SafeText {
  const [old, now] = [listEntries(before[field]), listEntries(after[field])];
  const changes = [
    ...now.filter(entry => !old.includes(entry)).map(entry => `+${entry}`),
    ...old.filter(entry => !now.includes(entry)).map(entry => `-${entry}`),
  ];
  return safeText(`${[nouns[field], ...changes].join(' ')}, ${now.length} in all`);
}

const shownFields = [
  'name',
  'privacy',
  'password',
  'email',
  'excludeBots',
  'excludeParams',
  'excludeIps',
] as const;

function valueWords(draft: WebsiteDraft, field: keyof WebsiteChanges): SafeText {
  switch (field) {
    case 'name':
      return safeText(`called ${draft.name}`);
    case 'privacy':
      return safeText(draft.privacy);
    case 'password':
      return label`new password`;
    case 'email':
      return draft.email ? label`reports` : label`no reports`;
    case 'excludeBots':
      return draft.excludeBots ? label`bots excluded` : label`bots counted`;
    case 'excludeParams':
    case 'excludeIps':
      return listWords(nouns[field], draft[field]);
  }
}

function listWords(noun: string, lines: string): SafeText {
  const entries = lines.split(/\r?\n/).filter(line => line.trim() !== '');
  return safeText(entries.length === 0 ? `no ${noun}` : `${noun} ${entries.join(' ')}`);
}
