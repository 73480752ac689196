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
    .addOption(
      new Option(
        '--allow-host <name>',
        'a name that requests may have as their host, of a reverse proxy for example; once for each',
      ).argParser((name: string, before: string[] | undefined) => [...(before ?? []), name]),
    )
    .addHelpText(
      'after',
      [
        '',
        'Clients send a key: SITEDECK_API_KEY, or one that is made once and kept in a file only you can read. Beyond this',
        'machine it is SITEDECK_API_KEY, with at least 16 characters.',
        'Requests are for localhost, 127.0.0.1 or [::1], with any port; beyond this machine also for any address, and for',
        'the name that --host has. Other names are refused unless they are allowed, and so are all requests of web pages.',
      ].join('\n'),
    )
    .action(async (_options, command: Command) => {
      const { serve } = await import('#headless/serve/serve.ts');
      await serve(command.optsWithGlobals());
    });
}
