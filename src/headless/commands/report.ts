import { Option, type Command } from 'commander';
import { compareOption, periodOptions } from '#headless/options/period.ts';
import { wholeNumber } from '#headless/options/wholeNumber.ts';

/** report SITE */
export function addReport(program: Command): void {
  const report = program
    .command('report')
    .description('print a website at a glance: for mail, motd and cron; Markdown with --format markdown')
    .argument('<SITE>', 'its id or domain');
  for (const option of [...periodOptions(), compareOption(true)]) report.addOption(option);
  report
    .addOption(new Option('--rows <rows>', 'rows of each statistic').argParser(wholeNumber(1, 25)).default(5))
    .addOption(
      new Option('--width <columns>', 'columns; else those of the terminal, or 80').argParser(
        wholeNumber(40, 300),
      ),
    )
    .action(async (site: string, _options, command: Command) => {
      const { printReport } = await import('#headless/report/printReport.ts');
      await printReport(site, command.optsWithGlobals());
    });
}
