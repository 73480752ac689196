import { join } from 'node:path';
import * as z from 'zod/mini';
import { isServiceKind, serviceKinds } from '#model/service/connection.ts';
import { safeText } from '#text/safeText.ts';
import { jsonFile } from '#config/jsonFile.ts';
import { isTimeZone } from '#model/period/zone.ts';

/** The built-in profiles; the file may only give them a time zone, or make them read-only. */
export const builtInProfiles = ['demo', 'logs'] as const;
export type BuiltInProfile = (typeof builtInProfiles)[number];

const fileVersion = 1;

const namePattern = /^[a-z0-9][a-z0-9._-]{0,39}$/i;

/** Names are used on command lines and in completions: letters, digits, dots, hyphens and underscores. */
export function isProfileName(name: string): boolean {
  return namePattern.test(name);
}

export function isBuiltIn(name: string): name is BuiltInProfile {
  return builtInProfiles.some(known => known === name);
}

const text = () => z.optional(z.string('must be text'));
const zoneError = 'is no time zone: write one such as "Europe/Berlin"';

// Loose: keys added by a user or a later version stay in the file. Made only when there is a file to read.
const storedProfile = () =>
  z.looseObject(
    {
      kind: text(),
      url: text(),
      apiKey: text(),
      apiKeyCommand: text(),
      timeZone: z.optional(z.string('must be text').check(z.refine(isTimeZone, { error: zoneError }))),
      readOnly: z.optional(z.boolean('must be true or false')),
      cache: z.optional(z.enum(['on', 'off'], 'must be "on" or "off"')),
    },
    'must be an object with a url',
  );

const profileFileSchema = () =>
  z
    .looseObject(
      {
        version: z.literal(fileVersion, `must be ${fileVersion}`),
        current: text(),
        profiles: z.record(z.string(), storedProfile(), 'must be an object of profiles by name'),
      },
      'must be a JSON object',
    )
    .check(({ value, issues }) => {
      for (const [name, profile] of Object.entries(value.profiles)) {
        const problem = profileProblem(name, profile);
        if (problem === undefined) continue;
        issues.push({ code: 'custom', input: name, message: `the profile ${safeText(name, 60)} ${problem}` });
      }
    });

export type StoredProfile = z.infer<ReturnType<typeof storedProfile>>;
export type ProfileFile = z.infer<ReturnType<typeof profileFileSchema>>;

export const emptyProfileFile: ProfileFile = { version: fileVersion, profiles: {} };

/** What is wrong with a profile besides types; undefined where nothing is. */
function profileProblem(name: string, profile: StoredProfile): string | undefined {
  const { kind, url, apiKey, apiKeyCommand } = profile;
  if (!isProfileName(name)) return 'has a name that cannot be used: take letters, digits, dots, - and _';
  if (isBuiltIn(name)) {
    const isService = url !== undefined || apiKey !== undefined || apiKeyCommand !== undefined;
    return isService ? 'is built in and has no url or key: give your service another name' : undefined;
  }
  if (url === undefined || url.trim() === '') return 'has no url: add the address of its service';
  if (kind !== undefined && !isServiceKind(kind))
    return `has a kind that is not known: take one of ${serviceKinds.join(', ')}`;
  if (apiKey !== undefined && apiKeyCommand !== undefined)
    return 'has both apiKey and apiKeyCommand: take one of them out';
  return undefined;
}

export function profileFilePath(configFolder: string): string {
  return join(configFolder, 'profiles.json');
}

const profileFile = (path: string) =>
  jsonFile(path, { schema: profileFileSchema, empty: emptyProfileFile, isSecret: true });

/** A missing file has none. Throws a ConfigError for a file that cannot be used, which is left as it is. */
export function readProfileFile(path: string): ProfileFile {
  return profileFile(path).read();
}

export function changeProfileFile(path: string, change: (file: ProfileFile) => ProfileFile): void {
  profileFile(path).change(change);
}

/** Has a profile be used from now on where none is named, unless there is such a one: the first logs, as the first service. Returns whether it is. */
export function chooseFirst(path: string, name: string): boolean {
  let isFirst = false;
  changeProfileFile(path, file => {
    isFirst = file.current === undefined;
    return isFirst ? { ...file, current: name } : file;
  });
  return isFirst;
}
