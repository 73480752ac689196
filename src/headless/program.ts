import { Command } from 'commander';
import { addOptions, addSubcommand } from './addSubcommand.ts';
import { globalOptions, helpOption, versionOption } from '#headless/options/globalOptions.ts';
import { possibleCapabilities, type CapabilitiesFor } from './lacking.ts';
import { subcommands } from './subcommands.ts';

/**
 * The parser of the command line, made of the subcommands. It says nothing itself: what it finds, help that is asked for too, is
 * a CommanderError.
 */
export function createProgram(
  version: string,
  capabilities: CapabilitiesFor = possibleCapabilities,
): Command {
  const program = new Command('sitedeck')
    .version(version, `${versionOption.short}, --version`)
    .helpOption(`${helpOption.short}, --help`)
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ formatHelp: () => '' });
  addOptions(program, globalOptions);
  for (const [name, subcommand] of Object.entries(subcommands)) {
    const command = program.command(name);
    if ('run' in subcommand) addSubcommand(command, subcommand, capabilities);
    else {
      command.helpCommand(false);
      for (const [inner, definition] of Object.entries(subcommand.subcommands))
        addSubcommand(command.command(inner), definition, capabilities);
    }
  }
  return program;
}
