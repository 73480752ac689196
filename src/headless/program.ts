import { Command, Option } from 'commander';
import { addCompletion } from './commands/completion.ts';
import { addImport } from './commands/import.ts';
import { addProfile } from './commands/profile.ts';
import { addReport } from './commands/report.ts';
import { addServe } from './commands/serve.ts';
import { addStats } from './commands/stats.ts';
import { addWatch } from './commands/watch.ts';
import { addWebsites } from './commands/websites.ts';
import { formats } from './options/global.ts';

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
4 a threshold of watch was crossed, 130 interrupted.`;

/** All commands and options. What a command does is loaded when it runs. */
export function createProgram(version: string): Command {
  const program = new Command('sitedeck')
    .description(description)
    .usage('[options] [DOMAIN]\n       sitedeck [options] COMMAND ...')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addOption(new Option('--profile <name>', 'use this profile'))
    .addOption(new Option('--url <url>', 'use the service at this address, with the key in SITEDECK_API_KEY'))
    .addOption(new Option('--format <format>', 'how data is printed').choices(formats))
    .option('--json', 'the same as --format json')
    .option('--read-only', 'refuse everything that changes something')
    .option('-y, --yes', 'answer yes to what would be asked')
    .option('--no-color', 'no colours')
    .option('--ascii', 'plain ASCII lines and charts')
    .option('--debug <file>', 'write every request to this file, without the key')
    .addHelpText('after', environment);
  program.exitOverride().configureOutput({ outputError: () => undefined });
  program.configureHelp({ showGlobalOptions: true });
  for (const add of [
    addWebsites,
    addStats,
    addReport,
    addWatch,
    addImport,
    addServe,
    addProfile,
    addCompletion,
  ])
    add(program);
  return program;
}
