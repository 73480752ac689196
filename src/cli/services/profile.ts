import { ConfigError, UsageError } from '#model/failure.ts';
import { removeOldDomains } from '#config/kept/lastSeen.ts';
import { say } from '#cli/output/streams.ts';
import { columnsOf, outputOf, writeTable } from '#cli/output/table.ts';
import { defineSubcommand, type ListedSubcommand, quietOption } from '#cli/subcommand.ts';
import { machineTimeZone, storedProfiles } from '#config/profile/chooseProfile.ts';
import { type Paths, readPaths, serviceFile } from '#config/paths.ts';
import {
  builtInProfiles,
  changeProfileFile,
  emptyProfileFile,
  isBuiltIn,
  type ProfileFile,
  profileFilePath,
  type StoredProfile,
} from '#config/profile/profiles.ts';
import { zoneOfFile } from '#server/database/openDatabase.ts';
import { forgetProfile, forgetSeenOf } from '#config/profile/saveService.ts';
import type { DataCell, DataTable } from '#model/export/dataTable.ts';
import { safeText, shownAddress } from '#text/safeText.ts';
import { counted, listed } from '#text/words.ts';
import { add, signIn, storedOf } from './addProfile.ts';

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
      rest = withoutProfile(file, name);
      return rest;
    });
    removeOldDomains(paths);
    const { tags, notes, goals } = forgotten(name, () => forgetProfile(paths, name, removed, rest));
    const gone = [
      ...(tags === 0 ? [] : [`the tags of ${counted(tags, 'websites')}`]),
      ...(notes === 0 ? [] : [counted(notes, 'notes')]),
      ...(goals === 0 ? [] : [counted(goals, 'goals')]),
    ];
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

function forgotten<T>(name: string, forget: () => T): T {
  try {
    return forget();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${safeText(name)} is removed, but not all that was kept of it. ${error.message}`);
  }
}

function withoutProfile(file: ProfileFile, name: string): ProfileFile {
  const { [name]: _, ...profiles } = file.profiles;
  if (file.current !== name) return { ...file, profiles };
  const { current: _current, ...rest } = file;
  return { ...rest, profiles };
}

/** All profiles, the built-in ones first, and where each key is; never a key. */
export function profilesTable(file: ProfileFile, paths: Paths): DataTable {
  const current = file.current ?? 'demo';
  const row = (name: string): DataCell[] => {
    const {
      kind = 'service',
      url,
      timeZone = machineTimeZone(),
      readOnly = false,
    } = file.profiles[name] ?? {};
    return [
      name,
      name === current,
      isBuiltIn(name) ? name : kind,
      url === undefined ? undefined : shownAddress(url),
      keyOf(name, file.profiles[name]),
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

function keyOf(name: string, profile: StoredProfile | undefined): DataCell {
  if (isBuiltIn(name)) return undefined;
  if (profile?.apiKeyCommand !== undefined) return 'command';
  return profile?.apiKey === undefined ? 'environment' : 'file';
}
