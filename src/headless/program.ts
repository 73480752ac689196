import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '#connection/errors.ts';
import type { Subcommand } from './defineSubcommand.ts';
import { globalOptions, helpOption, versionOption } from '#headless/options/globalOptions.ts';
import { flagsOf, type OptionTable } from './options/optionTable.ts';
import { capabilitiesFor, refuseLacking, type CapabilitiesFor } from './lacking.ts';
import { subcommands } from './subcommands.ts';

const description = `Website analytics in your terminal: the websites a service tracks, and their statistics.

Without a command the full-screen application opens, with a domain at that website's statistics.
SITE below is an id or a domain; data goes to stdout, everything else to stderr.`;

const environment = `
Environment:
  SITEDECK_URL, SITEDECK_API_KEY   a service and the key for it, in place of a profile
  SITEDECK_PROFILE                 the profile to use
  NO_COLOR, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS,
  XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME

Exit codes: 0 done, 1 the service refused, 2 wrong use, 3 could not reach it or sign in,
4 a threshold of watch was crossed, 5 plan found changes, 130 interrupted.`;

/** The parser of the command line, made of the subcommands. */
export function createProgram(version: string, capabilities: CapabilitiesFor = capabilitiesFor): Command {
  const program = new Command('sitedeck')
    .description(description)
    .usage('[options] [DOMAIN]\n       sitedeck [options] COMMAND ...')
    .version(version, `${versionOption.short}, --version`, versionOption.description)
    .helpOption(`${helpOption.short}, --help`, helpOption.description)
    .addHelpText('after', environment);
  addOptions(program, globalOptions);
  program.exitOverride().configureOutput({ outputError: () => undefined });
  program.configureHelp({ showGlobalOptions: true });
  for (const [name, subcommand] of Object.entries(subcommands)) {
    const command = program.command(name, { hidden: subcommand.readme === 'unlisted' });
    if ('run' in subcommand) addSubcommand(command, subcommand, capabilities);
    else {
      command.description(subcommand.description);
      for (const [inner, definition] of Object.entries(subcommand.subcommands))
        addSubcommand(command.command(inner), definition, capabilities);
    }
  }
  return program;
}

function addSubcommand(command: Command, definition: Subcommand, capabilities: CapabilitiesFor): void {
  command.description(definition.description);
  for (const { name, description, choices } of definition.arguments) {
    const argument = new Argument(name, description);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  addOptions(command, definition.options);
  if (definition.notes !== undefined) command.addHelpText('after', definition.notes);
  command.action(async () => {
    const { processedArgs: args } = command;
    const options = command.optsWithGlobals();
    refuseLacking(definition, args, options, () => capabilities(options));
    await definition.run(args, options);
  });
}

function addOptions(command: Command, table: OptionTable): void {
  for (const flag of flagsOf(table)) {
    const { short, long, value, parse } = flag;
    const names = short === undefined ? long : `${short}, ${long}`;
    const option = new Option(value === undefined ? names : `${names} ${value}`, flag.description);
    if (flag.choices !== undefined) option.choices(flag.choices);
    if (parse !== undefined) option.argParser(text => parsed(text, parse));
    if (flag.repeatable === true)
      option.argParser((text, before: string[] | undefined) => [...(before ?? []), text]);
    if (flag.default !== undefined) option.default(flag.default);
    if (flag.conflicts !== undefined) option.conflicts([...flag.conflicts]);
    command.addOption(option);
  }
}

/** Commander names the option in front of the words. */
function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof UsageError ? new InvalidArgumentError(error.message) : error;
  }
}
