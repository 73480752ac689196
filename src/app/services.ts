import { adapters } from '#api/adapters.ts';
import type { Api } from '#api/api.ts';
import type { FoundService } from '#api/findService.ts';
import type { RemoteService } from '#api/open.ts';
import type { FoundLog } from '#model/lines.ts';
import { retryableOnce } from '#model/promises.ts';
import { resolveKept } from '#api/resolveSite.ts';
import type { KeptFile } from '#config/kept/localData.ts';
import type { LastSeen } from '#config/kept/kept.ts';
import { forgetSeen, openLastSeen } from '#config/kept/lastSeen.ts';
import { openSavedViews } from '#config/kept/savedViews.ts';
import type { Paths } from '#config/paths.ts';
import {
  builtInProfiles,
  changeProfileFile,
  findProfile,
  isBuiltIn,
  isProfileName,
  type Profile,
  type ProfileFile,
  profileFilePath,
  readProfileFile,
} from '#config/profile/profiles.ts';
import { checkName, foundProfile, saveService } from '#config/profile/saveService.ts';
import { identityOf } from '#config/profile/serviceIdentity.ts';
import { type Logs, logsAt, usualHosts, usualLogs } from '#logs/index.ts';
import { ApiError, ConfigError, failureLine, messageAlone } from '#model/failure.ts';
import { todayIn } from '#model/period/day.ts';
import { normaliseBaseUrl, pastedAddress, type ServiceKind } from '#model/service/connection.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type {
  DescribedService,
  KeptService,
  LogLocation,
  LogsService,
  NewService,
  ProfileEntry,
  ProfilesService,
  SavedViewsService,
  Services,
} from '#store/profile/services.ts';
import { writeExport } from '#system/exportFile.ts';
import type { Environment, TerminalCapabilities } from '#terminal/capabilities.ts';
import { openUrl, osc52 } from '#terminal/desktop.ts';
import type { Session } from '#terminal/session.ts';
import { shownAddress } from '#text/safeText.ts';

/** Today in a time zone. Computed once a minute: each frame reads it many times. */
export function createCalendar(timeZone: string, now: () => number): () => Day {
  let known: { readonly minute: number; readonly day: Day } | undefined;
  return () => {
    const time = now();
    const minute = Math.floor(time / 60_000);
    if (known?.minute !== minute) known = { minute, day: todayIn(timeZone, new Date(time)) };
    return known.day;
  };
}

/** What was last seen of a service of this machine, or of one whose profile does not say `"cache": "off"`; `writes` false: read only. */
export function openLastSeenOf(profile: Profile, paths: Paths, writes: boolean): LastSeen | undefined {
  if (profile.keepsSeen) return openLastSeen(paths.data, identityOf(profile), writes);
  // Where it cannot be removed it is not used either.
  if (profile.isStored && writes) forgetSeen(paths.data, profile.name);
  return undefined;
}

export function createLogsService(logs: Logs, env: Environment, onAdded: () => void): LogsService {
  const root = env['SITEDECK_LOG_ROOT'] || '/';
  const home = env['HOME'] || undefined;
  const placesOf = async (found: readonly FoundLog[]): Promise<LogLocation[]> => {
    // A file that cannot be opened says so when a log is added.
    const sources = await logs.sources().catch(() => []);
    const counted = new Set(sources.flatMap(({ files }) => files));
    return found.map(log => ({ ...log, isAdded: counted.has(log.path) }));
  };
  return {
    find: async () => await placesOf(await usualLogs(root, home)),
    findAt: async typed => await placesOf(await logsAt(typed, root, home)),
    async add({ pattern, hosts }, domain) {
      try {
        const ofHosts = { options: { hosts: usualHosts }, atOnce: hosts[0] };
        await logs.add({
          domain,
          patterns: [pattern],
          ...(domain === undefined ? ofHosts : { options: {} }),
        });
        onAdded();
        return {};
      } catch (error) {
        return { problem: failureLine(error) };
      }
    },
  };
}

/** Clipboard, browser, files and the shell. A kiosk has the clipboard only, that of the person before the terminal. */
export function platformServices(
  session: Pick<Session, 'send' | 'suspend' | 'release'>,
  { multiplexer, ssh }: TerminalCapabilities,
  isKiosk: boolean,
): Pick<Services, 'copy' | 'openUrl' | 'suspend' | 'writeExport' | 'own'> {
  const copy: Services['copy'] = text => {
    const write = osc52(text, { multiplexer });
    if ('error' in write) return { problem: write.error };
    session.send(write.sequence);
    return {};
  };
  if (isKiosk) return { copy, openUrl: () => Promise.resolve('this is a kiosk'), suspend: () => undefined };
  return {
    copy,
    suspend: session.suspend,
    openUrl: url => openUrl(url, { platform: process.platform, env: process.env, ssh }),
    writeExport,
    own: createOwnCommands(session.release),
  };
}

