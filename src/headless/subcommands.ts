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
import type { ListedSubcommand, DocsPlace, Subcommand } from './defineSubcommand.ts';

/**
 * All subcommands by name, in the order of the help and of docs/commands.md. The early reading of the command line, the parser,
 * completion and that page are made of it.
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
