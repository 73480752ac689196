import { completeWords, completion } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { help } from './commands/help.ts';
import { history } from './commands/history.ts';
import { importLogs } from './commands/import.ts';
import { logs } from './commands/logs.ts';
import { mcp } from './commands/mcp.ts';
import { now } from './commands/now.ts';
import { overview } from './commands/overview.ts';
import { profile } from './commands/profile.ts';
import { report } from './commands/report.ts';
import { serve } from './commands/serve.ts';
import { stats } from './commands/stats.ts';
import { tag } from './commands/tag.ts';
import { watch } from './commands/watch.ts';
import { websites } from './commands/websites.ts';
import { why } from './commands/why.ts';
import type { ListedSubcommand, ReadmeHeading, Subcommand } from './defineSubcommand.ts';

/**
 * All subcommands by name, in the order of the help and of the README. The early reading of the command line, the parser,
 * completion and the README are made of it.
 */
export const subcommands: Readonly<Record<string, ListedSubcommand>> = {
  websites,
  tag,
  overview,
  stats,
  why,
  history,
  report,
  watch,
  logs,
  now,
  import: importLogs,
  serve,
  mcp,
  profile,
  doctor,
  completion,
  help,
  'complete-words': completeWords,
};

interface CommandLine {
  /** As it is typed: "websites list". */
  readonly words: string;
  readonly subcommand: Subcommand;
  readonly readme: ReadmeHeading;
}

/** Every command line that does something, but for the unlisted ones, in the order of the table. */
export function listedCommandLines(): CommandLine[] {
  return Object.entries(subcommands).flatMap(([name, { readme, ...found }]): CommandLine[] => {
    if (readme === 'unlisted') return [];
    if ('run' in found) return [{ words: name, subcommand: found, readme }];
    return Object.entries(found.subcommands).map(([inner, subcommand]) => ({
      words: `${name} ${inner}`,
      subcommand,
      readme,
    }));
  });
}
