import { constants, lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Paths } from '#config/paths.ts';
import { isProfileName, type Profile } from '#config/profile/profiles.ts';
import { identityOf, type ServiceIdentity } from '#config/profile/serviceIdentity.ts';
import type { Website } from '#model/website/website.ts';
import { makePrivateFolder, readText, removeLeftovers, replaceFile } from '#system/files.ts';
import { isRecord, parsedJson } from '#text/safeText.ts';
import { keptList, keptWebsite, type KeptList, type KeptWebsite, type LastSeen, version } from './kept.ts';

/** Bytes of all that is kept of a profile, under whichever key. */
export const maxBytes = 20_000_000;
const maxOfFile = 5_000_000;

const seenIn = (data: string) => join(data, 'seen');
/** No profile has a name that begins with a dot. */
const profileFolder = (data: string, profile: string) => join(seenIn(data), profile);
const secretFile = (data: string) => join(seenIn(data), '.secret');
/** Made with the folder of a profile, and gone with it: another one is of a session after it was forgotten. */
const markFile = (data: string, profile: string) => join(profileFolder(data, profile), '.mark');

/** The file of one website: an id may have any characters. */
function websiteFile(id: string): string {
  return `site-${hashOf('', [id])}.json`;
}

const listFile = 'list.json';

/** Opens the files of what a service answered, each named without its folder; with `writes` false they are only read, and nothing is made. */
function openSeenFiles(data: string, service: ServiceIdentity, writes: boolean) {
  let { account } = service;
  const mark = writes ? makeMark(data, service.profile) : undefined;
  const folder = () => seenFolder(data, { ...service, account }, mark !== undefined);
  const find = (name: string): string | undefined => {
    const own = folder();
    const path = own !== undefined && isOwnFolder(own) ? join(own, name) : undefined;
    return path !== undefined && statusOf(path) !== undefined ? path : undefined;
  };
  return {
    find,
    /** Undefined for a file that is missing, damaged, a link, or of another version, service or account. */
    read(name: string): unknown {
      const path = find(name);
      const file = path === undefined ? undefined : readOwnJson(path);
      if (path === undefined || !isRecord(file)) return undefined;
      const isOurs = file['version'] === version && file['path'] === placeOf(path);
      return isOurs ? file['kept'] : undefined;
    },
    /** Writes what `make` makes, then removes the profile's oldest others until there is room. Nothing once it was forgotten. */
    write(name: string, make: () => unknown): void {
      try {
        const isForgotten = mark === undefined || readOwnText(markFile(data, service.profile)) !== mark;
        const into = isForgotten ? undefined : folder();
        if (into === undefined || !makeOwnFolder(into)) return;
        const path = join(into, name);
        const kept = make();
        if (kept === undefined) return;
        const text = JSON.stringify({ version, path: placeOf(path), kept });
        if (Buffer.byteLength(text) > maxOfFile) return;
        removeLeftovers(into);
        // Not to the disk at once: what a crash leaves half written counts as absent. A link in its place is replaced.
        replaceFile(path, text, 0o600, false);
        removeOldest(profileFolder(data, service.profile), path, { bytes: maxBytes });
      } catch {
        // A full or read-only disk, or it was forgotten meanwhile: then the next start waits for the service.
      }
    },
    remove(name: string): void {
      const path = mark === undefined ? undefined : find(name);
      if (path !== undefined) rmSync(path, { force: true });
    },
    /** The service takes another key from now on: what it answers is kept apart. */
    useAccount: (next: string) => void (account = next),
  };
}

/** A file that was put into another folder is another service's. */
function placeOf(path: string): string {
  const folder = dirname(path);
  return folder.slice(folder.lastIndexOf('/') + 1);
}

/** Its name is a keyed hash, which tells nothing without the secret beside it. Undefined without one, and below a link. */
function seenFolder(
  data: string,
  { profile, address, account }: ServiceIdentity,
  makes: boolean,
): string | undefined {
  const folder = profileFolder(data, profile);
  if (!isOwnFolder(seenIn(data)) || !isOwnFolder(folder)) return undefined;
  if (account === undefined) return join(folder, 'local');
  const secret = makes
    ? textMadeOnce(secretFile(data), () =>
        process.getBuiltinModule('node:crypto').randomBytes(32).toString('hex'),
      )
    : readOwnText(secretFile(data));
  return secret === undefined ? undefined : join(folder, hashOf(secret, [profile, address, account]));
}

