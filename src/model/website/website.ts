import { domainToASCII } from 'node:url';
import type { StatisticName } from '#model/statistics/statistics.ts';

/** Who may see a website's statistics: everybody, the account, or whoever knows the password. */
export type Privacy = 'public' | 'private' | 'password';

/** The settings that can be written and read back; domain and password cannot. */
export interface WebsiteSettings {
  /** What it is called, where a service has that beside the domain. */
  readonly name: string;
  readonly privacy: Privacy;
  /** Periodic reports by email. */
  readonly email: boolean;
  readonly excludeBots: boolean;
  /** As stored: usually one parameter a line. */
  readonly excludeParams: string;
  /** As stored: usually one address or range a line. */
  readonly excludeIps: string;
  /** For how many days visits are kept, in figures: empty for ever. */
  readonly retention: string;
}

export type SettingName = keyof WebsiteSettings;
export type SomeSettings = { readonly [Name in SettingName]?: WebsiteSettings[Name] | undefined };

/** The name of each in the service's interface. */
export const wireNames = {
  name: 'name',
  privacy: 'privacy',
  email: 'email',
  excludeBots: 'exclude_bots',
  excludeParams: 'exclude_params',
  excludeIps: 'exclude_ips',
  retention: 'retention',
} as const satisfies Record<SettingName, string>;

const isSettingName = (name: string): name is SettingName => Object.hasOwn(wireNames, name);
/** In the order of the form. */
export const settingNames: readonly SettingName[] = Object.keys(wireNames).filter(isSettingName);

/** An address at which everybody who has it sees a website's statistics. */
export interface ShareLink {
  /** The part of the address that nobody can guess. */
  readonly slug: string;
  /** What it is called. */
  readonly name: string;
  /** What the service keeps of it besides, as it is. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/** A website as the service returned it. Only the id is certain; a field the service left out is undefined. */
export interface Website extends SomeSettings {
  /** Opaque: percent-encode it in a path, never do arithmetic on it. */
  readonly id: string;
  readonly domain?: string | undefined;
  /** As the service wrote it: usually "2025-03-03 10:00:00" or ISO 8601. */
  readonly createdAt?: string | undefined;
  /** Of a public website that was read on its own, the oldest first, where the service has such. */
  readonly shareLinks?: readonly ShareLink[] | undefined;
  /** Whoever has a secret address sees its statistics: none of the privacies that can be set here. */
  readonly hasSecretLink?: true | undefined;
  /** Everything the service returned, known and unknown fields alike, untouched but for secrets. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** How many further fields the service returned that are not in `fields`: too many, or too large. */
  readonly leftOut?: number | undefined;
}

/** The fields a user can write. `domain` is sent on create only. */
export interface WebsiteFields extends WebsiteSettings {
  readonly domain: string;
  readonly password: string;
}

/** What a new website starts with: the service's own defaults. */
export const websiteDefaults: WebsiteFields = {
  domain: '',
  name: '',
  privacy: 'private',
  password: '',
  email: false,
  excludeBots: true,
  excludeParams: '',
  excludeIps: '',
  retention: '',
};

export function definedSettings(settings: SomeSettings): Partial<WebsiteSettings> {
  return Object.fromEntries(
    settingNames.filter(name => settings[name] !== undefined).map(name => [name, settings[name]]),
  );
}

/** Who may see its statistics, in words; undefined where the service does not say it. */
export function privacyWords({
  privacy,
  hasSecretLink,
}: Pick<Website, 'privacy' | 'hasSecretLink'>): string | undefined {
  return privacy ?? (hasSecretLink === true ? 'by secret link' : undefined);
}

type Named = Pick<Website, 'domain' | 'name' | 'id'>;

/** A website's name in messages: its domain, else what it is called, else its id. Foreign text. */
export function websiteName({ domain, name, id }: Named): string {
  return [domain, name].find(text => text !== undefined && text.trim() !== '') ?? id;
}

export function hasDomain({ domain }: Pick<Website, 'domain'>): boolean {
  return domain !== undefined && domain.trim() !== '';
}

/** What a website is called beside its domain; undefined where that says no more. */
export function ownName({ domain, name }: Pick<Website, 'domain' | 'name'>): string | undefined {
  const isOther = name !== undefined && name.trim() !== '' && name.toLowerCase() !== domain?.toLowerCase();
  return isOther && hasDomain({ domain }) ? name : undefined;
}

export function sharedDomains(websites: readonly Pick<Website, 'domain' | 'name'>[]): ReadonlySet<string> {
  const once = new Set<string>();
  const shared = new Set<string>();
  for (const { domain } of websites) if (domain !== undefined) (once.has(domain) ? shared : once).add(domain);
  return shared;
}

/** A website's name, with what it is called where others have its domain too: "shop.example (The shop)". Foreign text. */
export function distinctName(website: Named, shared?: ReadonlySet<string>): string {
  const own = ownName(website);
  const isAlone = shared?.has(website.domain ?? '') === false;
  return own === undefined || isAlone ? websiteName(website) : `${websiteName(website)} (${own})`;
}

/** The domain to send for what was typed: trimmed, in lower case. */
export function normaliseDomain(text: string): string {
  return text.trim().toLowerCase();
}

/** One line that says what to type; undefined for a host name. Names may be in Unicode or punycode. May quote the text. */
export function checkDomain(text: string): string | undefined {
  const domain = normaliseDomain(text);
  if (domain === '') return 'Type the domain of the website, such as shop.example.com.';
  if (isHostName(domain)) return undefined;
  if (/\s/.test(domain)) return 'A host name has no spaces: type it as shop.example.com.';
  const host = hostOf(domain);
  if (host !== domain && isHostName(host)) return `Type only the host name: ${host}`;
  if (domain.length > maxLength) return `A host name has at most ${maxLength} characters.`;
  return 'This is not a host name: type letters, digits, hyphens and dots, as in shop.example.com.';
}

/** The same while it is typed: nothing where it is empty, or one more letter would make it right. */
export function checkTypedDomain(text: string): string | undefined {
  const domain = normaliseDomain(text);
  return domain === '' || isHostName(`${domain}a`) ? undefined : checkDomain(text);
}

const maxLength = 253;
// The usual case: making the expression for letters of every script takes V8 milliseconds.
const plainLabel = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/** The standard has no underscores, but some sites do. Letters of every script; no invisible characters. */
export function isHostName(text: string): boolean {
  if (
    !text
      .split('.')
      .every(
        part =>
          plainLabel.test(part) || /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?$/u.test(part),
      )
  )
    return false;
  const encoded = URL.parse(`http://${text}/`)?.hostname;
  return (
    encoded !== undefined &&
    encoded.length <= maxLength &&
    encoded.split('.').every(part => part.length <= 63)
  );
}

/** The host of a pasted URL: without scheme, user, port, path and trailing dot. */
function hostOf(text: string): string {
  return text
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '');
}

