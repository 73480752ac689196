import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { websiteOfHost } from '#logs/fields/hosts.ts';
import { errorCode } from '#system/files.ts';
import { expandPattern, lookAt, mayNotBeRead, packedEnd, problemOf } from './find.ts';
import { isRotatedName } from '#logs/follow/planReadings.ts';
import { recogniseLog, type RecognisedLog, unknownLog } from '#logs/formats/recogniseLog.ts';

export interface FoundLog extends RecognisedLog {
  /** The server that writes there, "nginx"; empty for a folder of no server. */
  readonly server: string;
  readonly path: string;
  /** The file and its rotated ones. */
  readonly pattern: string;
  /** The website that the name of the file, or of its folder, tells of; empty for none. */
  readonly site: string;
  /** Why it cannot be added, in a sentence; undefined where it can. */
  readonly problem: string | undefined;
}

/** Below the root of the machine, where servers write their access logs: in these folders and those in them. */
const folders: readonly { readonly server: string; readonly folder: string }[] = [
  { server: 'nginx', folder: 'var/log/nginx' },
  { server: 'nginx', folder: 'usr/local/nginx/logs' },
  { server: 'nginx', folder: 'usr/local/var/log/nginx' },
  { server: 'nginx', folder: 'opt/homebrew/var/log/nginx' },
  { server: 'Apache', folder: 'var/log/apache2' },
  { server: 'Apache', folder: 'var/log/httpd' },
  { server: 'Apache', folder: 'usr/local/apache2/logs' },
  { server: 'Apache', folder: 'opt/homebrew/var/log/httpd' },
  { server: 'Caddy', folder: 'var/log/caddy' },
  { server: 'Traefik', folder: 'var/log/traefik' },
  { server: 'lighttpd', folder: 'var/log/lighttpd' },
  { server: 'LiteSpeed', folder: 'usr/local/lsws/logs' },
];
/** Among the logs of others. */
const files = [{ server: 'HAProxy', file: 'var/log/haproxy.log' }];
/** In the home of the account, where shared hosts put them. */
const ofHome = ['logs', 'access-logs'];

/** More names in a folder are not looked at, and more logs not read: a screen shows no more. */
const mostNames = 2_000;
const mostLogs = 200;

interface Candidate {
  readonly server: string;
  readonly path: string;
}

/**
 * The access logs in the usual places, most recent first, then those that cannot be read. Nothing blocks: it reads a little of each,
 * with pauses.
 * @param root where the file system of the machine begins
 * @param home of the account; undefined where it has none
 */
export async function findLogs(root: string, home: string | undefined): Promise<FoundLog[]> {
  const places = [
    ...folders.map(({ server, folder }) => ({ server, folder: join(root, folder) })),
    ...(home === undefined ? [] : ofHome.map(name => ({ server: '', folder: join(home, name) }))),
  ];
  const denied = places.flatMap(place => deniedFolder(place.server, place.folder));
  const found = [
    ...places.flatMap(({ server, folder }) => logsIn(folder, 1).map(path => ({ server, path }))),
    ...files
      .map(({ server, file }) => ({ server, path: join(root, file) }))
      .filter(({ path }) => existsSync(path)),
  ];
  const logs = await recogniseAll(onlyOnce(found).slice(0, mostLogs));
  return [...logs.filter(isLog).toSorted(latestFirst), ...denied];
}

/** The logs that somebody names: a file, a folder or a pattern. Never empty: what is none says why. */
export async function logsAt(typed: string, root: string, home: string | undefined): Promise<FoundLog[]> {
  const path = resolve(typed.trim().replace(/^~(?=\/|$)/, home ?? '~'));
  if (isFolder(path)) {
    const inside = await recogniseAll(
      logsIn(path, 1)
        .slice(0, mostLogs)
        .map(found => ({ server: serverOf(found, root), path: found })),
    );
    const logs = inside.filter(isLog).toSorted(latestFirst);
    return logs.length > 0 ? logs : [refused(path, `There is no access log in ${path}.`)];
  }
  const paths = expandPattern(path);
  const [first] = paths;
  if (first === undefined) return [refused(path, `${path} matches no file.`)];
  const problem = problemOf(first);
  if (problem !== undefined) return [refused(path, `${first} ${problem}`)];
  const [log] = await recogniseAll([{ server: serverOf(first, root), path: first }]);
  if (log === undefined) return [refused(path, `${first} is not there.`)];
  return [first === path ? log : { ...log, path, pattern: path }];
}

