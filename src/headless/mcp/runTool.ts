import { Command, CommanderError } from 'commander';
import { RefusedError, UsageError } from '#connection/errors.ts';
import { addOptions, addSubcommand } from '#headless/addSubcommand.ts';
import { show } from '#headless/commands/websites.ts';
import type { Subcommand } from '#headless/defineSubcommand.ts';
import { capabilitiesFor } from '#headless/lacking.ts';
import { globalOptions } from '#headless/options/globalOptions.ts';
import { listenToLines } from '#headless/output/stderr.ts';
import { captureData } from '#headless/output/stdout.ts';
import { escapeInvisible } from '#model/text/invisible.ts';
import { commandLine } from './commandLine.ts';
import type { Tool } from './tools.ts';

type Given = Readonly<Record<string, unknown>>;
type CommandOfTool = Pick<Tool, 'words' | 'subcommand'>;

export interface Answer {
  /** What the command prints with --json, to the byte; of a change the website before and after it. */
  readonly json: string;
  /** What the command says beside its data, line by line. */
  readonly notes: readonly string[];
}

/**
 * Runs the subcommand of a tool; only one may run at a time. `global`: the options of the command line that go with every
 * command. Rejects as the subcommand does, with a UsageError, or a RefusedError with what a change that failed in part said.
 */
export async function runTool(tool: Tool, given: Given, global: readonly string[]): Promise<Answer> {
  const notes: string[] = [];
  listenToLines(line => notes.push(line));
  try {
    if (tool.changes === undefined) return { json: await runToJson(tool, given, global), notes };
    // Before anything is asked for.
    commandLine(tool.subcommand, given);
    const read = async (site: unknown) => rowOf(await runToJson(record, { sites: [site] }, global));
    if (tool.changes !== 'creates' && (given['site'] ?? undefined) === undefined)
      throw new UsageError('site is missing.');
    const before = tool.changes === 'creates' ? undefined : await read(given['site']);
    const site = before === undefined ? {} : { site: before['id'] };
    const changed = rowOf(await runToJson(tool, { ...given, ...site }, global));
    if (process.exitCode !== undefined) throw new RefusedError(notes.join(' '));
    const after = tool.changes === 'deletes' ? null : await read(before?.['id'] ?? changed['id']);
    const json = JSON.stringify({ before: before ?? null, after }, undefined, 2);
    return { json: `${escapeInvisible(json, '\n')}\n`, notes };
  } finally {
    listenToLines(undefined);
    process.exitCode = undefined;
  }
}

const record: CommandOfTool = { words: 'websites show', subcommand: show };

async function runToJson(
  { words, subcommand }: CommandOfTool,
  given: Given,
  global: readonly string[],
): Promise<string> {
  const args = ['--json', '--yes', ...global, ...words.split(' '), ...commandLine(subcommand, given)];
  const program = parserOf(words, subcommand);
  try {
    return await captureData(async () => void (await program.parseAsync(args, { from: 'user' })));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const { usageLine } = await import('#headless/help/usageLine.ts');
    throw new UsageError(usageLine(error, args), { cause: error });
  }
}

/** The parser of the shell, of this one command. */
function parserOf(words: string, subcommand: Subcommand): Command {
  const program = new Command('sitedeck').exitOverride().configureOutput({ outputError: () => undefined });
  addOptions(program, globalOptions);
  const command = words.split(' ').reduce((group, word) => group.command(word), program);
  addSubcommand(command.helpOption(false), subcommand, capabilitiesFor);
  return program.showSuggestionAfterError(false);
}

/** The first row of a printed table; empty where it has none. */
function rowOf(json: string): Given {
  const table: unknown = JSON.parse(json);
  if (typeof table !== 'object' || table === null || !('rows' in table) || !Array.isArray(table.rows))
    return {};
  const [first]: readonly unknown[] = table.rows;
  return typeof first === 'object' && first !== null ? { ...first } : {};
}
