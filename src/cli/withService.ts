import { setTimeout as delay } from 'node:timers/promises';
import { adapters } from '#api/adapters.ts';
import type { Api } from '#api/api.ts';
import { maxWait, maxWaitOfCommands } from '#api/limiter.ts';
import { capabilitiesOf, openApi } from '#api/open.ts';
import { capabilities as ofInterface, withOffered } from '#api/phpAnalytics/capabilities.ts';
import { readSite, resolveKept, resolveSite } from '#api/resolveSite.ts';
import { type KeptFile, type LocalData, openLocalData } from '#config/kept/localData.ts';
import { type Paths, readPaths, serviceFile } from '#config/paths.ts';
import { chosenProfile, type Profile } from '#config/profile/profiles.ts';
import { identityOf, profileExistsIn } from '#config/profile/serviceIdentity.ts';
import { ApiError, ConfigError, UnsupportedError, UsageError } from '#model/failure.ts';
import { timeStampIn, todayIn } from '#model/period/day.ts';
import { type Capabilities, statisticInfo, whyNoStatistic } from '#model/service/capabilities.ts';
import {
  type Connection,
  isPlainHttpElsewhere,
  isUnchecked,
  type ServiceKind,
} from '#model/service/connection.ts';
import { filtersOfDemo } from '#model/service/filter.ts';
import { type Day, offeredStatistics, type StatisticName } from '#model/statistics/statistics.ts';
import { type Goals, goalsOf, noGoals } from '#model/website/goal.ts';
import { noNotes, type Notes, notesOf } from '#model/website/notes.ts';
import type { Website } from '#model/website/website.ts';
import { noTags } from '#model/website/tags.ts';
import { createReader, type Reader } from '#queries/answers/query.ts';
import { inZoneOfCounts } from '#server/database/openDatabase.ts';
import { openBuiltIn, type ServiceOptions } from '#server/openService.ts';
import { lazy } from '#text/memo.ts';
import { safeText } from '#text/safeText.ts';
import { shellQuote } from '#text/words.ts';
import { openDomains } from '#config/kept/lastSeen.ts';
import { complain, outputOf, outputState, type Printer, progress, say, warn } from './output.ts';
import type { Flag, Format, GlobalOptions, Subcommand } from './subcommand.ts';

/** Where the key that is used is from, in words: the environment goes before the profile. */
export const keyPlaces = {
  signIn: 'a sign-in by SITEDECK_USER',
  environment: 'SITEDECK_API_KEY',
  command: 'its command',
  file: 'the file',
} as const;

export function keyPlace({
  apiKey,
}: Pick<Extract<Connection, { kind: 'service' }>, 'apiKey'>): keyof typeof keyPlaces {
  if (typeof apiKey === 'object') return 'signIn';
  if (apiKey === process.env['SITEDECK_API_KEY']?.trim()) return 'environment';
  return typeof apiKey === 'function' ? 'command' : 'file';
}

export function keyRemedy(
  { name, connection }: Profile,
  service: ServiceKind | undefined,
  { details }: ApiError,
): string | undefined {
  if (connection.kind !== 'service') return undefined;
  const quoted = shellQuote(name);
  switch (keyPlace(connection)) {
    case 'signIn':
      return 'Check SITEDECK_USER and SITEDECK_PASSWORD.';
    case 'environment':
      return 'Check SITEDECK_API_KEY.';
    case 'command':
      return `Check what the apiKeyCommand of ${safeText(name)} prints.`;
    default: {
      if (details.isLink === true)
        return safeText(`With another one:  sitedeck profile add ${quoted} LINK --replace`, 200);
      const signsIn = service !== undefined && adapters[service].credentials.includes('password');
      const what = signsIn ? 'Sign in again' : 'Give it another';
      return safeText(`${what}:  sitedeck profile sign-in ${quoted}`, 200);
    }
  }
}

/** The error of a service that refuses to sign somebody in, with what to do about it; any other as it is. */
function withSignInHint(error: unknown, profile: Profile, service: ServiceKind | undefined): unknown {
  if (!(error instanceof ApiError) || error.kind !== 'auth' || service === undefined) return error;
  if (!adapters[service].credentials.includes('password')) return error;
  const remedy = keyRemedy(profile, service, error);
  return remedy === undefined ? error : new ApiError('auth', `${error.message} ${remedy}`, error.details);
}

/** Milliseconds without an answer from which on a terminal says who is waited for. */
const silentMs = 2_000;

/**
 * On a terminal says each second who is waited for, or that the service asks to wait; elsewhere that once, of a long pause. Returns
 * what ends it.
 */
