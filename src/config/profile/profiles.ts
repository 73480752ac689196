import { existsSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { jsonFile, withoutProto } from '#config/jsonFile.ts';
import type { Paths } from '#config/paths.ts';
import { ConfigError } from '#model/failure.ts';
import { isTimeZone, setOwnZone } from '#model/period/day.ts';
import {
  type ApiKeySource,
  type Connection,
  isApiKey,
  isServiceKind,
  serviceKinds,
  type SignIn,
} from '#model/service/connection.ts';
import type { ShellProblem } from '#system/shellCommand.ts';
import type { Environment } from '#terminal/capabilities.ts';
import { didYouMean } from '#text/match.ts';
import { safeText, shownAddress, withoutKey } from '#text/safeText.ts';

/** The built-in profiles; the file may only give them a time zone, or make them read-only. */
export const builtInProfiles = ['demo', 'logs'] as const;
export type BuiltInProfile = (typeof builtInProfiles)[number];

const fileVersion = 1;

/** Names are used on command lines and in completions: letters, digits, dots, hyphens and underscores. */
export function isProfileName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,39}$/i.test(name);
}

export function isBuiltIn(name: string): name is BuiltInProfile {
  return builtInProfiles.some(known => known === name);
}

const text = () => z.optional(z.string('must be text'));
const zoneError = 'is no time zone: write one such as "Europe/Berlin"';

// Loose: keys added by a user or a later version stay in the file. Made only when there is a file to read.
const storedProfile = () =>
  z.looseObject(
    {
      kind: text(),
      url: text(),
      apiKey: text(),
      apiKeyCommand: text(),
      timeZone: z.optional(z.string('must be text').check(z.refine(isTimeZone, { error: zoneError }))),
      readOnly: z.optional(z.boolean('must be true or false')),
      cache: z.optional(z.enum(['on', 'off'], 'must be "on" or "off"')),
    },
    'must be an object with a url',
  );

const profileFileSchema = () =>
  z
    .looseObject(
      {
        version: z.literal(fileVersion, `must be ${fileVersion}`),
        current: text(),
        profiles: withoutProto(
          z.record(z.string(), storedProfile(), 'must be an object of profiles by name'),
        ),
      },
      'must be a JSON object',
    )
    .check(({ value, issues }) => {
      for (const [name, profile] of Object.entries(value.profiles)) {
        const problem = profileProblem(name, profile);
        if (problem === undefined) continue;
        issues.push({ code: 'custom', input: name, message: `the profile ${safeText(name, 60)} ${problem}` });
      }
    });

export type StoredProfile = z.infer<ReturnType<typeof storedProfile>>;
export type ProfileFile = z.infer<ReturnType<typeof profileFileSchema>>;

export const emptyProfileFile: ProfileFile = { version: fileVersion, profiles: {} };

/** What is wrong with a profile besides types; undefined where nothing is. */
function profileProblem(name: string, profile: StoredProfile): string | undefined {
  const { kind, url, apiKey, apiKeyCommand } = profile;
  if (!isProfileName(name)) return 'has a name that cannot be used: take letters, digits, dots, - and _';
  if (isBuiltIn(name)) {
    const isService = url !== undefined || apiKey !== undefined || apiKeyCommand !== undefined;
    return isService ? 'is built in and has no url or key: give your service another name' : undefined;
  }
  if (url === undefined || url.trim() === '') return 'has no url: add the address of its service';
  if (kind !== undefined && !isServiceKind(kind))
    return `has a kind that is not known: take one of ${serviceKinds.join(', ')}`;
  if (apiKey !== undefined && apiKeyCommand !== undefined)
    return 'has both apiKey and apiKeyCommand: take one of them out';
  return undefined;
}

export function profileFilePath(configFolder: string): string {
  return join(configFolder, 'profiles.json');
}

const profileFile = (path: string) =>
  jsonFile(path, { schema: profileFileSchema, empty: emptyProfileFile, isSecret: true });

/** A missing file has none. Throws a ConfigError for a file that cannot be used, which is left as it is. */
export function readProfileFile(path: string): ProfileFile {
  return profileFile(path).read();
}

export function changeProfileFile(path: string, change: (file: ProfileFile) => ProfileFile): void {
  profileFile(path).change(change);
}

/** Has a profile be used from now on where none is named, unless there is such a one: the first logs, as the first service. Returns whether it is. */
export function chooseFirst(path: string, name: string): boolean {
  let isFirst = false;
  changeProfileFile(path, file => {
    isFirst = file.current === undefined;
    return isFirst ? { ...file, current: name } : file;
  });
  return isFirst;
}

/** Unix has the rules of the zones here, each in a file of its name. */
const rules = '/usr/share/zoneinfo/';