/** Statistics whose values are paths of the website. */
const places: readonly StatisticName[] = ['page', 'landing_page', 'exit_page'];
const longest = 2000;

/** The website's address; undefined where its domain is not a host name. */
export function websiteUrl(domain: string): string | undefined {
  return ownUrl(domain, '/');
}

/** The address of a row of a statistic on the website; undefined where it has none. */
export function rowUrl(domain: string, name: StatisticName, value: string): string | undefined {
  return places.includes(name) ? ownUrl(domain, value) : undefined;
}

/** On the website's own host alone: visitors choose paths, so "//elsewhere", "javascript:" and other ports are refused. */
function ownUrl(domain: string, path: string): string | undefined {
  const host = domain.trim().toLowerCase();
  if (!isHostName(host) || path === '' || path.length > longest) return undefined;
  const base = URL.parse(`https://${host}/`);
  const url = URL.parse(withScheme(path, host), `https://${host}/`);
  if (base === null || url === null || url.href.length > longest) return undefined;
  const own = url.host === base.host || url.host === `www.${base.host}`;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return own && isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}

/** Some services return "shop.example.com/pricing" for a page. */
function withScheme(path: string, host: string): string {
  const lower = path.toLowerCase();
  return lower === host || lower.startsWith(`${host}/`) ? `https://${path}` : path;
}

const maxNameLength = 253;
const asciiLabel = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** The host name as it is stored, in lower case and ASCII (xn--...); undefined when the text is no host name. */
export function hostName(text: string): string | undefined {
  // Only text outside ASCII is converted: the converter also rewrites "127.1" and "ex%61mple.com".
  const isAscii = /^[!-~]+$/.test(text);
  const name = (isAscii ? text : domainToASCII(text)).toLowerCase();
  if (name.length > maxNameLength) return undefined;
  return name.split('.').every(part => asciiLabel.test(part)) ? name : undefined;
}
