import { Option, type Command } from 'commander';
import { wholeNumber } from '#headless/options/wholeNumber.ts';

/** serve */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('put your own service (the profile "logs", or --profile demo) on a port')
    .addOption(new Option('--host <address>', 'where to listen').default('127.0.0.1'))
    .addOption(
      new Option('--port <port>', '0 takes any free one').argParser(wholeNumber(0, 65_535)).default(8080),
    )
    .addHelpText(
      'after',
      '\nClients send a key: SITEDECK_API_KEY, or one that is made once and kept in a file only you can read.',
    )
    .action(async (_options, command: Command) => {
      const { serve } = await import('#headless/serve/serve.ts');
      await serve(command.optsWithGlobals());
    });
}