/** The machine's time zone, "Europe/Berlin"; UTC where it is unknown. */
export function machineTimeZone(): string {
  const zone = systemZone(process.env['TZ']) ?? intlZone();
  setOwnZone(zone);
  return zone;
}

/** Read as Intl does it, without Intl, whose first use is slow. Undefined where the setting is unusual. */
function systemZone(setting: string | undefined): string | undefined {
  try {
    const name = setting ?? readlinkSync('/etc/localtime').replace(/^.*\/zoneinfo\//, '');
    if (name === 'UTC' || name === 'Etc/UTC') return 'UTC';
    return /^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+)+$/.test(name) && existsSync(rules + name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function intlZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

export interface Profile {
  readonly name: string;
  readonly connection: Connection;
  readonly timeZone: string;
  readonly readOnly: boolean;
  /** Whether it is in the file of profiles; else it is from the environment, or built in. */
  readonly isStored: boolean;
  /** Who uses the service, as `ServiceIdentity` has it; undefined for the built-in ones. */
  readonly account?: string | undefined;
  /** Whether what was seen of it may be kept: not where the file says `"cache": "off"`, nor of a service that is not in it. */
  readonly keepsSeen: boolean;
}

export interface ProfileChoice {
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * By the options, else the environment, else the file's current one, else the demo. A URL from outside the profile goes
 * with a key from the environment only: no key is sent to another host than its own. Throws a ConfigError.
 */
export function resolveProfile(
  env: Environment,
  choice: ProfileChoice,
  readFile: () => ProfileFile,
): Profile {
  const variable = (name: string) => env[name]?.trim() || undefined;
  const url = choice.url?.trim() ?? (choice.profile === undefined ? variable('SITEDECK_URL') : undefined);
  const key = variable('SITEDECK_API_KEY') ?? signInOf(env);
  if (choice.url !== undefined && choice.profile !== undefined)
    throw new ConfigError('--url and --profile both name a service: give one of them.');
  if (url !== undefined) {
    if (choice.url === undefined && variable('SITEDECK_PROFILE') !== undefined)
      throw new ConfigError('SITEDECK_URL and SITEDECK_PROFILE both name a service: unset one of them.');
    return fromEnvironment(url, key, choice.url === undefined ? 'SITEDECK_URL' : '--url');
  }
  const file = readFile();
  const name = choice.profile ?? variable('SITEDECK_PROFILE') ?? file.current;
  if (name === undefined && key !== undefined) {
    const set = typeof key === 'string' ? 'SITEDECK_API_KEY' : 'SITEDECK_USER';
    throw new ConfigError(`${set} is set, SITEDECK_URL is not: set it to the address of the service.`);
  }
  // A key beside SITEDECK_URL is for that URL.
  const ownKey = variable('SITEDECK_URL') === undefined ? key : undefined;
  return findProfile(file, name ?? 'demo', ownKey);
}

/** Who signs in by the environment. Throws a ConfigError where half of it is missing. */
function signInOf(env: Environment): SignIn | undefined {
  const [name, password] = [env['SITEDECK_USER'] || undefined, env['SITEDECK_PASSWORD'] || undefined];
  if (name === undefined && password === undefined) return undefined;
  if (name === undefined || password === undefined) {
    const [set, missing] = name === undefined ? ['PASSWORD', 'USER'] : ['USER', 'PASSWORD'];
    throw new ConfigError(`SITEDECK_${set} is set, SITEDECK_${missing} is not: set both, or neither.`);
  }
  return { name, password };
}

/** `apiKey` replaces the profile's own. Throws a ConfigError. */
export function findProfile(file: ProfileFile, name: string, apiKey?: string | SignIn): Profile {
  const stored = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
  if (isBuiltIn(name)) return { ...common(name, stored), connection: { kind: name }, keepsSeen: true };
  if (stored === undefined) {
    const names = [...builtInProfiles, ...Object.keys(file.profiles).filter(known => !isBuiltIn(known))];
    throw new ConfigError(
      `There is no profile "${safeText(name, 60)}": choose one of ${names.join(', ')}.${didYouMean(name, names)}`,
    );
  }
  const connection = {
    kind: 'service',
    service: stored.kind !== undefined && isServiceKind(stored.kind) ? stored.kind : undefined,
    url: stored.url ?? '',
    apiKey: apiKey === undefined ? keySource(name, stored) : checkKey(apiKey, 'SITEDECK_API_KEY'),
  } as const;
  const account = accountOf(apiKey, stored);
  return { ...common(name, stored), connection, account, keepsSeen: stored.cache !== 'off' };
}

/** Without running a command: the first frame waits for none. */
export function accountOf(credential: string | SignIn | undefined, stored: StoredProfile): string {
  if (typeof credential === 'object') return `sign-in ${credential.name} ${credential.password}`;
  if (credential === undefined && stored.apiKeyCommand !== undefined)
    return `command ${stored.apiKeyCommand}`;
  return keyAccount(credential ?? stored.apiKey ?? '');
}

export function keyAccount(key: string): string {
  return `key ${key.trim()}`;
}

function common(name: string, stored: StoredProfile | undefined) {
  const timeZone = stored?.timeZone ?? machineTimeZone();
  return { name, timeZone, readOnly: stored?.readOnly ?? false, isStored: stored !== undefined };
}

function fromEnvironment(url: string, key: string | SignIn | undefined, source: string): Profile {
  if (key === undefined)
    throw new ConfigError(
      `${source} is ${safeText(shownAddress(url), 200)}: set SITEDECK_API_KEY to your API key for it, or SITEDECK_USER and SITEDECK_PASSWORD.`,
    );
  return {
    name: shownAddress(url).replace(/^https?:\/\//i, ''),
    connection: { kind: 'service', service: 'unknown', url, apiKey: checkKey(key, 'SITEDECK_API_KEY') },
    timeZone: machineTimeZone(),
    readOnly: false,
    isStored: false,
    account: accountOf(key, {}),
    keepsSeen: false,
  };
}

function keySource(name: string, { apiKey, apiKeyCommand }: StoredProfile): ApiKeySource | SignIn {
  if (apiKeyCommand !== undefined) return async () => await runApiKeyCommand(apiKeyCommand);
  if (apiKey !== undefined && apiKey.trim() !== '') return checkKey(apiKey, `The apiKey of ${name}`);
  throw new ConfigError(
    `The profile ${name} has no key: set SITEDECK_API_KEY, or give it one with  sitedeck profile sign-in ${name}`,
  );
}

/** Checked here: a header cannot hold any text, and the error of a request could show the key. */
function checkKey(key: string | SignIn, what: string): string | SignIn {
  if (typeof key !== 'string') return key;
  const trimmed = key.trim();
  if (isApiKey(trimmed)) return trimmed;
  throw new ConfigError(`${what} has characters that no API key has: copy it again, without spaces.`);
}

type ProfileOptions = ProfileChoice & { readonly readOnly?: boolean | undefined };

export function storedProfiles(paths: Paths): ProfileFile {
  return readProfileFile(profileFilePath(paths.config));
}

/** The profile chosen by the options, else by the environment, else by the file. Throws a ConfigError. */
export function chosenProfile(options: ProfileOptions, paths: Paths): Profile {
  const profile = resolveProfile(process.env, options, () => storedProfiles(paths));
  return withReadOnly(profile, options);
}

/** A built-in profile with the time zone it has in the file. Throws a ConfigError. */
export function builtInProfile(name: BuiltInProfile, options: ProfileOptions, paths: Paths): Profile {
  return withReadOnly(findProfile(storedProfiles(paths), name), options);
}

function withReadOnly(profile: Profile, { readOnly }: ProfileOptions): Profile {
  return readOnly === true ? { ...profile, readOnly: true } : profile;
}

const defaultTimeout = 30_000;

const problems: Readonly<Record<ShellProblem, (timeoutMs: number) => string>> = {
  slow: timeoutMs => `did not end within ${Math.ceil(timeoutMs / 1000)} s: it must not ask anything`,
  long: () => 'printed far too much: it has to print the key alone',
  noShell: () => 'cannot be run: there is no /bin/sh',
};

/** In a shell without the terminal. Rejects with a ConfigError that has neither the key nor the command, which may hold it. */
export async function runApiKeyCommand(commandLine: string, timeoutMs = defaultTimeout): Promise<string> {
  // Loaded here: few profiles have a command.
  const { runShell } = await import('#system/shellCommand.ts');
  const { stdout, stderr, code, problem } = await runShell(commandLine, { timeoutMs });
  const key = stdout.trim();
  if (problem !== undefined) throw new ConfigError(`The apiKeyCommand ${problems[problem](timeoutMs)}.`);
  if (code !== 0) {
    const firstLine = safeText(withoutKey(stderr, stdout).trim().split('\n', 1)[0], 200);
    throw new ConfigError(
      `The apiKeyCommand failed with ${code}${firstLine === '' ? '.' : `: ${firstLine}`}`,
    );
  }
  if (key === '') throw new ConfigError('The apiKeyCommand printed nothing: it has to print the key.');
  if (/[\r\n]/.test(key))
    throw new ConfigError('The apiKeyCommand printed several lines: have it print the key alone.');
  // No header may hold them, and the error would be about the service.
  if (/[\x00-\x1f\x7f-\x9f]/.test(key))
    throw new ConfigError('The apiKeyCommand printed control characters: have it print the key alone.');
  return key;
}