function serverOf(path: string, root: string): string {
  const own = files.find(({ file }) => path === join(root, file));
  return (own ?? folders.find(({ folder }) => path.startsWith(`${join(root, folder)}/`)))?.server ?? '';
}

async function recogniseAll(candidates: readonly Candidate[]): Promise<FoundLog[]> {
  const logs: FoundLog[] = [];
  for (const { server, path } of candidates) {
    const files = [path, ...rotatedOf(path)].map(lookAt).filter(file => file !== undefined);
    const known = await recogniseLog(files);
    const reason = problemOf(files[0]?.path ?? path);
    const own = { server, path, pattern: `${globOf(path)}*`, site: siteOf(path) };
    if (reason !== undefined) logs.push({ ...refused(path, `${path} ${reason}`), ...own });
    else if (/[\0-\x1f\x7f]/.test(path)) logs.push({ ...refused(path, strangeName), ...own });
    else logs.push({ ...known, ...own, problem: problemIn(known) });
    // Keys are read between two logs.
    await new Promise(resume => setImmediate(resume));
  }
  return logs;
}

const strangeName = 'Its name has control characters: rename it, or let the server write another one.';

function problemIn({ lines, format }: RecognisedLog): string | undefined {
  if (lines === 0 || format !== undefined) return undefined;
  return 'Its lines are in no known format. In the shell: sitedeck logs add DOMAIN FILE --log-format FORMAT';
}

/** What looks like a log but is none is left out, unless its name says that it is one. */
function isLog({ path, lines, format, problem }: FoundLog): boolean {
  if (format !== undefined) return true;
  const isNamed = /access/i.test(basename(path));
  return isNamed && (lines === 0 || problem !== undefined);
}

function latestFirst(a: FoundLog, b: FoundLog): number {
  const rank = ({ problem, lastTime }: FoundLog) => (problem === undefined ? (lastTime ?? 0) : -1);
  return rank(b) - rank(a) || (a.path < b.path ? -1 : 1);
}

/** The logs of a folder, and of those in it so many levels deep; of rotated files the one that is written. */
function logsIn(folder: string, depth: number): string[] {
  const names = namesIn(folder);
  const written = new Set(names.filter(isLogName).map(writtenName));
  const own = [...written].map(name => join(folder, name));
  if (depth === 0) return own;
  const inside = names.filter(name => !isLogName(name)).map(name => join(folder, name));
  return [...own, ...inside.filter(isFolder).flatMap(path => logsIn(path, depth - 1))];
}

const rotated = /[.-]\d[\dT:._-]*$/;

/** "access.log", "access_log", "shop.example.com.log", rotated or not; no errors. */
function isLogName(name: string): boolean {
  const isOther = /(?:^|[._-])(?:errors?|debug|php\d*|fpm|modsec\w*|audit)(?:[._-]|$)/i.test(name);
  return /log$/i.test(writtenName(name)) && (!isOther || /access/i.test(name));
}

/** Without what a rotation has added. */
function writtenName(name: string): string {
  const bare = name.replace(packedEnd, '');
  const dated = bare.replace(/[.-]\d{6,}[\dT:._-]*(?=\.\w+$)/, '');
  return dated === bare ? bare.replace(rotated, '') : dated;
}

function rotatedOf(path: string): string[] {
  return namesIn(dirname(path))
    .map(name => join(dirname(path), name))
    .filter(other => isRotatedName(other, path));
}

/** Links to one file are one log. */
function onlyOnce(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ path }) => {
    const name = lookAt(path)?.identity ?? path;
    return !seen.has(name) && seen.add(name);
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted().slice(0, mostNames);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function deniedFolder(server: string, folder: string): FoundLog[] {
  try {
    readdirSync(folder);
    return [];
  } catch (error) {
    const isDenied = errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM';
    return isDenied ? [{ ...refused(folder, `${folder} ${mayNotBeRead}`), server }] : [];
  }
}

function refused(path: string, problem: string): FoundLog {
  return { ...unknownLog, server: '', path, pattern: path, site: '', problem };
}

/** By the name of the file, "shop.example.com.access.log", else by that of its folder. */
function siteOf(path: string): string {
  const name = basename(path).replace(/[._-]?(?:ssl[._-]?)?(?:access|log)(?:[._-].*)?$|\.log$/i, '');
  return websiteOfHost(name.toLowerCase()) ?? websiteOfHost(basename(dirname(path)).toLowerCase()) ?? '';
}

/** A pattern that matches a path alone: any letter in place of one that cannot be written otherwise. */
function globOf(path: string): string {
  return path.replace(/[*?[(]/g, letter => `[${letter}]`).replace(/[{\\]/g, '?');
}
