import { firstBadAddress } from './addressList.ts';
import { checkDomain } from './domain.ts';
import type { FieldName, WebsiteDraft } from './draft.ts';
import { websiteDefaults } from './website.ts';

export type DraftErrors = Partial<Record<FieldName, string>>;

// The interface names no limits: these only catch a file pasted by mistake.
const maxPassword = 1_000;
const maxList = 60_000;
const maxName = 100;

/**
 * The errors of a draft, one line for each field, which may quote what was typed; no keys where there are none. When
 * editing, a stored value is never refused; without the original, every value counts as typed.
 */
export function checkDraft(
  draft: WebsiteDraft,
  mode: 'add' | 'edit',
  original: WebsiteDraft = websiteDefaults,
): DraftErrors {
  const untouched = (name: FieldName): boolean => mode === 'edit' && draft[name] === original[name];
  return withoutGaps({
    domain: mode === 'add' ? checkDomain(draft.domain) : undefined,
    name: untouched('name') ? undefined : checkName(draft.name, mode),
    password: checkPassword(draft, mode, original),
    excludeParams: untouched('excludeParams') ? undefined : checkLength(draft.excludeParams),
    excludeIps: untouched('excludeIps') ? undefined : checkAddresses(draft.excludeIps),
  });
}

function checkPassword(
  draft: WebsiteDraft,
  mode: 'add' | 'edit',
  original: WebsiteDraft,
): string | undefined {
  if (draft.privacy !== 'password') return undefined;
  if (draft.password.length > maxPassword) return `A password has at most ${maxPassword} characters.`;
  const hasOne = mode === 'edit' && original.privacy === 'password';
  if (draft.password !== '' || hasOne) return undefined;
  return 'Type the password that visitors of the statistics will be asked for.';
}

/** A new website without one is called by its domain. */
function checkName(name: string, mode: 'add' | 'edit'): string | undefined {
  if (name.length > maxName) return `A name has at most ${maxName} characters.`;
  return mode === 'edit' && name.trim() === '' ? 'Type what the website is called.' : undefined;
}

function checkAddresses(text: string): string | undefined {
  const bad = firstBadAddress(text);
  if (!bad) return checkLength(text);
  const { line, entry } = bad;
  const quoted = entry.length > 40 ? `${entry.slice(0, 40)}...` : entry;
  return `Line ${line}, "${quoted}": type an address or a range, such as 203.0.113.7 or 10.0.0.0/8.`;
}

function checkLength(text: string): string | undefined {
  return text.length > maxList ? 'This list is too long: at most 60,000 characters.' : undefined;
}

function withoutGaps(errors: Record<string, string | undefined>): DraftErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}
