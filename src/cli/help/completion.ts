import { existsSync } from 'node:fs';
import type { Api } from '#api/api.ts';
import { argumentAt, type Line, type Offer, readLine } from '#cli/commandLine.ts';
import {
  capabilitiesFor,
  type CapabilitiesFor,
  isOffered,
  offeredChoices,
  openProfile,
} from '#cli/withService.ts';
import { print } from '#cli/output.ts';
import { type Flag, type NeedsService, profileOf } from '#cli/subcommand.ts';
import { listedCommandLines, root } from '#cli/subcommands.ts';
import { builtInProfiles, chosenProfile, storedProfiles } from '#config/profile/profiles.ts';
import { readPaths, serviceFile } from '#config/paths.ts';
import { readYours, yoursPath } from '#config/yours/yours.ts';
import { localData } from '#config/kept/localData.ts';
import { identityOf } from '#config/profile/serviceIdentity.ts';
import { addDays, todayIn } from '#model/period/day.ts';
import { weekdayNames } from '#model/period/format.ts';
import { type Capabilities, statisticInfo } from '#model/service/capabilities.ts';
import {
  comparisons,
  comparisonSigns,
  type Condition,
  conditionText,
  filterFields,
} from '#model/service/filter.ts';
import { readableCondition, typedCondition } from '#model/service/filterText.ts';
import { allStatistics, type Day } from '#model/statistics/statistics.ts';
import { viewNames } from '#model/savedView.ts';
import { openSavedViews } from '#config/kept/savedViews.ts';
import { takesView } from '#cli/views/viewedLine.ts';
import { tagNames } from '#model/website/tags.ts';
import { openDomains, plainDomains } from '#config/kept/lastSeen.ts';

/** How long known domains need no request, and its timeout: the user has pressed Tab and waits. */
const freshMs = 10 * 60_000;
const requestTimeoutMs = 1_500;

