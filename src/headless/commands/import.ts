import { Option, type Command } from 'commander';

/** import DOMAIN FILE... */
export function addImport(program: Command): void {
  program
    .command('import')
    .description('count access logs of nginx or Apache for a website of your own (the profile "logs")')
    .argument('<DOMAIN>', 'the website they are of; made where it is missing')
    .argument('<FILE...>', 'logs, plain or gzip, in any order; - reads stdin')
    .option(
      '--source <name>',
      'a name for the server the logs are of: where several write the very same lines, each counts for itself',
    )
    .addOption(
      new Option(
        '--client <where>',
        'who a line is from, behind a proxy: x-forwarded-for is its last field in quotes, x-forwarded-for:4 the fourth ' +
          '(request, referrer and agent are 1 to 3), x-forwarded-for:NAME that of NAME=ADDRESS; else the address in front',
      ),
    )
    .addOption(
      new Option(
        '--trusted-proxy <address>',
        'an address or range of your proxies or CDN, never a client; once for each (private networks always are)',
      ).argParser((address: string, before: string[] | undefined) => [...(before ?? []), address]),
    )
    .option(
      '--recount',
      'remove what is stored of the days that the logs have lines of, and count these days again from these logs alone; ' +
        'asks first, or takes --yes',
    )
    .addHelpText(
      'after',
      `
What syslog, journald, docker, docker compose and Kubernetes write in front of a line is taken off.
A log of which most lines are none, or no line counts for a new website, is refused: exit 1, nothing is stored.`,
    )
    .action(async (domain: string, files: string[], _options, command: Command) => {
      const { importFiles } = await import('#headless/import/importFiles.ts');
      await importFiles(domain, files, command.optsWithGlobals());
    });
}