function showWaits({ activity, onActivity }: Pick<Api, 'activity' | 'onActivity'>, name: string): () => void {
  let until: number | undefined;
  let begun = Date.now();
  let isShown = false;
  const clear = () => {
    if (isShown) progress.clear();
    isShown = false;
  };
  const show = () => {
    const { inFlight, lastAnswer = begun } = activity();
    const silent = Date.now() - Math.max(begun, lastAnswer);
    if (until !== undefined) progress.show(`The service asks to wait: ${secondsUntil(until)} s`);
    else if (inFlight > 0 && silent >= silentMs)
      progress.show(`Waiting for ${name}: ${Math.floor(silent / 1000)} s`);
    else return clear();
    isShown = true;
  };
  let wasWaiting = false;
  const stopListening = onActivity(({ inFlight, pausedUntil }) => {
    const isWaiting = inFlight > 0;
    if (isWaiting && !wasWaiting) begun = Date.now();
    if (!isWaiting && wasWaiting && pausedUntil === undefined) clear();
    wasWaiting = isWaiting;
    if (pausedUntil === until) return;
    const isNew = until === undefined;
    until = pausedUntil;
    if (until === undefined) return clear();
    const seconds = secondsUntil(until);
    if (isNew && !process.stderr.isTTY && seconds > maxWait && seconds <= maxWaitOfCommands)
      say(`The service asks to wait: going on in ${seconds} s.`);
    show();
  });
  // Only the request that waits keeps the process alive.
  const timer = setInterval(show, 1000).unref();
  return () => {
    stopListening();
    clearInterval(timer);
    clear();
  };
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000));

export interface Run<O extends GlobalOptions = GlobalOptions> extends LocalData {
  readonly options: O;
  readonly format: Format;
  readonly printer: Printer;
  readonly profile: Profile;
  readonly paths: Paths;
  readonly api: Api;
  /** What was noted about a website; none, with a line that says why, where that cannot be read. */
  notesOf(website: Website): Notes;
  /** What was set for it to reach, likewise. */
  goalsOf(website: Website): Goals;
  readonly domains: ReturnType<typeof openDomains>;
  /** What queries read: each answer once, all for the day on which the command began. */
  readonly reader: Reader;
  today(): Day;
  resolveSite(site: string): Promise<Website>;
  /** With all its fields. */
  readSite(site: string): Promise<Website>;
}

/** The chosen profile, in the zone of its counts. Throws a ConfigError. */
export function profileOf(options: Parameters<typeof chosenProfile>[0], paths: Paths): Profile {
  return inZoneOfCounts(chosenProfile(options, paths), serviceFile('logs', paths));
}

export function openProfile(
  { connection, timeZone }: Profile,
  paths: Paths,
  {
    timeZone: ofCounts,
    onProgress,
    onMemory,
    ...options
  }: Pick<Parameters<typeof openApi>[1], 'debug' | 'maxWait' | 'onDeleted'> &
    Pick<ServiceOptions, 'timeZone' | 'onProgress' | 'onMemory'>,
) {
  return openApi(connection, {
    ...options,
    env: process.env,
    timeZone,
    openLocal: kind =>
      openBuiltIn(kind, {
        file: serviceFile(kind, paths),
        today: () => todayIn(timeZone, new Date()),
        timeStamp: () => timeStampIn(timeZone, new Date()),
        timeZone: ofCounts,
        onProgress,
        onMemory,
      }),
  });
}

