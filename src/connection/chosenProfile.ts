import type { Paths } from '#config/paths.ts';
import { profileFilePath, readProfileFile } from '#config/profileFile.ts';
import type { BuiltInProfile, ProfileFile } from '#config/profileSchema.ts';
import { findProfile, resolveProfile, type Profile, type ProfileChoice } from '#config/resolveProfile.ts';

/** The options of the command line that choose the profile. */
type ProfileOptions = ProfileChoice & { readonly readOnly?: boolean | undefined };

/** The file of profiles. Throws a ConfigError. */
export function storedProfiles(paths: Paths): ProfileFile {
  return readProfileFile(profileFilePath(paths.config));
}

/** The profile chosen by the options, else by the environment, else by the file. Throws a ConfigError. */
export function chosenProfile(options: ProfileOptions, paths: Paths): Profile {
  const profile = resolveProfile(process.env, options, () => storedProfiles(paths));
  return withReadOnly(profile, options);
}

/** A built-in profile with the time zone it has in the file. Throws a ConfigError. */
export function builtInProfile(name: BuiltInProfile, options: ProfileOptions, paths: Paths): Profile {
  return withReadOnly(findProfile(storedProfiles(paths), name), options);
}

function withReadOnly(profile: Profile, { readOnly }: ProfileOptions): Profile {
  return readOnly === true ? { ...profile, readOnly: true } : profile;
}
