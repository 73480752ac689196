import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { openSeenFiles } from '#config/kept/lastSeen.ts';
import type { Paths } from '#config/paths.ts';
import type { Profile } from '#config/profile/chooseProfile.ts';
import { identityOf } from '#config/profile/serviceIdentity.ts';
import type { Website } from '#model/website/website.ts';

/** Only such domains are completed, whatever a service sends: a shell could run others. */
const plainDomain = /^[a-z\d_](?:[a-z\d._-]*[a-z\d_])?$/i;

const file = 'domains.json';

/** The domains of a service for the shell's completion, kept with what was last seen of it: where nothing is, none are. */
export interface DomainCache {
  /** Undefined where there are none. `age` is in milliseconds. */
  read(): { readonly domains: readonly string[]; readonly age: number } | undefined;
  write(websites: readonly Pick<Website, 'domain'>[]): void;
}

/** With `writes` false they are only read, and nothing is made. */
export function openDomains(paths: Paths, profile: Profile, writes: boolean): DomainCache {
  const files = profile.keepsSeen ? openSeenFiles(paths.data, identityOf(profile), writes) : undefined;
  if (writes) removeOldDomains(paths);
  return {
    read() {
      const kept = keptDomains().safeParse(files?.read(file)).data;
      return kept && { domains: kept.domains, age: Date.now() - kept.at };
    },
    write: websites => files?.write(file, () => ({ at: Date.now(), domains: plainDomains(websites) })),
  };
}

export function plainDomains(websites: readonly Pick<Website, 'domain'>[]): string[] {
  const domains = websites.flatMap(({ domain }) =>
    domain !== undefined && domain.length <= 253 && plainDomain.test(domain) ? [domain] : [],
  );
  return [...new Set(domains)].sort().slice(0, 5_000);
}

const keptDomains = () =>
  z.object({ at: z.number(), domains: z.array(z.string().check(z.regex(plainDomain))) });

/** Earlier versions kept them in the cache folder, also of services of which nothing was to be kept. */
export function removeOldDomains({ cache }: Paths): void {
  try {
    for (const name of readdirSync(cache))
      if (/^domains-[\da-f]{16}\.txt$/.test(name)) rmSync(join(cache, name), { force: true });
  } catch {
    return;
  }
}
