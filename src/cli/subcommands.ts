import { globalFlags, group, type Level, levelOf, offered } from './commandLine.ts';
import { importSubcommand } from './logs/import.ts';
import { lines } from './logs/lines.ts';
import { logs } from './logs/logs.ts';
import { now } from './logs/now.ts';
import { serve } from './logs/serve.ts';
import { compare } from './numbers/compare.ts';
import { history } from './numbers/history.ts';
import { overview } from './numbers/overview.ts';
import { stats } from './numbers/stats.ts';
import { watch } from './watch/watch.ts';
import { why } from './numbers/why.ts';
import { year } from './numbers/year.ts';
import { report } from './report/report.ts';
import { config } from './services/config.ts';
import { doctor } from './services/doctor.ts';
import { profile } from './services/profile.ts';
import { defineSubcommand, type DocsPlace, type ListedSubcommand, type Subcommand } from './subcommand.ts';
import { goal } from './websites/goal.ts';
import { note } from './websites/note.ts';
import { tag } from './websites/tag.ts';
import { websites } from './websites/websites.ts';
import { view } from './views/view.ts';

const completion = defineSubcommand({
  docs: 'install#completion',
  description: 'print the completion for a shell, to be read in its start-up file',
  arguments: [{ name: '<SHELL>', description: 'which', choices: ['bash', 'zsh', 'fish'] }],
  options: {},
  examples: [
    ['source <(sitedeck completion bash)', 'in ~/.bashrc'],
    ['source <(sitedeck completion zsh)', 'in ~/.zshrc, after compinit'],
    ['sitedeck completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  async run([shell]) {
    const { printScript } = await import('./help/completion.ts');
    await printScript(shell);
  },
});

/** What the scripts call for the words that could come next. */
const completeWords = defineSubcommand({
  docs: 'unlisted',
  description: 'print the words that could come next on a command line',
  arguments: [{ name: '[WORDS...]' }],
  options: { described: { description: 'what each is, behind a tab' } },
  examples: [["sitedeck complete-words -- stats ''", 'what could come next']],
  async run([words], { described }) {
    const { printWords } = await import('./help/completion.ts');
    await printWords(words, { described: described === true });
  },
});

const help = defineSubcommand({
  docs: 'commands',
  description: 'print the help of a command, or the manual',
  arguments: [{ name: '[COMMAND...]', description: 'such as websites update', suggestions: 'commands' }],
  options: { man: { description: 'the whole manual, as the source of a man page' } },
  examples: [
    ['sitedeck help stats', 'the same as sitedeck stats --help'],
    ['sitedeck help --man | man -l -', 'read the manual where it is not installed'],
  ],
  async run([words], { man }) {
    const { printHelp } = await import('./help/help.ts');
    await printHelp(words, { man: man === true });
  },
});

const mcp = defineSubcommand({
  docs: 'agents',
  description: 'let agents read the same numbers, over the Model Context Protocol on stdin and stdout',
  arguments: [],
  options: {
    allowWrites: { description: 'also let them create, change and delete websites' },
  },
  notes: `
Tools: websites, overview, statistic, compare, why and history; with --allow-writes create, update and delete. The
reading ones answer what websites list, overview, stats, why and history print with --json, the others with the website
before and after.`,
  examples: [
    ['sitedeck --profile work mcp', 'what an agent is to start'],
    ['sitedeck --profile work mcp --allow-writes', 'the same for one that may change websites'],
  ],
  async run(_args, options) {
    const { serveMcp } = await import('./mcp/server.ts');
    await serveMcp(options);
  },
});

/** All subcommands by name, in the order of the help and of docs/commands.md. */
export const subcommands: Readonly<Record<string, ListedSubcommand>> = {
  websites,
  tag,
  note,
  goal,
  view,
  overview,
  compare,
  stats,
  why,
  history,
  year,
  report,
  watch,
  logs,
  now,
  lines,
  import: importSubcommand,
  serve,
  mcp,
  profile,
  config,
  doctor,
  completion,
  help,
  'complete-words': completeWords,
};

export const root: Level = {
  flags: globalFlags,
  commands: Object.entries(subcommands)
    .filter(([, { docs }]) => docs !== 'unlisted')
    .map(offered),
  arguments: [{ name: '[SITE...]', suggestions: 'websites' }],
  next(name) {
    const found = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (found === undefined) return undefined;
    return 'run' in found ? levelOf(found) : group(found.subcommands);
  },
};

interface CommandLine {
  readonly words: string;
  readonly subcommand: Subcommand;
  readonly docs: DocsPlace;
}

/** Every command line that does something, but for the unlisted ones, in the order of the table. */
export function listedCommandLines(): CommandLine[] {
  return Object.entries(subcommands).flatMap(([name, { docs, ...found }]): CommandLine[] => {
    if (docs === 'unlisted') return [];
    if ('run' in found) return [{ words: name, subcommand: found, docs }];
    return Object.entries(found.subcommands).map(([inner, subcommand]) => ({
      words: `${name} ${inner}`,
      subcommand,
      docs,
    }));
  });
}
