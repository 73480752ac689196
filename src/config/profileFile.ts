import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { safeText } from '#terminal/safeText.ts';
import { ConfigError } from './ConfigError.ts';
import { withFileLock } from './fileLock.ts';
import {
  emptyProfileFile,
  fileVersion,
  profileFileSchema,
  profileProblem,
  type ProfileFile,
} from './profileSchema.ts';
import { shellQuote } from '#model/shellQuote.ts';
import { writeFileAtomic } from './writeFileAtomic.ts';

const largestFile = 1_000_000;

/** The file of profiles in the config folder. */
export function profileFilePath(configFolder: string): string {
  return join(configFolder, 'profiles.json');
}

/** No file is an empty one. Throws a ConfigError for one that cannot be used as it is; it is then left alone. */
export function readProfileFile(path: string): ProfileFile {
  const text = readPrivate(path);
  return text === undefined ? emptyProfileFile : parseProfileFile(path, text);
}

/** Changes what the file has now, as a whole or not at all. Throws a ConfigError. */
export function changeProfileFile(path: string, change: (file: ProfileFile) => ProfileFile): void {
  try {
    withFileLock(`${path}.lock`, () => {
      const changed = change(readProfileFile(path));
      writeFileAtomic(path, `${JSON.stringify(changed, null, 2)}\n`);
    });
  } catch (error) {
    // Only what the system refuses is about the file.
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    throw new ConfigError(`${safeText(path)} cannot be written: ${systemWords(error)}.`);
  }
}

function readPrivate(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { mode, size } = fstatSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new ConfigError(
        `Other people on this machine can read ${safeText(path)}, where API keys are: run  chmod 600 ${safeText(shellQuote(path))}`,
      );
    if (size > largestFile) throw new ConfigError(`${safeText(path)} is far too large: move it away.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigError(`${safeText(path)} cannot be read: ${systemWords(error)}.`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function parseProfileFile(path: string, text: string): ProfileFile {
  const place = safeText(path);
  const value = parseJson(text);
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

/** The parser's own message would quote the text, and so a key. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  return typeof value.version === 'number' ? value.version : undefined;
}

function systemWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words: Readonly<Record<string, string>> = {
    EACCES: 'this account may not, check the permissions of the file and its folder',
    EPERM: 'this account may not, check the permissions of the file and its folder',
    EROFS: 'its disk is read-only',
    ENOSPC: 'the disk is full',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is a file and no folder',
    EEXIST: 'a part of its path is a file and no folder',
    ELOOP: 'it leads through links that never end',
  };
  return words[code] ?? safeText(error instanceof Error ? error.message : error, 200);
}
