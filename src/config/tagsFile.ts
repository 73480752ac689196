import { join } from 'node:path';
import * as z from 'zod/mini';
import { parsedJson } from '#model/text/parsedJson.ts';
import { asTag, changeTags, noTags, type Tags } from '#model/website/tags.ts';
import { errorCode } from '#system/errorCode.ts';
import { readText } from '#system/openFile.ts';
import { writeFileAtomic } from '#system/writeFileAtomic.ts';
import { safeText } from '#terminal/safeText.ts';
import { ConfigError } from './ConfigError.ts';
import { withFileLock } from './fileLock.ts';
import { writing } from './privateFile.ts';

/** The tags of the websites of one profile. */
export interface TagsFile {
  /** Throws a ConfigError for a file that cannot be used. */
  read(): Tags;
  /**
   * Reads the file again, since another Sitedeck may have written it, and resolves to the tags as they are then. Throws a
   * ConfigError; a file that cannot be used is left as it is.
   */
  change(change: (tags: Tags) => Tags): Tags;
}

const version = 1;

export const tagsPath = (folder: string) => join(folder, 'tags.json');

/** Opens tags.json in the folder, which is read when it is asked for. */
export function openTags(folder: string, profile: string): TagsFile {
  const path = tagsPath(folder);
  const tagsIn = ({ profiles }: WholeFile): Tags =>
    Object.hasOwn(profiles, profile) ? new Map(Object.entries(profiles[profile] ?? {})) : noTags;
  return {
    read: () => tagsIn(readWhole(path)),
    change(change) {
      let changed = noTags;
      writing(path, () =>
        withFileLock(`${path}.lock`, () => {
          const file = readWhole(path);
          const before = tagsIn(file);
          changed = change(before);
          if (changed === before) return;
          const others = Object.entries(file.profiles).filter(([name]) => name !== profile);
          const own = changed.size === 0 ? [] : [[profile, Object.fromEntries(changed)] as const];
          const content = { ...file, version, profiles: Object.fromEntries([...others, ...own]) };
          writeFileAtomic(path, `${JSON.stringify(content, null, 2)}\n`);
        }),
      );
      return changed;
    },
  };
}

// Made when used: making schemas takes time.
const tag = () => z.string().check(z.refine(text => asTag(text) === text));
const websites = () => z.record(z.string(), z.array(tag()));
const wholeFile = () =>
  z.looseObject({ version: z.literal(version), profiles: z.record(z.string(), websites()) });

type WholeFile = z.infer<ReturnType<typeof wholeFile>>;

/** A missing file is an empty one. */
function readWhole(path: string): WholeFile {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { version, profiles: {} };
    throw new ConfigError(`${safeText(path)} cannot be read: check it, or move it away.`);
  }
  const result = wholeFile().safeParse(parsedJson(text));
  if (result.success) return result.data;
  throw new ConfigError(
    `${safeText(path)} holds no tags that can be read: mend it, or move it away to start anew.`,
  );
}

/** A deleted website takes its tags along; where that cannot be written they stay, unseen. */
export function forgetTags(file: TagsFile, id: string): void {
  try {
    if (file.read().has(id)) file.change(tags => changeTags(tags, [id], { remove: tags.get(id) ?? [] }));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}
