import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '#api/api.ts';
import { longestWait, longestWaitOfCommands } from '#api/limiter.ts';
import { isPlainHttpElsewhere, isUnchecked } from '#api/baseUrl.ts';
import { readPaths, type Paths } from '#config/paths.ts';
import type { Profile } from '#config/resolveProfile.ts';
import { dropTags, openTags, type TagsFile } from '#config/tagsFile.ts';
import { UsageError } from '#connection/errors.ts';
import { identityOf, thereIn } from '#connection/serviceIdentity.ts';
import { formatOf, type Format, type GlobalOptions } from '#headless/options/globalOptions.ts';
import { openDomains, type DomainCache } from '#headless/completion/domainCache.ts';
import { withSignInHint } from './signInHint.ts';
import { isCaptured } from './output/stdout.ts';
import { createPrinter, type Printer } from './output/printer.ts';
import { showPauses } from './output/showPauses.ts';
import { progress, say, warn } from './output/stderr.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { timeStampIn, todayIn } from '#model/period/today.ts';
import type { Website } from '#model/website/website.ts';
import { openApi } from '#connection/openApi.ts';
import { readSite, resolveSite } from '#connection/resolveSite.ts';
import { chosenProfile } from '#connection/chosenProfile.ts';

/** What a command that uses a service is given. */
export interface Run<O extends GlobalOptions = GlobalOptions> {
  readonly options: O;
  readonly format: Format;
  readonly printer: Printer;
  readonly profile: Profile;
  readonly paths: Paths;
  readonly api: Api;
  readonly tags: TagsFile;
  readonly domains: DomainCache;
  /** Today in the profile's time zone. */
  today(): Day;
  /** As resolveSite of connection. */
  resolveSite(site: string): Promise<Website>;
  /** As readSite of connection: with all its fields. */
  readSite(site: string): Promise<Website>;
}

/**
 * Opens the service of the chosen profile, does the work, and closes it. Rejects as the work does, and with a
 * ConfigError.
 */
export async function withService<O extends GlobalOptions>(
  options: O,
  work: (run: Run<O>) => Promise<void>,
): Promise<void> {
  const { env } = process;
  const format = formatOf(options);
  const printer = createPrinter(options);
  const paths = readPaths(env);
  const profile = chosenProfile(options, paths);
  if (profile.connection.kind === 'service') warnOfOpenKey(profile.connection.url);
  const today = () => todayIn(profile.timeZone, new Date());
  const identity = identityOf(profile);
  const tags = openTags(paths.data, identity, thereIn(paths, identity));
  const domains = openDomains(paths, profile, true);
  const { api, opened, close, service } = openApi(profile.connection, {
    env,
    paths,
    today,
    timeZone: profile.timeZone,
    timeStamp: () => timeStampIn(profile.timeZone, new Date()),
    debug: options.debug,
    onProgress: showPreparing,
    onMemory: say,
    // An agent that waits for an answer waits no longer than a person.
    longestWait: isCaptured() ? longestWait : longestWaitOfCommands,
    onDeleted: id => dropTags(tags, id),
  });
  const stopWatching = showPauses(api);
  try {
    await opened;
    progress.clear();
    const known = () => domains.read()?.domains ?? [];
    await work({
      options,
      format,
      printer,
      profile,
      paths,
      api,
      tags,
      domains,
      today,
      resolveSite: site => resolveSite(api, site, known),
      readSite: site => readSite(api, site, known),
    });
  } catch (error) {
    throw withSignInHint(error, profile, service());
  } finally {
    progress.clear();
    stopWatching();
    close();
    await delay(0);
  }
}

/** Shows the progress of making the demo, 0 to 1. */
export function showPreparing(fraction: number): void {
  progress.show(`Preparing the demo, ${Math.floor(fraction * 100)} %`);
}

/** Warns where the key can be read on the network. */
export function warnOfOpenKey(url: string): void {
  if (isUnchecked(url, process.env))
    warn(
      'NODE_TLS_REJECT_UNAUTHORIZED=0, so no certificate is checked and your API key can be read on its way.',
    );
  if (isPlainHttpElsewhere(url)) warn('over http:// your API key can be read on its way: use https://.');
}

/** Throws a UsageError where the profile is read-only. */
export function mustWrite({ profile }: Pick<Run, 'profile'>): void {
  if (profile.readOnly)
    throw new UsageError(`${profile.name} is read-only (--read-only, or its profile): nothing was changed.`);
}
