import { RefusedError, UsageError } from '#api/failure.ts';
import { group, type Level, readLine } from '#cli/commandLine.ts';
import { runLine } from '#cli/run.ts';
import { capabilitiesFor } from '#cli/lacking.ts';
import { listenToLines } from '#cli/output/stderr.ts';
import { captureData } from '#cli/output/stdout.ts';
import { flagsOf, type Subcommand } from '#cli/subcommand.ts';
import { show } from '#cli/websites/websites.ts';
import { escapeInvisible, safeText } from '#text/safeText.ts';
import { isMany, propertyOf, type Tool } from './tools.ts';

/** The command line of what an agent gives a tool, which the parser of the shell then checks. Throws a UsageError. */
function commandLine(
  { arguments: taken, options }: Subcommand,
  given: Readonly<Record<string, unknown>>,
): string[] {
  const flags = flagsOf(options);
  const words = new Map(taken.map(({ name }) => [propertyOf(name), name]));
  const typed = Object.entries(given).flatMap(([key, value]): string[] => {
    if (words.has(key) || value === undefined || value === null) return [];
    const [flag, off = flag] = flags.filter(each => each.key === key);
    if (flag === undefined || off === undefined) {
      const known = [...words.keys(), ...new Set(flags.map(each => each.key))].join(', ');
      throw new UsageError(`There is no "${safeText(key, 60)}" here: give ${known}.`);
    }
    if (flag.value === undefined) return switchOf(key, value, flag.long, off.long);
    const values = flag.repeatable === true ? textsOf(key, value) : [textOf(key, value)];
    if (values.length === 0) throw new UsageError(`${key} is an empty list: give [""] for none.`);
    return values.map(text => `${flag.long}=${text}`);
  });
  const named = taken.flatMap(({ name }): string[] => {
    const key = propertyOf(name);
    const value = given[key];
    if (value === undefined || value === null) return [];
    return isMany(name) ? textsOf(key, value) : [textOf(key, value)];
  });
  return [...typed, '--', ...named];
}

function switchOf(key: string, value: unknown, on: string, off: string): string[] {
  if (typeof value !== 'boolean') throw new UsageError(`${key} is true or false.`);
  if (value) return on.startsWith('--no-') ? [] : [on];
  return off.startsWith('--no-') ? [off] : [];
}

function textsOf(key: string, value: unknown): string[] {
  return Array.isArray(value) ? value.map((each: unknown) => textOf(key, each)) : [textOf(key, value)];
}

function textOf(key: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new UsageError(`${safeText(key, 60)} is a text or a number.`);
}

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
  const line = readLine(args, levelAt(words.split(' '), subcommand));
  return await captureData(() => runLine(line, capabilitiesFor));
}

function levelAt([word = '', ...others]: readonly string[], subcommand: Subcommand): Level {
  if (others.length === 0) return group({ [word]: subcommand });
  return { ...group({}), next: name => (name === word ? levelAt(others, subcommand) : undefined) };
}

/** The first row of a printed table; empty where it has none. */
function rowOf(json: string): Given {
  const table: unknown = JSON.parse(json);
  if (typeof table !== 'object' || table === null || !('rows' in table) || !Array.isArray(table.rows))
    return {};
  const [first]: readonly unknown[] = table.rows;
  return typeof first === 'object' && first !== null ? { ...first } : {};
}
