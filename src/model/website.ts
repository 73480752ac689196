/** Who may see a website's statistics: everybody, the account, or whoever knows the password. */
export type Privacy = 'public' | 'private' | 'password';

/** A website as the service returned it. Only the id is certain; a field the service left out is undefined. */
export interface Website {
  /** Opaque: percent-encode it in a path, never do arithmetic on it. */
  readonly id: string;
  readonly domain?: string | undefined;
  readonly privacy?: Privacy | undefined;
  /** Periodic reports by email. */
  readonly email?: boolean | undefined;
  readonly excludeBots?: boolean | undefined;
  /** As stored: usually one parameter a line. */
  readonly excludeParams?: string | undefined;
  /** As stored: usually one address or range a line. */
  readonly excludeIps?: string | undefined;
  /** As the service wrote it: usually "2025-03-03 10:00:00" or ISO 8601. */
  readonly createdAt?: string | undefined;
  /** Everything the service returned, known and unknown fields alike, untouched. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The fields a person can write. `domain` is sent on create only. */
export interface WebsiteFields {
  readonly domain: string;
  readonly privacy: Privacy;
  readonly password: string;
  readonly email: boolean;
  readonly excludeBots: boolean;
  readonly excludeParams: string;
  readonly excludeIps: string;
}

/** What a new website starts with: the service's own defaults. */
export const websiteDefaults: WebsiteFields = {
  domain: '',
  privacy: 'private',
  password: '',
  email: false,
  excludeBots: true,
  excludeParams: '',
  excludeIps: '',
};
