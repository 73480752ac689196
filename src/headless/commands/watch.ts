import { Option, type Command } from 'commander';
import { wholeNumber } from '#headless/options/wholeNumber.ts';

/** watch SITE... */
export function addWatch(program: Command): void {
  program
    .command('watch')
    .description('for cron: exit 4 with a line for each website that crosses a threshold, else 0')
    .argument('<SITE...>', 'ids or domains')
    .addOption(new Option('--below <count>', 'fewer than that').argParser(wholeNumber(1)))
    .addOption(new Option('--above <count>', 'more than that').argParser(wholeNumber(0)))
    .addOption(
      new Option('--drop <percent>', 'a fall by at least so many percent').argParser(wholeNumber(1, 100)),
    )
    .addOption(
      new Option('--days <days>', 'so many days, up to yesterday').argParser(wholeNumber(1, 366)).default(1),
    )
    .addOption(
      new Option('--measure <name>', 'what is counted')
        .choices(['visitors', 'pageviews'])
        .default('visitors'),
    )
    .addHelpText(
      'after',
      '\nA fall is measured against the same weekdays before: yesterday beside the same day a week earlier.',
    )
    .action(async (sites: string[], _options, command: Command) => {
      const { watchSites } = await import('#headless/watch/watchSites.ts');
      await watchSites(sites, command.optsWithGlobals());
    });
}
