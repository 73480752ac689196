import type { Paths } from '#config/paths.ts';
import { changeProfileFile, profileFilePath } from '#config/profileFile.ts';
import { isBuiltIn, isProfileName, type StoredProfile } from '#config/profileSchema.ts';
import { safeText } from '#terminal/safeText.ts';
import { UsageError } from './errors.ts';
import { keepApart } from './forgetProfile.ts';

interface SavedService {
  /** No profile was in use before: this one is from now on. */
  readonly isFirst: boolean;
  /** How many websites have tags at the address that the profile has had, where they stay. */
  readonly tagsLeft: number;
  /** What it keeps of the profile that it replaces; undefined where there was none. */
  readonly kept: StoredProfile | undefined;
}

/**
 * Saves a tested service in the file of profiles. One that is replaced keeps what is not given anew, except where it is and its
 * key: what was read-only stays so. Throws a UsageError for a name that is taken, and a ConfigError.
 */
export function saveService(
  paths: Paths,
  name: string,
  service: StoredProfile,
  options: { readonly replace: boolean; readonly use: boolean },
): SavedService {
  let isFirst = false;
  let tagsLeft = 0;
  let kept: StoredProfile | undefined;
  changeProfileFile(profileFilePath(paths.config), file => {
    // Checked again: another Sitedeck may have saved one during the test.
    if (!options.replace && Object.hasOwn(file.profiles, name))
      throw new UsageError(`There is a profile ${name} already: choose another name.`);
    isFirst = file.current === undefined;
    const before = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
    tagsLeft = keepApart(paths, name, service, before);
    const current = isFirst || options.use ? { current: name } : {};
    kept = keptOf(before, service);
    return { ...file, ...current, profiles: { ...file.profiles, [name]: { ...service, ...kept } } };
  });
  return { isFirst, tagsLeft, kept };
}

function keptOf(former: StoredProfile | undefined, given: StoredProfile): StoredProfile | undefined {
  if (former === undefined) return undefined;
  const { kind: _kind, url: _url, apiKey: _key, apiKeyCommand: _command, ...rest } = former;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !Object.hasOwn(given, name)));
}

/** What is wrong with the name of a new profile, in one line; undefined where nothing is. */
export function checkName(name: string): string | undefined {
  if (isBuiltIn(name)) return `${name} is a profile of Sitedeck's own: choose another name.`;
  if (isProfileName(name)) return undefined;
  return `"${safeText(name, 60)}" is no name for a profile: use letters, digits, dots, - and _.`;
}
