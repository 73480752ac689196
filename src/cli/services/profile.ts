import { adapters } from '#api/adapters.ts';
import { findService, type FoundService, signInTo, testConnection } from '#api/findService.ts';
import { likelyKind } from '#api/open.ts';
import { ask, readSecret } from '#cli/input.ts';
import { columnsOf, outputOf, progress, say, writeTable } from '#cli/output.ts';
import {
  defineSubcommand,
  type GlobalOptions,
  type ListedSubcommand,
  type OptionTable,
  type OptionValues,
  quietOption,
} from '#cli/subcommand.ts';
import { warnOfUnencryptedKey } from '#cli/withService.ts';
import { removeOldDomains } from '#config/kept/lastSeen.ts';
import { type Paths, readPaths, serviceFile } from '#config/paths.ts';
import {
  builtInProfiles,
  changeProfileFile,
  emptyProfileFile,
  findProfile,
  isBuiltIn,
  machineTimeZone,
  type ProfileFile,
  profileFilePath,
  runApiKeyCommand,
  type StoredProfile,
  storedProfiles,
} from '#config/profile/profiles.ts';
import {
  checkName,
  forgetProfile,
  forgetSeenOf,
  foundProfile,
  saveService,
} from '#config/profile/saveService.ts';
import type { DataCell, DataTable } from '#model/export/dataTable.ts';
import { ApiError, ConfigError, UsageError } from '#model/failure.ts';
import { isTimeZone } from '#model/period/day.ts';
import {
  type ApiKeySource,
  isServiceKind,
  normaliseBaseUrl,
  pastedAddress,
  serviceKinds,
} from '#model/service/connection.ts';
import { zoneOfFile } from '#server/database/openDatabase.ts';
import { safeText, shownAddress } from '#text/safeText.ts';
import { counted, listed } from '#text/words.ts';

const credentialOptions = {
  user: {
    value: '<name>',
    description: 'who signs in; the password is asked for, or read from stdin, and never kept',
    conflicts: ['keyCommand'],
  },
  keyCommand: {
    value: '<command>',
    description: 'a command line that prints the key; else it is asked for, or read from stdin',
  },
} as const satisfies OptionTable;

