import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask } from '#cli/input.ts';
import { columnsOf, complain, outputOf, print, say, tell, writeTable } from '#cli/output.ts';
import { defineSubcommand, formatOf, type ListedSubcommand } from '#cli/subcommand.ts';
import { writing } from '#config/jsonFile.ts';
import { readPaths } from '#config/paths.ts';
import { readYours, readYoursFile, wrongLines, writeYoursFile, yoursPath } from '#config/yours/yours.ts';
import { ConfigError, exitCodes, Failure, RefusedError, UsageError } from '#model/failure.ts';
import type { OwnLists, Yours } from '#model/own/yours.ts';
import type { OwnCommand } from '#model/own/command.ts';
import { readText } from '#system/files.ts';
import { singleExecutable } from '#system/runtime.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

const pathHere = () => yoursPath(readPaths(process.env).config);

const show = defineSubcommand({
  description: 'print what of config.yaml is used, or one own command, as YAML or JSON',
  arguments: [{ name: '[NAME]', description: 'of an own command', suggestions: 'ownCommands' }],
  options: {},
  examples: [
    ['sitedeck config show', 'without comments, and without what is wrong'],
    ['sitedeck config show --json', 'the same for programs'],
  ],
  async run([name], options) {
    const format = formatOf(options);
    if (format !== 'table' && format !== 'json')
      throw new UsageError('config show prints YAML, or JSON with --json.');
    const path = pathHere();
    const read = await readYours(path);
    const { stringify } = await import('yaml');
    const used =
      name === undefined
        ? read.yours
          ? writtenYours(read.yours)
          : {}
        : commandCalled(name, read.yours?.commands ?? []);
    await print(
      format === 'json' ? `${JSON.stringify(used, null, 2)}\n` : stringify(used, { lineWidth: 100 }),
    );
    if (wrongLines(path, read).length > 0)
      say('Not all of the file is used: sitedeck config check says why.');
  },
});

const check = defineSubcommand({
  description: 'say what is wrong in config.yaml, with line and column: exit code 2 where something is',
  arguments: [],
  options: {},
  examples: [['sitedeck config check --json', 'for programs; without it a line that editors can follow']],
  async run(_args, options) {
    const output = outputOf(options);
    const path = pathHere();
    const read = await readYours(path);
    const lines = wrongLines(path, read);
    if (lines.length > 0) process.exitCode = exitCodes.wrongUse;
    if (output.format !== 'table')
      return await writeTable(
        {
          title: 'Errors of config.yaml',
          about: { file: path },
          columns: columnsOf({ line: 'Line', column: 'Column', problem: 'Problem' }),
          rows:
            read.unusable === undefined
              ? read.wrong.map(({ line, column, text }) => [line, column, text])
              : [[undefined, undefined, read.unusable]],
        },
        output,
      );
    await print(lines.map(line => `${line}\n`).join(''));
    if (lines.length > 0) return;
    say(existsSync(path) ? 'Nothing is wrong.' : `There is no ${path} yet: sitedeck config edit makes one.`);
  },
});

const path = defineSubcommand({
  description: 'print where config.yaml is, or would be',
  arguments: [],
  options: {},
  examples: [['sitedeck config path', '~/.config/sitedeck/config.yaml, by XDG_CONFIG_HOME']],
  run: async () => await print(`${pathHere()}\n`),
});

const edit = defineSubcommand({
  description: 'edit config.yaml with $VISUAL or $EDITOR; it counts once it is checked',
  arguments: [],
  options: {},
  notes: `
A copy is edited. Where something in it is wrong it is said, and you may edit it again, keep it as it is, or leave the file
as it was. A running program sees the change within a second.`,
  examples: [
    ['sitedeck config edit', 'your own commands and keys'],
    ['EDITOR="code --wait" sitedeck config edit', 'an editor with a window has to wait'],
  ],
  async run() {
    const target = pathHere();
    const before = readYoursFile(target);
    const wanted = join(tmpdir(), 'sitedeck-');
    let folder = wanted;
    writing(wanted, () => (folder = mkdtempSync(wanted)));
    const copy = join(folder, 'config.yaml');
    const offered = withSchema(before ?? firstText);
    let keepsCopy = false;
    try {
      writing(copy, () => writeFileSync(copy, offered, { mode: 0o600 }));
      const edited = await editUntilRight(copy);
      if (edited === undefined || edited === offered) return say('Nothing was changed.');
      if (readYoursFile(target) !== before)
        throw new RefusedError(`${target} was changed by another program meanwhile.`);
      writeYoursFile(target, edited);
      say(`Saved ${target}.`);
    } catch (error) {
      keepsCopy = error instanceof Failure && isOther(copy, offered);
      if (keepsCopy && error instanceof Failure) error.message = `Your text is in ${copy}. ${error.message}`;
      throw error;
    } finally {
      if (!keepsCopy) rmSync(folder, { recursive: true, force: true });
    }
  },
});

