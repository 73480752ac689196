import { type InputEntry, inputName, inputText, readEntries } from '#cli/input.ts';
import { chosenWebsites } from '#cli/options.ts';
import { complainOf, say, writeTable } from '#cli/output.ts';
import { defineSubcommand, type ListedSubcommand, quietOption, siteArgument } from '#cli/subcommand.ts';
import { websiteOfWord } from '#cli/views/viewedLine.ts';
import { requireStatistics, type Run, withService } from '#cli/withService.ts';
import type { DataCell, DataColumn, DataTable } from '#model/export/dataTable.ts';
import { goalColumns, goalFacts, progressColumns } from '#model/export/statisticTables.ts';
import { Failure, RefusedError, UsageError } from '#model/failure.ts';
import { lastDays } from '#model/period/period.ts';
import { countsOf, countsVisits } from '#model/service/capabilities.ts';
import { allStatistics, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { meantValue, readableValue } from '#model/statistics/values.ts';
import {
  asGoalCount,
  canBeGoal,
  type Goal,
  goalCountRule,
  type Goals,
  goalsOf,
  type GoalStanding,
  type GoalSubject,
  type GoalUnit,
  goalUnits,
  goalWords,
  isGoalValue,
  setGoal,
  withoutGoals,
} from '#model/website/goal.ts';
import { normaliseDomain, websiteName } from '#model/website/website.ts';
import { findValue } from '#queries/rows/rows.ts';
import { websiteGoals } from '#queries/goals.ts';
import { read } from '#queries/answers/query.ts';
import { label, safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

const example = 'sitedeck goal set shop.example.com visitors 50000 --per month';
const perOption = { value: '<unit>', description: 'in each of them', choices: goalUnits } as const;

const set = defineSubcommand({
  description: 'say how much a website is to reach in each month or week',
  arguments: [
    siteArgument,
    {
      name: '[WORD...]',
      description: 'visitors or pageviews, or a statistic and one of its values; then the number',
      suggestions: allStatistics.filter(canBeGoal),
    },
  ],
  options: { per: { ...perOption, default: 'month' }, ...quietOption },
  notes: `
Visitors are those of each day added up. What counts the same of a website in the same unit is replaced. Goals are kept on this
machine, for each profile its own, beside its tags; the service is not told.`,
  examples: [
    [example, 'a measure'],
    ['sitedeck goal set shop.example.com event checkout 500 --per week', 'a row of a statistic'],
  ],
  async run([site, words], options) {
    const count = asGoalCount(words.at(-1) ?? '');
    if (count === undefined) throw new UsageError(`A goal ends with ${goalCountRule}: ${example}`);
    const { name, value: typed } = subjectOf(words.slice(0, -1));
    await withService(options, async run => {
      requireStatistics(run.api, [name]);
      const { id, domain = '' } = await run.resolveSite(site);
      const value = typed === undefined ? undefined : await countedValue(run, id, name, typed);
      const goal: Goal = { id, domain, name, ...(value !== undefined && { value }), per: options.per, count };
      run.goals.change(before => setGoal(before, goal));
      say(
        `Goal of ${safeText(domain || id)}: ${safeText(goalWords(goal, countsOf(goal.name, run.api.capabilities)))}.`,
      );
    });
  },
});

const list = defineSubcommand({
  description: 'print the goals; with --json all that import reads',
  arguments: [{ name: '[SITE]', description: 'only those of this website', suggestions: 'websites' }],
  options: { progress: { description: 'read how far each is, and where its month or week will end' } },
  examples: [
    ['sitedeck goal list --progress', 'how far all of them are'],
    ['sitedeck goal list --json > goals.json', 'a copy of all'],
  ],
  async run([site], options) {
    await withService(options, async run => {
      const all = run.goals.read();
      const own = site === undefined ? all : run.goalsOf(await run.resolveSite(site));
      const standings = options.progress === true ? await standingsOf(run, own) : undefined;
      const shown = ['domain', 'statistic', 'value', 'goal', 'per'];
      await writeTable(goalsTable(own, standings, run), run, {
        columns: standings === undefined ? shown : [...shown, 'so_far', 'end', 'end_from', 'end_to', 'state'],
        cell(key, [, statistic, value]) {
          const name = allStatistics.find(each => each === statistic);
          if (name === undefined) return undefined;
          if (key === 'value' && typeof value === 'string')
            return { text: safeText(readableValue(name, value)) };
          const isVisits = isSeries(name) && countsVisits(run.api.capabilities);
          return key === 'statistic' && isVisits ? { text: label`visits` } : undefined;
        },
      });
      if (own.length === 0 && run.format === 'table')
        say(
          `There is no goal yet: sitedeck goal set ${site === undefined ? 'SITE' : safeText(site, 100)} visitors 50000`,
        );
    });
  },
});

const remove = defineSubcommand({
  description: 'remove the goals of a website, or one of them',
  arguments: [
    { name: '<SITE>', description: 'its domain or id', suggestions: 'websites' },
    {
      name: '[WORD...]',
      description: 'what it counts, as it was set; left out, all of the website',
      suggestions: allStatistics.filter(canBeGoal),
    },
  ],
  options: { per: { ...perOption, description: 'only of this unit' }, ...quietOption },
  examples: [['sitedeck goal remove shop.example.com visitors', 'that of its visitors']],
  async run([site, words], options) {
    const subject = words.length === 0 ? undefined : subjectOf(words);
    await withService(options, async run => {
      const meant = site.startsWith('@')
        ? websiteOfWord(site, run.paths).website
        : { id: site, domain: site };
      let gone: Goals = [];
      run.goals.change(before => {
        const own = before.filter(
          goal =>
            (goal.id === meant.id || normaliseDomain(goal.domain) === normaliseDomain(meant.domain)) &&
            (options.per === undefined || goal.per === options.per),
        );
        gone = subject === undefined ? own : meantOf(own, subject);
        if (gone.length === 0)
          throw new RefusedError(
            `${safeText(site, 100)} has no such goal: sitedeck goal list prints those there are.`,
          );
        return withoutGoals(before, gone);
      });
      say(`${counted(gone.length, 'goals')} removed.`);
    });
  },
});

const importGoals = defineSubcommand({
  description: 'set the goals of a file that goal list --json has printed',
  arguments: [{ name: '<FILE>', description: 'the file; - reads stdin', suggestions: 'files' }],
  options: quietOption,
  notes: '\nWebsites are found by their domains. What counts the same already is replaced.',
  examples: [['sitedeck goal import goals.json', 'on another machine, or for another profile']],
  async run([file], options) {
    const text = await inputText(file, 'goals');
    const kind = {
      name: inputName(file),
      what: 'goals',
      printedBy: 'goal list',
      undone: 'Nothing was set.',
    };
    await withService(options, async run => {
      const goals = await readEntries(text, kind, async (entry): Promise<Goal> => {
        const { field, wrong } = entry;
        const domain = field('domain');
        const count = asGoalCount(field('goal') ?? '');
        const subject = subjectIn(entry);
        if (domain === undefined) throw wrong('domain', 'that of a website');
        if (count === undefined) throw wrong('goal', goalCountRule);
        const website = await run.resolveSite(domain);
        return { id: website.id, domain: website.domain ?? '', ...subject, count };
      });
      run.goals.change(before => goals.reduce<Goals>(setGoal, before));
      say(`${counted(goals.length, 'goals')} set.`);
    });
  },
});

export const goal: ListedSubcommand = {
  docs: 'commands',
  description: 'what websites are to reach in a month or week, and how far they are',
  subcommands: { set, list, remove, import: importGoals },
};

/** "visitors", or "event checkout". Throws a UsageError. */
function subjectOf(words: readonly string[]): Omit<GoalSubject, 'per'> {
  const [first = '', value, ...more] = words;
  const name = allStatistics.find(each => each === first.toLowerCase());
  if (name === undefined || !canBeGoal(name))
    throw new UsageError(
      `Say what is counted: visitors, pageviews, or a statistic and a value, such as event checkout: ${example}`,
    );
  if (more.length > 0 || !isGoalValue(name, value))
    throw new UsageError(
      isSeries(name)
        ? `${name} is a whole measure: no value goes with it. Such as ${example}`
        : `Behind ${name} goes one value, in quotes where it has blanks: sitedeck goal set SITE ${name} VALUE 500`,
    );
  return value === undefined ? { name } : { name, value };
}

/** As the service has it; what it has not counted yet is taken as it is typed. */
async function countedValue(run: Run, website: string, name: StatisticName, typed: string): Promise<string> {
  try {
    return await findValue(run.reader, [website], name, typed, lastDays(28, run.today()));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    say(`Not counted in the last 28 days, so it is taken as it is typed. ${error.message}`);
    return typed;
  }
}

function meantOf(goals: Goals, { name, value: typed }: Omit<GoalSubject, 'per'>): Goals {
  const named = goals.filter(goal => goal.name === name);
  if (typed === undefined) return named;
  const meant = meantValue(
    name,
    typed,
    named.flatMap(({ value }) => value ?? []),
  );
  return named.filter(({ value }) => value !== undefined && value === meant);
}

/** Of the websites that are there, by their goals. What fails for one is said, and hides no other. */
async function standingsOf(run: Run, goals: Goals): Promise<ReadonlyMap<Goal, GoalStanding>> {
  if (goals.length === 0) return new Map();
  const { rows } = await chosenWebsites(run);
  const found = new Map<Goal, GoalStanding>();
  for (const website of rows) {
    const own = goalsOf(goals, website);
    if (own.length === 0) continue;
    try {
      for (const standing of await read(websiteGoals, { website: website.id, goals: own }, run.reader))
        found.set(standing.goal, standing);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      complainOf(websiteName(website), error);
    }
  }
  return found;
}

function goalsTable(
  goals: Goals,
  standings: ReadonlyMap<Goal, GoalStanding> | undefined,
  run: Run,
): DataTable {
  const columns: DataColumn[] = [
    { key: 'domain', title: 'Website' },
    ...goalColumns,
    ...(standings === undefined ? [] : progressColumns),
    { key: 'id', title: 'Id', forPrograms: true },
  ];
  return {
    title: 'Goals',
    about: {},
    columns,
    rows: goals.map(goal => {
      const { domain, id } = goal;
      const facts = new Map<string, DataCell>(
        Object.entries({ domain, id, ...goalFacts(goal, standings?.get(goal), run.today()) }),
      );
      return columns.map(({ key }) => facts.get(key));
    }),
  };
}

/** Throws a UsageError. */
function subjectIn({ field, wrong }: InputEntry): GoalSubject {
  const [statistic, value, unit] = ['statistic', 'value', 'per'].map(field);
  const name = allStatistics.find(each => each === statistic);
  const per: GoalUnit | undefined = goalUnits.find(each => each === unit);
  if (name === undefined || !canBeGoal(name))
    throw wrong('statistic', 'visitors, pageviews, or a statistic such as event');
  if (!isGoalValue(name, value))
    throw wrong('value', isSeries(name) ? `nothing: ${name} is a whole measure` : `a value of ${name}`);
  if (per === undefined) throw wrong('per', goalUnits.join(' or '));
  return value === undefined ? { name, per } : { name, value, per };
}
