import { ConfigError } from '#config/ConfigError.ts';
import { forgetSeen } from '#config/lastSeen/folder.ts';
import { readPaths } from '#config/paths.ts';
import { changeProfileFile, profileFilePath } from '#config/profileFile.ts';
import { isBuiltIn, type ProfileFile } from '#config/profileSchema.ts';
import { findProfile } from '#config/resolveProfile.ts';
import { storedProfiles } from '#connection/chosenProfile.ts';
import { UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { say } from '#headless/output/stderr.ts';
import { safeText } from '#terminal/safeText.ts';

function profilesPath(): string {
  return profileFilePath(readPaths(process.env).config);
}

/** Makes a profile the current one. Throws a ConfigError where there is none of that name. */
export function useProfile(name: string): void {
  changeProfileFile(profilesPath(), file => {
    // A profile whose key comes from the environment may be chosen too.
    if (!Object.hasOwn(file.profiles, name)) findProfile(file, name);
    return { ...file, current: name };
  });
  say(`${name} is used from now on.`);
}

/** Removes a profile and its key. Throws a UsageError or ConfigError. */
export function removeProfile(name: string): void {
  if (isBuiltIn(name)) throw new UsageError(`${name} is built in and cannot be removed.`);
  let wasCurrent = false;
  changeProfileFile(profilesPath(), file => {
    if (!Object.hasOwn(file.profiles, name)) findProfile(file, name);
    wasCurrent = file.current === name;
    return withoutProfile(file, name);
  });
  forgetSeen(readPaths(process.env).data, name);
  say(
    `Removed ${safeText(name)}.${wasCurrent ? ' The demo is used until you choose another: sitedeck profile use NAME' : ''}`,
  );
}

/** Removes what was last seen of a profile, by default of the one in use. Throws a ConfigError where there is none of that name. */
export function forgetCache(name: string | undefined, options: GlobalOptions): void {
  const paths = readPaths(process.env);
  const file = storedProfiles(paths);
  const profile = name ?? options.profile ?? file.current ?? 'demo';
  if (!Object.hasOwn(file.profiles, profile)) findProfile(file, profile);
  const forgotten = forgetSeen(paths.data, profile);
  if (forgotten === 'failed')
    throw new ConfigError(
      `What was seen of ${profile} cannot be removed: check the permissions of ${safeText(paths.data)}.`,
    );
  say(
    forgotten === 'none' ? `Nothing is kept of ${profile}.` : `What was last seen of ${profile} is removed.`,
  );
}

function withoutProfile(file: ProfileFile, name: string): ProfileFile {
  const { [name]: _, ...profiles } = file.profiles;
  if (file.current !== name) return { ...file, profiles };
  const { current: _current, ...rest } = file;
  return { ...rest, profiles };
}
