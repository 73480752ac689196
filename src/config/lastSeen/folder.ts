import { closeSync, constants, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parsedJson } from '#model/text/parsedJson.ts';
import { isProfileName } from '#config/profileSchema.ts';
import { openFile } from '#system/openFile.ts';
import { makePrivateFolder, replaceFile } from '#system/writeFileAtomic.ts';
import { keyedHash } from './keyedHash.ts';

/** Bytes of all that is kept of a profile, under whichever key. */
export const mostBytes = 20_000_000;
/** Bytes of one file. */
const mostOfFile = 5_000_000;

const folderOf = (data: string) => join(data, 'seen');
/** Of a profile: by the rule of names it is a folder in the other. */
const profileFolder = (data: string, profile: string) => join(folderOf(data), profile);
/** No profile has such a name: the first frames of the next starts, whichever profile they are of. */
const framesFolder = (data: string) => join(folderOf(data), '.frames');
/** Nor such a one. */
const secretFile = (data: string) => join(folderOf(data), '.secret');

export interface SeenOf {
  readonly profile: string;
  readonly url: string;
  /** The key, the command that prints it, or who signs in; undefined for the services of this machine, which need none. */
  readonly credential: string | undefined;
}

/**
 * The folder for what is seen with a key at an address: its name is a keyed hash, which tells nothing without the secret
 * beside it. Undefined where there is no secret yet and none may be made.
 */
export function seenFolder(data: string, of: SeenOf, makes: boolean): string | undefined {
  if (of.credential === undefined) return join(profileFolder(data, of.profile), 'local');
  const secret = readSecret(data) ?? (makes ? makeSecret(data) : undefined);
  if (secret === undefined) return undefined;
  return join(profileFolder(data, of.profile), hashOf(secret, [of.profile, of.url, of.credential]));
}

/** The file of one website: an id may have any characters. */
export function websiteFile(folder: string, id: string): string {
  return join(folder, `site-${hashOf('', [id])}.json`);
}

export function listFile(folder: string): string {
  return join(folder, 'list.json');
}

/** Removes all that is kept of a profile. */
export function forgetSeen(data: string, profile: string): 'removed' | 'none' | 'failed' {
  // Typed by anybody, ".." would be all data.
  if (!isProfileName(profile)) return 'none';
  const folder = profileFolder(data, profile);
  try {
    rmSync(framesFolder(data), { recursive: true, force: true });
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) return 'none';
    rmSync(folder, { recursive: true });
    return 'removed';
  } catch {
    return 'failed';
  }
}

/** The JSON of a file of this account; undefined for any other, for a link, for one that is too large, and for what is no JSON. */
export function readOwnJson(path: string): unknown {
  try {
    const { file, found } = openFile(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const isOwn = found.uid === (process.geteuid?.() ?? found.uid);
      return isOwn && found.size <= mostOfFile ? parsedJson(readFileSync(file, 'utf8')) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Writes a file of what was seen, then removes the oldest others of the profile until there is room for it. */
export function writeSeen(data: string, profile: string, path: string, value: unknown): void {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > mostOfFile) return;
  try {
    // Not to the disk at once: what a crash leaves half written counts as absent.
    write(path, text, false);
    removeOldest(profileFolder(data, profile), path);
  } catch {
    // A full or read-only disk: then the next start waits for the service.
  }
}

/** A link in its place is replaced. */
function write(path: string, text: string, isLasting: boolean): void {
  makePrivateFolder(dirname(path));
  replaceFile(path, text, 0o600, isLasting);
}

function removeOldest(folder: string, written: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .flatMap(entry => {
      const path = join(entry.parentPath, entry.name);
      // Another process may have removed it.
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ path, size: found.size, time: found.mtimeMs }];
    })
    .sort((a, b) => a.time - b.time);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files) {
    if (bytes <= mostBytes) return;
    if (path === written) continue;
    rmSync(path, { force: true });
    bytes -= size;
  }
}

function readSecret(data: string): string | undefined {
  const stored = readOwnJson(secretFile(data));
  return typeof stored === 'string' && /^[\da-f]{64}$/.test(stored) ? stored : undefined;
}

function makeSecret(data: string): string | undefined {
  // Loaded here, once for all sessions.
  const secret = process.getBuiltinModule('node:crypto').randomBytes(32).toString('hex');
  try {
    write(secretFile(data), JSON.stringify(secret), true);
    // Another process may have made one at the same time: both use the one that stays.
    return readSecret(data);
  } catch {
    return undefined;
  }
}

function hashOf(secret: string, texts: readonly string[]): string {
  return keyedHash(secret, JSON.stringify(texts)).slice(0, 40);
}