export const config: ListedSubcommand = {
  docs: 'yours',
  description: 'your own commands, keys, panels and columns, in config.yaml',
  subcommands: { show, check, path, edit },
};

/** As the file has it. */
function writtenYours({ panels, columns, ...others }: Yours): object {
  return {
    ...others,
    ...(hasLists(panels) && { panels: writtenLists(panels) }),
    ...(hasLists(columns) && { columns: writtenLists(columns) }),
  };
}

const hasLists = ({ all, tags }: OwnLists<string>) => all !== undefined || tags.length > 0;

function writtenLists({ all, tags }: OwnLists<string>): object {
  if (tags.length === 0) return all ?? [];
  return { ...(all && { all }), tags: Object.fromEntries(tags.map(({ tag, names }) => [tag, names])) };
}

function commandCalled(name: string, commands: readonly OwnCommand[]): OwnCommand {
  const found = commands.find(command => command.name === name);
  if (found !== undefined) return found;
  const meant = didYouMean(
    name,
    commands.map(command => command.name),
  );
  throw new UsageError(`config.yaml has no command "${safeText(name, 60)}" that is right.${meant}`);
}

/** The text of the copy once it is right or is to be kept as it is; undefined where the file is to stay as it was. */
async function editUntilRight(copy: string): Promise<string | undefined> {
  for (;;) {
    openEditor(copy);
    // Some editors end with 0 where they took the file away.
    if (!existsSync(copy)) return undefined;
    const read = await readYours(copy);
    const wrong = wrongLines('config.yaml', read);
    if (wrong.length === 0) return textOf(copy);
    for (const line of wrong) complain(line);
    const answer = await ask(
      'Type e to edit it again, k to keep it as it is, l to leave the file as it was:',
    );
    if (answer === undefined)
      throw new ConfigError(`${counted(wrong.length, 'errors')}. Nothing was changed.`);
    const [first = 'e'] = answer.trim().toLowerCase();
    if (first === 'l') return undefined;
    if (first === 'k' && read.unusable === undefined) return textOf(copy);
    if (first === 'k') tell('It cannot be kept: nothing in it could be used.');
  }
}

/** Whether a file is there that holds another text, also where it cannot be read. */
function isOther(file: string, text: string): boolean {
  try {
    return existsSync(file) && readText(file) !== text;
  } catch {
    return true;
  }
}

function textOf(copy: string): string {
  return readText(copy, { maxBytes: 1_000_000 });
}

/** The variables hold a command line, as for git: "code --wait". The file is an argument of its own behind it. */
function openEditor(file: string): void {
  const { VISUAL, EDITOR } = process.env;
  const editor = VISUAL || EDITOR || 'vi';
  const { status, error } = spawnSync('/bin/sh', ['-c', `${editor} "$@"`, editor, file], {
    stdio: 'inherit',
  });
  if (error !== undefined || status !== 0)
    throw new ConfigError(
      `The editor ${safeText(editor, 60)} ended with ${status ?? 'an error'}. Nothing was changed: set EDITOR to one that is there.`,
    );
}

const schemaMark = '# yaml-language-server: $schema=';
const schemaFile = 'config.schema.json';

/** The text below the line by which editors know what may be written, as far as this program has the schema in a file. */
function withSchema(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const isNamed = first.startsWith(schemaMark);
  const isOurs = isNamed && first.trimEnd().endsWith(`/${schemaFile}`);
  const schema =
    singleExecutable() === undefined ? join(dirname(fileURLToPath(import.meta.url)), schemaFile) : '';
  if ((isNamed && !isOurs) || !existsSync(schema)) return text;
  const line = `${schemaMark}file://${encodeURI(schema)}`;
  return isOurs ? [line, ...rest].join('\n') : `${line}\n${text}`;
}

const firstText = `# What is yours: docs/yours.md tells all of it. Each line without its # is an example.
#
# commands:
#   - name: Whois
#     run: [whois, "{domain}"]
#     on: [websites, dashboard]
#     output: pager
# panels: [page, referrer, country, event]
# columns: [domain, days, visitors, change]
`;