/** What ended a program, where it did not end as it should. */
const endedBy = (code: number | string) =>
  code === 0 ? undefined : typeof code === 'number' ? `ended with code ${code}` : `was ended by ${code}`;

function createOwnCommands(release: Session['release']): NonNullable<Services['own']> {
  return {
    async inTerminal(run) {
      let problem: string | undefined;
      await release(async () => {
        const { runInTerminal } = await import('#system/shellCommand.ts');
        problem = await runInTerminal(run);
      });
      return problem;
    },
    async capture(run, options) {
      const { runProgram } = await import('#system/shellCommand.ts');
      const { stdout, stderr, code, problem } = await runProgram(run, options);
      const output = stdout === '' || stdout.endsWith('\n') ? `${stdout}${stderr}` : `${stdout}\n${stderr}`;
      if (problem === 'noShell') return { output: '', problem: `it cannot be run: ${stderr}` };
      if (problem === 'slow') return { output, ended: 'took too long, and was ended' };
      if (problem === 'long') return { output, ended: 'was ended: it prints more than is shown' };
      return { output, ended: options.signal?.aborted === true ? 'was stopped' : endedBy(code) };
    },
  };
}

/** In a kiosk those of its own profile, which cannot be changed. */
export function createSavedViewsService(
  folder: string,
  api: Api,
  kioskOf: string | undefined,
): SavedViewsService {
  const find: SavedViewsService['find'] = async website => await resolveKept(api, website);
  const kept = createKeptService(openSavedViews(folder));
  if (kioskOf === undefined) return { ...kept, find };
  return {
    find,
    read() {
      const result = kept.read();
      if ('problem' in result) return result;
      const own = Object.entries(result.value.views).filter(([, { profile }]) => profile === kioskOf);
      return { value: { views: Object.fromEntries(own) } };
    },
    change: () => ({ problem: 'This is a kiosk: it only shows numbers.' }),
  };
}

export function createKeptService<T>(file: KeptFile<T>): KeptService<T> {
  const attempt = (work: () => T) => {
    try {
      return { value: work() };
    } catch (error) {
      if (error instanceof ConfigError) return { problem: error.message };
      throw error;
    }
  };
  return { read: () => attempt(() => file.read()), change: change => attempt(() => file.change(change)) };
}

interface ProfilesContext {
  readonly paths: Paths;
  readonly debug?: string | undefined;
  readonly profile: Profile;
  /** The kind of its service, as far as it is known; undefined for the built-in ones. */
  service(): ServiceKind | undefined;
  /** Switches to another profile, one that was just added where `isNew`. */
  switchTo(profile: Profile, isNew: boolean, view?: string): void;
  /** Sets the key for the rest of the session. */
  useKey(key: string): void;
}

