import { RefusedError, UsageError } from '#model/failure.ts';
import { levelOf, type Line, readLine } from '#cli/commandLine.ts';
import { runLine } from '#cli/run.ts';
import { capabilitiesFor } from '#cli/lacking.ts';
import { outputState } from '#cli/output/stderr.ts';
import { captureData } from '#cli/output/stdout.ts';
import { flagsOf, isMany, type Subcommand } from '#cli/subcommand.ts';
import { root } from '#cli/subcommands.ts';
import { show } from '#cli/websites/websites.ts';
import { escapeInvisible, safeText } from '#text/safeText.ts';
import { propertyOf, type Tool } from './tools.ts';

/** What an agent gives a tool, as a command line would. Throws a UsageError. */
function givenBy(
  { arguments: taken, options }: Subcommand,
  given: Readonly<Record<string, unknown>>,
): Pick<Line, 'given' | 'words'> {
  const flags = flagsOf(options);
  const words = new Set(taken.map(propertyOf));
  const typed = Object.entries(given).flatMap(([key, value]): Line['given'] => {
    if (words.has(key) || value === undefined || value === null) return [];
    const own = flags.filter(each => each.key === key);
    const [flag] = own;
    if (flag === undefined) {
      const known = [...words, ...new Set(flags.map(each => each.key))].join(', ');
      throw new UsageError(`There is no "${safeText(key, 60)}" here: give ${known}.`);
    }
    if (flag.value === undefined) {
      if (typeof value !== 'boolean') throw new UsageError(`${key} is true or false.`);
      const form = own.find(({ long }) => long.startsWith('--no-') !== value);
      return form === undefined ? [] : [{ flag: form, text: undefined }];
    }
    const values = flag.repeatable === true ? textsOf(key, value) : [textOf(key, value)];
    if (values.length === 0) throw new UsageError(`${key} is an empty list: give [""] for none.`);
    return values.map(text => ({ flag, text }));
  });
  const named = taken.flatMap((argument): string[] => {
    const key = propertyOf(argument);
    const value = given[key];
    if (value === undefined || value === null) return [];
    return isMany(argument) ? textsOf(key, value) : [textOf(key, value)];
  });
  return { given: typed, words: named };
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

interface Answer {
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
  outputState.onLine = line => notes.push(line);
  try {
    if (tool.changes === undefined) return { json: await runToJson(tool, given, global), notes };
    // Before anything is asked for.
    givenBy(tool.subcommand, given);
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
    outputState.onLine = undefined;
    process.exitCode = undefined;
  }
}

const record: CommandOfTool = { words: 'websites show', subcommand: show };

async function runToJson(
  { words, subcommand }: CommandOfTool,
  given: Given,
  global: readonly string[],
): Promise<string> {
  const line = readLine(['--json', '--yes', ...global, ...words.split(' ')], root);
  const own = givenBy(subcommand, given);
  const asked = {
    ...line,
    level: levelOf(subcommand),
    given: [...line.given, ...own.given],
    words: own.words,
  };
  return await captureData(() => runLine(asked, capabilitiesFor));
}

/** The first row of a printed table; empty where it has none. */
function rowOf(json: string): Given {
  const table: unknown = JSON.parse(json);
  if (typeof table !== 'object' || table === null || !('rows' in table) || !Array.isArray(table.rows))
    return {};
  const [first]: readonly unknown[] = table.rows;
  return typeof first === 'object' && first !== null ? { ...first } : {};
}
