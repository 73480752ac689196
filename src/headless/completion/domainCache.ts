import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '#config/paths.ts';
import type { Profile } from '#config/resolveProfile.ts';
import type { Website } from '#model/website/website.ts';
import { readText } from '#system/openFile.ts';
import { writeFileAtomic } from '#system/writeFileAtomic.ts';

interface Place {
  readonly paths: Paths;
  readonly profile: Profile;
}

/** Only such domains are completed, whatever a service sends: a shell could run others. */
const plainDomain = /^[a-z\d_](?:[a-z\d._-]*[a-z\d_])?$/i;

/** Saves the domains of a service for the shell's completion. Without a cache folder nothing is saved. */
export function rememberDomains(place: Place, websites: readonly Pick<Website, 'domain'>[]): void {
  const domains = websites.flatMap(({ domain }) =>
    domain !== undefined && domain.length <= 253 && plainDomain.test(domain) ? [domain] : [],
  );
  try {
    writeFileAtomic(fileOf(place), `${[...new Set(domains)].sort().slice(0, 5_000).join('\n')}\n`);
  } catch {
    return;
  }
}

/** The saved domains and their age in milliseconds; undefined where there are none. */
export function knownDomains(place: Place): { domains: string[]; age: number } | undefined {
  try {
    const file = fileOf(place);
    const domains = readText(file).split('\n');
    return {
      domains: domains.filter(name => plainDomain.test(name)),
      age: Date.now() - statSync(file).mtimeMs,
    };
  } catch {
    return undefined;
  }
}

/** A file for each service: profiles of the same name may be different services. */
function fileOf({ paths, profile: { name, connection } }: Place): string {
  const service = connection.kind === 'service' ? connection.url : connection.kind;
  const id = createHash('sha256').update(`${name}\n${service}`).digest('hex').slice(0, 16);
  return join(paths.cache, `domains-${id}.txt`);
}