export function createProfilesService(context: ProfilesContext): ProfilesService {
  const path = profileFilePath(context.paths.config);
  const { debug } = context;
  const load = async () => await import('#api/findService.ts');
  let found: { readonly address: string; readonly service: () => Promise<FoundService> } | undefined;
  /** Asked once for an address, and again after a failure. */
  const findOnce = async (address: string) => {
    if (found?.address !== address) {
      // Not ended with a form that is left: another one may have the same address.
      const service = retryableOnce(async () => await (await load()).findService(address, { debug }));
      found = { address, service };
    }
    return await found.service();
  };
  const signIn = async (service: FoundService, { user, key }: Pick<NewService, 'user' | 'key'>) => {
    if (service.shareKey !== undefined) return service.shareKey;
    if (user === '') return key;
    return await (await load()).signInTo(service, { name: user, password: key }, { debug });
  };
  const test = async (service: RemoteService, signal: AbortSignal) =>
    await (await load()).testConnection(service, { debug, signal });
  return {
    list() {
      try {
        return { entries: entriesOf(readProfileFile(path)) };
      } catch (error) {
        return { entries: entriesOf({ version: 1, profiles: {} }), problem: failureLine(error) };
      }
    },
    suggestName(url) {
      const base = normaliseBaseUrl(pastedAddress(url));
      const host = 'error' in base ? '' : new URL(base.url).hostname;
      const name = host.replace(/[^a-z\d.-]/gi, '').slice(0, 36);
      return freeName(isProfileName(name) ? name : 'service', namesIn(path));
    },
    current() {
      const kind = context.service();
      return kind === undefined
        ? { name: 'This service', credential: 'nothing', whereKey: '' }
        : described(kind);
    },
    async find(url) {
      return await problemFrom(async () => {
        const { service, shareKey } = await findOnce(url);
        return { found: described(service, shareKey !== undefined) };
      });
    },
    async add({ name, url, user, key }, signal) {
      return await problemFrom(async () => {
        const problem = checkName(name);
        if (problem !== undefined) return { problem, field: 'name' as const };
        // Before the test, which takes time.
        if (namesIn(path).includes(name))
          return {
            problem: `There is a profile ${name} already: choose another name.`,
            field: 'name' as const,
          };
        const tested = await findOnce(url)
          .then(async service => {
            const apiKey = await signIn(service, { user, key });
            return { ...service, ...(await test({ ...service, apiKey }, signal)), apiKey };
          })
          .catch((error: unknown) => {
            const isRefused =
              error instanceof ApiError && (error.kind === 'auth' || error.kind === 'forbidden');
            return { ...problemOf(error), field: isRefused ? ('key' as const) : ('url' as const) };
          });
        if ('problem' in tested) return tested;
        if (signal.aborted) return {};
        const stored = foundProfile(tested, { apiKey: tested.apiKey });
        saveService(context.paths, name, stored, { replace: false, use: true });
        return {};
      });
    },
    use(name, { isNew, view } = { isNew: false }) {
      try {
        context.switchTo(findProfile(readProfileFile(path), name), isNew, view);
        return {};
      } catch (error) {
        return { problem: failureLine(error) };
      }
    },
    async renewKey(typed, signal) {
      return await problemFrom(async () => {
        const { profile } = context;
        const service = context.service();
        if (profile.connection.kind !== 'service' || service === undefined)
          return { problem: 'This service needs no key.' };
        const { url } = profile.connection;
        const apiKey = await signIn({ service, url }, typed);
        await test({ service, url, apiKey }, signal);
        context.useKey(apiKey);
        return { note: keepKey(path, profile.name, apiKey, typed.user !== '') };
      });
    },
  };
}

function described(service: ServiceKind, isShared = false): DescribedService {
  const { name, credentials, whereKey } = adapters[service];
  if (isShared) return { name, credential: 'nothing', whereKey };
  return { name, credential: credentials.includes('password') ? 'password' : 'key', whereKey };
}

/** Saves the key where the old one was in the file; else it is used until the program ends. Returns a message for the user. */
function keepKey(path: string, name: string, key: string, isSignIn: boolean): string {
  let isKept = false;
  changeProfileFile(path, file => {
    const stored = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
    if (stored?.apiKey === undefined) return file;
    isKept = true;
    return { ...file, profiles: { ...file.profiles, [name]: { ...stored, apiKey: key } } };
  });
  if (isSignIn) return isKept ? 'You are signed in again.' : 'You are signed in again, until you quit.';
  return isKept
    ? 'The service takes the new key, which is saved.'
    : 'The service takes the new key. It is used until you quit: its source still has the old one.';
}

function entriesOf({ profiles }: ProfileFile): ProfileEntry[] {
  const services = Object.entries(profiles).filter(([name]) => !isBuiltIn(name));
  return [
    ...builtInProfiles.map(name => ({ name, kind: name })),
    ...services.map(([name, { url = '' }]) => ({ name, kind: 'service', url: shownAddress(url) }) as const),
  ];
}

function namesIn(path: string): string[] {
  return Object.keys(readProfileFile(path).profiles);
}

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.includes(candidate) && !isBuiltIn(candidate)) return candidate;
  }
}

async function problemFrom<T extends object>(
  work: () => Promise<T>,
): Promise<T | ReturnType<typeof problemOf>> {
  try {
    return await work();
  } catch (error) {
    return problemOf(error);
  }
}

/** One sentence, and what the service itself said apart from it: that is of any length. */
function problemOf(error: unknown) {
  const serviceMessage = error instanceof ApiError ? error.details.serviceMessage : undefined;
  return error instanceof ApiError && serviceMessage !== undefined
    ? { problem: messageAlone(error), serviceMessage }
    : { problem: failureLine(error) };
}
