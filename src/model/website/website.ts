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
}

type SettingName = keyof WebsiteSettings;
export type SomeSettings = { readonly [Name in SettingName]?: WebsiteSettings[Name] | undefined };

/** The name of each in the service's interface. */
export const wireNames = {
  name: 'name',
  privacy: 'privacy',
  email: 'email',
  excludeBots: 'exclude_bots',
  excludeParams: 'exclude_params',
  excludeIps: 'exclude_ips',
} as const satisfies Record<SettingName, string>;

export const settingNames = [
  'name',
  'privacy',
  'email',
  'excludeBots',
  'excludeParams',
  'excludeIps',
] as const;

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
  /** Everything the service returned, known and unknown fields alike, untouched. */
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
};

/** Without undefined settings. */
export function givenSettings(settings: SomeSettings): Partial<WebsiteSettings> {
  return Object.fromEntries(
    settingNames.filter(name => settings[name] !== undefined).map(name => [name, settings[name]]),
  );
}

/** A website's name in messages: its domain, else its id. Foreign text. */
export function websiteName({ domain, id }: Pick<Website, 'domain' | 'id'>): string {
  return domain === undefined || domain === '' ? id : domain;
}
