import { join } from 'node:path';
import { parsedJson } from '#model/text/parsedJson.ts';
import { writeFileAtomic } from '#system/writeFileAtomic.ts';
import { safeText } from '#terminal/safeText.ts';
import { ConfigError } from './ConfigError.ts';
import { withFileLock } from './fileLock.ts';
import { readPrivateFile, writing } from './privateFile.ts';
import {
  emptyProfileFile,
  fileVersion,
  profileFileSchema,
  profileProblem,
  type ProfileFile,
} from './profileSchema.ts';

/** The file of profiles in the config folder. */
export function profileFilePath(configFolder: string): string {
  return join(configFolder, 'profiles.json');
}

/**
 * Reads the profiles; a missing file has none. Throws a ConfigError for a file that cannot be used, which is left as it
 * is.
 */
export function readProfileFile(path: string): ProfileFile {
  const text = readPrivateFile(path);
  return text === undefined ? emptyProfileFile : parseProfileFile(path, text);
}

/** Reads the file, changes it and writes it atomically, under a lock. Throws a ConfigError. */
export function changeProfileFile(path: string, change: (file: ProfileFile) => ProfileFile): void {
  writing(path, () =>
    withFileLock(`${path}.lock`, () => {
      const changed = change(readProfileFile(path));
      writeFileAtomic(path, `${JSON.stringify(changed, null, 2)}\n`);
    }),
  );
}

function parseProfileFile(path: string, text: string): ProfileFile {
  const place = safeText(path);
  // Without the parser's message, which would quote the text, and so a key.
  const value = parsedJson(text);
  if (value === undefined)
    throw new ConfigError(`${place} is not valid JSON: mend it, or move it away to start anew.`);
  const version = versionOf(value);
  if (version !== undefined && version > fileVersion)
    throw new ConfigError(`${place} was written by a newer Sitedeck (version ${version}): update this one.`);
  const result = profileFileSchema().safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue?.path.map(String).join('.') ?? '';
    throw new ConfigError(`${place}: ${safeText(`${where} ${issue?.message ?? 'is wrong'}`.trim(), 200)}.`);
  }
  for (const [name, profile] of Object.entries(result.data.profiles)) {
    const problem = profileProblem(name, profile);
    if (problem !== undefined)
      throw new ConfigError(`${place}: the profile ${safeText(name, 60)} ${problem}.`);
  }
  return result.data;
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  return typeof value.version === 'number' ? value.version : undefined;
}
