import { Argument, type Command } from 'commander';
import { listOptions } from '#headless/options/list.ts';
import { compareOption, periodOptions } from '#headless/options/period.ts';
import { statisticNames } from '#model/statistics/statistics.ts';

/** stats SITE NAME... */
export function addStats(program: Command): void {
  const stats = program
    .command('stats')
    .description('print statistics of a website')
    .argument('<SITE>', 'its id or domain')
    .addArgument(new Argument('<NAME...>', 'which').choices(statisticNames));
  for (const option of [...periodOptions(), ...listOptions(['count', 'value']), compareOption(false)])
    stats.addOption(option);
  stats.action(async (site: string, names: string[], _options, command: Command) => {
    const { printStatistics } = await import('#headless/stats/printStatistics.ts');
    const chosen = statisticNames.filter(name => names.includes(name));
    chosen.sort((a, b) => names.indexOf(a) - names.indexOf(b));
    await printStatistics(site, chosen, command.optsWithGlobals());
  });
}
