import { isMany, profileOf } from '#cli/subcommand.ts';
import { argumentAt, type Line } from '#cli/commandLine.ts';
import { periodOf, type PeriodOptions } from '#cli/options.ts';
import { say } from '#cli/output.ts';
import { chosenProfile } from '#config/profile/profiles.ts';
import { type Paths, readPaths, serviceFile } from '#config/paths.ts';
import { openSavedViews, profileOfView } from '#config/kept/savedViews.ts';
import { completeDays } from '#model/comparison/periods.ts';
import { UnsupportedError, RefusedError, UsageError } from '#model/failure.ts';
import { dayCount, todayIn } from '#model/period/day.ts';
import { includesToday, resolvePeriod } from '#model/period/period.ts';
import {
  asViewName,
  filterOfView,
  chosenPeriodOf,
  periodTitle,
  type SavedView,
  viewCalled,
  viewNames,
  websitesOfView,
} from '#model/savedView.ts';
import { typedCondition } from '#model/service/filterText.ts';
import { isSessionMeasure } from '#model/statistics/sessions.ts';
import { type Day, isHours, isSeries } from '#model/statistics/statistics.ts';
import { parseTagSearch } from '#model/website/tags.ts';
import { inZoneOfCounts } from '#server/database/openDatabase.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';

/** What a view gives to options: the key of each, and its text; a switch has none. */
type Implied = readonly (readonly [key: string, text?: string | undefined])[];

/** A command line with what a view says in place of @NAME, and what its errors are of. Options beside it go before its own. Throws a RefusedError for one that is not there, a UsageError where none is taken. */
export function withView(line: Line) {
  const paths = readPaths(process.env);
  const views = line.words.map((word, index) =>
    word.startsWith('@') && takesView(line, index) ? viewOfWord(word, paths) : undefined,
  );
  const [first, ...others] = views.flatMap(each => each ?? []);
  if (first === undefined) return { line, errorOf: (error: unknown) => error };
  const { name, view } = first;
  const words = line.words.flatMap((word, at) => {
    const viewed = views[at];
    return viewed === undefined ? [word] : sitesOf(viewed, word, line);
  });
  sayOthers(first, others);
  const isNamedService =
    line.level.subcommand?.profile !== undefined || isTyped(line, 'profile') || isTyped(line, 'url');
  const own = isNamedService ? [] : profileImplied(name, view, line, paths);
  const filled = wordsImplied(line, view, words);
  const isNamed = filled.length > 0;
  const today = () => dayOf(line, own, paths);
  const asked = [...own, ...periodImplied(line, name, view, today), ...othersImplied(line, view, isNamed)];
  const implied = withImplied(line, asked);
  const isOfView = isNamed || implied.some(({ flag }) => flag.key === 'where');
  return {
    line: {
      ...line,
      words: [...words, ...filled],
      flagValues: [...withoutComparison(implied, line.flagValues, today), ...line.flagValues],
    },
    errorOf: (error: unknown) =>
      error instanceof UnsupportedError && isOfView
        ? new RefusedError(`View ${name}: ${error.message}`)
        : error,
  };
}

interface NamedView {
  readonly name: string;
  readonly view: SavedView;
}

/** Of several views the first one says what is asked. Throws a UsageError where the websites are of several profiles. */
function sayOthers(first: NamedView, all: readonly NamedView[]): void {
  const others = all.filter(({ name }) => name !== first.name);
  const away = others.find(({ view }) => view.profile !== first.view.profile);
  if (away !== undefined)
    throw new UsageError(
      safeText(
        `View ${first.name} is of ${first.view.profile} and view ${away.name} of ${away.view.profile}: one command asks one service.`,
        400,
      ),
    );
  if (others.length > 0)
    say(
      `Period, comparison and filter are those of view ${first.name}; of ${[...new Set(others.map(({ name }) => name))].join(', ')} only the websites count.`,
    );
}

/** Where the name of a website stands; in commands for all websites, a view of the list. */
export function takesView({ level }: Pick<Line, 'level'>, index: number): boolean {
  if (level.arguments.length === 0) return index === 0 && hasFlag(level, 'search') && hasFlag(level, 'tag');
  const argument = argumentAt(level, index);
  // The words of a note may mention a name.
  if (argument?.name.includes('WORD') === true)
    return argument.suggestions === 'websitesAndTags' || (argument.suggestions === 'websites' && index === 0);
  return argument?.suggestions === 'websites' && argument.name.includes('SITE');
}

