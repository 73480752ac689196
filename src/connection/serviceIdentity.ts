import { normaliseBaseUrl } from '#api/baseUrl.ts';
import type { Paths } from '#config/paths.ts';
import type { StoredProfile } from '#config/profileSchema.ts';
import { accountOf, type Profile } from '#config/resolveProfile.ts';
import type { IsThere, ServiceIdentity } from '#config/serviceIdentity.ts';
import { shownAddress } from '#model/text/shownAddress.ts';
import { storedProfiles } from './chosenProfile.ts';

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
export function thereIn(paths: Paths, { profile, isStored, address }: ServiceIdentity): IsThere {
  if (!isStored) return () => true;
  return () => {
    const { profiles } = storedProfiles(paths);
    const stored = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
    return stored !== undefined && keptAddress(stored.url ?? '') === address;
  };
}
