import type { Command } from 'commander';

/** import DOMAIN FILE... */
export function addImport(program: Command): void {
  program
    .command('import')
    .description('count access logs of nginx or Apache for a website of your own (the profile "logs")')
    .argument('<DOMAIN>', 'the website they are of; made where it is missing')
    .argument('<FILE...>', 'logs, plain or gzip, in any order; - reads stdin')
    .action(async (domain: string, files: string[], _options, command: Command) => {
      const { importFiles } = await import('#headless/import/importFiles.ts');
      await importFiles(domain, files, command.optsWithGlobals());
    });
}