export const add = defineSubcommand({
  description: 'connect a service; it is tested before it is saved',
  arguments: [
    { name: '<NAME>', description: 'letters, digits, dots, - and _' },
    {
      name: '<URL>',
      description: 'its address, such as https://stats.example.com, or a share link of Umami',
    },
  ],
  options: {
    kind: {
      value: '<kind>',
      description: 'which service it is; else it is found out',
      choices: serviceKinds,
    },
    ...credentialOptions,
    timeZone: { value: '<zone>', description: 'the service counts days in, such as Europe/Berlin' },
    replace: { description: 'in place of a profile of that name, which keeps what is not said anew' },
    ...quietOption,
  },
  notes:
    '\n--read-only is kept: the profile then never changes anything. A share link is read-only by itself.',
  examples: [
    ['sitedeck profile add work https://stats.example.com', 'finds out what it is and asks for the key'],
    [
      'pass umami | sitedeck profile add blog https://umami.example.com --user anna',
      'signs in to Umami and keeps its token, not the password',
    ],
    [
      'pass show stats | sitedeck profile add home https://stats.example.com',
      'takes the key from another program',
    ],
    [
      "sitedeck profile add ops https://example.com/stats --key-command 'pass ops'",
      'asks that program for the key at each start',
    ],
  ],
  async run([name, address], options) {
    const { kind, timeZone, replace = false, debug } = options;
    const paths = readPaths(process.env);
    const base = normaliseBaseUrl(pastedAddress(address));
    const problem = checkName(name);
    if (problem !== undefined) throw new UsageError(problem);
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw new UsageError(
        `--time-zone ${safeText(timeZone, 60)} is no time zone: write one such as Europe/Berlin.`,
      );
    if ('error' in base) throw new UsageError(base.error);
    if (!replace && Object.hasOwn(storedProfiles(paths).profiles, name))
      throw new UsageError(
        `There is a profile ${name} already: add --replace, choose another name, or give it another key:  sitedeck profile sign-in ${name}`,
      );
    warnOfUnencryptedKey(base.url);
    progress.show(`Asking ${base.url} ...`);
    const found = await unsaved(() => findService(address, { kind, debug }));
    say(`Found ${adapters[found.service].name} at ${found.url}.`);
    const { stored, lines, zone } = await testedCredentials(name, found, options);
    const profile: StoredProfile = {
      ...foundProfile({ ...found, timeZone: zone }, stored),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(options.readOnly === true ? { readOnly: true } : {}),
    };
    const { isFirst, tagsLeft, kept } = saveService(paths, name, profile, { replace, use: false });
    for (const line of lines) say(line);
    if (zone !== undefined)
      say(
        timeZone === undefined || timeZone === zone
          ? `It counts days in ${zone}, and so does ${name}.`
          : `It counts days in ${zone}: under days of ${timeZone} stand those of ${zone}. To have both the same, add ${name} anew with --replace --time-zone ${zone}.`,
      );
    const keeps = [
      ...(kept?.timeZone === undefined ? [] : [`keeps its time zone ${kept.timeZone}`]),
      ...(kept?.readOnly === true ? ['stays read-only'] : []),
    ];
    if (keeps.length > 0) say(`It ${keeps.join(', and ')}.`);
    if (tagsLeft > 0)
      say(
        `The tags of ${counted(tagsLeft, 'websites')} stay with the address that ${name} had, and do not count at this one.`,
      );
    say(
      isFirst
        ? 'It is used from now on.'
        : `Use it with  sitedeck --profile ${name}  or  sitedeck profile use ${name}`,
    );
  },
});

export const signIn = defineSubcommand({
  description: 'sign in again, or give another key; all else of the profile stays as it is',
  arguments: [{ name: '<NAME>', suggestions: 'profiles' }],
  options: { ...credentialOptions, ...quietOption },
  examples: [
    ['sitedeck profile sign-in work', 'asks for what the service wants, and tests it'],
    ['pass umami | sitedeck profile sign-in blog --user anna', 'takes the password from another program'],
  ],
  async run([name], options) {
    if (isBuiltIn(name)) throw new UsageError(`${name} is built in and needs no key.`);
    const paths = readPaths(process.env);
    const { kind, url = '' } = storedOf(storedProfiles(paths), name);
    warnOfUnencryptedKey(url);
    const service = likelyKind({ service: kind !== undefined && isServiceKind(kind) ? kind : undefined });
    const { stored, lines } = await testedCredentials(name, { service, url }, options);
    changeProfileFile(profileFilePath(paths.config), file => {
      const { apiKey: _key, apiKeyCommand: _command, ...rest } = storedOf(file, name);
      return { ...file, profiles: { ...file.profiles, [name]: { ...rest, ...stored } } };
    });
    for (const line of lines) say(line);
  },
});

type CredentialOptions = OptionValues<typeof credentialOptions> & Pick<GlobalOptions, 'debug'>;

interface Credentials {
  readonly source: ApiKeySource;
  /** What of it the profile keeps: never a password. */
  readonly stored: Pick<StoredProfile, 'apiKey' | 'apiKeyCommand'>;
  /** What the service takes, "the key". */
  readonly taken: string;
}

/**
 * Nothing more for a share link, else a key, or the key that a name and a password give. A name is asked for on a
 * terminal only; elsewhere stdin has a key unless --user says whose password. Rejects with a UsageError or an ApiError.
 */