/** Removes all that is kept of what a profile answered, and every first frame: each may be of it. */
export function forgetSeen(data: string, profile: string): 'removed' | 'none' | 'failed' {
  // Typed by anybody, ".." would be all data.
  if (!isProfileName(profile)) return 'none';
  const folder = profileFolder(data, profile);
  try {
    if (!isOwnFolder(seenIn(data))) return 'none';
    const wasSeen = readNames(folder).some(name => name !== '.mark');
    // First: without it no program begins to write.
    if (isOwnFolder(folder)) rmSync(markFile(data, profile), { force: true });
    removeFolder(folder);
    // The first frames of the next starts, after what they were drawn of, so that a program that draws one now notices.
    removeFolder(join(seenIn(data), '.frames'));
    return wasSeen ? 'removed' : 'none';
  } catch {
    return 'failed';
  }
}

/** Of a link only the link. A program may be writing into the folder. */
function removeFolder(path: string, tries = 3): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (tries === 1) throw error;
    removeFolder(path, tries - 1);
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The mark of the folder of a profile, made where there is none; undefined where none can be. */
function makeMark(data: string, profile: string): string | undefined {
  try {
    makePrivateFolder(data);
    const folder = profileFolder(data, profile);
    if (!makeOwnFolder(seenIn(data)) || !makeOwnFolder(folder)) return undefined;
    removeLeftovers(folder);
    return textMadeOnce(markFile(data, profile), () => `${process.pid}-${Date.now()}-${Math.random()}`);
  } catch {
    return undefined;
  }
}

/** The text in a file of this account, made where there is none: of several processes that make one all use the one that stays. */
function textMadeOnce(path: string, make: () => string): string | undefined {
  const found = readOwnText(path);
  if (found !== undefined) return found;
  try {
    replaceFile(path, JSON.stringify(make()), 0o600);
  } catch {
    return undefined;
  }
  return readOwnText(path);
}

function readOwnText(path: string): string | undefined {
  const found = isOwnFolder(dirname(path)) ? readOwnJson(path) : undefined;
  return typeof found === 'string' ? found : undefined;
}

function isOwnFolder(path: string): boolean {
  const found = statusOf(path);
  return found !== undefined && found.isDirectory() && found.uid === (process.geteuid?.() ?? found.uid);
}

/** Of a link itself; undefined where nothing can be found, also because a part of the path is a file or closed. */
function statusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** The same, and makes one where nothing is: but not the folder above it. Throws the system's error. */
function makeOwnFolder(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, 0o700);
  return isOwnFolder(path);
}

/** The JSON of a file of this account; undefined for any other, for a link, for one that is too large, and for what is no JSON. */
function readOwnJson(path: string): unknown {
  const check = ({ uid }: Stats) => {
    if (uid !== (process.geteuid?.() ?? uid)) throw new Error('not to be read');
  };
  try {
    return parsedJson(readText(path, { maxBytes: maxOfFile, check, flags: constants.O_NOFOLLOW ?? 0 }));
  } catch {
    return undefined;
  }
}

/** Removes the files below a folder that are too many, the oldest first, but not the one that was just written. */
function removeOldest(
  folder: string,
  written: string,
  max: { readonly bytes?: number; readonly files?: number },
): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== '.mark')
    .flatMap(entry => {
      const path = join(entry.parentPath, entry.name);
      // Another process may have removed it.
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ path, size: found.size, time: found.mtimeMs }];
    })
    .sort((a, b) => Number(b.path === written) - Number(a.path === written) || b.time - a.time);
  let bytes = 0;
  for (const [index, { path, size }] of files.entries()) {
    bytes += size;
    const isTooMuch = index >= (max.files ?? Infinity) || bytes > (max.bytes ?? Infinity);
    if (isTooMuch && path !== written) rmSync(path, { force: true });
  }
}

function hashOf(secret: string, texts: readonly string[]): string {
  const { createHmac } = process.getBuiltinModule('node:crypto');
  return createHmac('sha256', secret).update(JSON.stringify(texts)).digest('hex').slice(0, 40);
}

