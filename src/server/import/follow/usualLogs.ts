import { bareName } from '#server/import/fields/referrer.ts';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isHostName } from '#model/website/domain.ts';
import { lookAt } from './FoundFile.ts';

interface UsualLog {
  /** "nginx". */
  readonly server: string;
  /** The log and its rotated files. */
  readonly pattern: string;
  /** The website its name or its lines tell of; empty where they tell none. */
  readonly domain: string;
}

const usualFolders: readonly { readonly server: string; readonly folder: string; readonly names: RegExp }[] =
  [
    { server: 'nginx', folder: 'var/log/nginx', names: /access.*\.log$/ },
    { server: 'Apache', folder: 'var/log/apache2', names: /access.*\.log$/ },
    { server: 'Apache', folder: 'var/log/httpd', names: /access_log$/ },
    { server: 'Caddy', folder: 'var/log/caddy', names: /\.log$/ },
  ];

/** The access logs in the usual places of nginx, Apache and Caddy below a folder, the root of the machine. */
export function usualLogs(root = '/'): UsualLog[] {
  return usualFolders.flatMap(({ server, folder, names }) =>
    namesIn(join(root, folder))
      .filter(name => names.test(name))
      .map(name => join(root, folder, name))
      .filter(path => (lookAt(path)?.size ?? 0) > 0)
      .map(path => ({ server, pattern: `${path}*`, domain: domainOf(path) })),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

/** By the name of the file ("shop.example.com.access.log"), else by the host that most of its first lines have. */
function domainOf(path: string): string {
  const name = basename(path)
    .replace(/[._-]?(?:ssl[._-])?access.*$|\.log$/, '')
    .toLowerCase();
  if (isDomain(name)) return name;
  const hosts = new Map<string, number>();
  for (const line of startOf(path).split('\n')) {
    // Behind the name of a client, who may be looked up, stands "-".
    const [, first = ''] = /^([\w.-]+)(?::\d+)? (?!- )/.exec(line) ?? /"host":"([\w.-]+)/.exec(line) ?? [];
    const host = bareName(first.toLowerCase());
    if (isDomain(host)) hosts.set(host, (hosts.get(host) ?? 0) + 1);
  }
  const [most] = [...hosts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}

/** No address, and no name that only this machine knows. */
function isDomain(name: string): boolean {
  return /\.[a-z][a-z0-9-]*$/.test(name) && isHostName(name);
}

const startBytes = 16_384;

function startOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(startBytes);
      return buffer.toString('utf8', 0, readSync(file, buffer, 0, startBytes, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
