import { ConfigError, UsageError } from '#model/failure.ts';
import { forgetChoices } from '#config/choices.ts';
import { forgetSeen } from '#config/kept/lastSeen.ts';
import type { Paths } from '#config/paths.ts';
import {
  changeProfileFile,
  isBuiltIn,
  isProfileName,
  type ProfileFile,
  profileFilePath,
  type StoredProfile,
} from './profiles.ts';
import { localData, type LocalDataCounts } from '#config/kept/localData.ts';
import { keptAddress, storedIdentity } from './serviceIdentity.ts';
import { type ServiceKind, serviceKinds } from '#model/service/connection.ts';
import { safeText } from '#text/safeText.ts';

/** What is new of that kind is to be forgotten here too. Returns how much people gave. Throws a ConfigError where it stays. */
export function forgetProfile(
  paths: Paths,
  name: string,
  removed: StoredProfile,
  { profiles }: ProfileFile,
): LocalDataCounts {
  const others = Object.values(profiles).map(({ url = '' }) => keptAddress(url));
  const address = keptAddress(removed.url ?? '');
  const counts = { tags: 0, notes: 0, goals: 0 };
  let problem: unknown;
  for (const forget of [
    () => (counts.tags = localData.tags.forget(paths.data, name)),
    () => (counts.notes = localData.notes.forget(paths.data, name)),
    () => (counts.goals = localData.goals.forget(paths.data, name)),
    () => void localData.alarms.forget(paths.data, name),
    () => forgetChoices(paths.data, name, address, others),
    () => forgetSeenOf(paths, name),
  ])
    try {
      forget();
    } catch (error) {
      problem ??= error;
    }
  if (problem !== undefined) throw problem;
  return counts;
}

/** Removes what a profile answered. Throws a ConfigError where it cannot be removed. */
export function forgetSeenOf(paths: Paths, name: string): 'removed' | 'none' {
  const forgotten = forgetSeen(paths.data, name);
  if (forgotten !== 'failed') return forgotten;
  throw new ConfigError(
    `What was seen of ${name} cannot be removed: check the permissions of ${safeText(paths.data)}.`,
  );
}

/** Nothing of an earlier profile of its name or address becomes its own. Returns how many websites have tags there. */
function keepApart(
  paths: Paths,
  name: string,
  saved: StoredProfile,
  before: StoredProfile | undefined,
): number {
  if (before !== undefined && keptAddress(before.url ?? '') === keptAddress(saved.url ?? '')) return 0;
  forgetSeen(paths.data, name);
  try {
    if (before !== undefined)
      return localData.tags.open(paths.data, storedIdentity(name, before)).read().size;
    for (const { forget } of Object.values(localData)) forget(paths.data, name);
  } catch (error) {
    // A damaged file of what people gave is in the way of nothing else: it is not used either.
    if (!(error instanceof ConfigError)) throw error;
  }
  return 0;
}

/** What the file keeps of a service that was found: whoever has a share link can change nothing. */
export function foundProfile(
  {
    service,
    url,
    shareKey,
    timeZone,
  }: {
    readonly service: ServiceKind;
    readonly url: string;
    readonly shareKey?: unknown;
    readonly timeZone?: string | undefined;
  },
  credentials: Pick<StoredProfile, 'apiKey' | 'apiKeyCommand'>,
): StoredProfile {
  const kind = service === serviceKinds[0] ? {} : { kind: service };
  const zone = timeZone === undefined ? {} : { timeZone };
  return { ...kind, url, ...credentials, ...zone, ...(shareKey === undefined ? {} : { readOnly: true }) };
}

/** One that is replaced keeps what is not given again: read-only stays so. Throws a UsageError for a taken name, and a ConfigError. */
export function saveService(
  paths: Paths,
  name: string,
  service: StoredProfile,
  options: { readonly replace: boolean; readonly use: boolean },
) {
  /** No profile was in use before: this one is from now on. */
  let isFirst = false;
  /** How many websites have tags at the address that the profile has had, where they stay. */
  let tagsLeft = 0;
  /** What it keeps of the profile that it replaces; undefined where there was none. */
  let kept: StoredProfile | undefined;
  changeProfileFile(profileFilePath(paths.config), file => {
    // Checked again: another Sitedeck may have saved one during the test.
    if (!options.replace && Object.hasOwn(file.profiles, name))
      throw new UsageError(`There is a profile ${name} already: choose another name.`);
    isFirst = file.current === undefined;
    const before = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
    tagsLeft = keepApart(paths, name, service, before);
    const current = isFirst || options.use ? { current: name } : {};
    const { kind: _kind, url: _url, apiKey: _key, apiKeyCommand: _command, ...rest } = before ?? {};
    kept = before && Object.fromEntries(Object.entries(rest).filter(([key]) => !Object.hasOwn(service, key)));
    return { ...file, ...current, profiles: { ...file.profiles, [name]: { ...service, ...kept } } };
  });
  return { isFirst, tagsLeft, kept };
}

/** What is wrong with the name of a new profile, in one line; undefined where nothing is. */
export function checkName(name: string): string | undefined {
  if (isBuiltIn(name)) return `${name} is a profile of Sitedeck's own: choose another name.`;
  if (isProfileName(name)) return undefined;
  return `"${safeText(name, 60)}" is no name for a profile: use letters, digits, dots, - and _.`;
}
