import type { Paths } from '#config/paths.ts';
import { profileFilePath, readProfileFile } from '#config/profileFile.ts';
import type { BuiltInProfile, ProfileFile } from '#config/profileSchema.ts';
import { findProfile, resolveProfile, type Profile, type ProfileChoice } from '#config/resolveProfile.ts';

/** What the command line says of the profile. */
type ProfileOptions = ProfileChoice & { readonly readOnly?: boolean | undefined };

export function storedProfiles(paths: Paths): ProfileFile {
  return readProfileFile(profileFilePath(paths.config));
}

/** The profile that the options, else the environment or the file, ask for. Throws a ConfigError. */
export function chosenProfile(options: ProfileOptions, paths: Paths): Profile {
  const profile = resolveProfile(process.env, options, () => storedProfiles(paths));
  return asOptionsSay(profile, options);
}

export function builtInProfile(name: BuiltInProfile, options: ProfileOptions, paths: Paths): Profile {
  return asOptionsSay(findProfile(storedProfiles(paths), name), options);
}

function asOptionsSay(profile: Profile, { readOnly }: ProfileOptions): Profile {
  return readOnly === true ? { ...profile, readOnly: true } : profile;
}