/** Milliseconds after a change: a burst of answers is written once. */
const writeAfterMs = 3_000;

/**
 * Opens what was last seen of a service; the list is read at once, for the first frame. `writes` false: read only.
 * Files that are damaged, or of another version or service, count as absent. Local services keep only the list.
 */
export function openLastSeen(data: string, service: ServiceIdentity, writes: boolean): LastSeen {
  const isLocal = service.account === undefined;
  const files = openSeenFiles(data, service, writes);
  const unwritten = new Map<string, () => KeptList | KeptWebsite | undefined>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [name, make] of unwritten) files.write(name, make);
    unwritten.clear();
  };
  const keep = (name: string, make: () => KeptList | KeptWebsite | undefined) => {
    if (!writes) return;
    unwritten.set(name, make);
    if (!isLocal) timer ??= setTimeout(flush, writeAfterMs).unref();
  };

  return {
    isReadAgain: isLocal,
    listFile: () => files.find(listFile),
    list: keptList().safeParse(files.read(listFile)).data,
    website(id) {
      const kept = isLocal ? undefined : keptWebsite().safeParse(files.read(websiteFile(id))).data;
      return kept?.id === id ? kept : undefined;
    },
    keepList: make => keep(listFile, make),
    keepWebsite(id, make) {
      if (!isLocal) keep(websiteFile(id), make);
    },
    drop(id) {
      unwritten.delete(websiteFile(id));
      files.remove(websiteFile(id));
    },
    useAccount: files.useAccount,
    flush,
  };
}

/** Of starts with other arguments, and in terminals of other sizes. */
const maxFrames = 8;

/** The first frame of the next start; undefined removes it. Where it cannot be written, and below a link, the one before stays. */
export function writeFrame(path: string, frame: object | undefined): void {
  const folder = dirname(path);
  try {
    if (!isOwnFolder(dirname(folder))) return;
    if (frame === undefined) return isOwnFolder(folder) ? rmSync(path, { force: true }) : undefined;
    if (!makeOwnFolder(folder)) return;
    removeLeftovers(folder);
    // Not to the disk at once: what a crash leaves half written counts as absent.
    replaceFile(path, JSON.stringify(frame), 0o600, false);
    removeOldest(folder, path, { files: maxFrames });
  } catch {
    // A full or read-only disk: then the next start draws as it did before.
  }
}

/** Only such domains are completed, whatever a service sends: a shell could run others. */
const plainDomain = /^[a-z\d_](?:[a-z\d._-]*[a-z\d_])?$/i;

const file = 'domains.json';

/**
 * The domains of a service for the shell's completion, kept with what was last seen of it: where nothing is, none are. With
 * `writes` false they are only read, and nothing is made.
 */
export function openDomains(paths: Paths, profile: Profile, writes: boolean) {
  const files = profile.keepsSeen ? openSeenFiles(paths.data, identityOf(profile), writes) : undefined;
  if (writes) removeOldDomains(paths);
  return {
    /** Undefined where there are none. `age` is in milliseconds. */
    read() {
      const schema = z.object({ at: z.number(), domains: z.array(z.string().check(z.regex(plainDomain))) });
      const kept = schema.safeParse(files?.read(file)).data;
      return kept && { domains: kept.domains, age: Date.now() - kept.at };
    },
    write: (websites: readonly Pick<Website, 'domain'>[]) =>
      files?.write(file, () => ({ at: Date.now(), domains: plainDomains(websites) })),
  };
}

export function plainDomains(websites: readonly Pick<Website, 'domain'>[]): string[] {
  const domains = websites.flatMap(({ domain }) =>
    domain !== undefined && domain.length <= 253 && plainDomain.test(domain) ? [domain] : [],
  );
  return [...new Set(domains)].sort().slice(0, 5_000);
}

/** Earlier versions kept them in the cache folder, also of services of which nothing was to be kept. */
export function removeOldDomains({ cache }: Paths): void {
  try {
    for (const name of readdirSync(cache))
      if (/^domains-[\da-f]{16}\.txt$/.test(name)) rmSync(join(cache, name), { force: true });
  } catch {
    return;
  }
}
