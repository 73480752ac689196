import { isIP } from 'node:net';
import {
  checkDomain,
  definedSettings,
  settingNames,
  type ShareLink,
  type Website,
  websiteDefaults,
  type WebsiteFields,
} from './website.ts';
import { groupThousands } from '#text/words.ts';

/** What a service takes of a setting, where it does not take all that others do. */
export interface SettingLimits {
  readonly serviceName: string;
  /** Excluded addresses are single ones. */
  readonly takesRanges?: false;
  /** For how many days it keeps visits at least, and at most. */
  readonly daysKept?: { readonly min: number; readonly max: number };
}

interface BadAddress {
  /** 1-based. */
  readonly line: number;
  readonly entry: string;
  /** What to type in its place. */
  readonly advice: string;
}

/** The first that the service does not take; undefined where it takes all. */
export function firstBadAddress(text: string, limits?: SettingLimits): BadAddress | undefined {
  const takesRanges = limits?.takesRanges !== false;
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    for (const part of line.split(',')) {
      const entry = part.trim();
      if (entry === '' || (isAddressOrRange(entry) && (takesRanges || !entry.includes('/')))) continue;
      const advice = takesRanges
        ? 'type an address or a range, such as 203.0.113.7 or 10.0.0.0/8.'
        : `type an address, such as 203.0.113.7: ${limits.serviceName} takes no ranges.`;
      return { line: index + 1, entry, advice };
    }
  }
  return undefined;
}

/** "203.0.113.7", "2001:db8::1", "10.0.0.0/8" or "2001:db8::/32". */
function isAddressOrRange(text: string): boolean {
  const [, address, bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (address === undefined) return false;
  const size = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return size > 0 && !address.includes('%') && (bits === undefined || Number(bits) <= size);
}

/** The values of the form: every field a user can write. */
export type WebsiteDraft = WebsiteFields;
export type FieldName = keyof WebsiteFields;
/** The fields an update may send. */
export type WebsiteChanges = Partial<Omit<WebsiteFields, 'domain'>>;

/** A field the service left out starts at its default. The password is never returned, so it starts empty. */
export function draftOf(website: Website): WebsiteDraft {
  return {
    ...websiteDefaults,
    ...definedSettings(website),
    domain: website.domain ?? websiteDefaults.domain,
  };
}

/** The fields the service left out: the draft's values for them are a guess. */
export function unknownFields(website: Website): ReadonlySet<FieldName> {
  return new Set(settingNames.filter(name => website[name] === undefined));
}

/**
 * The fields an edit sends for a website, of those that were set: those that differ, and those that the service left out; empty
 * where it already has all of the values. A password only if typed and privacy is "password".
 */
export function changesFor(website: Website, touched: WebsiteChanges): WebsiteChanges {
  const original = draftOf(website);
  const changed = settingNames.filter(
    name => touched[name] !== undefined && (website[name] === undefined || touched[name] !== original[name]),
  );
  const { privacy = original.privacy, password = '' } = touched;
  return {
    ...Object.fromEntries(changed.map(name => [name, touched[name]])),
    ...(privacy === 'password' && password !== '' && { password }),
  };
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

/** For how many days visits are kept then, where a change deletes those that are older. */
export function daysLeftBy(
  { retention: before = '' }: Pick<Website, 'retention'>,
  { retention: now = '' }: WebsiteChanges,
): string | undefined {
  return now !== '' && (before === '' || Number(now) < Number(before)) ? now : undefined;
}

export type DraftErrors = Partial<Record<FieldName, string>>;

// The interface names no limits: these only catch a file pasted by mistake.
const maxPassword = 1_000;
const maxList = 60_000;
const maxName = 100;

/** One line a field, which may quote what was typed. A stored value is never refused; without the original all count as typed. */
export function checkDraft(
  draft: WebsiteDraft,
  mode: 'add' | 'edit',
  original: WebsiteDraft = websiteDefaults,
  limits?: SettingLimits,
): DraftErrors {
  const untouched = (name: FieldName): boolean => mode === 'edit' && draft[name] === original[name];
  return withoutGaps({
    domain: mode === 'add' ? checkDomain(draft.domain) : undefined,
    name: untouched('name') ? undefined : checkName(draft.name, mode),
    password: checkPassword(draft, mode, original),
    excludeParams: untouched('excludeParams') ? undefined : checkLength(draft.excludeParams),
    excludeIps: untouched('excludeIps') ? undefined : checkAddresses(draft.excludeIps, limits),
    retention: untouched('retention') ? undefined : checkRetention(draft.retention, limits),
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
  return 'Type the password that visitors are asked for.';
}

/** A new website without one is called by its domain. */
function checkName(name: string, mode: 'add' | 'edit'): string | undefined {
  if (name.length > maxName) return `A name has at most ${maxName} characters.`;
  return mode === 'edit' && name.trim() === '' ? 'Type what the website is called.' : undefined;
}

function checkAddresses(text: string, limits: SettingLimits | undefined): string | undefined {
  const bad = firstBadAddress(text, limits);
  if (!bad) return checkLength(text);
  const { line, entry, advice } = bad;
  const quoted = entry.length > 40 ? `${entry.slice(0, 40)}...` : entry;
  return `Line ${line}, "${quoted}": ${advice}`;
}

function checkRetention(days: string, limits: SettingLimits | undefined): string | undefined {
  if (days === '') return undefined;
  if (!/^[1-9]\d{0,4}$/.test(days)) return 'Type a number of days, or nothing: then for ever.';
  const { daysKept: { min, max } = { min: 1, max: Infinity }, serviceName = '' } = limits ?? {};
  if (Number(days) >= min && Number(days) <= max) return undefined;
  return `${serviceName} keeps visits for ${min} to ${groupThousands(max)} days, or for ever where nothing is typed.`;
}

function checkLength(text: string): string | undefined {
  return text.length > maxList ? 'This list is too long: at most 60,000 characters.' : undefined;
}

function withoutGaps(errors: Record<string, string | undefined>): DraftErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

/** A stored list has an entry a line, and services take commas between them too. What is not changed stays to the character. */
const separators = /(\r\n|[\r\n,])/;

/** The entries of a list without blanks around them. */
export function listEntries(text: string): string[] {
  return text
    .split(/\r\n|[\r\n,]/)
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** The list with the entries it does not have yet, each in a line of its own at the end. */
export function addEntries(text: string, entries: readonly string[]): string {
  const known = new Set(listEntries(text));
  const added = [...new Set(entries.map(entry => entry.trim()))].filter(
    entry => entry !== '' && !known.has(entry),
  );
  if (added.length === 0) return text;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text.replace(/[\s,]+$/, '');
  return [...(start === '' ? [] : [start]), ...added].join(lineEnd);
}

export function removeEntries(text: string, entries: readonly string[]): string {
  const unwanted = new Set(entries.map(entry => entry.trim()));
  if (!listEntries(text).some(entry => unwanted.has(entry))) return text;
  // Parts and separators in turn: an entry goes with the separator behind it.
  const pieces = text.split(separators);
  let kept = '';
  for (let at = 0; at < pieces.length; at += 2) {
    const part = pieces[at] ?? '';
    if (!unwanted.has(part.trim())) kept += part + (pieces[at + 1] ?? '');
  }
  return kept.replace(/[\s,]+$/, '');
}
