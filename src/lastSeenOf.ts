import { forgetSeen } from '#config/lastSeen/folder.ts';
import type { LastSeen } from '#config/lastSeen/kept.ts';
import { openLastSeen } from '#config/lastSeen/openLastSeen.ts';
import type { Paths } from '#config/paths.ts';
import type { Profile } from '#config/resolveProfile.ts';
import { identityOf } from '#connection/serviceIdentity.ts';

/**
 * What was last seen of a service of this machine, or of one elsewhere that has a profile without `"cache": "off"`. With `writes`
 * false it is only read.
 */
export function lastSeenOf(profile: Profile, paths: Paths, writes: boolean): LastSeen | undefined {
  if (profile.keepsSeen) return openLastSeen(paths.data, identityOf(profile), writes);
  // Where it cannot be removed it is not used either.
  if (profile.isStored && writes) forgetSeen(paths.data, profile.name);
  return undefined;
}