/** Opens the service of the chosen profile, does the work, and closes it. Rejects as the work does, and with a ConfigError. */
export async function withService<O extends GlobalOptions>(
  options: O,
  work: (run: Run<O>) => Promise<void>,
): Promise<void> {
  const output = outputOf(options);
  const paths = readPaths(process.env);
  const profile = profileOf(options, paths);
  if (profile.connection.kind === 'service') warnOfUnencryptedKey(profile.connection.url);
  const today = () => todayIn(profile.timeZone, new Date());
  const identity = identityOf(profile);
  const isThere = profileExistsIn(paths, identity);
  const { files, drop } = openLocalData(paths.data, identity, isThere);
  const domains = openDomains(paths, profile, true);
  const { api, opened, close, service } = openProfile(profile, paths, {
    debug: options.debug,
    timeZone: profile.timeZone,
    onProgress: showPreparing,
    onMemory: say,
    // An agent that waits for an answer waits no longer than a person.
    maxWait: outputState.captured === undefined ? maxWaitOfCommands : maxWait,
    onDeleted: drop,
  });
  const goals = readOnce(files.goals, noGoals);
  const notes = readOnce(files.notes, noNotes);
  const tags = readOnce(files.tags, noTags);
  const stopWatching = showWaits(api, nameOf(profile));
  try {
    await opened;
    progress.clear();
    const known = () => domains.read()?.domains ?? [];
    const viewed = async (word: string) => {
      if (!word.startsWith('@')) return undefined;
      const { websiteOfWord } = await import('./views/viewedLine.ts');
      return await resolveKept(api, websiteOfWord(word, paths).website, known);
    };
    await work({
      options,
      ...output,
      profile,
      paths,
      api,
      ...files,
      goalsOf: website => goalsOf(goals(), website),
      notesOf: website => notesOf(notes(), website, tags()),
      domains,
      reader: createReader(api, { today: today(), timeZone: profile.timeZone }),
      today,
      resolveSite: async site => (await viewed(site)) ?? (await resolveSite(api, site, known)),
      async readSite(site) {
        const website = await viewed(site);
        return website === undefined ? await readSite(api, site, known) : await api.showWebsite(website.id);
      },
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

/** Who is asked, on a line of the terminal: the host, or which service of this machine. */
function nameOf({ name, connection }: Profile): string {
  return connection.kind === 'service' ? new URL(connection.url).host : name;
}

/** A file that cannot be read is said once, and is in the way of nothing else. */
function readOnce<T extends object>(file: KeptFile<T>, none: T): () => T {
  return lazy(() => {
    try {
      return file.read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      complain(error.message);
      return none;
    }
  });
}

export function showPreparing(fraction: number): void {
  progress.show(`Preparing the demo, ${Math.floor(fraction * 100)}%`);
}

export function warnOfUnencryptedKey(url: string): void {
  if (isUnchecked(url, process.env))
    warn(
      'NODE_TLS_REJECT_UNAUTHORIZED=0, so no certificate is checked and your API key can be read on its way.',
    );
  if (isPlainHttpElsewhere(url)) warn('over http:// your API key can be read on its way: use https://.');
}

export function refuseReadOnly({ profile }: Pick<Run, 'profile'>): void {
  if (profile.readOnly)
    throw new UsageError(`${profile.name} is read-only (--read-only, or its profile): nothing was changed.`);
}

/** Returns what the service of the profile has. Throws a ConfigError where there is no such profile. */
export type CapabilitiesFor = (options: GlobalOptions) => Capabilities;

export const capabilitiesFor: CapabilitiesFor = options =>
  capabilitiesOf(chosenProfile(options, readPaths(process.env)).connection);

/** The same with what its answers may turn out to offer, which is known once one has come. */
export const possibleCapabilities: CapabilitiesFor = options => {
  const known = capabilitiesFor(options);
  return known === ofInterface
    ? { ...withOffered(known, offeredStatistics.join(',')), filters: filtersOfDemo }
    : known;
};

/** Throws a UsageError where the service does not record a statistic. To be called once it has answered. */
export function requireStatistics(
  { capabilities }: Pick<Api, 'capabilities'>,
  names: readonly StatisticName[],
): void {
  const reason = names.map(name => whyNoStatistic(capabilities, name)).find(why => why !== undefined);
  if (reason !== undefined) throw new UnsupportedError(reason);
}

/** A refusal leaves out its statistic alone, with a sentence that says why. Rejects where all are refused, and as `read` does otherwise. */
export async function readEach<T>(
  api: Pick<Api, 'capabilities'>,
  names: readonly StatisticName[],
  read: (name: StatisticName) => Promise<T>,
) {
  const refusals: { readonly name: StatisticName; readonly error: ApiError }[] = [];
  const found = await Promise.all(
    names.map(async name => {
      try {
        return [await read(name)];
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'validation') throw error;
        refusals.push({ name, error });
        return [];
      }
    }),
  );
  const [first] = refusals;
  if (first !== undefined && refusals.length === names.length) throw first.error;
  const { refused = {} } = api.capabilities;
  const reasons = refusals.map(
    ({ name, error }) => refused[name] ?? `${statisticInfo(name).title}: left out. ${error.message}`,
  );
  return { read: found.flat(), leftOut: [...new Set(reasons)] };
}

/** Throws a UsageError with the reason where the arguments or options name something that the service lacks. */
export function refuseUnsupported(
  { arguments: taken, options: table }: Subcommand,
  args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
  capabilities: () => Capabilities,
): void {
  const values = [
    ...taken.map(({ whyUnsupported }, at) => ({ whyUnsupported, value: args[at] })),
    ...Object.entries(table).map(([key, { whyUnsupported }]) => ({ whyUnsupported, value: options[key] })),
  ];
  for (const { whyUnsupported, value } of values) {
    if (whyUnsupported === undefined || value === undefined) continue;
    for (const word of [value].flat()) {
      const reason = whyUnsupported(capabilities(), typeof word === 'string' ? word : '');
      if (reason !== undefined) throw new UnsupportedError(reason);
    }
  }
}

export function isOffered({ choices, whyUnsupported }: WithChoices, capabilities: Capabilities): boolean {
  return (choices ?? ['']).some(word => whyUnsupported?.(capabilities, word) === undefined);
}

export function offeredChoices(
  { choices = [], whyUnsupported }: WithChoices,
  capabilities: Capabilities,
): readonly string[] {
  return choices.filter(word => whyUnsupported?.(capabilities, word) === undefined);
}

type WithChoices = Pick<Flag, 'choices' | 'whyUnsupported'>;
