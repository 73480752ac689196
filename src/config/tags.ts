import { join } from 'node:path';
import * as z from 'zod/mini';
import { ConfigError } from '#model/failure.ts';
import { asTag, noTags, type Tags, withoutTags } from '#model/website/tags.ts';
import { safeText } from '#text/safeText.ts';
import { jsonFile } from './jsonFile.ts';
import { isKeyOf, type IsThere, type ServiceIdentity, serviceKey } from './serviceIdentity.ts';

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
export function openTags(folder: string, service: ServiceIdentity, isThere: IsThere = () => true): TagsFile {
  const file = tagsFile(folder);
  return {
    read: () => tagsIn(file.read(), service),
    change(change) {
      let changed = noTags;
      file.change(now => {
        if (!isThere())
          throw new ConfigError(
            `The profile ${safeText(service.profile)} was removed, or has another address now: no tag was changed.`,
          );
        const before = tagsIn(now, service);
        changed = change(before);
        return changed === before ? now : withTags(now, service, changed);
      });
      return changed;
    },
  };
}

/** Removes the tags of a profile, whichever address it has or had. Returns how many websites had any. Throws a ConfigError. */
export function forgetTags(folder: string, profile: string): number {
  const file = tagsFile(folder);
  const ofProfile = ({ services, profiles = {} }: WholeFile) => [
    ...Object.entries(services).filter(([key]) => isKeyOf(key, profile)),
    ...Object.entries(profiles).filter(([name]) => name === profile),
  ];
  let websites = 0;
  // Without a file, or tags in it, nothing is locked.
  if (ofProfile(file.read()).length > 0)
    file.change(now => {
      websites = ofProfile(now).reduce((sum, [, tagged]) => sum + Object.keys(tagged).length, 0);
      const services = without(now.services, key => isKeyOf(key, profile));
      return written(now, services, name => name === profile);
    });
  return websites;
}

/**
 * Before a profile gets another address: the tags of an older version, which did not know whose they are, are from now on those of
 * the address it has had. Returns how many websites have tags there. Throws a ConfigError.
 */
export function bindTags(folder: string, service: ServiceIdentity): number {
  const file = tagsFile(folder);
  const now = file.read();
  if (Object.hasOwn(now.profiles ?? {}, service.profile))
    file.change(now => withTags(now, service, tagsIn(now, service)));
  return tagsIn(now, service).size;
}

/** A deleted website takes its tags along; where that cannot be written they stay, unseen. */
export function dropTags(file: TagsFile, id: string): void {
  try {
    if (file.read().has(id)) file.change(tags => withoutTags(tags, [id]));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}

function tagsIn({ services, profiles = {} }: WholeFile, service: ServiceIdentity): Tags {
  const key = serviceKey(service);
  if (Object.hasOwn(services, key)) return new Map(Object.entries(services[key] ?? {}));
  if (!isOldName(service) || !Object.hasOwn(profiles, service.profile)) return noTags;
  return new Map(Object.entries(profiles[service.profile] ?? {}).map(([id, tags]) => [id, { tags }]));
}

/** Tags of version 1 are by the name of the profile: a name such as "work" is of the profile only, and of no address. */
function isOldName({ profile, isStored, account }: ServiceIdentity): boolean {
  return isStored || account === undefined || /[.:]/.test(profile);
}

function withTags(file: WholeFile, service: ServiceIdentity, tags: Tags): WholeFile {
  const key = serviceKey(service);
  const services = without(file.services, other => other === key);
  if (tags.size > 0)
    services[key] = Object.fromEntries(
      [...tags].map(([id, { domain, tags: names }]) => [id, { domain, tags: [...names] }]),
    );
  return written(file, services, name => isOldName(service) && name === service.profile);
}

/** What is left of the first version is written as long as there is any. */
function written(
  file: WholeFile,
  services: WholeFile['services'],
  isGone: (name: string) => boolean,
): WholeFile {
  const { profiles = {}, ...rest } = file;
  const left = without(profiles, isGone);
  return { ...rest, services, version, ...(Object.keys(left).length > 0 && { profiles: left }) };
}

function without<T>(
  entries: Readonly<Record<string, T>>,
  isGone: (key: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !isGone(key)));
}

const tagsFile = (folder: string) =>
  jsonFile<WholeFile>(tagsPath(folder), {
    schema: wholeFile,
    empty: { version, services: {} },
    refusal: 'holds no tags that can be read',
  });

const tag = () => z.string().check(z.refine(text => asTag(text) === text));
const oldProfiles = () => z.record(z.string(), z.record(z.string(), z.array(tag())));
const tagged = () => z.object({ domain: z.optional(z.string()), tags: z.array(tag()) });
const wholeFile = () =>
  z.looseObject({
    version: z.literal([1, version]),
    /** By `serviceKey`, then by the id of the website. */
    services: z._default(z.record(z.string(), z.record(z.string(), tagged())), {}),
    /** Of version 1, by the name of the profile, until its service is used again. */
    profiles: z.optional(oldProfiles()),
  });

type WholeFile = z.infer<ReturnType<typeof wholeFile>>;
