import { ConfigError } from '#config/ConfigError.ts';
import { readPaths } from '#config/paths.ts';
import { changeProfileFile, profileFilePath } from '#config/profileFile.ts';
import { emptyProfileFile, isBuiltIn, type ProfileFile, type StoredProfile } from '#config/profileSchema.ts';
import { findProfile } from '#config/resolveProfile.ts';
import { storedProfiles } from '#connection/chosenProfile.ts';
import { UsageError } from '#connection/errors.ts';
import { forgetProfile, forgetSeenOf } from '#connection/forgetProfile.ts';
import { removeOldDomains } from '#headless/completion/domainCache.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { say } from '#headless/output/stderr.ts';
import { counted } from '#model/text/number.ts';
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

/** Removes a profile with its key and all that is kept of it. Throws a UsageError or ConfigError. */
export function removeProfile(name: string): void {
  if (isBuiltIn(name)) throw new UsageError(`${name} is built in and cannot be removed.`);
  const paths = readPaths(process.env);
  let wasCurrent = false;
  let removed: StoredProfile = {};
  let rest = emptyProfileFile;
  changeProfileFile(profilesPath(), file => {
    if (!Object.hasOwn(file.profiles, name)) findProfile(file, name);
    wasCurrent = file.current === name;
    removed = file.profiles[name] ?? {};
    rest = withoutProfile(file, name);
    return rest;
  });
  removeOldDomains(paths);
  const tagged = forgotten(name, () => forgetProfile(paths, name, removed, rest));
  const tags = tagged === 0 ? '' : `, with the tags of ${counted(tagged, 'websites')}`;
  say(
    `Removed ${safeText(name)}${tags}.${wasCurrent ? ' The demo is used until you choose another: sitedeck profile use NAME' : ''}`,
  );
}

function forgotten<T>(name: string, forget: () => T): T {
  try {
    return forget();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${safeText(name)} is removed, but not all that was kept of it. ${error.message}`);
  }
}

/** Removes what was last seen of a profile, by default of the one in use. Throws a ConfigError where there is none of that name. */
export function forgetCache(name: string | undefined, options: GlobalOptions): void {
  const paths = readPaths(process.env);
  const file = storedProfiles(paths);
  const profile = name ?? options.profile ?? file.current ?? 'demo';
  if (!Object.hasOwn(file.profiles, profile)) findProfile(file, profile);
  removeOldDomains(paths);
  say(
    forgetSeenOf(paths, profile) === 'none'
      ? `Nothing is kept of ${profile}.`
      : `What was last seen of ${profile} is removed.`,
  );
}

function withoutProfile(file: ProfileFile, name: string): ProfileFile {
  const { [name]: _, ...profiles } = file.profiles;
  if (file.current !== name) return { ...file, profiles };
  const { current: _current, ...rest } = file;
  return { ...rest, profiles };
}
