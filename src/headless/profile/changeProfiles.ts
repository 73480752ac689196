import { readPaths } from '#config/paths.ts';
import { changeProfileFile, profileFilePath } from '#config/profileFile.ts';
import { isBuiltIn, type ProfileFile } from '#config/profileSchema.ts';
import { findProfile } from '#config/resolveProfile.ts';
import { UsageError } from '#connection/errors.ts';
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
  say(
    `Removed ${safeText(name)}.${wasCurrent ? ' The demo is used until you choose another: sitedeck profile use NAME' : ''}`,
  );
}

function withoutProfile(file: ProfileFile, name: string): ProfileFile {
  const { [name]: _, ...profiles } = file.profiles;
  if (file.current !== name) return { ...file, profiles };
  const { current: _current, ...rest } = file;
  return { ...rest, profiles };
}