/** Prints what could stand in place of the last word: a line each, described behind a tab. Never fails: then nothing can. */
export async function printWords(
  words: readonly string[],
  { described }: { readonly described: boolean },
): Promise<void> {
  const current = words.at(-1) ?? '';
  const found = await offersFor(words, capabilitiesFor).catch(() => []);
  // The scripts quote it for their shell; even then there is nothing in it that a shell would run, and nothing that is not seen.
  const plain = found.filter(({ word }) => /^(?:[^\p{C}\p{Z}$`\\]| )+$/u.test(word));
  const begun = ({ word }: Offer) => word.startsWith(current);
  const fitting = plain.some(begun) ? plain.filter(begun) : plain.filter(({ word }) => begins(word, current));
  const lines = fitting.map(({ word, description = '' }) =>
    described && description !== '' ? `${word}\t${description}\n` : `${word}\n`,
  );
  await print([...new Set(lines)].join(''));
}

/** In whatever case. */
function begins(word: string, typed: string): boolean {
  return word.toLowerCase().startsWith(typed.toLowerCase());
}

/** What may stand in place of the last of the words, whatever that begins with; only what the service has. */
export async function offersFor(
  words: readonly string[],
  capabilities: CapabilitiesFor,
): Promise<readonly Offer[]> {
  const current = words.at(-1) ?? '';
  const line = readLine(words.slice(0, -1), root);
  const { flags, commands } = line.level;
  const argument = argumentAt(line.level, line.words.length);
  const values = async (valued: Valued): Promise<Offer[]> => {
    const found =
      valued.suggestions === 'conditions'
        ? await conditions(line, current, capabilitiesAt(line, capabilities))
        : await valuesOf(withOffered(valued, line, capabilities), line);
    // What a statistic is; of other choices their name says enough.
    return found.map(word => {
      const name = valued.choices && allStatistics.find(each => each === word);
      return { word, description: name && statisticInfo(name).title };
    });
  };
  if (line.awaits !== undefined) return await values(line.awaits);
  const needsNothing = flags.every(({ whyUnsupported }) => whyUnsupported === undefined);
  const known = needsNothing || !current.startsWith('-') ? undefined : capabilitiesAt(line, capabilities);
  const offered = flags.filter(each => known === undefined || isOffered(each, known));
  const [, name] = /^(--[\w-]+)=/.exec(current) ?? [];
  if (name !== undefined) {
    const named = offered.find(({ long, value }) => long === name && value !== undefined);
    return named === undefined
      ? []
      : (await values(named)).map(offer => ({ ...offer, word: `${name}=${offer.word}` }));
  }
  if (current.startsWith('-')) return offered.map(({ long, description }) => ({ word: long, description }));
  const positional = argument === undefined ? [] : await values(argument);
  const viewed = takesView(line, line.words.length) ? savedViewNames() : [];
  return [...commands, ...viewed.map(name => ({ word: `@${name}` })), ...positional];
}

type Valued = Pick<Flag, 'choices' | 'suggestions'> & NeedsService;

function withOffered(valued: Valued, line: Line, capabilities: CapabilitiesFor): Valued {
  if (valued.choices === undefined || valued.whyUnsupported === undefined) return valued;
  const known = capabilitiesAt(line, capabilities);
  return known === undefined ? valued : { ...valued, choices: offeredChoices(valued, known) };
}

/** Undefined where the profile is not to be found: then everything is offered. */
function capabilitiesAt(line: Line, capabilities: CapabilitiesFor): Capabilities | undefined {
  try {
    return capabilities(profileIn(line));
  } catch {
    return undefined;
  }
}

function profileIn({ level, flagValues }: Line): { readonly profile?: string } {
  const named = flagValues.findLast(({ flag }) => flag.key === 'profile')?.text;
  return { ...(named !== undefined && { profile: named }), ...profileOf(level.subcommand) };
}

async function valuesOf(
  { choices, suggestions }: Pick<Flag, 'choices' | 'suggestions'>,
  line: Line,
): Promise<readonly string[]> {
  if (choices !== undefined) return choices;
  switch (suggestions) {
    case 'profiles':
      return [...builtInProfiles, ...Object.keys(storedProfiles(readPaths(process.env)).profiles)];
    case 'websites':
      return await domains(line);
    case 'views':
      return savedViewNames();
    case 'tags':
      return knownTags(line);
    case 'ownCommands':
      return ((await readYours(yoursPath(readPaths(process.env).config))).yours?.commands ?? []).map(
        ({ name }) => name,
      );
    case 'websitesAndTags':
      return [...(await domains(line)), ...knownTags(line)];
    case 'commands':
      return readLine(line.words, root).level.commands.map(({ word }) => word);
    // They are told apart by what is typed of them.
    case 'conditions':
    case 'files':
    case undefined:
      return [];
    default:
      return suggestions;
  }
}

/** None where their file cannot be read. */
function savedViewNames(): string[] {
  try {
    return viewNames(openSavedViews(readPaths(process.env).data).read());
  } catch {
    return [];
  }
}

function knownTags(line: Line): string[] {
  const paths = readPaths(process.env);
  const profile = chosenProfile(profileIn(line), paths);
  return tagNames(localData.tags.open(paths.data, identityOf(profile)).read());
}

/** From the cache; read again where that is old. */
async function domains(line: Line): Promise<readonly string[]> {
  const paths = readPaths(process.env);
  const profile = chosenProfile(profileIn(line), paths);
  const known = openDomains(paths, profile, false).read();
  if (known !== undefined && known.age < freshMs) return known.domains;
  const read = await atHand(line, async (api, signal) => {
    const { rows } = await api.listWebsites({ perPage: 100 }, { signal });
    openDomains(paths, profile, true).write(rows);
    return plainDomains(rows);
  });
  return read ?? known?.domains ?? [];
}

/** The fields of conditions; once one is typed, its values of the last 28 days, of the website that is named. */
async function conditions(
  line: Line,
  current: string,
  known: Capabilities | undefined,
): Promise<readonly string[]> {
  const typed = current.replace(/^--[\w-]+=/, '');
  const [, name, sign = '='] = /^(\w+)(!=|=|~)/.exec(typed) ?? [];
  const comparison = comparisons.find(each => comparisonSigns[each] === sign) ?? 'is';
  const offered = filterFields.filter(field => known === undefined || known.filters?.[field] !== undefined);
  const field = offered.find(each => each === name);
  if (field === undefined) return offered.map(each => `${each}=`);
  if (field === 'weekday') return weekdayNames.map(day => `${field}${sign}${day}`);
  if (field === 'hour') return Array.from({ length: 24 }, (_, hour) => `${field}${sign}${hour}`);
  const [site] = line.words;
  if (site === undefined) return [];
  const read = await atHand(line, async (api, signal, today) => {
    const { rows: websites } = await api.listWebsites({ search: site, perPage: 100 }, { signal });
    const website = websites.find(({ id, domain }) => id === site || domain === site);
    if (website === undefined) return [];
    const period = { from: addDays(today, -28), to: today };
    const { rows } = await api.readStatistic(website.id, { name: field, period, perPage: 25 }, { signal });
    const names = rows.map(({ value }) => namedCondition({ field, comparison, value }));
    const codes = rows.map(({ value }) => typedCondition({ field, comparison, value }));
    // A code is offered where somebody began to type one.
    const exact = [names, codes].find(all => all.some(word => word.startsWith(typed)));
    return exact ?? (names.some(word => begins(word, typed)) ? names : codes);
  });
  return read ?? [];
}

/** With the value as it is printed; "contains" looks into the value as the service has it, which may be without its name. */
function namedCondition({ field, comparison, value }: Condition): string {
  const name = readableCondition(field, value);
  return comparison === 'contains' && !value.includes(name)
    ? typedCondition({ field, comparison, value })
    : conditionText({ field, comparison, value: name });
}

/** What a service at hand answers in the time that somebody waits; undefined where a key command would have to be run for it. */
async function atHand<T>(
  line: Line,
  ask: (api: Api, signal: AbortSignal, today: Day) => Promise<T>,
): Promise<T | undefined> {
  const paths = readPaths(process.env);
  const profile = chosenProfile(profileIn(line), paths);
  const { connection } = profile;
  const isAtHand =
    connection.kind === 'service'
      ? typeof connection.apiKey === 'string'
      : existsSync(serviceFile(connection.kind, paths));
  if (!isAtHand) return undefined;
  const { api, close } = openProfile(profile, paths, {});
  try {
    const today = todayIn(profile.timeZone, new Date());
    return await ask(api, AbortSignal.timeout(requestTimeoutMs), today);
  } catch {
    return undefined;
  } finally {
    close();
  }
}

/** What a shell reads to complete our command lines: it asks the program for the words, and completes files where there are none. */
export async function printScript(shell: 'bash' | 'zsh' | 'fish'): Promise<void> {
  // The last word of each command line that takes files: fish offers them beside ours.
  const takesFiles = listedCommandLines().filter(({ subcommand }) =>
    subcommand.arguments.some(({ suggestions }) => suggestions === 'files'),
  );
  const names = takesFiles.map(({ words }) => words.replace(/^.* /, '')).join(' ');
  await print({ bash, zsh, fish: fish(names) }[shell]);
}

const bash = String.raw`# sitedeck completion for bash
_sitedeck() {
  local line=${'$'}{COMP_LINE:0:COMP_POINT} at char next word= begun= quote= opened=0 broken=0 from about
  local -a typed=() words=() lines=()
  # The words as the shell reads them. COMP_WORDS has them with their quotes, and taken apart at = and :.
  for ((at = 0; at < ${'$'}{#line}; at++)); do
    char=${'$'}{line:at:1} next=${'$'}{line:at+1:1}
    if [[ -z $quote && $char == [[:space:]] ]]; then
      [[ -n $begun ]] && typed+=("$word")
      word= begun= broken=0
      continue
    fi
    begun=1
    if [[ -n $quote && $char == "$quote" ]]; then
      quote=
    elif [[ $quote != \' && $char == \\ && ( -z $quote || $next == [\"\\\$\`] ) ]]; then
      word+=$next
      at=$((at + 1))
    elif [[ -z $quote && $char == [\'\"] ]]; then
      quote=$char opened=${'$'}{#word}
    else
      word+=$char
      [[ -z $quote && $COMP_WORDBREAKS == *"$char"* ]] && broken=${'$'}{#word}
    fi
  done
  typed+=("$word")
  # Bash puts a word in place of what follows an open quote, else of what follows the last of these characters.
  from=$broken
  [[ -n $quote ]] && from=$opened
  while IFS=$'\t' read -r word about; do
    word=${'$'}{word:from}
    # Bash would look for an earlier command there, and no quoting within " prevents it.
    [[ $quote == \" && ( $word == *![!=]* || $word == *! ) ]] && continue
    printf -v next '%-24s  %s' "$word" "$about"
    lines+=("${'$'}{next:0:${'$'}{COLUMNS:-80} - 1}")
    case $quote in
      \') word=${'$'}{word//\'/\'\\\'\'} ;;
      \") word=${'$'}{word//\\/\\\\} word=${'$'}{word//\"/\\\"} word=${'$'}{word//\$/\\\$} word=${'$'}{word//\`/\\\`} ;;
      *) [[ -n $word ]] && printf -v word %q "$word" ;;
    esac
    words+=("$word")
  done < <(sitedeck complete-words --described -- "${'$'}{typed[@]:1}" 2>/dev/null)
  [[ ${'$'}{words[0]} == *= ]] && compopt -o nospace
  # Tab for the second time: they are listed, and nothing is put in.
  if ((COMP_TYPE == 63 && ${'$'}{#words[@]} > 1)); then COMPREPLY=("${'$'}{lines[@]}"); else COMPREPLY=("${'$'}{words[@]}"); fi
}
complete -o default -F _sitedeck sitedeck
`;

const zsh = String.raw`#compdef sitedeck
# sitedeck completion for zsh
_sitedeck() {
  local -a found
  # An open quote is closed, or it would not be taken off.
  local word about current="$QIPREFIX$IPREFIX$PREFIX$compstate[quote]"
  while IFS=$'\t' read -r word about; do
    found+=("${'$'}{word//:/\\:}${'$'}{about:+:$about}")
  done < <(sitedeck complete-words --described -- "${'$'}{(@Q)words[2,CURRENT-1]}" "${'$'}{(Q)current}" 2>/dev/null)
  local -a more=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
  [[ ${'$'}{found[1]} == *= ]] && more+=(-S '')
  if (( ${'$'}{#found} )); then _describe sitedeck found "${'$'}{more[@]}"; else _files; fi
}
# A folder of completions reads this at the first Tab, and expects the words of it.
if [[ ${'$'}{funcstack[1]} == _sitedeck ]]; then _sitedeck "$@"; else compdef _sitedeck sitedeck; fi
`;

const fish = (names: string) => String.raw`# sitedeck completion for fish
function __sitedeck_words
  set -l words (commandline -opc) (commandline -ct | string unescape)
  sitedeck complete-words --described -- $words[2..-1] 2>/dev/null
end
complete -c sitedeck -n 'not __fish_seen_subcommand_from ${names}' -f -a '(__sitedeck_words)'
complete -c sitedeck -n '__fish_seen_subcommand_from ${names}' -a '(__sitedeck_words)'
`;