async function readCredentials(found: FoundService, options: CredentialOptions): Promise<Credentials> {
  const { keyCommand, debug } = options;
  const { name, credentials, whereKey } = adapters[found.service];
  if (found.shareKey !== undefined) return keyed(found.shareKey, 'the share link');
  if (keyCommand !== undefined)
    return {
      source: () => runApiKeyCommand(keyCommand),
      stored: { apiKeyCommand: keyCommand },
      taken: 'the key',
    };
  const takesPassword = credentials.includes('password');
  if (options.user !== undefined && !takesPassword)
    throw new UsageError(`${name} takes an API key, not a name and a password: leave --user out.`);
  if (process.stdin.isTTY) say(safeText(whereKey, 200));
  const user = options.user ?? (takesPassword ? await ask(`User (empty, if you have an API key):`) : '');
  if (user === undefined || user === '') return keyed((await readSecret('API key')).trim(), 'the key');
  const password = await readSecret('password');
  return keyed(await signInTo(found, { name: user, password }, { debug }), 'the name and password');
}

function keyed(apiKey: string, taken: string): Credentials {
  return { source: apiKey, stored: { apiKey }, taken };
}

/** What the file has of a profile; of a built-in one that may be nothing. Throws a ConfigError where there is none of that name. */
function storedOf(file: ProfileFile, name: string): StoredProfile {
  if (!Object.hasOwn(file.profiles, name)) findProfile(file, name);
  return file.profiles[name] ?? {};
}

/** What is typed or piped in to sign in, once the service takes it, and the lines that say so. */
async function testedCredentials(name: string, found: FoundService, options: CredentialOptions) {
  const { source, stored, taken } = await unsaved(() => readCredentials(found, options));
  progress.show(`Asking ${found.url} ...`);
  const { debug } = options;
  const {
    websites,
    timeZone: zone,
    missing,
  } = await unsaved(async () => {
    try {
      return await testConnection({ ...found, apiKey: source }, { debug });
    } catch (error) {
      const { name: service, credentials } = adapters[found.service];
      const isRefused = error instanceof ApiError && error.kind === 'auth' && error.details.isUnread !== true;
      if (!isRefused || taken !== 'the key' || !credentials.includes('password')) throw error;
      // Of what was given without a name the service says that it is no sign-in any more, which it never was.
      const message = `${service} does not accept this API key or token. Where it is a password, say whose: --user NAME.`;
      throw new ApiError('auth', message, error.details);
    }
  });
  const count = websites === undefined ? '' : `, ${counted(websites, 'websites')}`;
  const saved = `Saved ${name}: ${found.url} answers and takes ${taken}${count}.`;
  return { stored, zone, lines: missing === undefined ? [saved] : [saved, safeText(missing)] };
}

async function unsaved<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // What a service itself says may have no full stop.
    const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
    throw new ApiError(error.kind, `${sentence} Nothing was saved.`, error.details);
  }
}

const list = defineSubcommand({
  description: 'list the profiles, without their keys',
  arguments: [],
  options: {},
  examples: [['sitedeck profile list', 'the services, and which of them is used']],
  async run(_args, options) {
    const output = outputOf(options);
    const paths = readPaths(process.env);
    const file = storedProfiles(paths);
    await writeTable(profilesTable(file, paths), output);
    if (output.format === 'table' && (process.env['SITEDECK_URL'] ?? '') !== '')
      say('SITEDECK_URL is set: that service is used, and not the current profile.');
  },
});

const use = defineSubcommand({
  description: 'use a profile from now on, wherever none is named',
  arguments: [{ name: '<NAME>', suggestions: 'profiles' }],
  options: quietOption,
  examples: [['sitedeck profile use work', 'until another one is chosen']],
  async run([name]) {
    changeProfileFile(profileFilePath(readPaths(process.env).config), file => {
      // A profile whose key comes from the environment may be chosen too.
      storedOf(file, name);
      return { ...file, current: name };
    });
    say(`${name} is used from now on.`);
  },
});

