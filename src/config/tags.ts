import { join } from 'node:path';
import * as z from 'zod/mini';
import { ConfigError } from '#model/failure.ts';
import { asTag, noTags, type Tags, withoutTags } from '#model/website/tags.ts';
import { errorCode, readText, writeFileAtomic } from '#system/files.ts';
import { parsedJson } from '#text/parsedJson.ts';
import { safeText } from '#text/safeText.ts';
import { withFileLock, writing } from './jsonFile.ts';
import { isKeyOf, type IsThere, type ServiceIdentity, serviceKey } from './serviceIdentity.ts';

/** The tags of the websites of one service. */
export interface TagsFile {
  /** Throws a ConfigError for a file that cannot be used. */
  read(): Tags;
  /**
   * Reads the file again, since another Sitedeck may have written it, and returns the tags as they are then. Throws a
   * ConfigError, also where the profile was removed in the meantime; a file that cannot be used is left as it is.
   */
  change(change: (tags: Tags) => Tags): Tags;
}

const version = 2;

export const tagsPath = (folder: string) => join(folder, 'tags.json');

/** Opens tags.json in the folder, which is read when it is asked for. */
export function openTags(folder: string, of: ServiceIdentity, isThere: IsThere = () => true): TagsFile {
  const path = tagsPath(folder);
  return {
    read: () => tagsIn(readWhole(path), of),
    change(change) {
      let changed = noTags;
      changeWhole(path, file => {
        if (!isThere())
          throw new ConfigError(
            `The profile ${safeText(of.profile)} was removed, or has another address now: no tag was changed.`,
          );
        const before = tagsIn(file, of);
        changed = change(before);
        return changed === before ? file : withTags(file, of, changed);
      });
      return changed;
    },
  };
}

/** Removes the tags of a profile, whichever address it has or had. Returns how many websites had any. Throws a ConfigError. */
export function forgetTags(folder: string, profile: string): number {
  const path = tagsPath(folder);
  const ofProfile = ({ services, profiles }: WholeFile) => [
    ...Object.entries(services).filter(([key]) => isKeyOf(key, profile)),
    ...Object.entries(profiles).filter(([name]) => name === profile),
  ];
  let websites = 0;
  // Without a file, or tags in it, nothing is locked.
  if (ofProfile(readWhole(path)).length > 0)
    changeWhole(path, file => {
      const gone = ofProfile(file);
      websites = gone.reduce((sum, [, of]) => sum + Object.keys(of).length, 0);
      return {
        ...file,
        services: without(file.services, key => isKeyOf(key, profile)),
        profiles: without(file.profiles, name => name === profile),
      };
    });
  return websites;
}

/**
 * Before a profile gets another address: the tags of an older version, which did not know whose they are, are from now on those of
 * the address it has had. Returns how many websites have tags there. Throws a ConfigError.
 */
export function bindTags(folder: string, of: ServiceIdentity): number {
  const path = tagsPath(folder);
  const file = readWhole(path);
  const tags = tagsIn(file, of);
  if (Object.hasOwn(file.profiles, of.profile)) changeWhole(path, now => withTags(now, of, tagsIn(now, of)));
  return tags.size;
}

/** A deleted website takes its tags along; where that cannot be written they stay, unseen. */
export function dropTags(file: TagsFile, id: string): void {
  try {
    if (file.read().has(id)) file.change(tags => withoutTags(tags, [id]));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}

function tagsIn({ services, profiles }: WholeFile, of: ServiceIdentity): Tags {
  const key = serviceKey(of);
  if (Object.hasOwn(services, key)) return new Map(Object.entries(services[key] ?? {}));
  if (!isOldName(of) || !Object.hasOwn(profiles, of.profile)) return noTags;
  return new Map(Object.entries(profiles[of.profile] ?? {}).map(([id, tags]) => [id, { tags }]));
}

/** Tags of version 1 are by the name of the profile: a name such as "work" is of the profile only, and of no address. */
function isOldName({ profile, isStored, account }: ServiceIdentity): boolean {
  return isStored || account === undefined || /[.:]/.test(profile);
}

function withTags(file: WholeFile, of: ServiceIdentity, tags: Tags): WholeFile {
  const key = serviceKey(of);
  const others = Object.entries(file.services).filter(([other]) => other !== key);
  const websites = [...tags].map(
    ([id, { domain, tags: names }]) => [id, { domain, tags: [...names] }] as const,
  );
  const own = tags.size === 0 ? [] : [[key, Object.fromEntries(websites)] as const];
  const profiles = isOldName(of) ? without(file.profiles, name => name === of.profile) : file.profiles;
  return { ...file, services: Object.fromEntries([...others, ...own]), profiles };
}

function without<T>(
  entries: Readonly<Record<string, T>>,
  isGone: (key: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !isGone(key)));
}

function changeWhole(path: string, change: (file: WholeFile) => WholeFile): void {
  writing(path, () =>
    withFileLock(`${path}.lock`, () => {
      const file = readWhole(path);
      const { profiles, ...changed } = change(file);
      if (changed.services === file.services && profiles === file.profiles) return;
      const old = Object.keys(profiles).length === 0 ? {} : { profiles };
      writeFileAtomic(path, `${JSON.stringify({ ...changed, ...old, version }, null, 2)}\n`);
    }),
  );
}

// Made when used: making schemas takes time.
const tag = () => z.string().check(z.refine(text => asTag(text) === text));
const oldProfiles = () => z.record(z.string(), z.record(z.string(), z.array(tag())));
const tagged = () => z.object({ domain: z.optional(z.string()), tags: z.array(tag()) });
const wholeFile = () =>
  z.looseObject({
    version: z.literal([1, version]),
    /** By `serviceKey`, then by the id of the website. */
    services: z._default(z.record(z.string(), z.record(z.string(), tagged())), {}),
    /** Of version 1, by the name of the profile, until its service is used again. */
    profiles: z._default(oldProfiles(), {}),
  });

type WholeFile = z.infer<ReturnType<typeof wholeFile>>;

/** A missing file is an empty one. */
function readWhole(path: string): WholeFile {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { version, services: {}, profiles: {} };
    throw new ConfigError(`${safeText(path)} cannot be read: check it, or move it away.`);
  }
  const value = parsedJson(text);
  const result = wholeFile().safeParse(value);
  if (result.success) return result.data;
  if (isNewer(value))
    throw new ConfigError(`${safeText(path)} was written by a newer Sitedeck: update this one.`);
  throw new ConfigError(
    `${safeText(path)} holds no tags that can be read: mend it, or move it away to start anew.`,
  );
}

function isNewer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('version' in value)) return false;
  return typeof value.version === 'number' && value.version > version;
}
