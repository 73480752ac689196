import { normaliseBaseUrl } from '#model/service/connection.ts';
import { shownAddress } from '#text/safeText.ts';
import { accountOf, type Profile, type StoredProfile, storedProfiles } from './profiles.ts';
import type { Paths } from '#config/paths.ts';

/**
 * What identifies a service on this machine. Whatever is kept of one is kept under it, so that another service never gets it: what
 * people gave (tags, choices) under `serviceKey`, which survives a new key, and what it answered (`lastSeen.ts`) also
 * under the account.
 */
export interface ServiceIdentity {
  /** The name of its profile; of a service that only the environment names, its address without the scheme. */
  readonly profile: string;
  /** Whether the profile is in the file of profiles, from which it can be removed. */
  readonly isStored: boolean;
  /** Its base address without what makes it open, or for the services of this machine the name of their profile. */
  readonly address: string;
  /** The key, its command, or who signs in: a secret, only ever written as a keyed hash. Undefined for services of this machine. */
  readonly account: string | undefined;
}

/** What a service is called in files that hold several. An address has no blank, nor has the name of a profile. */
export function serviceKey({ profile, isStored, address }: ServiceIdentity): string {
  return isStored ? `${profile} ${address}` : address;
}

/** Whether a key is of a profile of this name, whatever address it has or had. */
export function isKeyOf(key: string, profile: string): boolean {
  return key.startsWith(`${profile} `);
}

/** Whether a service is still the one of its profile, as far as the file of profiles says: throws where that cannot be read. */
export type ProfileExists = () => boolean;

/** What everything is kept by that is kept of the service of a profile. */
export function identityOf({ name, connection, isStored, account }: Profile): ServiceIdentity {
  return connection.kind === 'service'
    ? { profile: name, isStored, address: keptAddress(connection.url), account }
    : { profile: name, isStored: false, address: connection.kind, account: undefined };
}

/** The same of a profile in the file, whether or not it can be used. */
export function storedIdentity(name: string, stored: StoredProfile): ServiceIdentity {
  const account = accountOf(undefined, stored);
  return { profile: name, isStored: true, address: keptAddress(stored.url ?? ''), account };
}

/** The same for all ways to write an address; without what only its users may know. */
export function keptAddress(url: string): string {
  const base = normaliseBaseUrl(url);
  return shownAddress('error' in base ? url : base.url);
}

/** Looks at the file of profiles, which others may have changed: what was removed is never written again. */
export function profileExistsIn(
  paths: Paths,
  { profile, isStored, address }: ServiceIdentity,
): ProfileExists {
  if (!isStored) return () => true;
  return () => {
    const { profiles } = storedProfiles(paths);
    const stored = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
    return stored !== undefined && keptAddress(stored.url ?? '') === address;
  };
}