const remove = defineSubcommand({
  description: 'forget a profile with its key and all that is kept of it',
  arguments: [{ name: '<NAME>', suggestions: 'profiles' }],
  options: quietOption,
  examples: [['sitedeck profile remove work', 'the service itself stays as it is']],
  async run([name]) {
    if (isBuiltIn(name)) throw new UsageError(`${name} is built in and cannot be removed.`);
    const paths = readPaths(process.env);
    let wasCurrent = false;
    let removed: StoredProfile = {};
    let rest = emptyProfileFile;
    changeProfileFile(profileFilePath(paths.config), file => {
      wasCurrent = file.current === name;
      removed = storedOf(file, name);
      const { [name]: _, ...profiles } = file.profiles;
      const { current, ...others } = file;
      rest = { ...others, ...(current !== undefined && !wasCurrent && { current }), profiles };
      return rest;
    });
    removeOldDomains(paths);
    const gone: string[] = [];
    try {
      const { tags, notes, goals } = forgetProfile(paths, name, removed, rest);
      if (tags > 0) gone.push(`the tags of ${counted(tags, 'websites')}`);
      if (notes > 0) gone.push(counted(notes, 'notes'));
      if (goals > 0) gone.push(counted(goals, 'goals'));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new ConfigError(
        `${safeText(name)} is removed, but not all that was kept of it. ${error.message}`,
      );
    }
    say(
      `Removed ${safeText(name)}${gone.length === 0 ? '' : `, with ${listed(gone)}`}.${wasCurrent ? ' The demo is used until you choose another: sitedeck profile use NAME' : ''}`,
    );
  },
});

const forgetCacheSubcommand = defineSubcommand({
  description: 'remove what was last seen of a profile, which is kept for the next start',
  arguments: [{ name: '[NAME]', description: 'left out, the one in use', suggestions: 'profiles' }],
  options: quietOption,
  notes: '\nWith "cache": "off" in the file of profiles nothing is kept of a profile.',
  examples: [['sitedeck profile forget-cache work', 'the next start waits for the service again']],
  async run([name], options) {
    const paths = readPaths(process.env);
    const file = storedProfiles(paths);
    const profile = name ?? options.profile ?? file.current ?? 'demo';
    storedOf(file, profile);
    removeOldDomains(paths);
    say(
      forgetSeenOf(paths, profile) === 'none'
        ? `Nothing is kept of ${profile}.`
        : `What was last seen of ${profile} is removed.`,
    );
  },
});

export const profile: ListedSubcommand = {
  docs: 'services',
  description: 'the demo, your logs and the services you have connected',
  subcommands: { list, add, 'sign-in': signIn, use, remove, 'forget-cache': forgetCacheSubcommand },
};

/** All profiles, the built-in ones first, and where each key is; never a key. */
export function profilesTable(file: ProfileFile, paths: Paths): DataTable {
  const current = file.current ?? 'demo';
  const row = (name: string): DataCell[] => {
    const {
      kind = 'service',
      url,
      timeZone = machineTimeZone(),
      readOnly = false,
      apiKey,
      apiKeyCommand,
    } = file.profiles[name] ?? {};
    return [
      name,
      name === current,
      isBuiltIn(name) ? name : kind,
      url === undefined ? undefined : shownAddress(url),
      isBuiltIn(name) ? undefined : apiKeyCommand ? 'command' : apiKey === undefined ? 'environment' : 'file',
      name === 'logs' ? (zoneOfFile(serviceFile('logs', paths)) ?? timeZone) : timeZone,
      readOnly,
    ];
  };
  const services = Object.keys(file.profiles).filter(name => !isBuiltIn(name));
  return {
    title: 'Profiles',
    about: {},
    columns: columnsOf({
      name: 'Name',
      current: 'Current',
      kind: 'Kind',
      url: 'Address',
      key: 'Key',
      time_zone: 'Time zone',
      read_only: 'Read-only',
    }),
    rows: [...builtInProfiles, ...services].map(row),
  };
}
