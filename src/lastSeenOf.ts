import { forgetSeen } from '#config/lastSeen/folder.ts';
import type { LastSeen } from '#config/lastSeen/kept.ts';
import { openLastSeen } from '#config/lastSeen/openLastSeen.ts';
import type { Paths } from '#config/paths.ts';
import type { Profile } from '#config/resolveProfile.ts';

/** What was last seen of a service of this machine, or of one elsewhere that has a profile without `"cache": "off"`. */
export function lastSeenOf(
  { connection, name, isStored, seenBy }: Profile,
  { paths, kiosk = false }: { readonly paths: Paths; readonly kiosk?: boolean },
): LastSeen | undefined {
  if (connection.kind !== 'service')
    return kiosk
      ? undefined
      : openLastSeen(paths.data, { profile: name, url: connection.kind, credential: undefined }, true);
  if (!isStored) return undefined;
  if (seenBy !== undefined)
    return openLastSeen(paths.data, { profile: name, url: connection.url, credential: seenBy }, !kiosk);
  // Where it cannot be removed it is not used either.
  if (!kiosk) forgetSeen(paths.data, name);
  return undefined;
}
