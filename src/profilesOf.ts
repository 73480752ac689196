import { normaliseBaseUrl } from '#api/baseUrl.ts';
import { ApiError } from '#api/error.ts';
import type { Paths } from '#config/paths.ts';
import { changeProfileFile, profileFilePath, readProfileFile } from '#config/profileFile.ts';
import { builtInProfiles, isBuiltIn, isProfileName, type ProfileFile } from '#config/profileSchema.ts';
import { findProfile, type Profile } from '#config/resolveProfile.ts';
import { failureLine } from '#connection/errors.ts';
import { shownAddress } from '#model/text/shownAddress.ts';
import type { ProfileEntry, ProfilesService } from '#store/profiles/profilesService.ts';

/** What profilesOf needs of the application. */
interface ProfilesContext {
  readonly paths: Paths;
  readonly debug?: string | undefined;
  /** The profile in use. */
  readonly profile: Profile;
  /** Switches to another profile, one that was just added where `isNew`. */
  switchTo(profile: Profile, isNew: boolean): void;
  /** Sets the key for the rest of the session. */
  useKey(key: string): void;
}

/** The profiles service of the store, over the file of profiles. */
export function profilesOf(context: ProfilesContext): ProfilesService {
  const path = profileFilePath(context.paths.config);
  const test = async (url: string, key: string, signal: AbortSignal) => {
    const { testConnection } = await import('#connection/testConnection.ts');
    return await testConnection({ url, apiKey: key }, { debug: context.debug, signal });
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
      const base = normaliseBaseUrl(url);
      const host = 'error' in base ? '' : new URL(base.url).hostname;
      const name = host.replace(/[^a-z\d.-]/gi, '').slice(0, 36);
      return freeName(isProfileName(name) ? name : 'service', namesIn(path));
    },
    async add({ name, url, key }, signal) {
      return await problemFrom(async () => {
        const { checkName, saveService } = await import('#connection/saveService.ts');
        const problem = checkName(name);
        if (problem !== undefined) return { problem, field: 'name' as const };
        // Before the test, which takes time.
        if (namesIn(path).includes(name))
          return {
            problem: `There is a profile ${name} already: choose another name.`,
            field: 'name' as const,
          };
        const tested = await test(url, key, signal).catch((error: unknown) => {
          const field =
            error instanceof ApiError && (error.kind === 'auth' || error.kind === 'forbidden')
              ? 'key'
              : 'url';
          return { problem: failureLine(error), field } as const;
        });
        if ('problem' in tested) return tested;
        saveService(path, name, { url: tested.url, apiKey: key }, { replace: false, use: true });
        return {};
      });
    },
    use(name, { isNew } = { isNew: false }) {
      try {
        context.switchTo(findProfile(readProfileFile(path), name), isNew);
        return {};
      } catch (error) {
        return { problem: failureLine(error) };
      }
    },
    async renewKey(key, signal) {
      return await problemFrom(async () => {
        const { profile } = context;
        if (profile.connection.kind !== 'service') return { problem: 'This service needs no key.' };
        await test(profile.connection.url, key, signal);
        context.useKey(key);
        return { note: keepKey(path, profile.name, key) };
      });
    },
  };
}

/** Saves the key where the old one was in the file; else it is used until the program ends. Returns a message for the user. */
function keepKey(path: string, name: string, key: string): string {
  let isKept = false;
  changeProfileFile(path, file => {
    const stored = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
    if (stored?.apiKey === undefined) return file;
    isKept = true;
    return { ...file, profiles: { ...file.profiles, [name]: { ...stored, apiKey: key } } };
  });
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

/** Turns an error of the work into a problem to show. */
async function problemFrom<T extends object>(work: () => Promise<T>): Promise<T | { problem: string }> {
  try {
    return await work();
  } catch (error) {
    return { problem: failureLine(error) };
  }
}
