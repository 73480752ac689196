import { forgetChoices } from '#config/choicesFile.ts';
import { ConfigError } from '#config/ConfigError.ts';
import { forgetSeen } from '#config/lastSeen/folder.ts';
import type { Paths } from '#config/paths.ts';
import type { ProfileFile, StoredProfile } from '#config/profileSchema.ts';
import { bindTags, forgetTags } from '#config/tagsFile.ts';
import { safeText } from '#terminal/safeText.ts';
import { keptAddress, storedIdentity } from './serviceIdentity.ts';

/**
 * Removes all that is kept of a profile, which the file has no more. What is new of that kind is to be forgotten here too. Returns
 * how many websites had tags. Throws a ConfigError where something stays.
 */
export function forgetProfile(
  paths: Paths,
  name: string,
  removed: StoredProfile,
  { profiles }: ProfileFile,
): number {
  const others = Object.values(profiles).map(({ url = '' }) => keptAddress(url));
  const address = keptAddress(removed.url ?? '');
  let tagged = 0;
  let problem: unknown;
  for (const forget of [
    () => (tagged = forgetTags(paths.data, name)),
    () => forgetChoices(paths.data, name, address, others),
    () => forgetSeenOf(paths, name),
  ])
    try {
      forget();
    } catch (error) {
      problem ??= error;
    }
  if (problem !== undefined) throw problem;
  return tagged;
}

/** Removes what a profile answered. Throws a ConfigError where it cannot be removed. */
export function forgetSeenOf(paths: Paths, name: string): 'removed' | 'none' {
  const forgotten = forgetSeen(paths.data, name);
  if (forgotten !== 'failed') return forgotten;
  throw new ConfigError(
    `What was seen of ${name} cannot be removed: check the permissions of ${safeText(paths.data)}.`,
  );
}

/**
 * Before a profile is saved: nothing of an earlier one of its name, or of the address that it has had, becomes its own. Returns how
 * many websites have tags at that address, where they stay.
 */
export function keepApart(
  paths: Paths,
  name: string,
  saved: StoredProfile,
  before: StoredProfile | undefined,
): number {
  if (before !== undefined && keptAddress(before.url ?? '') === keptAddress(saved.url ?? '')) return 0;
  forgetSeen(paths.data, name);
  try {
    if (before !== undefined) return bindTags(paths.data, storedIdentity(name, before));
    forgetTags(paths.data, name);
  } catch (error) {
    // A damaged file of tags is in the way of nothing else: it is not used either.
    if (!(error instanceof ConfigError)) throw error;
  }
  return 0;
}
