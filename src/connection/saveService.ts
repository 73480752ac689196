import { changeProfileFile } from '#config/profileFile.ts';
import { isBuiltIn, isProfileName, type StoredProfile } from '#config/profileSchema.ts';
import { safeText } from '#terminal/safeText.ts';
import { UsageError } from './errors.ts';

interface SavedService {
  /** No profile was in use before: this one is from now on. */
  readonly isFirst: boolean;
}

/** Saves a tested service in the file of profiles. Throws a UsageError for a name that is taken, and a ConfigError. */
export function saveService(
  path: string,
  name: string,
  service: StoredProfile,
  options: { readonly replace: boolean; readonly use: boolean },
): SavedService {
  let isFirst = false;
  changeProfileFile(path, file => {
    // Checked again: another Sitedeck may have saved one during the test.
    if (!options.replace && Object.hasOwn(file.profiles, name))
      throw new UsageError(`There is a profile ${name} already: choose another name.`);
    isFirst = file.current === undefined;
    const current = isFirst || options.use ? { current: name } : {};
    return { ...file, ...current, profiles: { ...file.profiles, [name]: service } };
  });
  return { isFirst };
}

/** What is wrong with the name of a new profile, in one line; undefined where nothing is. */
export function checkName(name: string): string | undefined {
  if (isBuiltIn(name)) return `${name} is a profile of Sitedeck's own: choose another name.`;
  if (isProfileName(name)) return undefined;
  return `"${safeText(name, 60)}" is no name for a profile: use letters, digits, dots, - and _.`;
}
