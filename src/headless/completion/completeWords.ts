import { existsSync } from 'node:fs';
import type { Command, Option } from 'commander';
import { readPaths } from '#config/paths.ts';
import { builtInProfiles } from '#config/profileSchema.ts';
import { openApi, serviceFile } from '#connection/openApi.ts';
import { chosenProfile, storedProfiles } from '#connection/profiles.ts';
import { presets } from '#model/period/period.ts';
import { perPageSizes } from '#model/paging/query.ts';
import { todayIn } from '#model/period/today.ts';
import { knownDomains, rememberDomains } from './domainCache.ts';
import { placeOf, type Place } from './place.ts';

/** How long domains are good for without asking again, and how long a person who pressed Tab waits for the answer. */
const freshMilliseconds = 10 * 60_000;
const patienceMilliseconds = 1_500;

/** The words that could stand in place of the last one, which may be empty. Never fails: then there are none. */
export async function completeWords(program: Command, words: readonly string[]): Promise<string[]> {
  try {
    const place = placeOf(program, words.slice(0, -1));
    const current = words.at(-1) ?? '';
    const all = await wordsFor(place, current, words);
    return [...new Set(all)].filter(word => word.startsWith(current) && /^[\w.:=-]+$/.test(word));
  } catch {
    return [];
  }
}

async function wordsFor(place: Place, current: string, words: readonly string[]): Promise<string[]> {
  const { option, command, argument } = place;
  if (option !== undefined) return optionValues(option);
  if (current.startsWith('-')) return place.options.flatMap(({ long }) => long ?? []);
  const commands = command.commands.filter(found => !isHidden(found)).map(found => found.name());
  if (commands.length > 0)
    return command.parent === null ? [...commands, ...(await domains(words))] : commands;
  if (argument?.argChoices !== undefined) return argument.argChoices;
  switch (argument?.name()) {
    case 'SITE':
    case 'DOMAIN':
      return await domains(words);
    case 'NAME':
      return command.name() === 'add' ? [] : profileNames();
    default:
      return [];
  }
}

function optionValues(option: Option): string[] {
  if (option.argChoices !== undefined) return option.argChoices;
  switch (option.attributeName()) {
    case 'profile':
      return profileNames();
    case 'period':
      return presets.map(({ shortcut }) => shortcut).filter(word => !word.includes(' '));
    case 'perPage':
      return perPageSizes.map(String);
    default:
      return [];
  }
}

function isHidden(command: Command): boolean {
  return '_hidden' in command && command._hidden === true;
}

function profileNames(): string[] {
  return [...builtInProfiles, ...Object.keys(storedProfiles(readPaths(process.env)).profiles)];
}

/** From the cache; read anew where that is old, the service at hand, and no key command would have to be run. */
async function domains(words: readonly string[]): Promise<string[]> {
  const paths = readPaths(process.env);
  const at = words.indexOf('--profile');
  const named = at === -1 ? undefined : words[at + 1];
  const profile = chosenProfile(named === undefined ? {} : { profile: named }, paths);
  const known = knownDomains({ paths, profile });
  if (known !== undefined && known.age < freshMilliseconds) return known.domains;
  const { connection } = profile;
  const isAtHand =
    connection.kind === 'service'
      ? typeof connection.apiKey === 'string'
      : existsSync(serviceFile(connection.kind, paths));
  if (!isAtHand) return known?.domains ?? [];
  const today = () => todayIn(profile.timeZone, new Date());
  const { api, close } = openApi(connection, { env: process.env, paths, today });
  try {
    const { rows } = await api.listWebsites({ perPage: 100 }, AbortSignal.timeout(patienceMilliseconds));
    rememberDomains({ paths, profile }, rows);
    return knownDomains({ paths, profile })?.domains ?? [];
  } catch {
    return known?.domains ?? [];
  } finally {
    close();
  }
}