function hasFlag({ flags }: Line['level'], key: string): boolean {
  return flags.some(flag => flag.key === key);
}

function isTyped({ flagValues, awaits }: Line, key: string): boolean {
  return awaits?.key === key || flagValues.some(({ flag }) => flag.key === key);
}

/** "@monday", or of one of its websites "@monday#1". Throws a RefusedError where there is none. */
function viewOfWord(word: string, paths: Paths): NamedView & { readonly at: number } {
  const [typed = '', at = '0'] = word.slice(1).split('#');
  const all = openSavedViews(paths.data).read();
  const name = asViewName(typed) ?? '';
  const view = viewCalled(all, name);
  if (view === undefined)
    throw new RefusedError(
      `There is no view "${safeText(typed, 60)}": sitedeck view list prints those there are.${didYouMean(typed, viewNames(all))}`,
    );
  return { name, view, at: Number(at) };
}

/** The website that a word such as @monday means, and the name of its view. Throws a RefusedError. */
export function websiteOfWord(word: string, paths: Paths) {
  const { name, view, at } = viewOfWord(word, paths);
  const website = websitesOfView(view)[at];
  if (website === undefined)
    throw new RefusedError(`The view ${name} is of the list of websites, and of none of them.`);
  return { name, website };
}

function sitesOf({ name, view }: NamedView, word: string, { level, path, words }: Line): readonly string[] {
  const sites = websitesOfView(view);
  const command = path.join(' ');
  const takesList = ['search', 'tag'].every(key => hasFlag(level, key));
  if (view.screen === 'websites') {
    if (takesList && words.length === 1) return [];
    throw new UsageError(`The view ${name} is of the list of websites, and sitedeck ${command} is of one.`);
  }
  const [argument] = level.arguments;
  const named = sites.length === 1 ? 'one website' : `${sites.length} websites`;
  if (argument === undefined)
    throw new UsageError(`The view ${name} is of ${named}, and sitedeck ${command} is of all.`);
  if (sites.length === 1) return [word];
  const isNote = argument.name.includes('WORD') && argument.suggestions === 'websites';
  if (isMany(argument) && !isNote) return sites.map((_, index) => `@${name}#${index}`);
  throw new UsageError(`The view ${name} is of ${named}, and sitedeck ${command} is of one.`);
}

function profileImplied(name: string, view: SavedView, { flagValues }: Line, paths: Paths): Implied {
  const profile = profileOfView(view, paths);
  if (profile !== undefined) return [['profile', profile]];
  if (chosenProfile(choiceIn(flagValues), paths).name === view.profile) return [];
  throw new RefusedError(`View ${name}: there is no profile "${safeText(view.profile, 60)}" any more.`);
}

function choiceIn(flagValues: Line['flagValues'], own: Implied = []) {
  const text = (key: string) =>
    flagValues.findLast(({ flag }) => flag.key === key)?.text ?? own.find(([each]) => each === key)?.[1];
  return { profile: text('profile'), url: text('url') };
}

/** Today in the zone of the profile. */
function dayOf({ flagValues, level }: Line, own: Implied, paths: Paths): Day {
  const choice = { ...choiceIn(flagValues, own), ...profileOf(level.subcommand) };
  const profile = inZoneOfCounts(chosenProfile(choice, paths), serviceFile('logs', paths));
  return todayIn(profile.timeZone, new Date());
}

/** The statistic, and its row, of a command that takes one and was given none. */
function wordsImplied({ level }: Line, view: SavedView, words: readonly string[]): readonly string[] {
  const [, second] = level.arguments;
  if (second === undefined || words.length !== 1) return [];
  if (second.name === '<STATISTIC>') return view.screen === 'history' ? [view.statistic, view.value] : [];
  if (second.name !== '<NAME...>') return [];
  if ('statistic' in view) return [view.statistic];
  if (view.screen !== 'dashboard') return ['visitors'];
  return [isSessionMeasure(view.measure) ? 'sessions' : view.measure];
}

function periodImplied(line: Line, name: string, view: SavedView, today: () => Day): Implied {
  const { level } = line;
  if (!hasFlag(level, 'period')) return hasFlag(level, 'days') ? daysImplied(line, name, view, today()) : [];
  if (['period', 'from', 'to'].some(key => isTyped(line, key))) return [];
  if (view.screen === 'why' && view.day !== undefined)
    return [
      ['from', view.day],
      ['to', view.day],
    ];
  if ((view.steps ?? 0) === 0) return [['period', view.period]];
  const choice = chosenPeriodOf(view, today());
  if (choice === 'all' || 'problem' in choice) return [['period', view.period]];
  const { from, to } = resolvePeriod(choice, today());
  return [
    ['from', from],
    ['to', to],
  ];
}

