import { adapters } from '#api/adapters.ts';
import { normaliseBaseUrl, pastedAddress, type ServiceKind } from '#model/service/connection.ts';
import { ApiError, failureLine, messageAlone } from '#model/failure.ts';
import { doneOnce } from '#api/promises.ts';
import { findProfile, type Profile } from '#config/profile/chooseProfile.ts';
import type { Paths } from '#config/paths.ts';
import {
  builtInProfiles,
  changeProfileFile,
  isBuiltIn,
  isProfileName,
  type ProfileFile,
  profileFilePath,
  readProfileFile,
} from '#config/profile/profiles.ts';
import type { FoundService } from '#api/findService.ts';
import type { RemoteService } from '#api/open.ts';
import { checkName, foundProfile, saveService } from '#config/profile/saveService.ts';
import type { DescribedService, NewService, ProfileEntry, ProfilesService } from '#store/profile/services.ts';
import { shownAddress } from '#text/safeText.ts';

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
      const service = doneOnce(async () => await (await load()).findService(address, { debug }));
      found = { address, service };
    }
    return await found.service();
  };
  const signIn = async (service: FoundService, { user, key }: Pick<NewService, 'user' | 'key'>) => {
    if (service.shareKey !== undefined) return service.shareKey;
    return user === ''
      ? key
      : await (await load()).signInTo(service, { name: user, password: key }, { debug });
  };
  const test = async (service: RemoteService, signal: AbortSignal) => {
    const { testConnection } = await import('#api/findService.ts');
    return await testConnection(service, { debug, signal });
  };
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
      return kind === undefined ? { name: 'This service', asks: 'nothing', whereKey: '' } : described(kind);
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
          .catch((error: unknown) => ({ ...problemOf(error), field: wrongField(error) }));
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
  if (isShared) return { name, asks: 'nothing', whereKey };
  return { name, asks: credentials.includes('password') ? 'password' : 'key', whereKey };
}

function wrongField(error: unknown): 'key' | 'url' {
  return error instanceof ApiError && (error.kind === 'auth' || error.kind === 'forbidden') ? 'key' : 'url';
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
  const said = error instanceof ApiError ? error.details.said : undefined;
  return error instanceof ApiError && said !== undefined
    ? { problem: messageAlone(error), said }
    : { problem: failureLine(error) };
}