/** So many days up to yesterday, of a command that takes no other period. */
function daysImplied(line: Line, name: string, view: SavedView, today: Day): Implied {
  if (line.flagValues.some(({ flag }) => flag.key === 'days')) return [];
  const chosen = view.screen === 'why' && view.day !== undefined ? { period: view.day } : view;
  const choice = chosenPeriodOf(chosen, today);
  const days = choice === 'all' || 'problem' in choice ? undefined : resolvePeriod(choice, today);
  const isUpToNow =
    /^(?:yesterday|\d+ ?d(?:ays?)?|last \d+ days?)$/.test(chosen.period) && view.steps === undefined;
  if (days !== undefined && isUpToNow && !includesToday(days, today))
    return [['days', String(dayCount(days))]];
  say(
    `View ${name}: "${safeText(periodTitle(chosen), 60)}" is no number of days up to yesterday, which is what sitedeck ${line.path.join(' ')} looks at: --days says how many.`,
  );
  return [];
}

function othersImplied({ level }: Line, view: SavedView, isNamed: boolean): Implied {
  const where = filterOfView(view).map(condition => ['where', typedCondition(condition)] as const);
  const common: Implied = [...(hasFlag(level, 'days') ? [] : [['compare', view.compare] as const]), ...where];
  if (view.screen === 'websites') {
    const { text, tags } = parseTagSearch(view.search);
    const isAll = text === '' && tags.length === 0;
    const isOrder = level.flags.find(({ key }) => key === 'sortBy')?.choices?.includes(view.sortBy) === true;
    return [
      ...common,
      ...(text === '' ? [] : [['search', text] as const]),
      ...tags.map(tag => ['tag', tag] as const),
      ...(isAll && level.arguments.length > 0 ? [['all'] as const] : []),
      ...(isOrder ? [['sortBy', view.sortBy] as const, ['sort', view.sort] as const] : []),
      ...(view.onlyAttention === true ? [['onlyAttention'] as const] : []),
    ];
  }
  if (view.screen === 'dashboard') return [...common, ['measure', view.measure]];
  if (view.screen !== 'statistic') return common;
  if (isSeries(view.statistic)) return [...common, ['measure', view.statistic]];
  const isUsual = view.sortBy === 'change' || (view.sortBy === 'count' && view.sort === 'desc');
  if (!isNamed || isHours(view.statistic)) return common;
  return [
    ...common,
    ...(view.search === '' ? [] : [['search', view.search] as const]),
    ...(isUsual ? [] : [['sortBy', view.sortBy] as const, ['sort', view.sort] as const]),
  ];
}

/** What the command has, and neither what was given nor what goes with it says otherwise. */
function withImplied(line: Line, implied: Implied): Line['flagValues'] {
  const typed = line.flagValues.map(({ flag }) => flag);
  return implied.flatMap(([key, text]): Line['flagValues'] => {
    const flag = line.level.flags.find(each => each.key === key);
    if (flag === undefined || isTyped(line, key)) return [];
    const isRefused = text !== undefined && flag.choices?.includes(text) === false;
    const isApart = typed.some(({ key: other, conflicts = [] }) =>
      [conflicts.includes(key), flag.conflicts?.includes(other)].includes(true),
    );
    return isRefused || isApart ? [] : [{ flag, text }];
  });
}

/** Today alone, and all days, are compared with nothing: what a view compares with is then left out. */
function withoutComparison(
  implied: Line['flagValues'],
  typed: Line['flagValues'],
  today: () => Day,
): Line['flagValues'] {
  const at = implied.findIndex(({ flag }) => flag.key === 'compare');
  const text = (key: string) => [...implied, ...typed].findLast(({ flag }) => flag.key === key)?.text;
  const options: PeriodOptions = { period: text('period'), from: text('from'), to: text('to') };
  if (at < 0 || implied[at]?.text === 'none') return implied;
  try {
    const day = today();
    if (completeDays(resolvePeriod(periodOf(options, day), day), day) !== undefined) return implied;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  return implied.toSpliced(at, 1);
}
